import { describe, expect, it } from 'vitest';
import { createBatches, rowsToPeople } from '../../support/lifecycles/batches.js';
import { createRefunds, type PaidCheckout } from '../../support/lifecycles/refunds.js';
import { createTransfers } from '../../support/lifecycles/transfers.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { costOf } from '../../support/temporal/history.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

/** Payouts of each kind whose worker is killed between the send and its reply. */
const KILLED = Number(process.env.OWARE_KILLED_PAYOUTS ?? 3);
const IN_FLIGHT = 10;
/** The engine notices a killed worker when the call's time is up. */
const NOTICED_WITHIN_MS = 120_000;
/** How soon the second worker looks for what the first one sent, and how soon a run with nothing left to do closes. */
const SOON = {
  OWARE_RECHECK_SCHEDULE_MS: '300,1000,3000',
  OWARE_CHECK_GAP_MS: '1000',
  OWARE_GATEWAY_EVENT_GRACE_MS: '500',
};

interface Payouts {
  readonly endpoint: string;
  /** What must be there before the payout can be asked for. */
  readonly prepare?: (reference: string) => Promise<unknown>;
  /** Asks for a payout, without waiting for its outcome. */
  start(reference: string): Promise<unknown>;
  /** The movements of its money by the ledger, of each beneficiary. */
  causes(reference: string): readonly (readonly string[])[];
  /** Ids of its workflows; the first one sends. */
  workflows(reference: string): readonly [string, ...string[]];
  /** The state that the API shows. */
  stateOf(reference: string): Promise<string>;
  /** The money that reached each beneficiary, in kobo. */
  received(reference: string): readonly number[];
  /** How each payout ends, what each beneficiary receives, and the movements of that. */
  readonly expected: {
    readonly state: string;
    readonly received: readonly number[];
    readonly causes: readonly string[];
  };
}

const SENT_ONCE = ['transfer-sent', 'transfer-arrived'];

function transfers(world: World): Payouts {
  const all = createTransfers(world);
  return {
    endpoint: 'initiateTransfer',
    start: (reference) => all.start(reference),
    workflows: (reference) => [all.id(reference)],
    stateOf: async (reference) => (await all.read(reference)).state,
    causes: (reference) => [all.causesOf(reference)],
    received: (reference) => [all.paidOut(reference)],
    expected: { state: 'SUCCESS', received: [500_000], causes: SENT_ONCE },
  };
}

const ROWS = [1, 2, 3];

/** A batch is never sent again: reads must find each. */
function batches(world: World): Payouts {
  const all = createBatches(world);
  let people = 70_000;
  return {
    endpoint: 'initiateBatch',
    // an equal batch would be held for confirmation
    start: (reference) => all.create(reference, rowsToPeople(ROWS.length, (people += ROWS.length))),
    workflows: (reference) => [all.partId(reference, 1), all.id(reference)],
    stateOf: async (reference) => (await all.read(reference)).state,
    causes: (reference) => ROWS.map((row) => all.causesOf(reference, row)),
    received: (reference) => ROWS.map((row) => all.paidOut(reference, row)),
    expected: { state: 'COMPLETED', received: [500_000, 500_000, 500_000], causes: SENT_ONCE },
  };
}

function refunds(world: World): Payouts {
  const all = createRefunds(world, 'killed-refund');
  const paid = new Map<string, PaidCheckout>();
  const checkoutOf = (reference: string) => {
    const checkout = paid.get(reference);
    if (!checkout) throw new Error(`no checkout was paid for ${reference}`);
    return checkout;
  };
  return {
    endpoint: 'initiateRefund',
    prepare: async (reference) => paid.set(reference, await all.paidCheckout()),
    start: (reference) => {
      // its reply waits for that of the gateway
      all.ofCheckout(checkoutOf(reference).reference, reference).catch(() => undefined);
      return Promise.resolve();
    },
    workflows: (reference) => [all.id(checkoutOf(reference).transactionReference)],
    stateOf: async (reference) =>
      (await all.read(reference, checkoutOf(reference).transactionReference)).body.state,
    causes: (reference) => [all.causesOf(reference)],
    received: (reference) => [all.paidBack(reference)],
    expected: { state: 'COMPLETED', received: [150_000], causes: ['refund-sent', 'refund-arrived'] },
  };
}

const KINDS = { transfers, batches, refunds };

/**
 * The gateway moves the money at once and answers a minute later; meanwhile the worker dies. Another worker must find
 * each payout, and send none again.
 */
async function killBetweenSendAndReply(world: World, payouts: Payouts, references: string[]): Promise<void> {
  const { endpoint, expected } = payouts;
  const first = await startWorker(world, SOON);
  await Promise.all(references.map(async (reference) => payouts.prepare?.(reference)));
  const slow = { when: 'after', times: references.length, fault: { kind: 'delay', ms: 60_000 } };
  await world.planFault({ on: 'call', endpoint, ...slow });
  await Promise.all(references.map((reference) => payouts.start(reference)));
  const isSent = (reference: string) => payouts.causes(reference).every((causes) => causes.length > 0);
  await waitUntil(`${references.length} sends`, () => references.every(isSent));
  await first.kill('SIGKILL');
  await world.clearFaults();
  const second = await startWorker(world, SOON);
  // as long as a run is open it could send again
  const workflows = references.flatMap((reference) => payouts.workflows(reference));
  await Promise.all(workflows.map((id) => world.closed(id, NOTICED_WITHIN_MS)));
  for (const reference of references) {
    // no worker reported the reply
    const { counts } = await costOf(world.client, payouts.workflows(reference)[0]);
    expect(counts).toHaveProperty('ACTIVITY_TASK_TIMED_OUT');
    expect(await payouts.stateOf(reference)).toBe(expected.state);
    expect(payouts.received(reference)).toEqual(expected.received);
    expect(payouts.causes(reference)).toEqual(expected.received.map(() => expected.causes));
  }
  await second.kill('SIGTERM');
}

// concurrent, because each waits until Temporal notices the killed worker; so each has its own world
describe.concurrent('a worker that is killed between a send and its reply', () => {
  it.for(Object.entries(KINDS))(
    `pays ${KILLED} %s once each`,
    { timeout: NOTICED_WITHIN_MS * Math.ceil(KILLED / IN_FLIGHT) + 60_000 },
    async ([kind, create], { onTestFinished }) => {
      const world = await createWorld({ withWorker: false });
      onTestFinished(() => world.close());
      await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
      const payouts = create(world);
      const references = Array.from({ length: KILLED }, (_, n) => `killed-${kind}-${process.pid}-${n + 1}`);
      while (references.length > 0) {
        await killBetweenSendAndReply(world, payouts, references.splice(0, IN_FLIGHT));
      }
      expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    },
  );
});
