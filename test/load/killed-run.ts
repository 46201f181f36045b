import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../src/temporal/run/ports.js';
import { type DevRun, ownPorts, startDevRun } from '../support/processes/dev-run.js';
import {
  compare,
  createMerchantCalls,
  createOrders,
  createWebhookLog,
  orderAndPayAll,
  STEPS_PER_ORDER,
  untilPaid,
} from './checkouts.js';

/** The processes of `oware dev`, without the webhook listener. */
export const KILLABLE = ['temporal', 'worker', 'api', 'sandbox'] as const;

export interface KilledOptions {
  readonly checkouts: number;
  readonly customers: number;
  /** Which process is killed, one after another. */
  readonly victims: readonly string[];
  readonly limitMs: number;
  readonly say: (text: string) => void;
}

/** Kills a process at random steps of the checkouts, so that work is always in progress. */
function createKiller(
  { killProcess, processAfter }: DevRun,
  { checkouts, victims, say }: Pick<KilledOptions, 'checkouts' | 'victims' | 'say'>,
) {
  const fatal = new Set<number>();
  while (fatal.size < victims.length) fatal.add(randomInt(checkouts * STEPS_PER_ORDER));
  const waiting = [...victims].sort(() => randomInt(3) - 1);
  let steps = 0;
  let kills = Promise.resolve();

  async function kill(): Promise<void> {
    const name = waiting.shift() ?? '';
    const pid = await killProcess(name);
    const killed = Date.now();
    const next = await processAfter(name, pid);
    say(`killed ${name}, process ${pid}; restarted after ${Date.now() - killed} ms, as process ${next}`);
  }
  return {
    onStep: () => {
      if (fatal.has(steps)) kills = kills.then(() => pause(randomInt(300))).then(kill);
      // `done` reports a kill that failed
      kills.catch(() => undefined);
      steps += 1;
    },
    done: () => kills,
  };
}

/** Creates and pays checkouts while processes are killed, and compares the result with the orders. */
export async function runKilled(folder: string, options: KilledOptions) {
  const { checkouts, customers, victims, limitMs, say } = options;
  const port = await freePort();
  const webhookUrl = { OWARE_WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks` };
  const devRun = await startDevRun(folder, { ...(await ownPorts()), ...webhookUrl });
  const json = devRun.json();
  const webhooks = createWebhookLog(port);
  const listener = await webhooks.listen(json.webhooks.secret);
  const calls = createMerchantCalls(json, Date.now() + limitMs);
  const orders = createOrders(checkouts);
  say(`oware dev is ready: ${checkouts} checkouts by ${customers} customers, and ${victims.length} kills`);
  try {
    const { onStep, done } = createKiller(devRun, options);
    await orderAndPayAll({ json, calls, onStep }, orders, customers);
    await done();
    say('the customers have paid everything');
    const moved = await untilPaid(json, calls, orders);
    say(`all ${checkouts} checkouts are PAID`);
    const figures = await untilQuiet(() => compare(json, webhooks.received, orders));
    const wrong = calls.wrong.map((reply) => `wrong reply to ${reply}`);
    return { figures, moved, repeated: calls.repeated, differences: [...figures.differences, ...wrong] };
  } catch (error) {
    throw new Error(`${String(error)}\n${devRun.dev.lines.slice(-40).join('\n')}`, { cause: error });
  } finally {
    await devRun.dev.kill('SIGINT');
    await listener.close();
  }
}

const QUIET_MS = 3_000;
const MOST_ROUNDS = 10;

/** Webhooks and their retries arrive for some seconds after the end. */
async function untilQuiet(read: () => ReturnType<typeof compare>) {
  let before = await read();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await pause(QUIET_MS);
    const figures = await read();
    const isQuiet = JSON.stringify(figures) === JSON.stringify(before);
    before = figures;
    if (isQuiet) break;
  }
  return before;
}
