import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { CHECKOUT } from '../workflows/checkout/messages.js';
import { gatewayEvent } from '../workflows/shared/messages.js';
import { inLanes } from '../activities/in-lanes.js';
import { type GatewayEvent, readEvent } from '../src/gateway/events.js';
import { signEvent } from '../src/gateway/signature.js';
import { createDataConverter } from '../src/secrets/data-converter.js';
import { prepareNamespace } from '../src/temporal/namespace.js';
import { startProgram } from '../test/support/processes/program.js';
import { startApi } from '../test/support/processes/api-process.js';
import { startBenchServer } from './bench-server.js';
import { median } from './checkout/report.js';
import { countOption } from './count-option.js';
import { openRawSender, requestOf } from './events/raw-sender.js';
import { measurePairs, ratioOf } from './pairs.js';

/**
 * What the intake of gateway events adds to the signal that it ends in: verify, read, route, signal and acknowledge over
 * HTTP, against a loop that signals the same workflows directly, in turns. The workflows run on a worker, which takes the
 * events and does nothing with them; `--idle` measures without it. The gateway signs before it sends: signatures are
 * computed before the clock starts.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    events: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '16' },
    idle: { type: 'boolean', default: false },
  },
});
const rounds = countOption('rounds', values.rounds);
const events = countOption('events', values.events);
const lanes = countOption('lanes', values.lanes);

const WORKFLOWS = 200;
const TASK_QUEUE = 'bench-events';
const WORKER = fileURLToPath(new URL('./events/worker.ts', import.meta.url));
const SECRET = 'a secret of the gateway, for this bench';

const { server, serverVersion } = await startBenchServer();
const connection = await Connection.connect({ address: server.address });
await prepareNamespace(connection, { namespace: 'default', retentionDays: 1 });
const client = new Client({ connection, dataConverter: createDataConverter() });
const api = await startApi({
  TEMPORAL_ADDRESS: server.address,
  OWARE_TASK_QUEUE: TASK_QUEUE,
  OWARE_GATEWAY_SECRET_KEY: SECRET,
});
const worker = values.idle
  ? undefined
  : startProgram(process.execPath, ['--import', 'tsx', WORKER, server.address, TASK_QUEUE]);
await worker?.says('ready');
const endpoint = new URL(`${api.url}/webhooks/gateway`);

let serial = 0;

function bodyOf(n: number): string {
  const paymentReference = `order-${n % WORKFLOWS}`;
  return JSON.stringify({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      product: { type: 'WEB_SDK', reference: paymentReference },
      transactionReference: `MNFY|bench|${n}`,
      paymentReference,
      paidOn: '2026-03-01 10:00:00.000',
      amountPaid: 2500,
      totalPayable: 2500,
      paymentMethod: 'ACCOUNT_TRANSFER',
      currency: 'NGN',
      paymentStatus: 'PAID',
      paymentSourceInformation: [],
      customer: { name: 'Ada Obi', email: 'ada@example.com' },
    },
  });
}

const newBodies = () => Array.from({ length: events }, () => bodyOf((serial += 1)));

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (events / (performance.now() - startedAt)) * 1_000;
}

/** Over HTTP, as the gateway sends them. */
async function takeIn(): Promise<number> {
  const requests = newBodies().map((body) => {
    const headers = { 'service-signature': signEvent(body, SECRET), 'content-type': 'application/json' };
    return requestOf(endpoint, headers, body);
  });
  // the api closes connections that were idle meanwhile
  const sender = await openRawSender(endpoint, lanes);
  return perSecond(() => sender.sendAll(requests)).finally(sender.close);
}

/** The same events to the same workflows. */
function signalOnly(): Promise<number> {
  const read = newBodies().map((body) => readEvent(Buffer.from(body)));
  const signal = async ({ address: { lifecycle, reference }, forLifecycle }: GatewayEvent) => {
    if (!forLifecycle) throw new Error('no lifecycle takes this event');
    await client.workflow.getHandle(`${lifecycle}:${reference}`).signal(gatewayEvent, forLifecycle);
  };
  return perSecond(() => inLanes(read, signal, lanes));
}

try {
  const references = Array.from({ length: WORKFLOWS }, (_, n) => `order-${n}`);
  await inLanes(references, (reference) =>
    client.workflow.start(CHECKOUT.type, {
      workflowId: `checkout:${reference}`,
      taskQueue: TASK_QUEUE,
      args: [{ from: 'event', reference }],
    }),
  );
  const { ours, theirs } = await measurePairs(rounds, takeIn, signalOnly);
  console.log(`Temporal server ${serverVersion}; ${rounds} pairs of ${events} events in ${lanes} lanes`);
  console.log(`events over HTTP           ${median(ours).toFixed(0)} a second`);
  console.log(`signals                    ${median(theirs).toFixed(0)} a second`);
  console.log(`ratio [lowest-highest]     ${ratioOf(ours, theirs)}; the goal is at least 0.85`);
} finally {
  await worker?.kill('SIGTERM');
  await api.kill('SIGTERM');
  await connection.close();
  await server.stop(5_000);
}
