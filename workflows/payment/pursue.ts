import { levelOf, type Verdict } from '../../src/domain/verdict.js';
import { isMoney } from '../../src/domain/collection.js';
import type { Pursuit } from '../shared/collection/follow.js';
import { closing } from '../shared/collection/closing.js';
import { rejectionTale } from '../shared/collection/rejection.js';
import { check } from './check.js';
import { PAYMENT } from './messages.js';
import type { PaymentStory } from './story.js';

/** How a payment finds out what became of it: by asking about each of its transactions. */
export function pursuePayment(story: PaymentStory): Pursuit<Verdict> {
  const payment = story.known();
  return {
    ...closing(payment),
    window: 'Payment window',
    overAt: ({ checkoutWindowMs }) => {
      const { expiresAt, epoch } = payment.snapshot();
      return expiresAt ? Date.parse(expiresAt) : Date.parse(epoch) + checkoutWindowMs;
    },
    openSince: () => {
      const { handedOutAt } = payment.snapshot();
      return handedOutAt === undefined ? undefined : Date.parse(handedOutAt);
    },
    check: (settings) => check(story, settings),
    takeIn: (news) => {
      if (news.kind === 'rejected-payment') story.tell(rejectionTale(PAYMENT.prefix, news));
      return news.kind === 'collection' ? payment.learnOf(news) : undefined;
    },
    knownLevel: (transactionReference) => levelOf(payment.find(transactionReference)?.known),
    apply: (verdict, occasion, { policies }) => payment.apply(verdict, { ...occasion, policies }),
    expectsEvent: () => isMoney(payment.snapshot().state) && payment.snapshot().seen.length === 0,
    isUnresolved: () => payment.isCardUnproven(),
  };
}
