import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { readLedger } from '../../src/cli/demo/ledger.js';
import { createCaller } from '../../src/cli/demo/http.js';
import { ROWS_IN_A_PART } from '../../src/domain/batch/part.js';
import { fromNaira } from '../../src/domain/money.js';
import { rowReference } from '../../src/domain/reference.js';
import { freePort } from '../../src/temporal/run/ports.js';
import { BATCH } from '../../workflows/batch/messages.js';
import { BATCH_PART } from '../../workflows/batch-part/messages.js';
import { peakMemory } from '../support/hostile/traffic.js';
import { type InputRow, rowsWithFailures, type ShownRow } from '../support/lifecycles/batch-rows.js';
import { ACCOUNTS } from '../support/lifecycles/scenario-accounts.js';
import { type DevRun, ownPorts, startDevRun } from '../support/processes/dev-run.js';
import { costOfBatch } from '../support/temporal/batch-cost.js';
import { createOperator, type ShownBatch } from './batch-operator.js';
import { createMerchantCalls, createWebhookLog, type MerchantCalls } from './checkouts.js';

export interface BatchOptions {
  readonly rows: number;
  readonly failing: number;
  /** How long each worker lives before it is killed; undefined if none is. */
  readonly killEveryMs?: number | undefined;
  readonly limitMs: number;
  readonly say: (text: string) => void;
}

const REFERENCE = 'load-batch';
const BETWEEN_LOOKS_MS = 1_000;
const BETWEEN_REPORTS_MS = 10_000;

/**
 * The sum needs no approval, and the sandbox answers name enquiries at once. Failures are confirmed soon, an operator
 * soon knows what is unresolved, and the runs close soon after their end.
 */
const SETTINGS = {
  OWARE_APPROVAL_ABOVE_KOBO: '100000000000',
  OWARE_NAME_ENQUIRIES_PER_SECOND: '1000',
  OWARE_FAILURE_CONFIRM_MS: '10000',
  OWARE_UNRESOLVED_AFTER_MS: '60000',
  OWARE_GATEWAY_EVENT_GRACE_MS: '5000',
  OWARE_LOG_FORMAT: 'pretty',
};

