import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../src/cli/demo/http.js';
import { readLedger } from '../../../src/cli/demo/ledger.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import {
  compare,
  createMerchantCalls,
  createOrders,
  createWebhookLog,
  orderAndPayAll,
  untilPaid,
} from '../../load/checkouts.js';
import { rowsToPeople } from '../../support/lifecycles/batch-rows.js';
import { type DevRun, ownPorts, startDevRun } from '../../support/processes/dev-run.js';
import { isAlive, startOware } from '../../support/processes/oware-process.js';
import { waitUntil } from '../../support/wait-until.js';

const folder = mkdtempSync(join(tmpdir(), 'oware-killed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RUN_LIMIT_MS = 60_000;

/** The system needs a moment to free the port of a server that was killed. */
async function occupy(port: number): Promise<Server> {
  return waitUntil(`port ${port}`, async () => {
    const server = createServer().listen(port, '127.0.0.1');
    return once(server, 'listening').then(
      () => server,
      () => undefined,
    );
  });
}

describe('oware dev, when its Temporal server is killed', () => {
  let settings: Record<string, string>;
  let run: DevRun;
  let webhooks: ReturnType<typeof createWebhookLog>;
  beforeAll(async () => {
    const port = await freePort();
    settings = { ...(await ownPorts()), OWARE_WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks` };
    run = await startDevRun(folder, settings);
    webhooks = createWebhookLog(port);
    const listener = await webhooks.listen(run.json().webhooks.secret);
    return async () => {
      await run.dev.kill('SIGKILL');
      await listener.close();
    };
  });

  it('starts it again on the same database, and every checkout is paid once', async () => {
    const json = run.json();
    const calls = createMerchantCalls(json, Date.now() + RUN_LIMIT_MS);
    const before = { reference: 'before', amount: '2500.00', customer: { email: 'ada@example.com' } };
    await calls.call('POST', '/v1/checkouts', before);

    const orders = createOrders(5);
    let steps = 0;
    let killing: Promise<number> | undefined;
    // in the middle: some orders have their account by then, others have no checkout yet
    const onStep = () => void (++steps === 6 && (killing = run.killProcess('temporal')));
    await orderAndPayAll({ json, calls, onStep }, orders, 2);
    const killed = await killing!;
    const pid = await run.processAfter('temporal', killed);
    await untilPaid(json, calls, orders);

    expect(isAlive(pid)).toBe(true);
    await run.dev.says('temporal | Exited (SIGKILL).');
    await run.dev.says('temporal | Restart 1 of 8 in 1 s.');
    expect(await run.dev.says('temporal | Restarted after')).toContain(`as process ${pid}.`);
    expect(await calls.call('GET', '/v1/checkouts/before')).toMatchObject({ state: 'PENDING' });
    await waitUntil('all webhooks', () => webhooks.received.length >= orders.length);
    expect(await compare(json, webhooks.received, orders)).toMatchObject({ collections: 5, differences: [] });

    const database = join(folder, '.oware', 'temporal.db');
    const modes = ['', '-wal', '-shm'].map((suffix) => statSync(`${database}${suffix}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it('sends a batch once though Temporal was killed after the gateway had it', async () => {
    const json = run.json();
    const calls = createMerchantCalls(json, Date.now() + RUN_LIMIT_MS);
    const control = createCaller(json.sandbox.url);
    const [merchant] = (await control('GET', '/sandbox/merchants')) as unknown as { readonly id: string }[];
    await control('PATCH', `/sandbox/merchants/${merchant?.id}`, { switches: { otpOn: false } });
    const late = { when: 'after', fault: { kind: 'delay', ms: 3_000 } };
    await control('POST', '/sandbox/faults', { on: 'call', endpoint: 'initiateBatch', ...late });

    const terms = { reference: 'bulk', title: 'Salaries', narration: 'Salary March' };
    const rows = rowsToPeople(3, 90_000);
    await calls.call('POST', '/v1/batches', { ...terms, onValidationFailure: 'CONTINUE', rows });
    const paid = async () => {
      const { entries } = await readLedger(json.sandbox.url);
      return entries.filter(({ reference }) => reference.startsWith('bulk--b')).map(({ cause }) => cause);
    };
    await waitUntil('the send', async () => (await paid()).length > 0);
    const killed = await run.killProcess('temporal');
    await run.processAfter('temporal', killed);

    await waitUntil(
      'the end of the batch',
      async () => (await calls.call('GET', '/v1/batches/bulk')).state === 'COMPLETED',
      RUN_LIMIT_MS,
    );
    expect((await paid()).sort()).toEqual([
      ...rows.map(() => 'transfer-arrived'),
      ...rows.map(() => 'transfer-sent'),
    ]);
  });

  it('names the port that another program has taken, and stops at once on SIGINT', async () => {
    const port = Number(settings['OWARE_TEMPORAL_PORT']);
    const killed = await run.killProcess('temporal');
    const other = await occupy(port);
    await run.dev.says(
      `temporal | Restart failed: Port ${port} is in use by another program. Oware needs it for: Temporal ` +
        'server that Oware starts. Free it, or set OWARE_TEMPORAL_PORT to another port.',
    );

    const { pids } = run.json();
    expect(pids['temporal']).toBeUndefined();
    await run.dev.kill('SIGINT');
    other.close();
    expect([killed, ...Object.values(pids)].filter(isAlive)).toEqual([]);
    expect(await run.dev.exited).toBe(0);
  });
});

it('oware dev names a damaged database, and what to do about it', async () => {
  const home = join(folder, 'damaged');
  mkdirSync(join(home, '.oware'), { recursive: true });
  writeFileSync(join(home, '.oware', 'temporal.db'), 'not what it was '.repeat(1_000));
  const dev = startOware(['dev'], { cwd: home, env: await ownPorts() });

  expect(await dev.exited).toBe(1);
  expect(dev.lines.at(-1)).toBe(
    'The database .oware/temporal.db is damaged: file is not a database (26). Move it and its -wal and -shm ' +
      'files away, or start `oware dev` with --fresh (deletes all payments).',
  );
});
