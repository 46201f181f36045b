import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import { type ReviewItem, reviewKey } from '../../../src/domain/lifecycle/review.js';
import { decisionsOn } from '../../../src/domain/movement/evidence.js';
import {
  decideOnMoney,
  decideOnRecords,
  mayDecide,
  whyNotAccept,
  whyNotConclude,
} from '../../../src/domain/order/decide.js';
import { LOST_MONEY, transactionBehind } from '../../../src/domain/order/items.js';
import { findTransaction, newTransaction, type Order } from '../../../src/domain/order/order.js';
import { withClaim, withRefunds } from '../../../src/domain/order/reading.js';
import { certainEnd } from '../../../src/domain/order/state.js';
import { withForgotten } from '../../../src/domain/refund/by-policy.js';
import { UNREAD_REFUNDS } from '../../../src/domain/refund/texts.js';
import type { ReviewResolution } from '../messages.js';
import { refusal } from '../run/commands.js';
import { readRefundsOf } from './known-refunds.js';
import { createOrderPlace, type OrderLifecycle, type PlaceRules, UNRESOLVED } from './order-place.js';

/** Runs before a decision is accepted: only what no record contradicts. */
export function refuseDecision<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  { key, decision, gatewayReference }: ReviewResolution,
  item: ReviewItem,
): void {
  const order = lifecycle.subject().snapshot();
  if (key === reviewKey(LOST_MONEY) && decision === 'happened' && gatewayReference === undefined) {
    throw refusal('invalid', 'gatewayReference: required, so that the transaction can be followed');
  }
  if (key === reviewKey(UNRESOLVED) && decision === 'did-not-happen') {
    const why = whyNotConclude(order);
    if (why !== undefined) throw refusal('invalid', why);
  }
  if (!item.isOfEvidence || item.money) return;
  const transaction = transactionBehind(order.transactions, item);
  if (!transaction || mayDecide(transaction, decision)) return;
  const offered = decisionsOn(transaction.movement);
  const may = offered.length === 0 ? 'nothing can be decided now' : `it may be: ${offered.join(', ')}`;
  throw refusal('invalid', `${decision} contradicts what the gateway's record shows; ${may}`);
}

/** What is on its way back is not accepted: what became of that is known once the lifecycle of its refunds was asked. */
export function refuseLearned<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  { decision }: ReviewResolution,
  item: ReviewItem,
): void {
  if (!item.isOfEvidence || decision !== 'accept') return;
  const why = whyNotAccept(lifecycle.subject().snapshot(), item);
  if (why !== undefined) throw refusal('send-in-progress', why);
}

/**
 * Money that may go back is not accepted, also where the merchant asked for its refund: the lifecycle of refunds is asked, since it reports only what has ended.
 * What was asked for after that is of a merchant who knew of the money.
 */
export async function learnRefunds<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  rules: PlaceRules,
  { key, decision }: ReviewResolution,
): Promise<void> {
  const { transactionReference } =
    lifecycle
      .subject()
      .snapshot()
      .review.find((each) => each.key === key)?.money ?? {};
  if (decision !== 'accept' || transactionReference === undefined) return;
  const known = await readRefundsOf(lifecycle, transactionReference);
  if (!known) throw refusal('send-in-progress', UNREAD_REFUNDS);
  const now = lifecycle.pace.now();
  const asked = withForgotten(lifecycle.subject().snapshot().policyRefunds, transactionReference, known);
  createOrderPlace(lifecycle, rules).changeTransaction(
    transactionReference,
    (each) => withRefunds(each, known.sums, now),
    (asked.length > 0 ? { policyRefunds: asked } : {}) as unknown as Partial<Snapshot>,
  );
}

/** Applies a decision: what follows from it is derived like everything else. */
export function decide<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  rules: PlaceRules,
  { key, decision, reason, amountKobo: amount, gatewayReference }: ReviewResolution,
  item: ReviewItem,
): readonly never[] {
  const place = createOrderPlace(lifecycle, rules);
  const order = lifecycle.subject().snapshot();
  if (decision === 'happened') lifecycle.checks.requestNow();
  if (key === reviewKey(UNRESOLVED)) {
    const concluded = `an operator concluded that nothing was paid: ${reason}`;
    const part: Pick<Order, 'concluded'> = { concluded };
    if (decision === 'did-not-happen') place.change(part as Partial<Snapshot>);
    return [];
  }
  if (key === reviewKey(LOST_MONEY)) {
    const named = decision === 'happened' ? gatewayReference : undefined;
    place.change(afterLostMoney(order, named, lifecycle.pace.now()) as unknown as Partial<Snapshot>);
    return [];
  }
  if (!item.isOfEvidence) return [];
  const words = decideOnMoney(order, item, decision);
  if (words) {
    place.change({ words } as unknown as Partial<Snapshot>);
    return [];
  }
  const transaction = transactionBehind(order.transactions, item);
  if (!transaction) return [];
  const at = lifecycle.pace.now();
  const { transactionReference, claim } = transaction;
  // an event that was not read for yet may report more than the person saw
  const isRead = claim === undefined || claim.reads > 0;
  place.changeTransaction(
    transactionReference,
    (each) => decideOnRecords(each, decision, { at, amount }) ?? each,
    (isRead ? {} : { checkAgainAt: at }) as Partial<Snapshot>,
  );
  return [];
}

/** Money that a lost run had shown was none, or it is claimed of the transaction that the person names: its record decides. */
function afterLostMoney(
  order: Order,
  named: string | undefined,
  now: number,
): Pick<Order, 'lostMoney' | 'transactions' | 'end'> {
  const { transactions, terms } = order;
  const isKnown = named === undefined || findTransaction(transactions, named) !== undefined;
  const all = isKnown ? transactions : [newTransaction(named, terms.amountKobo), ...transactions];
  return {
    lostMoney: undefined,
    ...(named !== undefined && { end: certainEnd(order) }),
    transactions: all.map((each) =>
      each.transactionReference === named ? withClaim(each, terms.amountKobo, now) : each,
    ),
  };
}
