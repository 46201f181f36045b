import { describe, expect, it } from 'vitest';
import { createTransfers } from '../../support/lifecycles/transfers.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

/** Payouts of each kind whose worker is killed between the send and its reply. */
const KILLED = Number(process.env.OWARE_KILLED_PAYOUTS ?? 3);
const IN_FLIGHT = 10;
/** The engine notices a killed worker when the call's time is up. */
const NOTICED_WITHIN_MS = 120_000;

interface Payouts {
  readonly endpoint: string;
  /** Asks for payout n, without waiting for its outcome. */
  start(reference: string): Promise<unknown>;
  /** Whether the gateway has moved the money of this payout. */
  isSent(reference: string): boolean;
  /** Waits until Oware knows that it was paid. */
  paid(reference: string): Promise<unknown>;
  /** The money that reached the beneficiary, in kobo. */
  received(reference: string): number;
}

/**
 * The gateway moves the money at once and answers a minute later; meanwhile the worker dies. Another worker must find
 * each payout, and send none again.
 */
async function killBetweenSendAndReply(world: World, payouts: Payouts, prefix: string): Promise<void> {
  for (let killed = 0; killed < KILLED; killed += IN_FLIGHT) {
    const count = Math.min(IN_FLIGHT, KILLED - killed);
    const references = Array.from({ length: count }, (_, n) => `${prefix}-${process.pid}-${killed + n}`);
    const first = await startWorker(world);
    const { endpoint } = payouts;
    const slow = { when: 'after', times: count, fault: { kind: 'delay', ms: 60_000 } };
    await world.planFault({ on: 'call', endpoint, ...slow });
    await Promise.all(references.map((reference) => payouts.start(reference)));
    await waitUntil(`${count} sends`, () => references.every((reference) => payouts.isSent(reference)));
    await first.kill('SIGKILL');
    await world.clearFaults();
    const second = await startWorker(world);
    await Promise.all(references.map((reference) => payouts.paid(reference)));
    await second.kill('SIGTERM');
    for (const reference of references) expect(payouts.received(reference)).toBe(500_000);
  }
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
}

async function worldWithoutWorker(onFinished: (close: () => Promise<void>) => void): Promise<World> {
  const world = await createWorld({ withWorker: false });
  onFinished(() => world.close());
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
  return world;
}

// concurrent, because each waits until Temporal notices the killed worker; so each has its own world
describe.concurrent('a worker that is killed between a send and its reply', () => {
  it(
    `pays every transfer once (${KILLED} transfers)`,
    async ({ onTestFinished }) => {
      const world = await worldWithoutWorker(onTestFinished);
      const transfers = createTransfers(world);
      await killBetweenSendAndReply(
        world,
        {
          endpoint: 'initiateTransfer',
          start: (reference) => transfers.start(reference),
          isSent: (reference) => transfers.causesOf(reference).length > 0,
          paid: (reference) =>
            waitUntil(
              `${reference} paid`,
              async () => (await transfers.read(reference)).state === 'SUCCESS',
              NOTICED_WITHIN_MS,
            ),
          received: (reference) => transfers.paidOut(reference),
        },
        'killed-transfer',
      );
    },
    NOTICED_WITHIN_MS * Math.ceil(KILLED / IN_FLIGHT) + 60_000,
  );
});
