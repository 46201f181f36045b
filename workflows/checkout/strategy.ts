import { levelOf, type Verdict } from '../../src/domain/collection/verdict.js';
import { isMoney } from '../../src/domain/collection/collection.js';
import type { OutcomeStrategy } from '../shared/run/wait-for-outcome.js';
import { closing } from '../shared/collection/closing.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import { rejectionWebhook } from '../shared/collection/rejection.js';
import { check } from './checks.js';
import { CHECKOUT } from './messages.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** How a checkout finds its outcome: by checking each of its transactions. */
export function checkoutStrategy(lifecycle: CheckoutLifecycle): OutcomeStrategy<Verdict> {
  const checkout = lifecycle.subject();
  return {
    ...closing(checkout),
    window: 'Payment window',
    overAt: ({ checkoutWindowMs }) => {
      const { expiresAt, epoch } = checkout.snapshot();
      return expiresAt ? Date.parse(expiresAt) : Date.parse(epoch) + checkoutWindowMs;
    },
    openSince: () => {
      const { handedOutAt } = checkout.snapshot();
      return handedOutAt === undefined ? undefined : Date.parse(handedOutAt);
    },
    check: (settings) => check(lifecycle, settings),
    recordEvent: (event) => {
      if (event.kind === 'rejected-payment') lifecycle.notify(rejectionWebhook(CHECKOUT.prefix, event));
      if (event.kind === 'refund-ended') {
        checkout.recordRefund(event).forEach(lifecycle.notify);
        // what is left of its money is weighed again
        return event.state === 'COMPLETED' ? 'known' : undefined;
      }
      return event.kind === 'collection' ? checkout.recordEvent(event) : undefined;
    },
    knownLevel: (transactionReference) => levelOf(checkout.find(transactionReference)?.known),
    apply: (verdict, context, { policies, refundMinKobo }) => {
      const drafts = checkout.apply(verdict, { ...context, policies, refundMinKobo });
      requestPolicyRefunds(lifecycle);
      return drafts;
    },
    awaits: 'collection',
    expectsEvent: () => isMoney(checkout.snapshot().state) && checkout.snapshot().seen.length === 0,
    isUnresolved: () => checkout.isCardUnproven(),
  };
}
