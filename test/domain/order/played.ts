import type { CollectionState } from '../../../src/domain/collection/collection.js';
import { isMoney } from '../../../src/domain/collection/collection.js';
import { COLLECTION_STATES } from '../../../src/domain/collection/states.js';
import type { Policies, Policy } from '../../../src/domain/collection/policy.js';
import { judge, type Reading } from '../../../src/domain/collection/verdict.js';
import { doubt } from '../../../src/domain/lifecycle/reading.js';
import { type NewReviewItem, reviewKey } from '../../../src/domain/lifecycle/review.js';
import { type Kobo, kobo } from '../../../src/domain/money.js';
import { itemsOf, standingOf } from '../../../src/domain/movement/standing.js';
import { changeOrder, type DueWebhook } from '../../../src/domain/order/change.js';
import { decideOnMoney, decideOnRecords, whyNotConclude } from '../../../src/domain/order/decide.js';
import { factsOf } from '../../../src/domain/order/facts.js';
import { transactionBehind } from '../../../src/domain/order/items.js';
import {
  countedOf,
  hasMoney,
  leftOf,
  mainOf,
  newTransaction,
  type Order,
  type OrderTransaction,
  withPiece,
} from '../../../src/domain/order/order.js';
import {
  isAnswer,
  withCash,
  withClaim,
  withReading,
  withRefunds,
} from '../../../src/domain/order/reading.js';
import { afterRefund } from '../../../src/domain/order/refund-ended.js';
import { endByRecords, isFulfillable, type Shown } from '../../../src/domain/order/state.js';
import { textOf } from '../../../src/domain/order/texts.js';
import { isGood, wordOn } from '../../../src/domain/order/words.js';

export const ASKED = kobo(1_000_00);
export const HALF = kobo(500_00);
export const MORE = kobo(1_500_00);
const MINUTE = 60_000;
export const TERMS = { reference: 'r', amountKobo: ASKED, currency: 'NGN' } as const;

export type Played = Order & Shown;

export type Letter =
  | { readonly do: 'read'; readonly on: string; readonly status: string; readonly paid?: Kobo }
  /** The same is read a second time, six minutes later. */
  | { readonly do: 'confirm'; readonly on: string }
  | { readonly do: 'claim'; readonly on: string; readonly amount: Kobo }
  | { readonly do: 'cash'; readonly on: string; readonly status: string; readonly paid: Kobo }
  | { readonly do: 'refund'; readonly on: string; readonly amount: Kobo }
  /** A refund ended, and how: the sum of all that went back is reported. */
  | {
      readonly do: 'refund-ended';
      readonly on: string;
      readonly refundReference: string;
      readonly state: 'COMPLETED' | 'FAILED';
      readonly sum: Kobo;
    }
  | { readonly do: 'wait'; readonly minutes: number }
  /** A card was charged, and the answer was lost. */
  | { readonly do: 'lose'; readonly on: string }
  | { readonly do: 'close' }
  | { readonly do: 'cancel' }
  | { readonly do: 'decide'; readonly nth: number; readonly decision: Decision; readonly amount?: Kobo }
  | { readonly do: 'conclude' };

type Decision = 'accept' | 'dismiss' | 'happened' | 'did-not-happen';

export const policiesOf = (action: Policy['action']): Policies => ({
  underpaid: { action: action === 'refund' ? 'hold' : action },
  overpaid: { action },
  late: { action },
  duplicate: { action },
});

