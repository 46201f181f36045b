import type { CollectionNews } from '../../src/domain/news.js';
import {
  type CheckoutTerms,
  type GatewayTransaction,
  type PaymentSnapshot,
  type TransferAccount,
  wantsPage,
} from '../../src/domain/payment.js';
import { ownerOf } from '../../src/domain/reference.js';
import { beginning } from '../../src/domain/story.js';
import { createCollection } from '../shared/collection.js';
import { describePayment } from './details.js';

export type Payment = ReturnType<typeof createPayment>;

export function newSnapshot(terms: CheckoutTerms, at: string): PaymentSnapshot {
  return {
    ...beginning('PENDING', 'the merchant asked for it', at),
    story: 'checkout',
    terms,
    transactions: [],
  };
}

/** Whoever wants a page waits for its address; an account or a card needs only the transaction. */
function canBeShown({ transactions, terms }: PaymentSnapshot): boolean {
  const newest = transactions.at(-1);
  return newest !== undefined && (newest.checkoutUrl !== undefined || !wantsPage(terms));
}

export function createPayment(initial: PaymentSnapshot) {
  const collection = createCollection(initial, { prefix: 'payment', describe: describePayment });
  const { snapshot, change } = collection;

  /** A transaction of this payment that we had lost the answer to; only asking will tell what is true of it. */
  function learnOf({ transactionReference, paymentReference }: CollectionNews): void {
    const { transactions, terms } = snapshot();
    const isKnown = transactions.some((known) => known.transactionReference === transactionReference);
    if (isKnown || ownerOf(paymentReference) !== terms.reference) return;
    change({ transactions: [{ paymentReference, transactionReference }, ...transactions] });
  }

  return {
    ...collection,
    learnOf,
    isAnswerable: () => !collection.isOpen() || canBeShown(snapshot()),
    newest: () => snapshot().transactions.at(-1),
    opened: (transaction: GatewayTransaction, expiresAt: string) =>
      change({ transactions: [...snapshot().transactions, transaction], expiresAt }),
    hasAccount: (transferAccount: TransferAccount) => change({ transferAccount }),
  };
}
