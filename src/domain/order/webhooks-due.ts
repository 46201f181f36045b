import { type CollectionState, isMoney } from '../collection/collection.js';
import { type Kobo, ZERO } from '../money.js';
import { itemsOf } from '../movement/standing.js';
import { duplicatesOf } from './facts.js';
import { countedOf, findTransaction, mainOf, type Order, type OrderTransaction, type Sent } from './order.js';
import { UNKNOWN } from '../payout/webhooks-due.js';
import { isLongUnknown } from '../pull/state.js';
import {
  isFulfillable,
  isHeldAsLate,
  isSafeToChargeAgain,
  isShort,
  lastBackOf,
  type Shown,
} from './state.js';
import { moneyIn, nameOf } from './words.js';

/** What merchants were last sent of an order. */
export interface OrderView {
  readonly state: CollectionState;
  readonly isFulfillable: boolean;
  /** The payment that counts, or counted last. */
  readonly main: string | undefined;
  readonly amount: Kobo;
  readonly isHeld: boolean;
  /** A person concluded that the payment happened; no record has shown it. */
  readonly isConcluded: boolean;
  /** It is short, and nothing more is expected: which money that is. */
  readonly short: string | undefined;
  /** Money that was accepted although it is short. */
  readonly acceptedShort: readonly string[];
  /** It ended, and surely moved nothing: it may be charged again. */
  readonly isSafeAgain: boolean;
  /** For minutes it is not known whether the gateway has our request. */
  readonly isLongUnknown: boolean;
  /** Our own refunds returned all of it: each has sent its own webhook. */
  readonly isRefundedByUs: boolean;
  /** Further payments. */
  readonly others: readonly { readonly transactionReference: string; readonly amount: Kobo }[];
  /** Transactions whose records contradict each other. */
  readonly conflicts: readonly string[];
}

export function viewOf(order: Order, { state }: Shown): OrderView {
  const main = mainOf(order);
  const { transactions } = order;
  const last = findTransaction(transactions, order.main) ?? lastBackOf(order);
  return {
    state,
    isFulfillable: isFulfillable(order),
    main: order.main,
    amount: main ? countedOf(main) : ZERO,
    isHeld: isHeldAsLate(order),
    isConcluded: main?.movement.decided !== undefined,
    short: main && isShort(order) && !isHeldAsLate(order) ? nameOf(moneyIn('underpaid', main)) : undefined,
    acceptedShort: (order.words ?? [])
      .filter(({ kind, says }) => kind === 'underpaid' && says === 'accept')
      .map(nameOf),
    isSafeAgain: isSafeToChargeAgain(order),
    isLongUnknown: order.attempt !== undefined && isLongUnknown(order.attempt),
    isRefundedByUs: (last?.movement.refunds?.least ?? ZERO) > ZERO && last?.movement.returned === ZERO,
    others: duplicatesOf(order).map((each) => ({
      transactionReference: each.transactionReference,
      amount: countedOf(each),
    })),
    conflicts: order.transactions.filter(isConflicting).map((each) => each.transactionReference),
  };
}

const isConflicting = ({ movement }: OrderTransaction) =>
  itemsOf(movement).some(({ kind }) => kind === 'contradiction' || kind === 'less-than-shown');

export type OrderNews =
  | 'paid'
  | 'unfulfillable'
  | 'partially-paid'
  | 'overpaid'
  | 'topped-up'
  | 'payment-changed'
  | 'on-hold'
  | 'underpaid'
  | 'duplicate-payment'
  | 'reversed'
  | 'refunded'
  | 'expired'
  | 'failed'
  | 'cancelled'
  | 'refused'
  | 'safe-to-charge-again'
  | typeof UNKNOWN
  | 'conflicting-records';

/** A webhook that is due: about which transaction, and what amount tells it from others of its type. */
export interface Due {
  readonly news: OrderNews;
  readonly about?: string | undefined;
  readonly amount?: Kobo;
}

const ENDS: Readonly<Partial<Record<CollectionState, OrderNews>>> = {
  EXPIRED: 'expired',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  REFUSED: 'refused',
};

