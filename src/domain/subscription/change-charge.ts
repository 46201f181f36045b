import { judgeCharge } from '../charge/charge.js';
import type { TransactionRecord } from '../collection/record.js';
import { type Known, type Money, type Reading, type Tolerance, weigh } from '../collection/verdict.js';
import { isItemAbout, type NewReviewItem, type ReviewItem, reviewKey } from '../lifecycle/review.js';
import { difference, type Kobo, kobo, ZERO } from '../money.js';
import { type Evidence, isSeen } from '../movement/evidence.js';
import { withoutOurRefunds } from '../movement/our-refunds.js';
import { standingOf } from '../movement/standing.js';
import type { Shown } from '../pull/attempt.js';
import { without } from '../without.js';
import { itemsDue } from '../pull/items.js';
import { UNKNOWN } from '../payout/webhooks-due.js';
import { isLongUnknown, isOver } from '../pull/state.js';
import { PULL_VERSIONS } from '../pull/versions.js';
import { dueRules, type Versioned, within } from '../rules-version.js';
import {
  type Charge,
  type ChargeState,
  leastOf,
  movementsOf,
  nameOf,
  paidOf,
  type Period,
  type PeriodState,
} from './period.js';
import { isFinal, type PeriodTotals, type SubscriptionSnapshot } from './subscription.js';

/*
 * The only way in which a charge changes. What is shown of it, its period, sums, review items and webhooks follow from what is
 * known; no other code decides about them.
 */

/** Where a charge is; without a period it is of one that is no longer kept. */
export interface ChargePlace {
  readonly charge: Charge;
  readonly period?: Period;
}

export function findCharge(
  { periods, others = [] }: Pick<SubscriptionSnapshot, 'periods' | 'others'>,
  is: (charge: Charge) => boolean,
): ChargePlace | undefined {
  for (const period of periods) {
    const charge = movementsOf(period).find(is);
    if (charge) return { period, charge };
  }
  const charge = others.find(is);
  return charge && { charge };
}

export const chargeOf = (snapshot: Pick<SubscriptionSnapshot, 'periods' | 'others'>, key: string) =>
  findCharge(snapshot, (charge) => charge.key === key);

/** All charges that are followed. */
export const chargesOf = ({ periods, others = [] }: Pick<SubscriptionSnapshot, 'periods' | 'others'>) => [
  ...periods.flatMap(movementsOf),
  ...others,
];

type Changed = Pick<SubscriptionSnapshot, 'periods' | 'others' | 'totals'>;

/** The periods after something became known of a charge. */
export function changedCharge(
  snapshot: SubscriptionSnapshot,
  key: string,
  part: Partial<Charge>,
  now: number,
): Changed | undefined {
  const place = chargeOf(snapshot, key);
  if (!place) return undefined;
  const { movement } = { ...place.charge, ...part };
  const rules = dueRules(place.charge, movement.changes !== place.charge.movement.changes);
  const isNewThere = place.charge.sentAt === undefined && (movement.isThere || isSeen(movement));
  const sentAt = isNewThere && { sentAt: new Date(now).toISOString() };
  const change = (charge: Charge): Charge =>
    charge.key === key ? { ...charge, ...sentAt, ...part, ...rules } : charge;
  const { periods, others = [], totals } = snapshot;
  if (!place.period) {
    const changed = others.map((charge) =>
      charge.key === key ? withShown(snapshot, change(charge)) : charge,
    );
    // money of it, if there is any, is a review item by now
    return { periods, totals, others: changed.filter((charge) => charge.key !== key || !isOver(charge)) };
  }
  const before = place.period;
  const after = settled(snapshot, {
    ...before,
    attempts: before.attempts.map(change),
    ...(before.others && { others: before.others.map(change) }),
    ...(before.lost && { lost: change(before.lost) }),
  });
  return {
    others,
    periods: periods.map((period) => (period === before ? after : period)),
    totals: totalsAfter(totals, before, after),
  };
}

/** The period with what is shown of its charges, and its own state. */
export function settled(snapshot: SubscriptionSnapshot, given: Period): Period {
  const period = withoutExplained(given);
  const { attempts, others, lost } = period;
  const show = (charge: Charge) => withShown(snapshot, charge, period);
  return stateAfter({
    ...period,
    attempts: attempts.map(show),
    ...(others && { others: others.map(show) }),
    ...(lost && { lost: show(lost) }),
  });
}

/**
 * Where a person concluded that a lost run had charged the period, under whatever reference, a charge that is found with the
 * money is that charge, and no second one.
 */
