import type { Pursuit } from '../shared/follow.js';
import { rejectionTale } from '../shared/rejection.js';
import { look } from './look.js';
import { PAYMENT } from './messages.js';
import type { PaymentStory } from './story.js';

/** How a payment finds out what became of it: by asking about each of its transactions. */
export function pursuePayment(story: PaymentStory): Pursuit {
  return {
    window: 'Payment window',
    overAt: ({ checkoutWindowMs }) => {
      const { expiresAt, epoch } = story.known().snapshot();
      return expiresAt ? Date.parse(expiresAt) : Date.parse(epoch) + checkoutWindowMs;
    },
    look: (settings) => look(story.known(), settings),
    takeIn: (news) => {
      if (news.kind === 'rejected-payment') story.tell(rejectionTale(PAYMENT.prefix, news));
      return news.kind === 'collection' && story.known().learnOf(news);
    },
    isUnresolved: () => story.known().isCardUnresolved(),
  };
}
