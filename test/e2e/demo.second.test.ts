import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { findDevServer } from '../../src/temporal/find/dev-server.js';
import { startDevServer } from '../../src/temporal/run/dev-server.js';
import { freePort } from '../../src/temporal/run/ports.js';
import { isAlive, OWARE, startOware } from '../support/processes/oware-process.js';
import { finderOptions } from '../support/servers/find-and-bundle.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oware-demo-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The test checks that no temporary files are left in its folder. */
const environment = () => ({ TEMPORAL_ADDRESS: inject('temporalAddress'), TMPDIR: folder });

const scenarios = (...names: string[]): string[] => names.flatMap((name) => ['--scenario', name]);

/** What it prints for programs, once nothing in it differs. */
async function demoAsJson<Row = unknown>(...args: string[]): Promise<Row[]> {
  const command = [OWARE, 'demo', '--json', ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, ...environment() },
  }).catch((error: unknown) => {
    // the command's own message has no stdout, which names the difference
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  });
  const rows = JSON.parse(stdout) as (Row & { differences: string[] })[];
  expect(rows.flatMap(({ differences }) => differences)).toEqual([]);
  return rows;
}

const INVOICES = ['invoice-paid', 'invoice-cash', 'invoice-cancelled'];
const PAYOUTS = [
  'transfer-otp',
  'transfer-approved',
  'batch',
  'bill',
  'paycode',
  'refund',
  'transfer-failed',
];