function withoutExplained(period: Period): Period {
  const { attempts, lost } = period;
  const isFound = lost?.movement.decided?.says === 'happened' && attempts.some((each) => leastOf(each) > 0);
  return isFound ? without(period, 'lost') : period;
}

/** Why a charge is no longer wanted, should it prove absent. */
function whyUnwanted(
  { state, periods, next }: SubscriptionSnapshot,
  charge: Charge,
  period: Period,
): string | undefined {
  const paid = movementsOf(period).find((each) => each.key !== charge.key && leastOf(each) > 0);
  if (paid) return `${nameOf(paid)} was paid`;
  if (isFinal(state)) return `the subscription is ${state}`;
  if (period.dropped !== undefined) return period.dropped;
  // no period is opened while it is unknown whether the gateway has a charge
  const isAbsentTooLate = next !== undefined && (charge.movement.absences?.last ?? 0) >= next.at;
  const isNewest = periods.at(-1)?.n === period.n;
  return isNewest && !isAbsentTooLate ? undefined : 'the next period is due';
}

/** What a version of the rules shows of a charge. */
export function shownBy(
  by: Versioned,
  snapshot: SubscriptionSnapshot,
  charge: Charge,
  period?: Period,
): Pick<Charge, 'state' | 'reason'> {
  const unwanted = period && whyUnwanted(snapshot, charge, period);
  const before = { state: BEFORE[charge.state], reason: charge.reason };
  const { state, reason } = PULL_VERSIONS.of(by).stateOf(charge, before, unwanted);
  return { state: shownAs(charge, state), reason };
}

const withShown = (snapshot: SubscriptionSnapshot, charge: Charge, period?: Period): Charge => ({
  ...charge,
  ...shownBy(within(snapshot, charge), snapshot, charge, period),
});

const BEFORE: Readonly<Record<ChargeState, Shown['state']>> = {
  SENDING: 'PENDING',
  PENDING: 'PENDING',
  PAID: 'PAID',
  FAILED: 'FAILED',
  NOT_SENT: 'CANCELLED',
  REVERSED: 'REVERSED',
  REFUNDED: 'REVERSED',
};

function shownAs({ movement, unsent, known, state: before }: Charge, state: Shown['state']): ChargeState {
  switch (state) {
    case 'PAID':
      return 'PAID';
    case 'REVERSED':
      return known?.kind === 'returned' ? known.to : before === 'REFUNDED' ? before : 'REVERSED';
    case 'FAILED':
    case 'REFUSED':
      return unsent ? 'NOT_SENT' : 'FAILED';
    case 'EXPIRED':
    case 'CANCELLED':
      return 'NOT_SENT';
    default:
      return movement.isThere || isSeen(movement) ? 'PENDING' : 'SENDING';
  }
}

/** Money makes it paid; money that went back, or that a person says never moved, lowers that. */
function stateAfter(period: Period): Period {
  const charges = movementsOf(period);
  const paid = charges.find((each) => leastOf(each) > 0);
  if (paid) {
    if (period.state === 'PAID') return period;
    return ended(period, 'PAID', `charged by ${nameOf(paid)}`);
  }
  if (period.state !== 'PAID' && period.state !== 'DUE') return period;
  const back = charges.find(isBack);
  // nothing more of it is charged, whether or not the money was seen before
  if (back) return ended(period, back.state === 'REFUNDED' ? 'REFUNDED' : 'REVERSED', back.reason);
  const denied = period.state === 'PAID' ? charges.find(isDecided) : undefined;
  return denied ? ended(period, 'FAILED', denied.reason) : period;
}

export function ended(period: Period, state: PeriodState, reason: string): Period {
  return { ...without(period, 'retryAt'), state, reason };
}

/** Counts and sums after a period has another state. */
export function totalsAfter(totals: PeriodTotals, before: Period, after: Period): PeriodTotals {
  const counted = (state: PeriodState) => Number(after.state === state) - Number(before.state === state);
  const charged = counted('PAID');
  if (before.state === after.state) return totals;
  const { amountKobo } = after;
  const chargedKobo = difference(
    [totals.chargedKobo, ...(charged > 0 ? [amountKobo] : [])],
    charged < 0 ? [amountKobo] : [],
  );
  return {
    charged: totals.charged + charged,
    chargedKobo: kobo(Math.max(chargedKobo, 0)),
    failed: totals.failed + counted('FAILED'),
    missed: totals.missed + counted('MISSED'),
  };
}

