import type { ByVersion } from '../../../src/domain/by-version.js';
import type { PartSnapshot } from '../../../src/domain/batch/batch-part.js';
import type { PartRequest, PartRow } from '../../../src/domain/batch/part-row.js';
import * as batch from '../../../src/domain/batch/newer-rules.js';
import { changeRow, payoutOf } from '../../../src/domain/batch/row-payout.js';
import { endOfCharge } from '../../../src/domain/charge/charge.js';
import { changedDebits } from '../../../src/domain/mandate/change-debit.js';
import { newDebit, webhooksDue as debitWebhooks } from '../../../src/domain/mandate/debits.js';
import type { MandateSnapshot } from '../../../src/domain/mandate/mandate.js';
import * as mandate from '../../../src/domain/mandate/newer-rules.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { add, type Evidence, noEvidence } from '../../../src/domain/movement/evidence.js';
import { pack } from '../../../src/domain/movement/packed.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import { type Difference, takenAlone } from '../../../src/domain/newer-rules.js';
import { changeOrder } from '../../../src/domain/order/change.js';
import { newTransaction, type Order } from '../../../src/domain/order/order.js';
import { ORDER_VERSIONS } from '../../../src/domain/order/versions.js';
import { endByRecords, isFulfillable, type Shown as OrderShown } from '../../../src/domain/order/state.js';
import { changeOf } from '../../../src/domain/payout/change.js';
import { newPayout, type Payout } from '../../../src/domain/payout/payout.js';
import { sentBy } from '../../../src/domain/payout/sent-by.js';
import type { Shown } from '../../../src/domain/payout/state.js';
import { PAYOUT_VERSIONS } from '../../../src/domain/payout/versions.js';
import { newAttempt } from '../../../src/domain/pull/attempt.js';
import { PULL_VERSIONS } from '../../../src/domain/pull/versions.js';
import * as refunds from '../../../src/domain/refund/newer-rules.js';
import { type Refund, type RefundsSnapshot, toRefundState } from '../../../src/domain/refund/refund.js';
import { changeCredit } from '../../../src/domain/reserved-account/change-credit.js';
import { type KnownCredit, newCredit } from '../../../src/domain/reserved-account/known-credit.js';
import * as account from '../../../src/domain/reserved-account/newer-rules.js';
import type { ReservedAccountSnapshot } from '../../../src/domain/reserved-account/reserved-account.js';
import { CREDIT_VERSIONS } from '../../../src/domain/reserved-account/versions.js';
import { KNOWN_RULES, type Versioned } from '../../../src/domain/rules-version.js';
import {
  changedCharge,
  webhooksDue as chargeWebhooks,
} from '../../../src/domain/subscription/change-charge.js';
import { newCharge } from '../../../src/domain/subscription/charges.js';
import * as subscription from '../../../src/domain/subscription/newer-rules.js';
import type { SubscriptionSnapshot } from '../../../src/domain/subscription/subscription.js';
import { batchRow } from '../batch/rows.js';
import { policiesOf } from '../order/played.js';

/*
 * One thing of each kind whose money is under way. Three things are done to it: its lifecycle takes over a newer version, something
 * changes that is no evidence, and new evidence comes.
 */

export const AMOUNT = kobo(5_000_00);
const PART = kobo(4_000_00);
const HOUR = 3_600_000;
const TERMS = { asked: AMOUNT, horizonMs: 24 * HOUR };

const failed = { state: 'FAILED', reason: 'by the second version' } as const;
const [ofOrders, ofPayouts, ofPulls, ofCredits] = [
  ORDER_VERSIONS.of({}),
  PAYOUT_VERSIONS.of({}),
  PULL_VERSIONS.of({}),
  CREDIT_VERSIONS.of({}),
];

