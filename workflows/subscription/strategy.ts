import { kobo } from '../../src/domain/money.js';
import { isOpenPeriod } from '../../src/domain/subscription/period.js';
import { isFinal } from '../../src/domain/subscription/subscription.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { check, type ChargeReadings } from './checks.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

/** How a subscription learns what became of its charges. */
export function subscriptionStrategy(lifecycle: SubscriptionLifecycle): OutcomeStrategy<ChargeReadings> {
  const subscription = lifecycle.subject();
  const { snapshot } = subscription;
  return {
    window: 'Wait for events',
    // from when on a charge that the gateway has is checked until it reports an outcome
    overAt: () =>
      Math.min(...subscription.pending().map(({ sentAt, at }) => Date.parse(sentAt ?? at)), Infinity),
    openSince: () => undefined,
    check: () => check(lifecycle),
    recordEvent: (event) => {
      if (event.kind === 'refund-ended') {
        subscription.recordRefund(event).forEach(lifecycle.notify);
        return undefined;
      }
      return event.kind === 'collection' ? subscription.recordEvent(event) : undefined;
    },
    knownLevel: subscription.knownLevel,
    apply: (readings, { hasClaims }, settings) =>
      [...readings].flatMap(([transactionReference, reading]) =>
        // an event reports money: an end without money does not answer that
        reading.kind === 'end' && hasClaims
          ? []
          : subscription.applyReading(transactionReference, reading, settings),
      ),
    isOver: () => isFinal(snapshot().state) && !snapshot().periods.some(isOpenPeriod),
    close: () => undefined,
    awaits: 'collection',
    expectsEvent: () => false,
    onUnresolved: () => {
      const reason = 'the gateway has not reported the outcome of a charge';
      const { amountKobo: atRiskKobo } = snapshot();
      subscription.raise({ kind: 'unresolved', subject: 'status', reason, atRiskKobo });
    },
    raiseUnproven: ({ subject, level }) => {
      const reason = "the gateway's record does not show what a gateway event reported";
      subscription.raise({ kind: 'unproven-event', subject, reason, atRiskKobo: kobo(level) });
    },
  };
}
