import type { Paid } from '../collection/collection.js';
import type { NewReviewItem } from '../lifecycle/review.js';
import { type Kobo, totalOf, ZERO } from '../money.js';
import { dueRules } from '../rules-version.js';
import { duplicatesOf } from './facts.js';
import { attemptItemsDue, type ItemRules, itemsDue, withOldClaims } from './items.js';
import { countedOf, findTransaction, hasMoney, leftOf, mainOf, type Order } from './order.js';
import { type OrderRules, settle } from './settle.js';
import { isHeldAsLate, isShort, type Shown } from './state.js';
import { ORDER_VERSIONS } from './versions.js';
import { type Due, effectOf, webhooksDue } from './webhooks-due.js';

/** What readers of an order see of its money, as it was last shown. */
export interface ShownMoney {
  readonly paid?: Paid | undefined;
  /** Money on further transactions. */
  readonly duplicateKobo?: Kobo | undefined;
  /** The window closed with less than the amount asked. */
  readonly underpaid?: true | undefined;
  /** The payment that counts arrived after the order had ended. */
  readonly late?: true | undefined;
}

/** A webhook that is due, with the part of its id that tells it from others of its type. */
export interface DueWebhook extends Due {
  readonly effect: string;
}

export interface Changed<Of extends Order> {
  readonly order: Of;
  readonly shown: Shown;
  readonly money: ShownMoney;
  readonly due: readonly DueWebhook[];
  readonly items: readonly NewReviewItem[];
}

/**
 * The only way in which an order changes. State, webhooks and review items follow from what is known; no other code decides
 * about them.
 */
export function changeOrder<Of extends Order>(
  before: Of & Shown,
  part: Partial<Of>,
  rules: OrderRules & ItemRules,
): Changed<Of> {
  const changed: Of = { ...before, ...part };
  // its transaction has taken over what is known of the request
  const isNamed = changed.attempt !== undefined && changed.transactions.length > 0;
  const known: Of = {
    ...changed,
    ...(isNamed && { attempt: undefined }),
    ...dueRules(before, changesOf(changed) !== changesOf(before)),
  };
  const { stateOf, viewOf } = ORDER_VERSIONS.of(known);
  const settled: Of = withOldClaims<Of>(settle<Of>(before, known, rules), rules);
  const shown = stateOf(settled, before);
  // what was sent, the version said that decided then
  const sent = ORDER_VERSIONS.of(before).viewOf(before, before);
  const news = webhooksDue(sent, viewOf(settled, shown));
  const { order, due } = news.reduce(count<Of>, { order: settled, due: [] });
  const items = [...itemsDue(order), ...attemptItemsDue(order, rules)];
  return { order, shown, money: moneyOf(order), due, items };
}

/** How often the evidence of its money has changed. */
const changesOf = ({ transactions, attempt }: Order) =>
  transactions.reduce((sum, { movement }) => sum + movement.changes, attempt?.movement.changes ?? 0);

interface Counted<Of extends Order> {
  readonly order: Of;
  readonly due: readonly DueWebhook[];
}

/** What is about a transaction is counted there, so that what is kept stays bounded by the transactions. */
function count<Of extends Order>({ order, due }: Counted<Of>, one: Due): Counted<Of> {
  const transaction = findTransaction(order.transactions, one.about);
  const { effect, sent } = effectOf((transaction ?? order).sent, one, order.rebuiltAt);
  const counted: Of = transaction
    ? {
        ...order,
        transactions: order.transactions.map((each) => (each === transaction ? { ...each, sent } : each)),
      }
    : { ...order, sent };
  return { order: counted, due: [...due, { ...one, effect }] };
}

/** A webhook that no change of the view explains, such as a declined attempt. */
export function countOne<Of extends Order>(
  order: Of,
  about: string,
  news: string,
): { readonly order: Of; readonly effect: string } {
  const { order: counted, due } = count({ order, due: [] }, { news: news as Due['news'], about });
  return { order: counted, effect: due[0]?.effect ?? about };
}

function moneyOf(order: Order): ShownMoney {
  const last = findTransaction(order.transactions, order.main);
  const duplicate = totalOf(...duplicatesOf(order).map(leftOf));
  return {
    paid: last?.paid && {
      ...last.paid,
      amountKobo: hasMoney(last) ? countedOf(last) : last.paid.amountKobo,
    },
    duplicateKobo: duplicate > ZERO ? duplicate : undefined,
    underpaid: isShort(order) && !isHeldAsLate(order) ? true : undefined,
    late: mainOf(order)?.isLate,
  };
}