/** The second version takes what is under way for failed, a part payment for enough, and counts half of a credit. */
const SECOND = {
  order: {
    stateOf: (order: Order, before: OrderShown) => (order.attempt ? failed : ofOrders.stateOf(order, before)),
    viewOf: (order: Order, shown: OrderShown) => {
      const view = ofOrders.viewOf(order, shown);
      return { ...view, isFulfillable: isFulfillable(order) || view.state === 'PARTIALLY_PAID' };
    },
  },
  payout: {
    ...ofPayouts,
    stateOf: (payout: Payout, before: Shown) =>
      payout.movement.lastSeen ? failed : ofPayouts.stateOf(payout, before),
  },
  pull: {
    stateOf: (...[attempt, ...others]: Parameters<typeof ofPulls.stateOf>) =>
      attempt.movement.lastSeen ? failed : ofPulls.stateOf(attempt, ...others),
  },
  credit: { countedOf: (credit: KnownCredit) => kobo(ofCredits.countedOf(credit) / 2) },
};

const FURTHER = [2, 3, 4];

/** Lets this process know three further versions: the second decides otherwise, the third and fourth as the first. */
export function knowFurtherVersions(): void {
  (KNOWN_RULES as number[]).push(...FURTHER);
  change(ORDER_VERSIONS, SECOND.order);
  change(PAYOUT_VERSIONS, SECOND.payout);
  change(PULL_VERSIONS, SECOND.pull);
  change(CREDIT_VERSIONS, SECOND.credit);
}

function change<Of>(versions: ByVersion<Of>, second: Of): void {
  const changes = versions.changes as Map<number, Of>;
  const first = versions.of({});
  changes.set(2, second).set(3, first);
}

export function forgetFurtherVersions(): void {
  (KNOWN_RULES as number[]).length = 1;
  for (const { changes } of [ORDER_VERSIONS, PAYOUT_VERSIONS, PULL_VERSIONS, CREDIT_VERSIONS]) {
    (changes as Map<number, unknown>).clear();
  }
}

/** What is seen of a thing, and what the merchant was sent because of the last change. */
export interface Seen {
  readonly shown: unknown;
  readonly webhooks: readonly unknown[];
  readonly versions: Versioned;
}

export interface Thing {
  /** Its lifecycle takes over a version. */
  readonly take: (version: number) => readonly Difference[];
  /** Something changes that is no evidence. */
  readonly touch: () => Seen;
  /** New evidence. */
  readonly learn: () => Seen;
  readonly seen: () => Seen;
}

const sent: Piece = { kind: 'send', step: 'request', answer: 'accepted', askedAt: 0, answeredAt: 1 };
const pendingAt = (at: number): Piece => ({ kind: 'reading', shows: 'pending', askedAt: at, answeredAt: at });
const waitsAt = (at: number): Piece => ({
  kind: 'reading',
  shows: 'authorising',
  askedAt: at,
  answeredAt: at,
});
const moneyAt = (at: number, amount = AMOUNT): Piece => ({
  kind: 'reading',
  shows: 'money',
  amount,
  askedAt: at,
  answeredAt: at,
});
const underWay: Evidence = [sent, pendingAt(HOUR)].reduce(add, noEvidence(TERMS));
const later = (movement: Evidence) => add(movement, waitsAt(2 * HOUR));
const RECORD = { word: 'PENDING', observed: 'the gateway reports PENDING' } as const;

const versionsOf = ({ rules, rulesDue }: Versioned): Versioned => ({ rules, rulesDue });

/** A thing that is its whole lifecycle, or is listed in one. */
function thingOf<Of extends Versioned>(
  begun: Of,
  {
    take,
    change,
    touch,
    learn,
    find,
  }: {
    readonly take: (known: Of, version: number) => { part: Partial<Of>; differences: readonly Difference[] };
    readonly change: (known: Of, part: never) => readonly [Of, readonly unknown[]];
    readonly touch: (known: Of) => unknown;
    readonly learn: (known: Of) => unknown;
    readonly find: (known: Of) => { readonly shown: unknown } & Versioned;
  },
): Thing {
  let known = begun;
  const seen = (webhooks: readonly unknown[] = []): Seen => {
    const { shown, ...versions } = find(known);
    return { shown, webhooks, versions: versionsOf(versions) };
  };
  const apply = (part: unknown): Seen => {
    const [after, webhooks] = change(known, part as never);
    known = after;
    return seen(webhooks);
  };
  return {
    take(version) {
      const { part, differences } = take(known, version);
      known = { ...known, rules: version, rulesDue: undefined, ...part };
      return differences;
    },
    touch: () => apply(touch(known)),
    learn: () => apply(learn(known)),
    seen: () => seen(),
  };
}

