import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import type { OwareProcess } from '../../support/processes/oware-process.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

/**
 * The frozen worker has one poll of the queue of payouts open: one of these meets it. The others use up its polls of other
 * queues, which would hold up what follows.
 */
const TRANSFERS = 12;
/** Temporal gives an attempt up after thirty seconds; the reads that prove its absence follow. */
const GIVEN_UP_WITHIN_MS = 200_000;

let world: World;
let transfers: Transfers;
let healthy: OwareProcess;
let frozen: OwareProcess;
let tries = 0;
beforeAll(async () => {
  world = await createWorld({ withWorker: false });
  transfers = createTransfers(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
  frozen = await startWorker(world);
  healthy = await startWorker(world);
});
afterAll(async () => {
  process.kill(frozen.pid, 'SIGCONT');
  await frozen.kill('SIGTERM');
  await healthy.kill('SIGTERM');
  await world.terminateAll();
  await world.close();
});

it('a worker that was frozen with a payout does not send it after the thaw, and nothing says before that it is safe to pay again', async () => {
  const isSent = (reference: string) => transfers.causesOf(reference).length > 0;
  /** The frozen worker has taken its send. */
  const isTaken = async (reference: string) => {
    const { raw } = await world.handle(transfers.id(reference)).describe();
    const [send] = (raw.pendingActivities ?? []).filter(
      ({ activityType }) => activityType?.name === 'initiateTransfer',
    );
    return send?.lastWorkerIdentity?.startsWith(`${frozen.pid}@`) === true;
  };
  onTestFinished(() => void process.kill(frozen.pid, 'SIGCONT'));
  tries += 1;
  const name = (what: string) => `${what}-${process.pid}-${tries}`;
  await transfers.create(name('warm'));
  process.kill(frozen.pid, 'SIGSTOP');
  const references = Array.from({ length: TRANSFERS }, (_, n) => name(`frozen-${n}`));
  const requested = references.map(async (reference, n) => {
    const terms = await transfers.terms(reference, { amount: `${5_000 + n}.00` });
    // the one that is held is not answered before its call ends
    await world.call('POST', '/v1/transfers', terms).catch(() => undefined);
  });
  const held = await waitUntil(
    'the one that is held',
    async () => {
      const waiting = references.filter((reference) => !isSent(reference));
      const taken = await Promise.all(waiting.map((reference) => isTaken(reference).catch(() => false)));
      return waiting.find((_reference, n) => taken[n]);
    },
    GIVEN_UP_WITHIN_MS,
  );

  const cancelled = world.call('POST', `/v1/transfers/${held}/cancel`).catch(() => undefined);
  const unknown = await waitUntil(
    'that its call is given up',
    async () => {
      const body = await transfers.read(held);
      return body.outcome === 'unknown' && body;
    },
    GIVEN_UP_WITHIN_MS,
  );
  expect(unknown).toMatchObject({ state: 'PENDING', cancel: 'requested', safeToPayAgain: false });

  process.kill(frozen.pid, 'SIGCONT');
  // it either says why it sends nothing, or it has sent it
  const sent = waitUntil('a send', () => isSent(held));
  await Promise.any([frozen.says('Temporal has given this attempt up'), sent]);
  expect(transfers.causesOf(held)).toEqual([]);
  expect(await transfers.read(held)).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
  await Promise.all([...requested, cancelled]);
}, 480_000);
