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
import { isAlive, OWARE, startOware } from '../support/oware-process.js';
import { finderOptions } from '../support/servers.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oware-demo-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Its temporary files are looked for in a folder of the test. */
const environment = () => ({ TEMPORAL_ADDRESS: inject('temporalAddress'), TMPDIR: folder });

const scenarios = (...names: string[]): string[] => names.flatMap((name) => ['--scenario', name]);

/** What it prints for programs, once nothing in it is a surprise. */
async function demoAsJson<Row = unknown>(...args: string[]): Promise<Row[]> {
  const command = [OWARE, 'demo', '--json', ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, ...environment() },
  }).catch((error: unknown) => {
    // the command's own message has no stdout, which names the surprise
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  });
  const rows = JSON.parse(stdout) as (Row & { surprises: string[] })[];
  expect(rows.flatMap(({ surprises }) => surprises)).toEqual([]);
  return rows;
}

const INVOICES = ['invoice-paid', 'invoice-cash', 'invoice-cancelled'];

describe('oware demo', () => {
  it('plays stories and kills its worker, loses and doubles nothing, and stays until it is told to go', async () => {
    const args = ['demo', '--keep', ...scenarios('hosted-page', 'worker-killed', 'reserved-account')];
    const demo = startOware(args, { cwd: folder, env: environment() });
    await demo.says('All of it is still running.');
    const said = demo.lines.join('\n');

    expect(said).toContain("1/3 Paid on the gateway's page (Merchant, Payer, Gateway, Oware)");
    expect(said).toContain('Payer    opens the page and pays by card');
    expect(said).toContain('Merchant hears payment.paid, signed, number 1');
    expect(said).toMatch(
      /Books {4}collection: ₦2,500\.00 card:411111\*{6}1111 → ₦37\.50 fees and ₦2,462\.50/,
    );
    expect(said).toContain('Gateway  is answered 200 to its event all the same: Temporal has it');
    const credits = said.match(/Merchant hears reserved-account\.credited, signed, number \d/g);
    expect(credits?.map((line) => line.at(-1))).toEqual(['1', '2']);
    expect(said).toContain('Merchant hears reserved-account.deallocated, signed, number 3');
    expect(said).toContain('3 of 3 stories ended as written.');
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

  it('plays with settings of its own whatever .env says, and tells programs what became of it', async () => {
    const env = join(folder, '.env');
    writeFileSync(
      env,
      'OWARE_GATEWAY_URL=http://127.0.0.1:1\nOWARE_CHECKOUT_WINDOW_MS=1\nOWARE_API_PORT=1\n',
    );
    const outcomes = await demoAsJson(
      ...scenarios('card-otp', 'card-declined', 'topped-up', 'paid-late', ...INVOICES, 'expired'),
    );
    rmSync(env);
    const byCard = {
      end: 'PAID',
      books: { collected: ['2500.00'] },
      notices: ['payment.paid'],
      surprises: [],
    };
    const invoice = expect.stringMatching(/^invoice:invoice-/) as unknown;
    const paid = {
      end: 'PAID',
      books: { collected: ['15000.00'] },
      notices: ['invoice.paid'],
      surprises: [],
    };
    expect(outcomes).toMatchObject([
      { story: 'card-otp', ...byCard },
      { story: 'card-declined', ...byCard, notices: ['checkout.attempt-failed', 'payment.paid'] },
      { story: 'topped-up', end: 'PAID', books: { collected: ['1000.00', '1500.00'] }, surprises: [] },
      {
        story: 'paid-late',
        end: 'PAID',
        review: ['paid-late'],
        books: { collected: ['2500.00'], balanced: true },
        notices: ['payment.cancelled', 'checkout.on-hold'],
        link: expect.stringMatching(/^payment:paid-late-/) as unknown,
        surprises: [],
      },
      { story: 'invoice-paid', link: invoice, ...paid },
      { story: 'invoice-cash', link: invoice, ...paid },
      {
        story: 'invoice-cancelled',
        end: 'CANCELLED',
        books: { collected: [] },
        notices: ['invoice.cancelled'],
        surprises: [],
      },
      { story: 'expired', end: 'EXPIRED', books: { collected: [] }, notices: ['payment.expired'] },
    ]);
  });

  it.for([
    [
      'live mode',
      [],
      { OWARE_GATEWAY_MODE: 'live' },
      'The demo plays with the sandbox only, and OWARE_GATEWAY_MODE is live.',
    ],
    [
      'a scenario that does not exist',
      scenarios('nope'),
      {},
      'Unknown scenario: nope. Run `oware demo --list`.',
    ],
  ] as const)('refuses %s', async ([, args, env, why]) => {
    const demo = startOware(['demo', ...args], { cwd: folder, env });
    expect(await demo.exited).toBe(1);
    expect(demo.lines).toEqual([why]);
  });

  it('runs a week of a shop, whose ledger agrees to the kobo', async () => {
    const days = await demoAsJson<{ day: string; collectedKobo: number }>('--time-lapse');
    expect(days).toHaveLength(7);
    expect(days.reduce((total, { collectedKobo }) => total + collectedKobo, 0)).toBe(10_650_000);
    // other suites run beside it
  }, 300_000);

  it('leaves out what needs moved time on a server that cannot move it, and says why', async () => {
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
    expect(said).toMatch(/Left out +This Temporal server does not allow it/);
    expect(said).toContain('1 of 1 stories ended as written.');
  });

  it('lists its stories without starting anything', async () => {
    const demo = startOware(['demo', '--list'], { cwd: folder });
    expect(await demo.exited).toBe(0);
    expect(demo.lines.join('\n')).toMatch(/worker-killed +│ The worker is killed/);
  });
});