const PAYOUT: Payout & Shown = {
  ...newPayout(TERMS),
  movement: underWay,
  record: RECORD,
  state: 'PENDING',
  reason: RECORD.observed,
};

const transfer = () =>
  thingOf<Payout & Shown>(PAYOUT, {
    take: (known, version) =>
      takenAlone(known, version, { viewBy: (by) => sentBy(by, known), atRiskKobo: AMOUNT }),
    change: (known, part: Partial<Payout>) => {
      const { part: more, shown, due } = changeOf(known, part);
      return [{ ...known, ...more, ...shown }, due];
    },
    touch: ({ reads }) => ({ reads: { ...reads, count: reads.count + 1 } }),
    learn: ({ movement }) => ({ movement: later(movement) }),
    find: ({ state: shown, ...versions }) => ({ shown, ...versions }),
  });

const REFUND = {
  ...newPayout(TERMS),
  terms: { refundReference: 'R-1', amountKobo: AMOUNT, refundReason: '', customerNote: '' },
  requestedAt: new Date(0).toISOString(),
  state: 'PENDING',
  reason: '',
} as Refund;

const refund = () =>
  thingOf<RefundsSnapshot>(
    {
      refunds: [
        { ...REFUND, movement: underWay, record: RECORD },
        { ...REFUND, terms: { ...REFUND.terms, refundReference: 'R-2' } },
      ],
    } as unknown as RefundsSnapshot,
    {
      take: refunds.takeRules,
      change: (known, part: Partial<Payout>) => {
        const [first, ...others] = known.refunds;
        const { part: more, shown, due } = changeOf(refunds.payoutOf(known, first!), part);
        const after = { ...first!, ...more, state: toRefundState(shown.state), reason: shown.reason };
        return [{ ...known, refunds: [after, ...others] }, due];
      },
      touch: ({ refunds: [first] }) => ({ reads: { ...first!.reads, count: 1 } }),
      learn: ({ refunds: [first] }) => ({ movement: later(first!.movement) }),
      find: (known) => {
        const [first, second] = known.refunds;
        // the other one shows the same, and follows its lifecycle
        const { rules } = refunds.payoutOf(known, second!);
        if (rules !== known.rules) throw new Error('the second refund does not follow its lifecycle');
        return { shown: first!.state, ...refunds.payoutOf(known, first!) };
      },
    },
  );

const ROW = batchRow({ amountKobo: AMOUNT });

const row = () => {
  const request: PartRequest = {
    ...newPayout(TERMS),
    movement: add(noEvidence(TERMS), sent),
    state: 'PENDING',
    reason: '',
  };
  const seen = pack([sent, pendingAt(HOUR)].reduce(add, noEvidence(TERMS)));
  const known: PartRow = { state: 'PENDING', reason: RECORD.observed, record: RECORD, seen };
  return thingOf<PartSnapshot>(
    { terms: { rows: [ROW] }, rows: [known], request } as unknown as PartSnapshot,
    {
      take: batch.takeRules,
      change: (part, change: Partial<Payout>) => {
        const { row: after, change: changed } = changeRow(ROW, part.rows[0]!, part.request, change);
        return [{ ...part, rows: [after] }, changed.due];
      },
      touch: () => ({ doubt: undefined }),
      learn: (part) => ({ movement: later(payoutOf(ROW, part.rows[0]!, part.request).movement) }),
      find: (part) => {
        const { rules, rulesDue } = payoutOf(ROW, part.rows[0]!, part.request);
        return { shown: part.rows[0]!.state, rules, rulesDue };
      },
    },
  );
};