/** An order in a test: what happens to it, what the merchant is sent, and what a person sees. */
export function createPlayed(policies: Policies, references: readonly string[] = ['T', 'A', 'Z']) {
  let now = 1_000_000;
  let order: Played = {
    terms: TERMS,
    state: 'PENDING',
    reason: 'created',
    transactions: references.slice(0, 2).map((each) => newTransaction(each, ASKED)),
  };
  let items: readonly NewReviewItem[] = [];
  let sent: readonly DueWebhook[] = [];
  let reports = 0;
  let refundsBefore: (reference: string) => Kobo = () => kobo(0);
  let ofRun = 0;
  const readings = new Map<string, { readonly status: string; readonly paid: Kobo }>();
  const rules = () => ({
    now,
    policies,
    refundMinKobo: kobo(1),
    endOf: endByRecords,
    readsOfClaim: 2,
    unresolvedAfterMs: 24 * 60 * MINUTE,
  });

  function change(part: Partial<Played>): readonly DueWebhook[] {
    const changed = changeOrder<Played>(order, part, rules());
    // what continues as new is data
    order = JSON.parse(JSON.stringify({ ...changed.order, ...changed.money, ...changed.shown })) as Played;
    items = changed.items;
    sent = [...sent, ...changed.due];
    return changed.due;
  }

  function on(
    reference: string,
    change: (transaction: OrderTransaction) => OrderTransaction,
  ): Partial<Played> {
    const known = order.transactions.some((each) => each.transactionReference === reference)
      ? order.transactions
      : [newTransaction(reference, ASKED), ...order.transactions];
    return {
      transactions: known.map((each) => (each.transactionReference === reference ? change(each) : each)),
    };
  }

  function read(reference: string): Partial<Played> {
    const { status, paid } = readings.get(reference) ?? { status: 'PENDING', paid: kobo(0) };
    const reading = readingOf(reference, status, paid);
    const span = { askedAt: now, answeredAt: now };
    const about = { span, terms: TERMS, tolerance: { feeCeilingKobo: kobo(0) } };
    return on(reference, (each) =>
      isAnswer(reading) ? withKnownRefunds(withReading(each, reading, about)) : each,
    );
  }

  /** A rebuilt order reads the refunds of the money that it finds. */
  function withKnownRefunds(transaction: OrderTransaction): OrderTransaction {
    const { movement, transactionReference } = transaction;
    if (order.rebuiltAt === undefined || movement.refunds || !movement.hasShown) return transaction;
    const sum = refundsBefore(transactionReference);
    return withRefunds(transaction, { least: sum, most: sum, order: [0, 1, reports] }, now);
  }

  function step(letter: Letter): readonly DueWebhook[] {
    now += MINUTE;
    switch (letter.do) {
      case 'read':
        readings.set(letter.on, { status: letter.status, paid: letter.paid ?? kobo(0) });
        return change(read(letter.on));
      case 'confirm':
        now += 6 * MINUTE;
        return change(read(letter.on));
      case 'claim':
        return change(on(letter.on, (each) => withClaim(each, letter.amount, now)));
      case 'cash': {
        const reading = judge(TERMS, recordOf(letter.on, letter.status, letter.paid));
        const about = { at: now, terms: TERMS, tolerance: { feeCeilingKobo: kobo(0) } };
        return change(on(letter.on, (each) => (isAnswer(reading) ? withCash(each, reading, about) : each)));
      }
      case 'refund': {
        const transaction = order.transactions.find((each) => each.transactionReference === letter.on);
        if (!transaction || !hasMoney(transaction)) return [];
        const before = transaction.movement.refunds?.least ?? 0;
        const total = kobo(before + Math.min(letter.amount, leftOf(transaction)));
        const ended = (order.policyRefunds ?? []).map((each) =>
          each.transactionReference === letter.on ? { ...each, state: 'COMPLETED' } : each,
        );
        return change({
          ...on(letter.on, (each) =>
            withRefunds(each, { least: total, most: total, order: [0, 0, total] }, now),
          ),
          ...(order.policyRefunds && { policyRefunds: ended }),
        });
      }
      case 'refund-ended': {
        const { on: transactionReference, refundReference, state, sum: refundedKobo } = letter;
        reports += 1;
        const ended = { refundReference, transactionReference, state, refundedKobo, reason: 'the gateway' };
        return change(afterRefund(order, { ...ended, order: [1, reports] }, now) ?? {});
      }
      case 'lose': {
        const left = {
          kind: 'send',
          step: 'request',
          answer: 'left',
          askedAt: now,
          answeredAt: now,
        } as const;
        return change(on(letter.on, (each) => withPiece(each, left, now)));
      }
      case 'wait':
        now += letter.minutes * MINUTE;
        return [];
      case 'close':
        return change(order.windowOverAt === undefined ? { windowOverAt: now } : {});
      case 'cancel':
        if (order.state !== 'PENDING') return [];
        return change({ end: { to: 'CANCELLED', reason: 'the merchant cancelled it' } });
      case 'conclude':
        if (order.windowOverAt === undefined || whyNotConclude(order) !== undefined) return [];
        return change({ concluded: 'a person looked' });
      case 'decide': {
        const item = items[letter.nth % Math.max(items.length, 1)];
        return item ? change(decide(item, letter)) : [];
      }
    }
  }

  function decide(
    item: NewReviewItem,
    { decision, amount }: { readonly decision: Decision; readonly amount?: Kobo },
  ): Partial<Played> {
    const known = { ...item, key: reviewKey(item) };
    const words = decideOnMoney(order, known, decision);
    if (words) return { words };
    const transaction = transactionBehind(order.transactions, known);
    const after = transaction && decideOnRecords(transaction, decision, { at: now, amount });
    if (!after) return {};
    return { transactions: order.transactions.map((each) => (each === transaction ? after : each)) };
  }

  return {
    step,
    /** Its run is lost: what it knew of refunds, by transaction, is read again. */
    rebuild(refunds: (reference: string) => Kobo) {
      refundsBefore = refunds;
      ofRun = sent.length;
      items = [];
      const transactions = references.slice(0, 2).map((each) => newTransaction(each, ASKED));
      order = { terms: TERMS, state: 'PENDING', reason: 'rebuilt', rebuiltAt: String(now), transactions };
    },
    now: () => now,
    order: () => order,
    items: () => items,
    sent: () => sent,
    sentInRun: () => sent.slice(ofRun),
    keys: () => items.map(reviewKey),
    types: () => sent.map(({ news }) => news),
    play: (...letters: readonly Letter[]) => {
      letters.forEach(step);
    },
  };
}

