import type { Settings } from '../../src/config/settings.js';
import { isOver, isToBeReported, type Refund } from '../../src/domain/refund/refund.js';
import { levelClaimed, levelKnown } from '../../src/domain/refund/verdict.js';
import { ZERO } from '../../src/domain/money.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { check, type CheckedRefund, isAwaited } from './checks.js';
import type { RefundsLifecycle } from './lifecycle.js';
import type { RefundWork } from './work.js';

/** The gateway requires a note to the customer. */
const POLICY_NOTE = 'Refund';

/** How refunds find their outcome: by the status under each reference. */
export function refundsStrategy(
  lifecycle: RefundsLifecycle,
  work: RefundWork,
): OutcomeStrategy<readonly CheckedRefund[]> {
  const refunds = lifecycle.subject();
  const { snapshot } = refunds;
  /** Refunds that ended by the last check, before their event arrived. */
  let withoutEvent = false;

  /** From when on the gateway is asked for the outcome of one refund, if its event does not arrive. */
  function askFrom({ failedAt, failedTwice, sentAt }: Refund, settings: Settings): number {
    const { failureConfirmMs, safetyChecksMs, closingGraceMs } = settings;
    // a failure counts once a second read confirms it
    if (failedAt !== undefined && !failedTwice) {
      return Date.parse(failedAt) + failureConfirmMs - closingGraceMs;
    }
    return Date.parse(sentAt ?? '') + (safetyChecksMs[0] ?? 0) - closingGraceMs;
  }

  function isOverdue(refund: Refund): boolean {
    const settings = lifecycle.given();
    if (!settings || !isAwaited(refund)) return false;
    return askFrom(refund, settings) + settings.unresolvedAfterMs <= Date.now();
  }

  const hasEvent = (refundReference: string) =>
    snapshot().seen.some((key) => key.includes(`:${refundReference}:`));

  return {
    window: 'Wait for the outcome of refunds',
    overAt: (settings) => {
      const moments = snapshot()
        .refunds.filter(isAwaited)
        .map((refund) => askFrom(refund, settings));
      return moments.length === 0 ? Infinity : Math.min(...moments);
    },
    openSince: () => undefined,
    check: (settings) => check(lifecycle, settings),
    recordEvent: (event) => {
      if (event.kind === 'refund-requested') {
        const { refundReference, amountKobo, refundReason, owner } = event;
        work.order({ refundReference, amountKobo, refundReason, customerNote: POLICY_NOTE, owner });
      }
      if (event.kind !== 'refund') return undefined;
      return { subject: event.refundReference, level: levelClaimed(event.status) };
    },
    knownLevel: (refundReference) => levelKnown(refunds.find(refundReference)),
    apply: (checked, _context, settings) => {
      const ended: string[] = [];
      const drafts = checked.flatMap(({ refundReference, reading }) => {
        const shown = refunds.apply(refundReference, reading);
        if (shown.length > 0) ended.push(refundReference);
        return [...shown, ...refunds.weighFailure(refundReference, reading, settings)];
      });
      withoutEvent = !ended.every(hasEvent);
      // one that failed is read again soon, however long another has been waiting
      if (ended.length > 0) lifecycle.checks.resetUndecided();
      work.report();
      return drafts;
    },
    isOver: () => {
      const { refunds: all, orders = [] } = snapshot();
      return all.every((refund) => isOver(refund) && !isToBeReported(refund)) && orders.length === 0;
    },
    // only the gateway ends a refund
    close: () => undefined,
    awaits: 'refund',
    expectsEvent: () => withoutEvent,
    onUnresolved: () => {
      for (const refund of snapshot().refunds.filter(isOverdue)) {
        const { refundReference, amountKobo } = refund.terms;
        const reason = `the gateway has not reported the outcome of refund ${refundReference}`;
        refunds.raise({
          kind: 'unresolved',
          subject: `status:${refundReference}`,
          reason,
          atRiskKobo: amountKobo,
        });
      }
    },
    raiseUnproven: ({ subject }) => {
      const reason = `the gateway's record does not show what an event reported about refund ${subject}`;
      const atRiskKobo = refunds.find(subject)?.terms.amountKobo ?? ZERO;
      refunds.raise({ kind: 'unproven-event', subject, reason, atRiskKobo });
    },
  };
}
