import { type CardState, type CardStep, isUnresolved } from '../../src/domain/card.js';
import { withCash } from '../../src/domain/cash.js';
import type { Kobo } from '../../src/domain/money.js';
import type { CollectionNews } from '../../src/domain/news.js';
import {
  type CheckoutTerms,
  type GatewayTransaction,
  offers,
  type PaymentSnapshot,
  type TransferAccount,
} from '../../src/domain/payment.js';
import { ownerOf } from '../../src/domain/reference.js';
import { beginning } from '../../src/domain/story.js';
import { createCollection } from '../shared/collection.js';
import { timestamp } from '../shared/record.js';
import { describePayment } from './details.js';

const ENDED_CARD: readonly CardState[] = ['DECLINED', 'NOT_CHARGED'];

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
  return newest !== undefined && (newest.checkoutUrl !== undefined || !offers(terms, 'page'));
}

export function createPayment(initial: PaymentSnapshot) {
  const collection = createCollection(initial, { prefix: 'payment', describe: describePayment });
  const { snapshot, change } = collection;

  /**
   * Whether the news is a reason to ask. A transaction of this payment that it does not know yet is one that
   * the answer was lost to; what a record has shown already need not be asked for again.
   */
  function learnOf(news: CollectionNews): boolean {
    const { transactionReference, paymentReference, amountKobo } = news;
    const { transactions, terms } = snapshot();
    const cash = withCash(snapshot().cash, news);
    if (cash) change({ cash });
    const known = transactions.find((each) => each.transactionReference === transactionReference);
    if (known || cash) return cash !== undefined || known?.paidKobo !== amountKobo;
    if (ownerOf(paymentReference) !== terms.reference) return false;
    change({ transactions: [{ paymentReference, transactionReference }, ...transactions] });
    return true;
  }

  function changeTransaction(transactionReference: string, part: Partial<GatewayTransaction>): void {
    const transactions = snapshot().transactions.map((each) =>
      each.transactionReference === transactionReference ? { ...each, ...part } : each,
    );
    change({ transactions });
  }

  /** Says more of the card that was begun with. */
  function cardIs(step: Partial<CardStep>): void {
    const { card } = snapshot();
    if (card) change({ card: { ...card, ...step } });
  }

  /** Nobody is led to this transaction any more, and its card, if it had one, was declined. */
  function spend(transactionReference: string): void {
    const { card } = snapshot();
    changeTransaction(transactionReference, { spent: true });
    const isItsCard = card?.transactionReference === transactionReference;
    if (isItsCard && !ENDED_CARD.includes(card.state)) {
      cardIs({ state: 'DECLINED', because: 'the gateway says FAILED' });
    }
  }

  return {
    ...collection,
    beginCard: (card: CardStep) => change({ card }),
    cardIs,
    spend,
    notePaid: (transactionReference: string, paidKobo: Kobo) =>
      changeTransaction(transactionReference, { paidKobo }),
    /** The transaction that a payer can be led to, if there is one. */
    usable: () => {
      const newest = snapshot().transactions.at(-1);
      return newest?.spent ? undefined : newest;
    },
    isCardUnresolved: () => {
      const { card } = snapshot();
      return card !== undefined && isUnresolved(card);
    },
    learnOf,
    /** When the gateway stops taking money; before a transaction was opened, at once. */
    closesAt: () => snapshot().expiresAt ?? timestamp(),
    isAnswerable: () => !collection.isOpen() || canBeShown(snapshot()),
    opened: (transaction: GatewayTransaction, expiresAt: string) =>
      change({ transactions: [...snapshot().transactions, transaction], expiresAt }),
    hasAccount: (transferAccount: TransferAccount) => change({ transferAccount }),
  };
}