export type PlayedOrder = ReturnType<typeof createPlayed>;

/** `NOT_FOUND` and `UNREADABLE` are no words of a record. */
function readingOf(reference: string, status: string, paid: Kobo): Reading {
  if (status === 'NOT_FOUND') return { kind: 'absent' };
  if (status === 'UNREADABLE') return doubt('unreadable-record', 'no JSON', ASKED);
  return judge(TERMS, recordOf(reference, status, paid));
}

const recordOf = (transactionReference: string, paymentStatus: string, amountPaid: Kobo) => ({
  transactionReference,
  paymentReference: 'r',
  paymentStatus,
  amountPaid,
  totalPayable: ASKED,
  currency: 'NGN',
  paymentMethod: 'ACCOUNT_TRANSFER',
});

const ITEM_OF: Readonly<Record<string, string>> = {
  underpaid: 'underpaid',
  overpaid: 'overpaid',
  late: 'paid-late',
  duplicate: 'duplicate-payment',
};

/** Which laws the last step broke. */
export function broken(
  played: PlayedOrder,
  due: readonly DueWebhook[],
  was: { readonly fulfillable: boolean; readonly state: CollectionState },
): readonly string[] {
  const order = played.order();
  const items = played.items();
  const is = isFulfillable(order);
  const problems: string[] = [];
  const broke = (law: string, isBroken: boolean) => {
    if (isBroken) problems.push(law);
  };
  const of = (news: string) => due.filter((each) => each.news === news).length;
  broke('paid exactly when it becomes fulfillable', of('paid') !== Number(is && !was.fulfillable));
  broke('unfulfillable exactly when it ceases to be', of('unfulfillable') !== Number(!is && was.fulfillable));
  const ids = played.sentInRun().map(({ news, effect }) => `${news}:${effect}`);
  broke('each webhook has an id of its own', new Set(ids).size !== ids.length);
  const alive = order.transactions.filter(hasMoney);
  const main = mainOf(order);
  broke('money shows in the state', alive.length > 0 !== isMoney(order.state));
  broke('money is counted by one payment', alive.length > 0 && !main);
  broke(
    'fulfillable needs money',
    is && (!main || leftOf(main) === 0 || main.movement.decided !== undefined),
  );
  broke('proven money that is good fulfils', !is && alive.some((each) => isGood(order, each)));
  const facts = factsOf(order);
  for (const each of alive.filter((each) => each !== main)) {
    broke(
      'each further payment is a fact',
      !facts.some((f) => f.kind === 'duplicate' && f.transactionReference === each.transactionReference),
    );
  }
  for (const fact of facts) {
    const item = items.find(
      ({ kind, money }) =>
        kind === ITEM_OF[fact.kind] && money?.transactionReference === fact.transactionReference,
    );
    const says = wordOn(order, fact)?.says;
    broke('unexpected money has a word', says === undefined);
    broke('without a final word it has an item', (says === 'hold' || says === 'refund') && !item);
    broke('an item shows what is left now', item !== undefined && item.atRiskKobo !== fact.nowKobo);
  }
  for (const { kind, money } of items.filter(({ money }) => money)) {
    broke(
      'an item is about money that is there',
      !facts.some((f) => ITEM_OF[f.kind] === kind && f.transactionReference === money?.transactionReference),
    );
  }
  broke('keys are distinct', new Set(items.map(reviewKey)).size !== items.length);
  for (const each of order.transactions) {
    const { name, least, most } = standingOf(each.movement);
    broke('least is not above most', least > most);
    broke('what counts is not above what is proven', countedOf(each) > each.movement.proven);
    broke('what is left counts', leftOf(each) > countedOf(each));
    const isLookedAt = itemsOf(each.movement).length > 0 || each.movement.claimed !== undefined;
    broke('a doubt is an item or a claim that is read', name === 'doubtful' && !isLookedAt);
  }
  if (
    order.end &&
    ['EXPIRED', 'FAILED'].includes(order.end.to) &&
    !was.state.startsWith('EXP') &&
    due.some(({ news }) => news === 'expired' || news === 'failed')
  ) {
    const unread = order.transactions.filter(
      ({ readAt, isCash, movement }) => readAt === undefined && !isCash && !movement.decided,
    );
    broke('an end needs each record', unread.length > 0 && order.concluded === undefined);
    broke(
      'an end needs no doubt',
      order.transactions.some(({ movement }) => standingOf(movement).name === 'doubtful'),
    );
  }
  return [...new Set([...problems, ...misleading(order)])];
}

