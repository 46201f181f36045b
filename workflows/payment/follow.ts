import type { Pursuit } from '../shared/follow.js';
import { look } from './look.js';
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
    takeIn: (news) => news.kind === 'collection' && story.known().learnOf(news),
    isUnresolved: () => story.known().isCardUnresolved(),
  };
}
