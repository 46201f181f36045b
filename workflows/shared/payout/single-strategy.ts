import type { Settings } from '../../../src/config/settings.js';
import {
  isOver,
  type SinglePayoutReading,
  type SinglePayoutSnapshot,
} from '../../../src/domain/single-payout.js';
import { readRecord } from '../gateway/read-record.js';
import type { Checked, OutcomeStrategy } from '../run/wait-for-outcome.js';
import type { SinglePayoutLifecycle } from './single-payout.js';
import type { SinglePayoutCalls } from './single-send.js';

/**
 * How a payout without an OTP finds its outcome: by the record under its reference, from `dueFrom` on; the gateway sends
 * no event about it.
 */
export function singlePayoutStrategy<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
  dueFrom: (snapshot: Snapshot) => number,
): OutcomeStrategy<SinglePayoutReading> {
  const payout = lifecycle.subject();
  const { snapshot } = payout;

  function overAt({ failureConfirmMs, closingGraceMs }: Settings): number {
    const { state, failedAt } = snapshot();
    // a failure counts once a second read confirms it
    if (state === 'FAILED' && failedAt !== undefined) {
      return Date.parse(failedAt) + failureConfirmMs - closingGraceMs;
    }
    return dueFrom(snapshot());
  }

  return {
    window: 'Wait for the outcome',
    overAt,
    openSince: () => {
      const { sentAt } = snapshot();
      return sentAt === undefined ? undefined : Date.parse(sentAt);
    },
    check: () => check(lifecycle, calls),
    recordEvent: () => undefined,
    knownLevel: () => 0,
    apply: (reading, _context, settings) => [
      ...payout.apply(reading),
      ...payout.weighFailure(reading, settings),
    ],
    isOver: () => isOver(snapshot()),
    // only the gateway ends it
    close: () => undefined,
    expectsEvent: () => false,
    onUnresolved: () => {
      payout.raise({
        kind: 'unresolved',
        subject: 'status',
        reason: 'the gateway has not reported an outcome',
        atRiskKobo: snapshot().terms.amountKobo,
      });
    },
    raiseUnproven: () => undefined,
  };
}

/** Checks the payout with the gateway, by its reference. */
async function check<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
): Promise<Checked<SinglePayoutReading>> {
  const first = await read(lifecycle, calls);
  // a stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice
  const isContradiction = lifecycle.subject().isContradictedBy(first);
  const reading = isContradiction ? await read(lifecycle, calls) : first;
  const isComplete = reading.kind === 'end' || reading.kind === 'pending';
  return { verdict: reading, shown: new Map(), isComplete };
}

function read<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
): Promise<SinglePayoutReading> {
  return readRecord(lifecycle, {
    atRiskKobo: lifecycle.subject().snapshot().terms.amountKobo,
    read: calls.read,
    isOurs: calls.isAbout,
    judge: (record): SinglePayoutReading => {
      const reading = calls.judge(record);
      if (reading.kind !== 'doubt') calls.learn(record);
      return reading;
    },
  });
}