/** What the sentence for the customer says that what is known does not allow. */
function misleading(order: Played): readonly string[] {
  const { customer = '' } = textOf(order, COLLECTION_STATES);
  const isOpenQuestion = order.transactions.some(({ movement }) => {
    const { name } = standingOf(movement);
    const isLost = movement.left?.open !== undefined && name !== 'nothing' && name !== 'returned';
    return name === 'doubtful' || isLost;
  });
  const main = mainOf(order);
  const isBeside = order.transactions.some((each) => each !== main && hasMoney(each));
  const mayBeGone =
    main?.movement.run?.shows === 'return' ||
    (order.policyRefunds ?? []).some(
      ({ state, transactionReference }) => !state && transactionReference === order.main,
    );
  const isClosed = order.windowOverAt !== undefined || order.end !== undefined;
  const isAsking = /you can still pay|please pay/i.test(customer);
  const isDenying = /no money was taken/i.test(customer);
  return [
    isAsking &&
      (isOpenQuestion || isClosed || mayBeGone || isBeside) &&
      'it asks for money that may have moved, or is not taken',
    isDenying &&
      (isOpenQuestion || order.transactions.some(hasMoney)) &&
      'it denies money that may have moved',
    isDenying &&
      order.transactions.some(({ movement }) => movement.lastSeen !== 'end' && !movement.decided) &&
      'it denies money on what may still be paid',
  ].filter((each) => each !== false);
}

export const lettersOn = (reference: string): readonly Letter[] => [
  { do: 'read', on: reference, status: 'PAID', paid: ASKED },
  { do: 'read', on: reference, status: 'PARTIALLY_PAID', paid: HALF },
  { do: 'read', on: reference, status: 'OVERPAID', paid: MORE },
  { do: 'read', on: reference, status: 'REVERSED', paid: ASKED },
  { do: 'read', on: reference, status: 'EXPIRED' },
  { do: 'confirm', on: reference },
  { do: 'refund', on: reference, amount: HALF },
  { do: 'refund', on: reference, amount: MORE },
  { do: 'claim', on: reference, amount: ASKED },
];

export const RARE_LETTERS: readonly Letter[] = [
  { do: 'read', on: 'T', status: 'REFUNDED', paid: ASKED },
  { do: 'read', on: 'T', status: 'REVERSED' },
  { do: 'read', on: 'A', status: 'FAILED' },
  { do: 'read', on: 'A', status: 'SUCCESSFUL', paid: ASKED },
  { do: 'read', on: 'T', status: 'PAID' },
  { do: 'read', on: 'T', status: 'EXPIRED', paid: HALF },
  { do: 'read', on: 'A', status: 'PENDING' },
  { do: 'cash', on: 'Z', status: 'PENDING', paid: kobo(0) },
  { do: 'cash', on: 'Z', status: 'PAID', paid: ASKED },
  { do: 'cash', on: 'Z', status: 'PAID', paid: MORE },
  { do: 'cash', on: 'T', status: 'PAID', paid: ASKED },
  { do: 'cash', on: 'Z', status: 'SUCCESSFUL', paid: HALF },
  { do: 'conclude' },
  { do: 'lose', on: 'T' },
  ...([0, 1] as const).flatMap((nth) =>
    (['accept', 'dismiss', 'happened', 'did-not-happen'] as const).map((decision): Letter => ({
      do: 'decide',
      nth,
      decision,
    })),
  ),
];

export const COMMON_LETTERS: readonly Letter[] = [
  ...lettersOn('T'),
  ...lettersOn('A'),
  { do: 'close' },
  { do: 'cancel' },
  { do: 'decide', nth: 0, decision: 'accept' },
  { do: 'decide', nth: 0, decision: 'dismiss' },
];
