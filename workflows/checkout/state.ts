import { type CardState, type CardStep, isUnresolved } from '../../src/domain/checkout/card.js';
import { withCash } from '../../src/domain/collection/cash.js';
import type { PaymentEvent } from '../../src/domain/lifecycle/event.js';
import {
  type CheckoutTerms,
  type GatewayTransaction,
  offers,
  type CheckoutSnapshot,
  type VirtualAccount,
} from '../../src/domain/checkout/checkout.js';
import { initReference, ownerOf } from '../../src/domain/reference.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { learn, type Reading } from '../../src/domain/collection/verdict.js';
import { createCollection } from '../shared/collection/collection.js';
import type { ClaimedLevel } from '../shared/collection/wait-for-outcome.js';
import { timestamp } from '../shared/run/state.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { describeCheckout } from './details.js';

const ENDED_CARD: readonly CardState[] = ['DECLINED', 'NOT_CHARGED'];

/** Nobody pays one order by more transactions than these; an event of another is shown to a person. */
const TRANSACTIONS_KEPT = 50;

export type CheckoutState = ReturnType<typeof createCheckoutState>;

export function newSnapshot(terms: CheckoutTerms, at: string): CheckoutSnapshot {
  return {
    ...beginning('PENDING', 'the merchant asked for it', at),
    lifecycle: 'checkout',
    terms,
    transactions: [],
  };
}

/** Whoever wants a page waits for its address; an account or a card needs only the transaction. */
function canBeShown({ transactions, terms }: CheckoutSnapshot): boolean {
  const newest = transactions.at(-1);
  return newest !== undefined && (newest.checkoutUrl !== undefined || !offers(terms, 'page'));
}

export function createCheckoutState(initial: CheckoutSnapshot) {
  const collection = createCollection(initial, {
    prefix: 'checkout',
    noun: 'checkout',
    describe: describeCheckout,
  });
  const { snapshot, change } = collection;

  const find = (transactionReference: string) =>
    snapshot().transactions.find((each) => each.transactionReference === transactionReference);

  /**
   * What of the news is a reason to check. A transaction of this payment that it does not know yet is one that
   * the answer was lost to; cash is its own proof.
   */
  function learnOf(event: PaymentEvent): ClaimedLevel | 'known' | undefined {
    const { transactionReference, paymentReference, amountKobo } = event;
    const { transactions, terms } = snapshot();
    const cash = withCash(snapshot().cash, event);
    if (cash) change({ cash });
    if (event.cash) return cash ? 'known' : undefined;
    if (!find(transactionReference)) {
      if (ownerOf(paymentReference) !== terms.reference) return undefined;
      if (transactions.length >= TRANSACTIONS_KEPT) {
        const reason = `an event names ${transactionReference}, one transaction too many`;
        collection.raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
        return undefined;
      }
      change({ transactions: [{ paymentReference, transactionReference }, ...transactions] });
    }
    return { subject: transactionReference, level: amountKobo };
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
      cardIs({ state: 'DECLINED', reason: 'the gateway says FAILED' });
    }
  }

  /** What a record has shown of one of its transactions; a decline that is new is worth telling. */
  function noteReading(transactionReference: string, reading: Reading): WebhookDraft[] {
    const { known: before, spent } = find(transactionReference) ?? {};
    const known = learn(before, reading);
    if (known && known !== before) changeTransaction(transactionReference, { known });
    collection.weighDoubt(transactionReference, reading);
    const { card } = snapshot();
    const isItsCard = card?.transactionReference === transactionReference;
    if (known?.kind === 'money' && isItsCard && isUnresolved(card)) {
      cardIs({ state: 'CHARGED', reason: 'the gateway has the money' });
    }
    if (reading.kind !== 'end' || reading.to !== 'FAILED' || spent) return [];
    spend(transactionReference);
    return [declined(transactionReference, isItsCard ? 'card' : 'page', reading.observed)];
  }

  function declined(transactionReference: string, channel: 'card' | 'page', reason: string): WebhookDraft {
    const attempt = { channel, outcome: 'declined', reason, at: timestamp() } as const;
    return collection.attemptFailed(transactionReference, attempt);
  }

  return {
    ...collection,
    beginCard: (card: CardStep) => change({ card }),
    cardIs,
    spend,
    noteReading,
    declined,
    find,
    /** A person says that the gateway knows it by this name. */
    adopt: (transactionReference: string) => {
      const { transactions, terms } = snapshot();
      const paymentReference = initReference(terms.reference, transactions.length + 1);
      change({ transactions: [{ paymentReference, transactionReference }, ...transactions] });
    },
    /** The transaction that a payer can be led to, if there is one. */
    usable: () => {
      const newest = snapshot().transactions.at(-1);
      return newest?.spent ? undefined : newest;
    },
    /** Whether a charge or a code had an answer that must show in the record, or none at all. */
    isCardUnproven: () => {
      const { card, state } = snapshot();
      return state === 'PENDING' && (card?.state === 'UNKNOWN' || card?.state === 'CHARGED');
    },
    learnOf,
    /** When the gateway stops taking money; before a transaction was opened, at once. */
    closesAt: () => snapshot().expiresAt ?? timestamp(),
    isAnswerable: () => !collection.isOpen() || canBeShown(snapshot()) || snapshot().review.length > 0,
    opened: (transaction: GatewayTransaction, expiresAt: string) =>
      change({
        transactions: [...snapshot().transactions, transaction],
        expiresAt,
        ...(transaction.checkoutUrl !== undefined && handedOut()),
      }),
    hasAccount: (virtualAccount: VirtualAccount) => change({ virtualAccount, ...handedOut() }),
    /** From now on money can come by this card. */
    handOut: () => change(handedOut()),
  };

  function handedOut() {
    return { handedOutAt: snapshot().handedOutAt ?? timestamp() };
  }
}