/** What the merchant is sent when the view changes: a function of both views, whatever caused the change. */
export function webhooksDue(before: OrderView, after: OrderView): readonly Due[] {
  const becomes = !before.isFulfillable && after.isFulfillable;
  const isShortNews =
    after.short !== undefined &&
    after.short !== before.short &&
    !(before.isFulfillable && after.isFulfillable) &&
    !before.acceptedShort.includes(after.short);
  const paid: readonly Due[] = becomes ? [{ news: 'paid', about: after.main }] : [];
  const about = { about: after.main, amount: after.amount };
  return [
    ...(after.isLongUnknown && !before.isLongUnknown ? [{ news: UNKNOWN } as const] : []),
    ...newConflicts(before, after).map((about): Due => ({ news: 'conflicting-records', about })),
    ...(isShortNews ? [] : paid),
    ...(before.isFulfillable && !after.isFulfillable
      ? [{ news: 'unfulfillable', about: before.main } as const]
      : ofMoney(before, after).map((news): Due => ({ news, ...about }))),
    ...newDuplicates(before, after),
    ...(isShortNews ? [{ news: 'underpaid', ...about } as const, ...paid] : []),
    ...ofEnd(before, after),
  ];
}

const newConflicts = (before: OrderView, after: OrderView) =>
  after.conflicts.filter((each) => !before.conflicts.includes(each));

/** Another payment counts, more or less of the same, or a record shows what a person had concluded. */
const isNewMoney = (before: OrderView, after: OrderView) =>
  !isMoney(before.state) ||
  before.main !== after.main ||
  before.amount !== after.amount ||
  (before.isConcluded && !after.isConcluded && !before.isHeld);

function ofMoney(before: OrderView, after: OrderView): readonly OrderNews[] {
  if (!isMoney(after.state) || !isNewMoney(before, after)) return [];
  // no money arrived: what a person decided is sent as a resolved item
  if (after.isConcluded && !after.isHeld) return [];
  const hadMoney = isMoney(before.state);
  if (after.isHeld && !(hadMoney && before.isHeld && before.main === after.main)) {
    return hadMoney && before.main === after.main ? [wordOf(after)] : ['on-hold'];
  }
  if (before.isFulfillable && after.isFulfillable) {
    const isMore = before.main === after.main && after.amount > before.amount;
    return isMore ? [wordOf(after)] : ['payment-changed'];
  }
  // `paid` says it all
  if (after.isFulfillable && after.state !== 'OVERPAID') return [];
  return [wordOf(after)];
}

function wordOf({ state }: OrderView): OrderNews {
  if (state === 'OVERPAID') return 'overpaid';
  return state === 'PARTIALLY_PAID' ? 'partially-paid' : 'topped-up';
}

function newDuplicates(before: OrderView, after: OrderView): readonly Due[] {
  return after.others
    .filter(({ transactionReference, amount }) => {
      const known = before.others.find((each) => each.transactionReference === transactionReference);
      return known === undefined || amount > known.amount;
    })
    .map(({ transactionReference, amount }) => ({
      news: 'duplicate-payment',
      about: transactionReference,
      amount,
    }));
}

/** No money is left, or it ended without any. */
function ofEnd(before: OrderView, after: OrderView): readonly Due[] {
  if (before.state === after.state) {
    if (before.isSafeAgain === after.isSafeAgain) return [];
    if (after.isSafeAgain) return [{ news: 'safe-to-charge-again' }];
    // at once: the merchant may be about to charge again
    return newConflicts(before, after).length > 0 ? [] : [{ news: 'conflicting-records' }];
  }
  const end = ENDS[after.state];
  if (end) return [{ news: end }];
  const isBack = after.state === 'REVERSED' || after.state === 'REFUNDED';
  if (!isBack || before.isFulfillable || after.isRefundedByUs) return [];
  return [{ news: after.state === 'REVERSED' ? 'reversed' : 'refunded', about: after.main }];
}

/** Keeps a merchant from shipping. */
const WARNINGS: readonly OrderNews[] = [
  'unfulfillable',
  'on-hold',
  'reversed',
  'refunded',
  'conflicting-records',
];

/**
 * The part of its id that tells a webhook from all others of its type, and what is kept for the next. A lost run may have sent
 * the same: what fulfils an order must then have the same id, and that money was taken back must not be taken for a repeat.
 */
export function effectOf(
  sent: Readonly<Record<string, Sent>> = {},
  { news, about, amount = ZERO }: Due,
  rebuiltAt?: string,
): { readonly effect: string; readonly sent: Readonly<Record<string, Sent>> } {
  const before = sent[news];
  const falls = before === undefined ? 0 : before.falls + (amount > before.last ? 0 : 1);
  const run = WARNINGS.includes(news) ? rebuiltAt : undefined;
  const parts = [about, ...(amount > ZERO ? [amount] : []), run, `#${falls + 1}`];
  return {
    effect: parts.filter((part) => part !== undefined).join(':'),
    sent: { ...sent, [news]: { falls, last: amount } },
  };
}
