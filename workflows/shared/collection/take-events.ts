import { cashRecord } from '../../../src/domain/collection/cash.js';
import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import { judge } from '../../../src/domain/collection/verdict.js';
import type { Settings } from '../../../src/config/settings.js';
import type { CollectionEvent } from '../../../src/domain/lifecycle/events/collection.js';
import type { RefundEndedEvent } from '../../../src/domain/lifecycle/events/refund-ended.js';
import { isSeen } from '../../../src/domain/movement/evidence.js';
import { toNaira } from '../../../src/domain/money.js';
import { findTransaction, type OrderTransaction } from '../../../src/domain/order/order.js';
import { isAnswer, isNews, withCash, withClaim } from '../../../src/domain/order/reading.js';
import { isOfAnother } from '../../../src/domain/order/state.js';
import { afterRefund } from '../../../src/domain/order/refund-ended.js';
import type { OrderLifecycle, OrderPlace } from './order-place.js';
import { rejectionWebhook } from './rejection.js';

export interface EventRules<Snapshot extends CollectionSnapshot> {
  readonly prefix: string;
  /** Adds the transaction that an event names and that is not known here; undefined when it is not to be followed. */
  readonly adopt: (event: CollectionEvent) => Snapshot['transactions'][number] | undefined;
}

interface Taking<Snapshot extends CollectionSnapshot> {
  readonly place: OrderPlace<Snapshot>;
  readonly rules: EventRules<Snapshot>;
  readonly settings: Settings;
}

/** Whether the inbox has an event that was not handled before; the others are taken out. */
export function hasNewEvents<Snapshot extends CollectionSnapshot>({
  inbox,
  subject,
}: OrderLifecycle<Snapshot>): boolean {
  inbox.takeWhere(({ key }) => subject().isOver() && subject().hasSeen(key));
  return !inbox.isEmpty();
}

/** Records what events report. Only cash is believed: everything else is a reason to read. */
export function takeEvents<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  taking: Taking<Snapshot>,
): void {
  const subject = lifecycle.subject();
  for (const event of lifecycle.inbox.take()) {
    const isRepeated = subject.hasSeen(event.key);
    if (isRepeated) {
      // the gateway repeats what it has not shown yet
      if (event.kind === 'collection' && isMissing(subject.snapshot(), event)) {
        lifecycle.checks.request('repeated-event');
      }
      continue;
    }
    const wasHeard = subject.snapshot().seen.length > 0;
    subject.markSeen(event.key);
    switch (event.kind) {
      case 'rejected-payment':
        lifecycle.notify(rejectionWebhook(taking.rules.prefix, event));
        break;
      case 'refund-ended':
        takeRefund(lifecycle, taking, event);
        break;
      case 'collection':
        // this is the event that the grace period waits for
        lifecycle.stayFor(0);
        takeCollection(lifecycle, taking, { event, wasHeard });
        break;
      // all others are for other kinds
      default:
        break;
    }
  }
}

function isMissing({ transactions }: CollectionSnapshot, event: CollectionEvent): boolean {
  const known = findTransaction(transactions, event.transactionReference);
  return !event.cash && known !== undefined && isNews(known, event);
}

function takeCollection<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  { place, rules, settings }: Taking<Snapshot>,
  { event, wasHeard }: { readonly event: CollectionEvent; readonly wasHeard: boolean },
): void {
  const subject = lifecycle.subject();
  const { transactionReference, amountKobo, cash } = event;
  const now = lifecycle.pace.now();
  const before = subject.find(transactionReference);
  if (!before && isOfAnother(subject.snapshot())) {
    const { reason: why = '' } = subject.snapshot().end ?? {};
    const reason = `an event names ${transactionReference}, which is not of this order: ${why}`;
    subject.raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
    return;
  }
  const adopted = before ?? rules.adopt(event);
  if (!adopted) return;
  // found and changed at once, so that webhooks compare with what merchants were sent
  const changeIt = (changed: (transaction: Snapshot['transactions'][number]) => OrderTransaction): void => {
    const { transactions } = subject.snapshot();
    const all = before ? transactions : [adopted, ...transactions];
    // every collection has the field; the compiler cannot see that it may be set
    place.change({
      transactions: all.map((each) =>
        each.transactionReference === transactionReference ? changed(each) : each,
      ),
    } as unknown as Partial<Snapshot>);
  };
  if (cash) {
    const { terms } = subject.snapshot();
    const reading = judge(terms, cashRecord({ ...cash, transactionReference, amountKobo }));
    const about = { at: now, terms, tolerance: settings };
    changeIt((each) => (isAnswer(reading) ? withCash(each, reading, about) : each));
    // a record of the gateway may show it as well
    if (subject.snapshot().transactions.some(({ isOffline }) => !isOffline)) lifecycle.checks.requestNow();
    return;
  }
  const isKnown = before !== undefined && isSeen(before.movement) && !isNews(before, event);
  changeIt((each) => withClaim(each, amountKobo, now));
  lifecycle.checks.resetUndecided();
  lifecycle.checks.requestNow();
  // what is known is no claim, and is read until the gateway answers; of two equal transfers the second may not show yet
  const checkAgainAt = wasHeard ? now + settings.propagationMs : now;
  if (isKnown) subject.change({ checkAgainAt } as Partial<Snapshot>);
}

/** A refund of one of its payments ended. */
function takeRefund<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  { place, rules }: Taking<Snapshot>,
  event: RefundEndedEvent,
): void {
  const { refundReference, transactionReference, amountKobo, state } = event;
  const part = afterRefund(lifecycle.subject().snapshot(), event, lifecycle.pace.now());
  if (!part) return;
  const refund = {
    reference: refundReference,
    transactionReference,
    amount: toNaira(amountKobo),
    amountKobo,
  };
  const about = { refund };
  const sent = { type: `${rules.prefix}.refunded`, effect: `refund:${refundReference}`, about };
  place.change(part as Partial<Snapshot>, state === 'COMPLETED' ? [sent] : []);
}
