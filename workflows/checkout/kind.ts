import type { CheckoutSnapshot, GatewayTransaction } from '../../src/domain/checkout/checkout.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import { hasMoney, newTransaction } from '../../src/domain/order/order.js';
import { ownerOf } from '../../src/domain/reference.js';
import type { OrderKind } from '../shared/collection/follow.js';
import type { OrderPlace } from '../shared/collection/order-place.js';
import type { CheckoutLifecycle } from './lifecycle.js';
import { CHECKOUT_RULES } from './rules.js';
import type { CheckoutState } from './state.js';

/** Bounds the transactions of a checkout; an event for a further one becomes a review item. */
const TRANSACTIONS_KEPT = 50;

/** How a checkout finds its outcome: by checking each of its transactions. */
export function checkoutKind(lifecycle: CheckoutLifecycle): OrderKind<CheckoutSnapshot> {
  const checkout = lifecycle.subject();
  return {
    ...CHECKOUT_RULES,
    window: 'Payment window',
    unresolved: 'the gateway has not reported an outcome since the payment window closed',
    overAt: ({ checkoutWindowMs }) => {
      const { expiresAt, epoch } = checkout.snapshot();
      return expiresAt ? Date.parse(expiresAt) : Date.parse(epoch) + checkoutWindowMs;
    },
    openSince: () => {
      const { handedOutAt } = checkout.snapshot();
      return handedOutAt === undefined ? undefined : Date.parse(handedOutAt);
    },
    isUnresolved: () => checkout.isCardUnproven(),
    nameOf: ({ paymentReference }) => paymentReference,
    isOurs: ({ paymentReference }, record) => ownerOf(record.paymentReference) === ownerOf(paymentReference),
    adopt: (event) => adopt(checkout, event),
    onRead: (place, read) => {
      checkout.showCharged(read);
      return declineFailed(checkout, place, read);
    },
  };
}

/**
 * The transaction that an event names and that is not known here: under our reference it is one whose reply was lost. One
 * that exceeds the maximum becomes a review item.
 */
function adopt(checkout: CheckoutState, event: CollectionEvent): GatewayTransaction | undefined {
  const { transactionReference, paymentReference, amountKobo, cash } = event;
  const { transactions, terms } = checkout.snapshot();
  if (!cash && ownerOf(paymentReference) !== terms.reference) return undefined;
  if (transactions.length < TRANSACTIONS_KEPT) {
    const adopted = { ...newTransaction(transactionReference, terms.amountKobo), paymentReference };
    return cash ? { ...adopted, isOffline: true as const } : checkout.takenOver(adopted);
  }
  const reason = `an event names ${transactionReference}, which exceeds the maximum number of transactions`;
  checkout.raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
  return undefined;
}

/** A transaction that failed is spent: another card or channel needs a new one. No attempt failed where money arrived. */
function declineFailed(
  checkout: CheckoutState,
  place: OrderPlace<CheckoutSnapshot>,
  read: readonly GatewayTransaction[],
): readonly GatewayTransaction[] {
  const isPaid = read.some(hasMoney);
  const failed = read.filter((each) => !each.spent && hasFailed(each));
  for (const { transactionReference, record } of failed) {
    const { card } = checkout.snapshot();
    const isCard = card?.transactionReference === transactionReference;
    checkout.markSpent(transactionReference);
    checkout.setDeclined(isCard ? 'card' : 'page', record?.observed ?? 'declined');
    if (!isPaid) place.notifyAbout(transactionReference, 'attempt-failed');
  }
  const { transactions } = checkout.snapshot();
  return read.map((each) => {
    const { spent, sent } = transactions.find((known) => isSame(known, each)) ?? {};
    return { ...each, ...(spent && { spent }), ...(sent && { sent }) };
  });
}

/** A card whose charge had no answer has failed once two records say so; one that an event or reply says was charged has not. */
function hasFailed({ record, movement }: GatewayTransaction): boolean {
  if (record?.word !== 'FAILED' || movement.run?.shows !== 'end') return false;
  const { name } = standingOf(movement);
  return name === 'nothing' || (name === 'ending' && movement.left?.open === undefined);
}

const isSame = (one: GatewayTransaction, other: GatewayTransaction) =>
  one.transactionReference === other.transactionReference;
