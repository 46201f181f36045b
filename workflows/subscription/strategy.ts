import { isOver } from '../../src/domain/pull/state.js';
import { chargesOf } from '../../src/domain/subscription/change-charge.js';
import { isFinal } from '../../src/domain/subscription/subscription.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { takeChargeEvent } from './charge-places.js';
import { check } from './checks.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

/** A subscription takes events and requests for checks; its charges are read by their own schedules. */
export function subscriptionStrategy(lifecycle: SubscriptionLifecycle): OutcomeStrategy<undefined> {
  const subscription = lifecycle.subject();
  const { snapshot } = subscription;
  return {
    window: 'Wait for events',
    overAt: () => Infinity,
    openSince: () => undefined,
    check: () => check(lifecycle),
    recordEvent: (event) => {
      if (event.kind === 'refund-ended') subscription.recordRefund(event).forEach(lifecycle.notify);
      // what it claims is in the evidence of the charge, until a record shows it
      if (event.kind === 'collection') takeChargeEvent(lifecycle, event);
      return undefined;
    },
    knownLevel: () => 0,
    apply: () => [],
    isOver: () =>
      isFinal(snapshot().state) &&
      snapshot().periods.every(({ state }) => state !== 'DUE') &&
      chargesOf(snapshot()).every(isOver),
    close: () => undefined,
    awaits: 'collection',
    expectsEvent: () => false,
    onUnresolved: () => undefined,
    raiseUnproven: () => undefined,
  };
}
