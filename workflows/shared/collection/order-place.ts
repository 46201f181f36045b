import type { Settings } from '../../../src/config/settings.js';
import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import { HOLD_ALL } from '../../../src/domain/collection/policy.js';
import { reviewKey } from '../../../src/domain/lifecycle/review.js';
import { ZERO } from '../../../src/domain/money.js';
import { changeOrder, countOne } from '../../../src/domain/order/change.js';
import { type Order, wasPaid } from '../../../src/domain/order/order.js';
import type { OrderNews } from '../../../src/domain/order/webhooks-due.js';
import type { Lifecycle, Subject, WebhookDraft } from '../run/lifecycle.js';
import type { OrderState } from './order-state.js';
import { requestPolicyRefunds } from './policy-refunds.js';

export type OrderSubject<Snapshot extends CollectionSnapshot> = OrderState<Snapshot> & Subject<Snapshot>;

export type OrderLifecycle<Snapshot extends CollectionSnapshot> = Lifecycle<Snapshot, OrderSubject<Snapshot>>;

/** Item about an order of which the gateway reports no outcome. */
export const UNRESOLVED = { kind: 'unresolved', subject: 'closing' } as const;

export interface PlaceRules {
  /** First part of its webhook types: `checkout` in `checkout.on-hold`. */
  readonly prefix: string;
  /** How its kind ends without money, by the records read so far. */
  readonly endOf: (order: Order) => Order['end'];
  /** When the gateway stops accepting money, in milliseconds since the epoch. */
  readonly overAt?: (settings: Settings) => number;
}

export type OrderPlace<Snapshot extends CollectionSnapshot> = ReturnType<typeof createOrderPlace<Snapshot>>;

/** Webhooks that an order sends when its state, and not only its money, is news. */
const OF_STATE: readonly OrderNews[] = [
  'partially-paid',
  'overpaid',
  'topped-up',
  'expired',
  'failed',
  'cancelled',
  'refused',
];

/** Where one order is kept: the only way in which it changes. */
export function createOrderPlace<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  { prefix, endOf, overAt }: PlaceRules,
) {
  const subject = lifecycle.subject();
  const { snapshot } = subject;

  /** The first activity brings the settings: before it nothing is known of money, and no policy is asked. */
  function rules() {
    const settings = lifecycle.given();
    return {
      now: lifecycle.pace.now(),
      policies: settings?.policies ?? HOLD_ALL,
      refundMinKobo: settings?.refundMinKobo ?? ZERO,
      endOf,
      windowEnd: settings && overAt && overAt(settings) + settings.closingGraceMs,
      readsOfClaim: (settings?.recheckScheduleMs.length ?? Infinity) + 1,
      unresolvedAfterMs: settings?.unresolvedAfterMs ?? Infinity,
    };
  }

  /** `first` is sent before what follows from the change. */
  function change(part: Partial<Snapshot>, first: readonly WebhookDraft[] = []): void {
    const changed = changeOrder<Snapshot>(snapshot(), part, rules());
    subject.keep(changed);
    const keys = changed.items.map(reviewKey);
    const isSettled = subject.isOver();
    subject.clear(
      ({ key, isOfEvidence }) =>
        (isOfEvidence === true && !keys.includes(key)) || (isSettled && key === reviewKey(UNRESOLVED)),
    );
    changed.items.forEach(subject.raise);
    first.forEach(lifecycle.notify);
    for (const { news, effect } of changed.due) {
      const { unexpected } = snapshot();
      const word = unexpected && OF_STATE.includes(news) ? 'unexpected' : news;
      lifecycle.notify({ type: `${prefix}.${word}`, effect });
    }
    requestPolicyRefunds(lifecycle);
  }

  type Transaction = Snapshot['transactions'][number];

  return {
    change,
    /** Changes what is known of one transaction. */
    changeTransaction: (
      transactionReference: string,
      changed: (transaction: Transaction) => Transaction,
      part: Partial<Snapshot> = {},
      first: readonly WebhookDraft[] = [],
    ) => {
      const transactions = snapshot().transactions.map((each) =>
        each.transactionReference === transactionReference ? changed(each) : each,
      );
      change({ ...part, transactions }, first);
    },
    /** Sends what no change of its money explains, such as a declined attempt. */
    notifyAbout(transactionReference: string, news: string): void {
      const { order, effect } = countOne(snapshot(), transactionReference, news);
      subject.change(order);
      lifecycle.notify({ type: `${prefix}.${news}`, effect });
    },
    /** Ends it without money, as far as nothing says otherwise. */
    end: (to: NonNullable<Order['end']>['to'], reason: string): void => {
      // every collection has the field; the compiler cannot see that it may be set
      const { transactions, lostMoney } = snapshot();
      const end = { to, reason, ...(lostMoney && { isDoubtful: lostMoney }) };
      const isPaid = transactions.some(wasPaid);
      if (subject.isOpen() && !isPaid) change({ end } as unknown as Partial<Snapshot>);
    },
  };
}