export interface ChargeSettings extends Tolerance {
  readonly recheckScheduleMs: readonly number[];
  readonly unresolvedAfterMs: number;
}

export interface ItemChanges {
  readonly due: readonly NewReviewItem[];
  readonly isGone: (item: ReviewItem) => boolean;
}

/** What is for a person after a charge has changed, and what no longer is. */
export function itemChanges(
  before: SubscriptionSnapshot,
  after: SubscriptionSnapshot,
  key: string,
  { now, settings }: { readonly now: number; readonly settings: ChargeSettings | undefined },
): ItemChanges {
  const place = chargeOf(after, key);
  if (!settings || !place) return { due: [], isGone: () => false };
  const { charge } = place;
  const names = [charge.key, charge.transactionReference].filter((name) => name !== undefined);
  const rules = {
    subject: charge.transactionReference ?? charge.key,
    noun: 'charge',
    now,
    readsOfClaim: settings.recheckScheduleMs.length + 1,
    unresolvedAfterMs: settings.unresolvedAfterMs,
    open: after.review.map((item) => item.key),
  };
  const due = itemsDue(charge, rules);
  const keys = due.map(reviewKey);
  return {
    due: [...due, ...moneyItems(before, place, settings)],
    isGone: (item) =>
      item.isOfEvidence === true && names.some((name) => isItemAbout(item, name)) && !keys.includes(item.key),
  };
}

/** Whether it is known only now that a charge was paid. */
function isNewMoney(before: SubscriptionSnapshot, charge: Charge): boolean {
  const was = chargeOf(before, charge.key)?.charge;
  return leastOf(charge) > 0 && (was === undefined || leastOf(was) === 0);
}

const isBack = ({ state }: Charge) => state === 'REVERSED' || state === 'REFUNDED';

/** Money that was not asked for, or not in this amount. */
function moneyItems(
  before: SubscriptionSnapshot,
  { charge, period }: ChargePlace,
  tolerance: Tolerance,
): readonly NewReviewItem[] {
  const { paymentReference, state } = charge;
  if (!period && isBack(charge) && chargeOf(before, charge.key)?.charge.state !== state) {
    const reason = `the gateway reports ${state} for ${paymentReference}, an earlier period`;
    const atRisk = paidOf(charge) ?? ZERO;
    return [{ kind: 'conflicting-records', subject: paymentReference, reason, atRiskKobo: atRisk }];
  }
  if (!isNewMoney(before, charge)) return [];
  const atRiskKobo = leastOf(charge);
  if (!period || charge.unexpected) {
    const why = period ? 'Oware did not send it' : 'its period is no longer listed';
    const reason = `${paymentReference} was paid, and ${why}`;
    return [{ kind: 'unmatched-event', subject: paymentReference, reason, atRiskKobo }];
  }
  const name = nameOf(charge);
  const other = movementsOf(period).find((each) => each.key !== charge.key && leastOf(each) > 0);
  if (other) {
    const reason = `${name} was paid, and so was ${nameOf(other)}, another charge of ${period.day}`;
    return [{ kind: 'duplicate-payment', subject: name, reason, atRiskKobo }];
  }
  const wrong = wrongAmount(charge, period, tolerance);
  return wrong ? [wrong] : [];
}

/** Another amount than asked; the customer may bear the fee. */
function wrongAmount(
  charge: Charge,
  { amountKobo }: Period,
  tolerance: Tolerance,
): NewReviewItem | undefined {
  const { paymentReference } = charge;
  const least = leastOf(charge);
  const stated: Money = { kind: 'money', paid: { amountKobo: least }, payableKobo: least };
  const known = charge.known?.kind === 'money' ? charge.known : stated;
  const { to, reason } = weigh({ amountKobo }, known, tolerance);
  if (to === 'PAID') return undefined;
  return {
    kind: to === 'OVERPAID' ? 'overpaid' : 'underpaid',
    subject: paymentReference,
    reason: `${paymentReference}: ${reason}`,
    atRiskKobo: kobo(Math.abs(known.paid.amountKobo - amountKobo)),
  };
}

/** What the merchant is sent about a charge: `subscription.<type>`. */
export interface ChargeNews {
  readonly type: string;
  /** What its id is made of, with how often it was due. */
  readonly effect: string;
}

/** Whether it takes back what the merchant may have believed of the money. */
export const isWarning = (type: string) => WARNINGS.includes(type);

const WARNINGS: readonly string[] = [
  'conflicting-records',
  `charge-${UNKNOWN}`,
  'charge-reversed',
  'charge-failed',
];

