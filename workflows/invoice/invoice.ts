import { withCash } from '../../src/domain/cash.js';
import type { InvoiceSnapshot, InvoiceTerms, Issued } from '../../src/domain/invoice.js';
import type { CollectionNews } from '../../src/domain/news.js';
import { beginning } from '../../src/domain/story.js';
import { learn, type Reading } from '../../src/domain/verdict.js';
import { createCollection } from '../shared/collection/collection.js';
import type { Told } from '../shared/collection/follow.js';
import { timestamp } from '../shared/run/record.js';
import { createStory, type Story } from '../shared/run/story.js';
import { describeInvoice } from './details.js';
import type { InvoiceInput } from './messages.js';

export type Invoice = ReturnType<typeof createInvoice>;

export type InvoiceStory = Story<InvoiceSnapshot, Invoice>;

export function createInvoiceStory(input: InvoiceInput): InvoiceStory {
  return createStory({ prefix: 'invoice', make: createInvoice, asAsked: newSnapshot }, input);
}

export function newSnapshot(terms: InvoiceTerms, at: string): InvoiceSnapshot {
  return { ...beginning('PENDING', 'the merchant asked for it', at), story: 'invoice', terms };
}

function createInvoice(initial: InvoiceSnapshot) {
  const collection = createCollection(initial, {
    prefix: 'invoice',
    noun: 'invoice',
    describe: describeInvoice,
  });
  const { snapshot, change, isOpen } = collection;

  /** Whether the gateway has made it, as far as we know. */
  const isIssued = () => snapshot().transactionReference !== undefined;

  /**
   * What of the news is a reason to check. Cash is its own proof; what ended before it was known here learns
   * where to ask from the event.
   */
  function learnOf(news: CollectionNews): Told | 'known' | undefined {
    if (!isOpen() && !isIssued()) change({ transactionReference: news.transactionReference });
    const cash = withCash(snapshot().cash, news);
    if (cash) change({ cash });
    if (news.cash) return cash ? 'known' : undefined;
    return { subject: news.transactionReference, level: news.amountKobo };
  }

  return {
    ...collection,
    learnOf,
    isIssued,
    issued: (issued: Issued) => {
      change({ ...issued, issuedAt: timestamp() });
      collection.isKnownAs(issued.transactionReference);
    },
    noteReading: (transactionReference: string, reading: Reading) => {
      const { known: before } = snapshot();
      const known = learn(before, reading);
      if (known && known !== before) change({ known });
      collection.weighDoubt(transactionReference, reading);
    },
    isAnswerable: () => !isOpen() || isIssued() || snapshot().review.length > 0,
    /** The merchant calls it off; it may not have been made yet. */
    want: (isWanted: boolean) => change({ unwanted: !isWanted }),
    isUnwanted: () => snapshot().unwanted === true,
  };
}