const debit = () => {
  const iso = new Date(0).toISOString();
  const place = {
    reference: 'M--d1',
    amountKobo: AMOUNT,
    narration: '',
    requestedAt: iso,
    dueAt: iso,
    notAfter: iso,
  };
  const first = { ...newDebit(place, ''), movement: underWay };
  return thingOf<MandateSnapshot>(
    { terms: { reference: 'M' }, debits: [first], review: [] } as unknown as MandateSnapshot,
    {
      take: mandate.takeRules,
      change: (known, part) => {
        const changed = changedDebits(known, 'M--d1', part, { now: 3 * HOUR, settings: undefined })!;
        const after = { ...known, ...changed };
        return [after, debitWebhooks(known, after, 'M--d1').map(({ type }) => type)];
      },
      touch: () => ({ observed: 'the same once more' }),
      learn: ({ debits: [known] }) => ({ movement: later(known!.movement) }),
      find: ({ rules, debits: [known] }) => ({ shown: known!.state, rules, ...versionsIn(known!) }),
    },
  );
};

const charge = () => {
  const key = 'S--s260115.1';
  const first = {
    ...newCharge({ key, n: 1, paymentReference: key, reason: '' }, { amountKobo: AMOUNT, at: 0 }),
    state: 'PENDING' as const,
    movement: underWay,
  };
  const period = {
    n: 0,
    day: '2026-01-15',
    dueAt: '',
    amountKobo: AMOUNT,
    state: 'DUE',
    reason: '',
    attempts: [first],
  };
  const totals = { charged: 0, chargedKobo: ZERO, failed: 0, missed: 0 };
  return thingOf<SubscriptionSnapshot>(
    {
      terms: { reference: 'S' },
      state: 'ACTIVE',
      periods: [period],
      totals,
    } as unknown as SubscriptionSnapshot,
    {
      take: subscription.takeRules,
      change: (known, part) => {
        const after = { ...known, ...changedCharge(known, key, part, 3 * HOUR)! };
        return [after, chargeWebhooks(known, after, key, undefined).map(({ type }) => type)];
      },
      touch: () => ({ observed: 'the same once more' }),
      learn: ({ periods }) => ({ movement: later(periods[0]!.attempts[0]!.movement) }),
      find: ({ rules, periods }) => {
        const known = periods[0]!.attempts[0]!;
        return { shown: known.state, rules, ...versionsIn(known) };
      },
    },
  );
};

/** Of something in a list: what it does not name, its lifecycle says. */
const versionsIn = ({ rules, rulesDue }: Versioned): Versioned => ({
  ...(rules !== undefined && { rules }),
  ...(rulesDue !== undefined && { rulesDue }),
});

type Known = Order & OrderShown;
const ORDER_RULES = {
  now: 3 * HOUR,
  policies: policiesOf('hold'),
  refundMinKobo: kobo(1),
  readsOfClaim: 2,
  unresolvedAfterMs: HOUR,
};

const orderOf = (
  begun: Known,
  learn: (known: Known) => Partial<Known>,
  endOf: (order: Order) => Order['end'],
) =>
  thingOf<Known>(begun, {
    take: (known, version) =>
      takenAlone(known, version, {
        viewBy: (by) => {
          const { stateOf, viewOf } = ORDER_VERSIONS.of(by);
          return viewOf(known, stateOf(known, known));
        },
        atRiskKobo: AMOUNT,
      }),
    change: (known, part: Partial<Known>) => {
      const { order, shown, due } = changeOrder<Known>(known, part, { ...ORDER_RULES, endOf });
      return [{ ...order, ...shown }, due.map(({ news }) => news)];
    },
    touch: () => ({}),
    learn,
    find: ({ state: shown, ...versions }) => ({ shown, ...versions }),
  });

const ORDER_TERMS = { reference: 'order-1', amountKobo: AMOUNT, currency: 'NGN' } as const;

