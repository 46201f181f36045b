import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { showNaira } from '../../src/domain/money.js';
import { freePort } from '../../src/temporal/run/ports.js';
import { type DevRun, ownPorts, startDevRun } from '../support/dev-run.js';
import {
  compare,
  createMerchantCalls,
  createOrders,
  createWebhookLog,
  orderAndPayAll,
  STEPS_PER_ORDER,
  untilPaid,
} from './checkouts.js';

/**
 * Pays checkouts by bank transfer while the Temporal server is killed again and again, and then counts: no
 * payment may be missing, and none may be there twice. Ends with exit code 1 on any difference.
 */
const CHECKOUTS = 50;
const CUSTOMERS = 10;
const KILLS = 5;
const LIMIT_MS = 5 * 60_000;

const began = Date.now();
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const say = (text: string) => console.log(`${seconds(Date.now() - began).padStart(8)}  ${text}`);

/** Kills Temporal when a step of a checkout begins: at random ones, so that there always is work under way. */
function createKiller({ killTemporal, temporalAfter }: DevRun) {
  const fatal = new Set<number>();
  while (fatal.size < KILLS) fatal.add(randomInt(CHECKOUTS * STEPS_PER_ORDER));
  let steps = 0;
  let kills = Promise.resolve();

  async function kill(): Promise<void> {
    const pid = await killTemporal();
    const killed = Date.now();
    say(`killed Temporal, process ${pid}`);
    const next = await temporalAfter(pid);
    say(`Temporal is back after ${seconds(Date.now() - killed)}, as process ${next}`);
  }
  return {
    onStep: () => {
      if (fatal.has(steps)) kills = kills.then(() => pause(randomInt(300))).then(kill);
      // one that failed is reported when all are done
      kills.catch(() => undefined);
      steps += 1;
    },
    done: () => kills,
  };
}

async function run(folder: string): Promise<boolean> {
  const port = await freePort();
  const notices = { OWARE_NOTICE_URL: `http://127.0.0.1:${port}/notices` };
  const devRun = await startDevRun(folder, { ...(await ownPorts()), ...notices });
  const json = devRun.json();
  const webhooks = createWebhookLog(port);
  const listener = await webhooks.listen(json.notices.secret);
  const calls = createMerchantCalls(json, Date.now() + LIMIT_MS);
  const orders = createOrders(CHECKOUTS);
  say(`oware dev is ready: ${CHECKOUTS} checkouts by ${CUSTOMERS} customers, and ${KILLS} kills`);
  try {
    const { onStep, done } = createKiller(devRun);
    await orderAndPayAll({ json, calls, onStep }, orders, CUSTOMERS);
    await done();
    say('the customers have paid everything');
    const moved = await untilPaid(json, calls, orders);
    say(`all ${CHECKOUTS} checkouts are PAID; the gateway's clock was moved ${moved} times by five minutes`);
    // a repeat of a webhook comes seconds after the first
    await pause(5_000);
    const figures = await compare(json, webhooks.received, orders);
    const { repeated } = calls;
    say(
      `calls repeated: ${repeated.unavailable} of 503, ${repeated.working} of 202, ${repeated.broken} broken`,
    );
    say(
      `ledger: ${figures.collections} collections, ${showNaira(figures.collected)} of ` +
        `${showNaira(figures.expected)}, ${figures.balanced ? 'balanced' : 'NOT balanced'}`,
    );
    say(
      `webhooks: ${figures.paidWebhooks} payment.paid, ${figures.webhookRepeats} repeats under the same id`,
    );
    const differences = [...figures.differences, ...calls.wrong.map((reply) => `wrong reply to ${reply}`)];
    for (const difference of differences) say(`DIFFERENCE: ${difference}`);
    return differences.length === 0;
  } catch (error) {
    say(`FAILED: ${String(error)}\n${devRun.dev.lines.slice(-40).join('\n')}`);
    return false;
  } finally {
    await devRun.dev.kill('SIGINT');
    await listener.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'oware-load-'));
const isRight = await run(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
say(isRight ? 'no difference' : 'NOT as it should be');
process.exit(isRight ? 0 : 1);
