import { type CardState, type CardStep, isUnresolved } from '../../src/domain/checkout/card.js';
import { withCash } from '../../src/domain/collection/cash.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import {
  type CheckoutTerms,
  type GatewayTransaction,
  offers,
  type CheckoutSnapshot,
  type VirtualAccount,
} from '../../src/domain/checkout/checkout.js';
import { initReference } from '../../src/domain/reference.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import type { Reading } from '../../src/domain/collection/verdict.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import { createCollection } from '../shared/collection/collection.js';
import { createTransactions } from '../shared/collection/transactions.js';
import type { ClaimedLevel } from '../shared/run/wait-for-outcome.js';
import { timestamp } from '../shared/run/state.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { describeCheckout } from './details.js';

const ENDED_CARD: readonly CardState[] = ['DECLINED', 'NOT_CHARGED'];

/** Bounds the transactions of a checkout; an event for a further one becomes a review item. */
const TRANSACTIONS_KEPT = 50;

export type CheckoutState = ReturnType<typeof createCheckoutState>;

export function newSnapshot(terms: CheckoutTerms, at: string): CheckoutSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    lifecycle: 'checkout',
    terms,
    transactions: [],
  };
}

/** A checkout with a page waits for its address; an account or a card needs only the transaction. */
function canBeShown({ transactions, terms }: CheckoutSnapshot): boolean {
  const newest = transactions.at(-1);
  return newest !== undefined && (newest.checkoutUrl !== undefined || !offers(terms, 'page'));
}

export function createCheckoutState(initial: CheckoutSnapshot) {
  const collection = createCollection(initial, {
    prefix: 'checkout',
    describe: describeCheckout,
  });
  const { snapshot, change } = collection;

  const { find, changeTransaction, acceptUnknown, learnReading, recordRefund } =
    createTransactions(collection);

  /** The claim that an event makes; cash is its own proof. */
  function recordEvent(event: CollectionEvent): ClaimedLevel | 'known' | undefined {
    const { transactionReference, paymentReference, amountKobo } = event;
    const cash = withCash(snapshot().cash, event);
    if (cash) change({ cash });
    if (event.cash) return cash ? 'known' : undefined;
    if (!find(transactionReference)) {
      if (!acceptUnknown(event, TRANSACTIONS_KEPT)) return undefined;
      change({ transactions: [{ paymentReference, transactionReference }, ...snapshot().transactions] });
    }
    return { subject: transactionReference, level: amountKobo };
  }

  function updateCard(step: Partial<CardStep>): void {
    const { card } = snapshot();
    if (card) change({ card: { ...card, ...step } });
  }

  /** Marks a transaction as spent: the payer is not sent to it, and its card, if any, was declined. */
  function markSpent(transactionReference: string): void {
    const { card } = snapshot();
    changeTransaction(transactionReference, { spent: true });
    const isItsCard = card?.transactionReference === transactionReference;
    if (isItsCard && !ENDED_CARD.includes(card.state)) {
      updateCard({ state: 'DECLINED', reason: 'the gateway reports FAILED' });
    }
  }

  /** Applies a reading of one transaction; returns a webhook when it shows a new decline. */
  function applyReading(transactionReference: string, reading: Reading): WebhookDraft[] {
    const { spent } = find(transactionReference) ?? {};
    const { known, drafts } = learnReading(transactionReference, reading);
    if (drafts) return drafts;
    const { card } = snapshot();
    const isItsCard = card?.transactionReference === transactionReference;
    if (known?.kind === 'money' && isItsCard && isUnresolved(card)) {
      updateCard({ state: 'CHARGED', reason: 'the gateway has received the money' });
    }
    if (reading.kind !== 'end' || reading.to !== 'FAILED' || spent) return [];
    markSpent(transactionReference);
    return [declined(transactionReference, isItsCard ? 'card' : 'page', reading.observed)];
  }

  function declined(transactionReference: string, channel: 'card' | 'page', reason: string): WebhookDraft {
    const attempt = { channel, outcome: 'declined', reason, at: timestamp() } as const;
    return collection.attemptFailed(transactionReference, attempt);
  }

  return {
    ...collection,
    beginCard: (card: CardStep) => change({ card }),
    updateCard,
    markSpent,
    applyReading,
    declined,
    find,
    /** Adds a transaction that an operator named. */
    adopt: (transactionReference: string) => {
      const { transactions, terms } = snapshot();
      const paymentReference = initReference(terms.reference, transactions.length + 1);
      change({ transactions: [{ paymentReference, transactionReference }, ...transactions] });
    },
    /** The transaction that a payer can use, if any. */
    usable: () => {
      const newest = snapshot().transactions.at(-1);
      return newest?.spent ? undefined : newest;
    },
    /** Whether a charge or an OTP had a reply that the record must confirm, or no reply at all. */
    isCardUnproven: () => {
      const { card, state } = snapshot();
      return state === 'PENDING' && (card?.state === 'UNKNOWN' || card?.state === 'CHARGED');
    },
    recordEvent,
    recordRefund,
    /** When the gateway stops accepting money; now, before a transaction is opened. */
    closesAt: () => snapshot().expiresAt ?? timestamp(),
    isAnswerable: () => !collection.isOpen() || canBeShown(snapshot()) || awaitsDecision(snapshot().review),
    addTransaction: (transaction: GatewayTransaction, expiresAt: string) =>
      change({
        transactions: [...snapshot().transactions, transaction],
        expiresAt,
        ...(transaction.checkoutUrl !== undefined && handedOut()),
      }),
    setVirtualAccount: (virtualAccount: VirtualAccount) => change({ virtualAccount, ...handedOut() }),
    /** From now on money can arrive by this card. */
    markHandedOut: () => change(handedOut()),
  };

  function handedOut() {
    return { handedOutAt: snapshot().handedOutAt ?? timestamp() };
  }
}
