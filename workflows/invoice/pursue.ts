import type { Pursuit } from '../shared/follow.js';
import { rejectionTale } from '../shared/rejection.js';
import type { InvoiceStory } from './invoice.js';
import { look } from './look.js';
import { INVOICE } from './messages.js';

/** How an invoice finds out what became of it. */
export function pursueInvoice(story: InvoiceStory): Pursuit {
  return {
    window: 'Until the invoice expires',
    overAt: () => {
      const { expiresAt, terms } = story.known().snapshot();
      return Date.parse(expiresAt ?? terms.expiresAt);
    },
    look: (settings) => look(story.known(), settings),
    takeIn: (news) => {
      if (news.kind === 'rejected-payment') story.tell(rejectionTale(INVOICE.prefix, news));
      return news.kind === 'collection' && story.known().learnOf(news);
    },
  };
}
