import { isMoney } from '../../src/domain/collection.js';
import { levelOf, type Verdict } from '../../src/domain/verdict.js';
import { closing } from '../shared/collection/closing.js';
import type { Pursuit } from '../shared/collection/follow.js';
import { rejectionTale } from '../shared/collection/rejection.js';
import { check } from './check.js';
import type { InvoiceStory } from './invoice.js';
import { INVOICE } from './messages.js';

/** How an invoice finds out what became of it. */
export function pursueInvoice(story: InvoiceStory): Pursuit<Verdict> {
  const invoice = story.known();
  return {
    ...closing(invoice),
    window: 'Until the invoice expires',
    overAt: () => {
      const { expiresAt, terms } = invoice.snapshot();
      return Date.parse(expiresAt ?? terms.expiresAt);
    },
    openSince: () => {
      const { issuedAt } = invoice.snapshot();
      return issuedAt === undefined ? undefined : Date.parse(issuedAt);
    },
    check: (settings) => check(story, settings),
    takeIn: (news) => {
      if (news.kind === 'rejected-payment') story.tell(rejectionTale(INVOICE.prefix, news));
      return news.kind === 'collection' ? invoice.learnOf(news) : undefined;
    },
    knownLevel: (transactionReference) => {
      const { known, transactionReference: own } = invoice.snapshot();
      return own === transactionReference ? levelOf(known) : 0;
    },
    apply: (verdict, occasion, { policies }) => invoice.apply(verdict, { ...occasion, policies }),
    expectsEvent: () => isMoney(invoice.snapshot().state) && invoice.snapshot().seen.length === 0,
  };
}