/** What is due when a charge changes: a function of what was shown and what is shown, whatever caused it. */
export function webhooksDue(
  before: SubscriptionSnapshot,
  after: SubscriptionSnapshot,
  key: string,
  tolerance: Tolerance | undefined,
): readonly ChargeNews[] {
  const place = chargeOf(after, key);
  if (!place) return [];
  const { charge, period } = place;
  const was = chargeOf(before, key);
  const { paymentReference } = charge;
  const name = nameOf(charge);
  const stateBefore = before.periods.find(({ n }) => n === period?.n)?.state;
  const isPaidNow = period?.state === 'PAID' && stateBefore !== 'PAID';
  const isDenied = period?.state === 'FAILED' && stateBefore === 'PAID';
  const isNew = isNewMoney(before, charge);
  const isAtOdds = ({ movement }: Charge) => movement.isAtOdds || movement.isContradicted;
  const isWrong =
    isPaidNow && tolerance !== undefined && wrongAmount(charge, period, tolerance) !== undefined;
  const news: readonly (ChargeNews | false)[] = [
    isNew &&
      (!period || charge.unexpected === true) && {
        type: 'unexpected',
        effect: `unexpected:${paymentReference}`,
      },
    isLongUnknown(charge) &&
      !(was && isLongUnknown(was.charge)) && { type: `charge-${UNKNOWN}`, effect: `${UNKNOWN}:${name}` },
    isPaidNow && { type: 'charged', effect: name },
    isDenied && { type: 'charge-failed', effect: `denied:${name}` },
    isNew &&
      !isPaidNow &&
      period !== undefined &&
      !charge.unexpected &&
      movementsOf(period).some((each) => each.key !== key && leastOf(each) > 0) && {
        type: 'duplicate-charge',
        effect: name,
      },
    isWrong && { type: 'wrong-amount', effect: paymentReference },
    isBack(charge) &&
      was?.charge.state !== charge.state && {
        type: 'charge-reversed',
        effect: `${paymentReference}:${charge.state}`,
      },
    isAtOdds(charge) &&
      !(was && isAtOdds(was.charge)) && { type: 'conflicting-records', effect: `conflict:${name}` },
  ];
  return news.filter((each) => each !== false);
}

interface MoneyFound {
  readonly shows: 'money' | 'return';
  readonly observed: string;
  readonly amount: Kobo;
}

/** What a record shows of a charge, for the core. */
export type ChargeFound =
  | { readonly shows: 'pending' | 'end'; readonly observed: string }
  | MoneyFound
  | {
      readonly shows: 'odd';
      readonly about: NewReviewItem['kind'];
      readonly reason: string;
      readonly amount?: Kobo;
    };

export interface ReadCharge {
  readonly found: ChargeFound | undefined;
  /** The money that it shows, or took back. */
  readonly known?: Known;
}

/** Whether what a record shows depends on refunds of ours. */
export const dependsOnRefunds = ({ paymentStatus }: TransactionRecord) => paymentStatus === 'REFUNDED';

/** Reads the record of a charge of this amount. What refunds of ours have returned the gateway has not taken back. */
export function readRecordOf(
  amountKobo: Kobo,
  record: TransactionRecord,
  { movement, refundsSent }: { readonly movement?: Evidence; readonly refundsSent?: Kobo } = {},
): ReadCharge {
  const reading: Reading = judgeCharge({ amountKobo, currency: 'NGN' }, record);
  const observed = `the gateway reports ${record.paymentStatus}`;
  switch (reading.kind) {
    case 'money':
      return { found: { shows: 'money', observed, amount: reading.paid.amountKobo }, known: reading };
    case 'returned': {
      const shown: MoneyFound = { shows: 'return', observed, amount: reading.paid.amountKobo };
      if (!movement || !dependsOnRefunds(record)) return { found: shown, known: reading };
      const found = withoutOurRefunds(movement, shown, refundsSent);
      return found.shows === 'return' ? { found, known: reading } : { found };
    }
    case 'end':
      return { found: { shows: 'end', observed: reading.observed } };
    case 'pending':
      return { found: { shows: 'pending', observed } };
    case 'doubt': {
      const { about, reason } = reading;
      const isAmount = record.amountPaid > ZERO;
      return { found: { shows: 'odd', about, reason, ...(isAmount && { amount: record.amountPaid }) } };
    }
    default:
      return { found: undefined };
  }
}

/** Whether a person concluded that it did not happen. */
export const isDecided = ({ movement }: Charge) => standingOf(movement).by === 'decision';
