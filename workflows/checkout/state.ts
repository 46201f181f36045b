import { type CardState, type CardStep, isUnresolved } from '../../src/domain/checkout/card.js';
import {
  placesOf,
  type CheckoutTerms,
  type GatewayTransaction,
  offers,
  type CheckoutSnapshot,
  type VirtualAccount,
} from '../../src/domain/checkout/checkout.js';
import { initReference } from '../../src/domain/reference.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import type { Changed } from '../../src/domain/order/change.js';
import { hasLostCharge, isUnwanted } from '../../src/domain/order/may-charge.js';
import { hasMoney, newTransaction, withPiece } from '../../src/domain/order/order.js';
import { createOrderState } from '../shared/collection/order-state.js';
import { timestamp } from '../shared/run/state.js';
import { describeCheckout } from './details.js';

const ENDED_CARD: readonly CardState[] = ['DECLINED', 'NOT_CHARGED'];

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
function canBeShown(checkout: CheckoutSnapshot): boolean {
  const { terms } = checkout;
  const newest = placesOf(checkout).at(-1);
  return newest !== undefined && (newest.checkoutUrl !== undefined || !offers(terms, 'page'));
}

/** No card is being charged when a run begins: an error has interrupted what waited for the answer. */
function withoutCharging(checkout: CheckoutSnapshot): CheckoutSnapshot {
  const { card } = checkout;
  if (card?.state !== 'CHARGING') return checkout;
  const state = card.transactionReference === undefined ? 'NOT_CHARGED' : 'UNKNOWN';
  return { ...checkout, card: { ...card, state, reason: 'an error interrupted the charge' } };
}

export function createCheckoutState(initial: CheckoutSnapshot) {
  const order = createOrderState(withoutCharging(initial), { describe: describeCheckout });
  const { snapshot, change } = order;
  let withdraw: (() => void) | undefined;

  function changeTransaction(transactionReference: string, part: Partial<GatewayTransaction>): void {
    change({
      transactions: snapshot().transactions.map((each) =>
        each.transactionReference === transactionReference ? { ...each, ...part } : each,
      ),
    });
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

  /** A transaction that was found and not opened here: a lost run may have charged a card on it. */
  function takenOver(transaction: GatewayTransaction): GatewayTransaction {
    return snapshot().mayHaveCharged ? withLostCard(transaction, Date.parse(timestamp())) : transaction;
  }

  const isPageless = () => order.isOpen() && !canBeShown(snapshot()) && !awaitsDecision(snapshot().review);

  return {
    ...order,
    keep(changed: Changed<CheckoutSnapshot>): void {
      order.keep(changed);
      if (isUnwanted(snapshot())) withdraw?.();
    },
    /** How to withdraw the card request that is on its way; undefined when none is. */
    setWithdrawal: (cancel: (() => void) | undefined) => void (withdraw = cancel),
    beginCard: (card: CardStep) => change({ card }),
    updateCard,
    changeTransaction,
    markSpent,
    /** The card was charged once its transaction shows money. */
    showCharged(read: readonly GatewayTransaction[]): void {
      const { card } = snapshot();
      const isPaid = read.some(
        (each) => each.transactionReference === card?.transactionReference && hasMoney(each),
      );
      if (card && isPaid && isUnresolved(card)) {
        updateCard({ state: 'CHARGED', reason: 'the gateway has received the money' });
      }
    },
    setDeclined: (channel: 'card' | 'page', reason: string) =>
      change({ lastAttempt: { channel, outcome: 'declined', reason, at: timestamp() } }),
    /** Adds a transaction that an operator named. */
    adopt: (transactionReference: string) => {
      const { terms, transactions } = snapshot();
      const paymentReference = initReference(terms.reference, placesOf(snapshot()).length + 1);
      const adopted = { ...newTransaction(transactionReference, terms.amountKobo), paymentReference };
      change({ transactions: [takenOver(adopted), ...transactions] });
    },
    /** The transaction that a payer can use, if any. */
    usable: () => {
      const newest = placesOf(snapshot()).at(-1);
      return newest?.spent ? undefined : newest;
    },
    /** Whether a charge or an OTP had a reply that the record must confirm, or no reply at all. */
    isCardUnproven: () => {
      const { card, state } = snapshot();
      return state === 'PENDING' && (card?.state === 'UNKNOWN' || card?.state === 'CHARGED');
    },
    /** When the gateway stops accepting money; now, before a transaction is opened. */
    closesAt: () => snapshot().expiresAt ?? timestamp(),
    isPageless,
    /** A caller has nothing more to wait for: also where no page is opened, since a lost run may have charged a card. */
    isAnswerable: () => !isPageless() || (hasLostCharge(snapshot()) && wasRead(snapshot())),
    takenOver,
    addTransaction: (transaction: GatewayTransaction, expiresAt: string) =>
      change({
        transactions: [
          ...snapshot().transactions,
          transaction.checkoutUrl === undefined ? takenOver(transaction) : transaction,
        ],
        expiresAt,
        // one that is found after a loss may have been shown by the lost run
        ...((transaction.checkoutUrl !== undefined || snapshot().rebuiltAt !== undefined) && handedOut()),
      }),
    setVirtualAccount: (virtualAccount: VirtualAccount) => change({ virtualAccount, ...handedOut() }),
    /** From now on money can arrive by this card. */
    markHandedOut: () => change(handedOut()),
  };

  function handedOut() {
    return { handedOutAt: snapshot().handedOutAt ?? timestamp() };
  }
}

/** A card may have been charged on it, and the answer is lost. */
export function withLostCard(transaction: GatewayTransaction, now: number): GatewayTransaction {
  const left = { kind: 'send', step: 'request', answer: 'left', askedAt: now, answeredAt: now } as const;
  return withPiece(transaction, left, now);
}

/** Whether the record of every transaction was read after the last charge that had no answer. */
const wasRead = ({ transactions }: CheckoutSnapshot) =>
  transactions.every(({ readAt = -Infinity, movement }) => readAt >= (movement.left?.last ?? 0));