const checkout = () => {
  const transaction = newTransaction('T1', AMOUNT);
  const open: Known = { terms: ORDER_TERMS, transactions: [transaction], state: 'PENDING', reason: '' };
  const paid = { ...transaction, movement: add(transaction.movement, moneyAt(HOUR, PART)) };
  const { order, shown } = changeOrder<Known>(
    open,
    { transactions: [paid] },
    { ...ORDER_RULES, endOf: endByRecords },
  );
  const more = moneyAt(2 * HOUR, kobo(PART + 1));
  return orderOf(
    { ...order, ...shown },
    ({ transactions: [known] }) => ({ transactions: [{ ...known!, movement: add(known!.movement, more) }] }),
    endByRecords,
  );
};

const tokenCharge = () => {
  const attempt = { ...newAttempt(TERMS), paymentReference: 'order-1--c1', movement: underWay };
  const begun = {
    terms: ORDER_TERMS,
    transactions: [],
    hasNoWindow: true,
    attempt,
    state: 'PENDING',
    reason: '',
  } as const;
  return orderOf(
    begun,
    ({ attempt: known }) => ({ attempt: { ...known!, movement: later(known!.movement) } }),
    endOfCharge,
  );
};

const credit = () => {
  const first: KnownCredit = {
    ...newCredit('MNFY-1', 'key-1'),
    movement: add(noEvidence({ asked: ZERO }), moneyAt(HOUR)),
    told: AMOUNT,
    sent: 1,
  };
  const rules = {
    ...ORDER_RULES,
    state: 'ACTIVE',
    reading: { scheduleMs: [HOUR], safetyMs: [], dailyMs: 24 * HOUR },
    policyRefunds: [],
  };
  return thingOf<ReservedAccountSnapshot>(
    {
      terms: { reference: 'ada-1' },
      state: 'ACTIVE',
      open: [first],
      credits: [],
      credited: { count: 1, sumKobo: AMOUNT },
      transitions: [],
    } as unknown as ReservedAccountSnapshot,
    {
      take: account.takeRules,
      change: (known, part: KnownCredit) => {
        const { part: after, due } = changeCredit(known, part, rules as never);
        return [
          { ...known, ...after, open: after.open?.length ? after.open : [part] },
          due.map(({ news }) => news),
        ];
      },
      touch: ({ open }) => ({ ...open![0]!, observed: 'the same once more' }),
      learn: ({ open }) => ({
        ...open![0]!,
        movement: add(open![0]!.movement, { kind: 'claim', shows: 'money', amount: kobo(2 * AMOUNT) }),
      }),
      find: ({ rules: ofAccount, open }) => ({
        shown: open![0]!.told,
        rules: ofAccount,
        ...versionsIn(open![0]!),
      }),
    },
  );
};

/** What the first version shows, what the second one would, and what the merchant is sent once it may judge. */
export const KINDS: readonly {
  readonly name: string;
  readonly begin: () => Thing;
  readonly was: unknown;
  readonly is: unknown;
  readonly webhooks: readonly string[];
}[] = [
  { name: 'a transfer', begin: transfer, was: 'PENDING', is: 'FAILED', webhooks: ['FAILED'] },
  { name: 'a refund', begin: refund, was: 'PENDING', is: 'FAILED', webhooks: ['FAILED'] },
  { name: 'a row of a batch', begin: row, was: 'PENDING', is: 'FAILED', webhooks: ['FAILED'] },
  { name: 'a debit of a mandate', begin: debit, was: 'PENDING', is: 'FAILED', webhooks: ['failed'] },
  { name: 'a charge of a subscription', begin: charge, was: 'PENDING', is: 'FAILED', webhooks: [] },
  { name: 'a checkout', begin: checkout, was: 'PARTIALLY_PAID', is: 'PARTIALLY_PAID', webhooks: ['paid'] },
  {
    name: 'a charge of a card token',
    begin: tokenCharge,
    was: 'PENDING',
    is: 'FAILED',
    webhooks: ['failed'],
  },
  { name: 'a credit', begin: credit, was: AMOUNT, is: AMOUNT / 2, webhooks: ['credit-changed'] },
];