describe('oware demo', () => {
  it('runs scenarios, kills its worker, loses and duplicates nothing, and keeps running until Ctrl-C', async () => {
    const args = ['demo', '--keep', ...scenarios('hosted-page', 'worker-killed', 'reserved-account')];
    const demo = startOware(args, { cwd: folder, env: environment() });
    await demo.says('All processes are still running.');
    const said = demo.lines.join('\n');

    expect(said).toContain(
      "1/3 Card payment on the gateway's checkout page (Merchant, Payer, Gateway, Oware)",
    );
    expect(said).toContain('Payer    opens the checkout page and pays by card');
    expect(said).toContain('Merchant receives the signed webhook checkout.paid, sequence 1');
    expect(said).toMatch(
      /Ledger {3}collection: ₦2,500\.00 card:411111\*{6}1111 → ₦37\.50 fees and ₦2,462\.50/,
    );
    expect(said).toContain('Gateway  receives 200 for its event: Temporal has stored it');
    const credits = said.match(
      /Merchant receives the signed webhook reserved-account\.credited, sequence \d/g,
    );
    expect(credits?.map((line) => line.at(-1))).toEqual(['1', '2']);
    expect(said).toContain('Merchant receives the signed webhook reserved-account.deallocated, sequence 3');
    expect(said).toContain('3 of 3 scenarios ended as expected.');
    // the worker is killed in a checkout; the account has two credits
    expect(said).toMatch(
      /Checked +3 orders, payouts and accounts against 4 movements of the ledger: \d+ checks, 0 violations/,
    );
    expect(said).not.toContain('\u001b');

    const [killed, successor] = [...said.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid));
    expect([killed, successor].map((pid) => isAlive(pid!))).toEqual([false, true]);
    const [, api = ''] = /Merchant API +│ (\S+)/.exec(said) ?? [];
    expect((await request(`${api}/health`)).statusCode).toBe(200);
    await demo.kill('SIGINT');
    expect(await demo.exited).toBe(0);
    expect(isAlive(successor!)).toBe(false);
    await expect(request(`${api}/health`)).rejects.toThrow('ECONNREFUSED');
    expect(readdirSync(folder).filter((name) => name.startsWith('oware-demo-'))).toEqual([]);
  });

  it('ignores the settings in .env, and prints its results as JSON', async () => {
    const env = join(folder, '.env');
    writeFileSync(
      env,
      'OWARE_GATEWAY_URL=http://127.0.0.1:1\nOWARE_CHECKOUT_WINDOW_MS=1\nOWARE_API_PORT=1\n',
    );
    const outcomes = await demoAsJson(
      ...scenarios('card-otp', 'card-declined', 'topped-up', 'paid-late', ...INVOICES, ...PAYOUTS, 'expired'),
    );
    rmSync(env);
    const byCard = {
      state: 'PAID',
      ledger: { collected: ['2500.00'] },
      webhooks: ['checkout.paid'],
      differences: [],
    };
    const invoice = expect.stringMatching(/^invoice:invoice-/) as unknown;
    const paid = {
      state: 'PAID',
      ledger: { collected: ['15000.00'] },
      webhooks: ['invoice.paid'],
      differences: [],
    };
    expect(outcomes).toMatchObject([
      { scenario: 'card-otp', ...byCard },
      { scenario: 'card-declined', ...byCard, webhooks: ['checkout.attempt-failed', 'checkout.paid'] },
      {
        scenario: 'topped-up',
        state: 'PAID',
        ledger: { collected: ['1000.00', '1500.00'] },
        differences: [],
      },
      {
        scenario: 'paid-late',
        state: 'PAID',
        review: ['paid-late'],
        ledger: { collected: ['2500.00'], balanced: true },
        webhooks: ['checkout.cancelled', 'checkout.on-hold'],
        link: expect.stringMatching(/^checkout:paid-late-/) as unknown,
        differences: [],
      },
      { scenario: 'invoice-paid', link: invoice, ...paid },
      { scenario: 'invoice-cash', link: invoice, ...paid },
      {
        scenario: 'invoice-cancelled',
        state: 'CANCELLED',
        ledger: { collected: [] },
        webhooks: ['invoice.cancelled'],
        differences: [],
      },
      { scenario: 'transfer-otp', state: 'SUCCESS', ledger: { paidOut: ['5000.00'] }, differences: [] },
      {
        scenario: 'transfer-approved',
        state: 'SUCCESS',
        ledger: { paidOut: ['1500000.00'] },
        differences: [],
      },
      {
        scenario: 'batch',
        state: 'COMPLETED',
        ledger: { paidOut: ['5000.00', '5000.00', '5000.00'], balanced: true },
        differences: [],
      },
      { scenario: 'bill', state: 'SUCCESS', webhooks: ['bill.success'], differences: [] },
      {
        scenario: 'paycode',
        state: 'CANCELLED',
        ledger: { balanced: true },
        webhooks: ['paycode.issued', 'paycode.cancelled', 'paycode.safe-to-pay-again'],
        differences: [],
      },
      { scenario: 'expired', state: 'EXPIRED', ledger: { collected: [] }, webhooks: ['checkout.expired'] },
      { scenario: 'refund', state: 'REFUNDED', ledger: { paidOut: ['2500.00'] }, differences: [] },
      { scenario: 'transfer-failed', state: 'FAILED', ledger: { paidOut: [] }, differences: [] },
    ]);
  });

  it.for([
    [
      'live mode',
      [],
      { OWARE_GATEWAY_MODE: 'live' },
      'The demo runs in sandbox mode only; OWARE_GATEWAY_MODE is live.',
    ],
    [
      'a scenario that does not exist',
      scenarios('nope'),
      {},
      'Unknown scenario: nope. Run `oware demo --list`.',
    ],
    [
      'a year beside other scenarios',
      scenarios('year', 'card-paid'),
      {},
      'The scenario year runs alone: it moves the clock of everything by years.',
    ],
  ] as const)('refuses %s', async ([, args, env, why]) => {
    const demo = startOware(['demo', ...args], { cwd: folder, env });
    expect(await demo.exited).toBe(1);
    expect(demo.lines).toEqual([why]);
  });

  it('runs a week of a shop whose ledger matches to the kobo', async () => {
    const days = await demoAsJson<{ day: string; collectedKobo: number }>('--time-lapse');
    expect(days).toHaveLength(7);
    expect(days.reduce((total, { collectedKobo }) => total + collectedKobo, 0)).toBe(10_650_000);
    // other suites run beside it
  }, 300_000);

  it('runs three months of mandates and subscriptions up to a leap day: replies and requests are lost, records are shown late, an outage, cancels and replaced cards', async () => {
    const months = await demoAsJson<{ month: string }>('--scenario', 'year', '--short');
    expect(months).toMatchObject([
      { due: 6, collected: 5, failed: 1, missed: 0, cancelled: 0, ledgerKobo: 1_056_048 },
      // the long outage: where there is time left, a debit is repeated once its lost request is proven to have had no effect
      { due: 6, collected: 4, failed: 2, missed: 0, cancelled: 0, ledgerKobo: 704_034 },
      { due: 3, collected: 3, failed: 0, missed: 0, cancelled: 3, ledgerKobo: 552_018 },
    ]);
    const [last] = months.slice(-1);
    expect(new Date(`${last?.month}-29`).toISOString()).toMatch(/-02-29T/);
    // other suites run beside it
  }, 300_000);

  it('skips scenarios that need time travel on a server without it, and prints the reason', async () => {
    const { command } = await findDevServer(await finderOptions());
    const port = await freePort();
    const server = await startDevServer({ command, ip: '127.0.0.1', port, searchAttributes: {} });
    onTestFinished(async () => {
      await server.stop(5_000);
    });
    const demo = startOware(['demo', ...scenarios('expired', 'card-paid')], {
      cwd: folder,
      env: { ...environment(), TEMPORAL_ADDRESS: server.address },
    });
    expect(await demo.exited).toBe(0);
    const said = demo.lines.join('\n');
    expect(said).toMatch(/Skipped +This Temporal server does not allow/);
    expect(said).toContain('1 of 1 scenarios ended as expected.');
  });

  it('lists its scenarios without starting a process', async () => {
    const demo = startOware(['demo', '--list'], { cwd: folder });
    expect(await demo.exited).toBe(0);
    expect(demo.lines.join('\n')).toMatch(/worker-killed +│ The worker is killed/);
  });
});