/** Kills the worker whenever it has lived long enough, and keeps the highest memory of all. */
function watchWorker(devRun: DevRun, { killEveryMs, say }: BatchOptions) {
  const ending = new AbortController();
  const { signal } = ending;
  let kills = 0;
  let peakMb = 0;
  const look = () => {
    const pid = devRun.json().pids['worker'];
    try {
      const mb = pid === undefined ? 0 : peakMemory(pid);
      // a process that was just killed has no memory left to show
      if (mb > peakMb) peakMb = mb;
    } catch {
      // it ended meanwhile
    }
  };
  async function killAll(everyMs: number): Promise<void> {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal });
      look();
      const pid = await devRun.killProcess('worker');
      kills += 1;
      say(`killed worker ${pid}`);
      await devRun.processAfter('worker', pid);
    }
  }
  const killing = killEveryMs === undefined ? Promise.resolve() : killAll(killEveryMs);
  // `end` reports a kill that failed
  killing.catch(() => undefined);
  return {
    look,
    end: async () => {
      ending.abort();
      await killing.catch((error: unknown) => {
        if (!isAbort(error)) throw error;
      });
      look();
      return { kills, peakMb };
    },
  };
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Posts one batch to `oware dev` and compares each row's result with the gateway's ledger. */
export async function runBatch(folder: string, options: BatchOptions) {
  const { rows: count, failing, limitMs, say } = options;
  const port = await freePort();
  const webhookUrl = { OWARE_WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks` };
  const devRun = await startDevRun(folder, { ...(await ownPorts()), ...SETTINGS, ...webhookUrl });
  const json = devRun.json();
  const webhooks = createWebhookLog(port);
  const listener = await webhooks.listen(json.webhooks.secret);
  const calls = createMerchantCalls(json, Date.now() + limitMs);
  const connection = await Connection.connect({ address: json.temporal.address });
  try {
    await prepareMerchant(json.sandbox.url);
    const rows = rowsWithFailures(count, failing);
    say(`oware dev is ready: a batch of ${count} rows, ${failing} of which fail`);
    const worker = watchWorker(devRun, options);
    const startedAt = performance.now();
    await calls.call('POST', '/v1/batches', {
      reference: REFERENCE,
      title: 'Salaries',
      narration: 'Salary March',
      onValidationFailure: 'CONTINUE',
      rows,
    });
    const storedMs = performance.now() - startedAt;
    say('the rows are stored');
    const operate = createOperator(json, say);
    await untilCompleted(calls, options, async (batch) => {
      worker.look();
      await operate(batch);
    });
    const completedMs = performance.now() - startedAt;
    const { kills, peakMb } = await worker.end();
    const client = new Client({ connection });
    const parts = Math.ceil(count / ROWS_IN_A_PART);
    await untilClosed(client, parts + 1, calls.deadline);
    const cost = await costOfBatch(client, REFERENCE, parts);
    const { unsent, differences } = await compare({ calls, sandboxUrl: json.sandbox.url, rows });
    const completed = webhooks.received.filter(({ type }) => type === 'batch.completed');
    const messages = new Set(completed.map(({ id }) => id));
    if (messages.size !== 1) differences.push(`${messages.size} webhooks batch.completed, expected 1`);
    if (kills === 0 && unsent > 0) differences.push(`${unsent} rows were not sent, though no worker died`);
    const warnings = devRun.dev.lines.filter((line) => /\b(WARN|ERROR)\b/.test(line));
    return {
      storedMs,
      completedMs,
      kills,
      peakMb,
      cost,
      unsent,
      warnings,
      repeated: calls.repeated,
      differences,
    };
  } catch (error) {
    throw new Error(`${String(error)}\n${devRun.dev.lines.slice(-40).join('\n')}`, { cause: error });
  } finally {
    await connection.close();
    await devRun.dev.kill('SIGINT');
    await listener.close();
  }
}

/** Enough money, and no OTP. */
async function prepareMerchant(sandboxUrl: string): Promise<void> {
  const control = createCaller(sandboxUrl);
  const [merchant] = (await control('GET', '/sandbox/merchants')) as unknown as { readonly id: string }[];
  const path = `/sandbox/merchants/${merchant?.id}`;
  await control('POST', `${path}/wallet`, { balance: '900000000.00' });
  await control('PATCH', path, { switches: { otpOn: false } });
}

/** Waits for the end, and shows the progress meanwhile. */
async function untilCompleted(
  { call, deadline }: MerchantCalls,
  { say }: BatchOptions,
  onLook: (batch: ShownBatch) => Promise<void>,
): Promise<void> {
  let reportedAt = 0;
  for (;;) {
    const batch = (await call('GET', `/v1/batches/${REFERENCE}`)) as unknown as ShownBatch;
    await onLook(batch);
    const counts = Object.entries(batch.totals.byState).map(([state, { count }]) => `${count} ${state}`);
    const isCompleted = batch.state === 'COMPLETED';
    if (isCompleted || Date.now() - reportedAt > BETWEEN_REPORTS_MS) {
      say(`${batch.state}: ${counts.join(', ') || 'no report yet'}`);
      reportedAt = Date.now();
    }
    if (isCompleted) return;
    if (Date.now() > deadline) throw new Error(`not COMPLETED: ${JSON.stringify(batch)}`);
    await pause(BETWEEN_LOOKS_MS);
  }
}

/** As long as a run is open it could send again. */
async function untilClosed(client: Client, workflows: number, deadline: number): Promise<void> {
  const count = async (status: string) => {
    const types = `WorkflowType IN ('${BATCH.type}', '${BATCH_PART.type}')`;
    const counted = await client.workflow.count(`${types} AND ExecutionStatus = '${status}'`);
    return counted.count;
  };
  while ((await count('Running')) > 0 || (await count('Completed')) < workflows) {
    if (Date.now() > deadline) throw new Error(`${await count('Running')} runs are open`);
    await pause(BETWEEN_LOOKS_MS);
  }
}

interface Result {
  readonly calls: MerchantCalls;
  readonly sandboxUrl: string;
  readonly rows: readonly InputRow[];
}

/** What the ledger has of a row that ended so. */
const MOVEMENTS = {
  SUCCESS: (amount: number) => `transfer-sent,transfer-arrived ${amount}`,
  FAILED: () => 'transfer-sent,transfer-failed',
};

/** What differs between the rows as sent, their results and the movements of their money. */
async function compare({ calls, sandboxUrl, rows }: Result) {
  const answer = await calls.call('GET', `/v1/batches/${REFERENCE}/rows`);
  const shown = answer['rows'] as readonly ShownRow[];
  const { balanced, entries } = await readLedger(sandboxUrl);
  const movements = new Map<string, string[]>();
  for (const { reference, cause, lines } of entries) {
    const received = lines.find(({ account }) => account.startsWith('bank:'))?.amountKobo;
    const movement = received === undefined ? cause : `${cause} ${received}`;
    movements.set(reference, [...(movements.get(reference) ?? []), movement]);
  }
  const differences: string[] = [
    ...(balanced ? [] : ['the ledger does not balance']),
    ...(shown.length === rows.length ? [] : [`${shown.length} rows in the result`]),
    ...calls.wrong.map((reply) => `wrong reply to ${reply}`),
  ];
  let unsent = 0;
  for (const { row, state, safeToPayAgain } of shown) {
    const given = rows[row - 1];
    const wanted = given?.accountNumber === ACCOUNTS.dormant ? 'FAILED' : 'SUCCESS';
    // a send that an operator concluded: its money is still there, and the merchant may pay again
    const isUnsent = state === 'REFUSED' && safeToPayAgain;
    if (isUnsent) unsent += 1;
    else if (state !== wanted) differences.push(`row ${row} is ${state}, expected ${wanted}`);
    const moved = movements.get(rowReference(REFERENCE, row))?.join() ?? '';
    const movement = isUnsent ? '' : MOVEMENTS[wanted](fromNaira(given?.amount ?? ''));
    if (moved !== movement) differences.push(`row ${row} is ${state}; the ledger has: ${moved || 'nothing'}`);
  }
  return { unsent, differences };
}
