import { cardOf, isTokenRefused } from '../charge/card.js';
import type { Kobo } from '../money.js';
import type { Due } from '../plan.js';
import { afterLoss, asSentByLostRun, type Loss, LOST, toBeRead } from '../pull/after-loss.js';
import { newAttempt } from '../pull/attempt.js';
import { isUsedElsewhere } from '../used-elsewhere.js';
import { isDecided } from './change-charge.js';
import {
  attemptReference,
  type Charge,
  hasOpenAttempt,
  nextNumber,
  type Period,
  retryAtAfter,
} from './period.js';
import { endOfPeriod, isFinal, isPaused, type SubscriptionSnapshot, WAS_PAUSED } from './subscription.js';

const DAY_MS = 86_400_000;

export interface ChargeRules {
  readonly now: number;
  readonly holidays: readonly string[];
  readonly subscriptionRetryDays: readonly number[];
}

/** A charge that nothing is known of yet. */
export function newCharge(
  place: Pick<Charge, 'key' | 'n' | 'paymentReference' | 'reason'> & Partial<Charge>,
  {
    amountKobo,
    at,
    notAfter = at,
  }: { readonly amountKobo: Kobo; readonly at: number; readonly notAfter?: number },
): Charge {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    ...newAttempt({ asked: amountKobo }),
    state: 'SENDING',
    at: iso(at),
    notAfter: iso(Math.min(notAfter, LAST_MS)),
    ...place,
  };
}

/** The last moment that a date can be. */
const LAST_MS = 8_640_000_000_000_000;

/** For so long at least the first charge of a period may be late. */
const LATE_AT_LEAST_MS = 3 * DAY_MS;

/**
 * Until when a period is charged: until the next one is due. The first charge is made in the first half, or the first three
 * days: two charges within a day look like a mistake.
 */
export function chargedUntil(
  { terms }: Pick<SubscriptionSnapshot, 'terms'>,
  period: Period,
  holidays: readonly string[],
): number {
  const end = endOfPeriod(terms, period.n, new Set(holidays));
  if (wasTried(period)) return end;
  const dueAt = Date.parse(period.dueAt);
  return Math.min(end, dueAt + Math.max(LATE_AT_LEAST_MS, (end - dueAt) / 2));
}

/** The next charge of a period, before it is sent. */
export function nextCharge(
  { terms, cards = 0 }: SubscriptionSnapshot,
  period: Period,
  { now, holidays }: Pick<ChargeRules, 'now' | 'holidays'>,
): Charge | undefined {
  const n = nextNumber(period);
  if (n === undefined) return undefined;
  const paymentReference = attemptReference(terms.reference, period.day, n);
  return newCharge(
    { key: paymentReference, n, paymentReference, reason: 'being sent', card: cards },
    { amountKobo: period.amountKobo, at: now, notAfter: chargedUntil({ terms }, period, holidays) },
  );
}

/**
 * The address that its record should have: that of its card. Of a card that was replaced it is no longer known, nor whose request
 * arrived where one may have left for each.
 */
export function emailOf(
  subscription: SubscriptionSnapshot,
  { card = 0, movement }: Charge,
): string | undefined {
  const { terms, cards = 0 } = subscription;
  const isOfOneCard = card === cards && (cards === 0 || movement.left?.first === undefined);
  return isOfOneCard ? (cardOf(subscription)?.email ?? terms.customer.email) : undefined;
}

/** The period that is to be charged now. Only the last one: what was missed is not charged later. */
export function chargeable(snapshot: SubscriptionSnapshot, now: number): Period | undefined {
  const period = snapshot.periods.at(-1);
  if (period?.state !== 'DUE' || snapshot.state !== 'ACTIVE' || period.dropped !== undefined)
    return undefined;
  if (hasOpenAttempt(period)) return undefined;
  const { attempts, retryAt } = period;
  const isDue = attempts.length === 0 || (retryAt !== undefined && Date.parse(retryAt) <= now);
  return isDue && nextNumber(period) !== undefined ? period : undefined;
}

/** The charge whose end was not reported yet, and what follows from it. */
export interface Ending {
  readonly period: Period;
  readonly charge: Charge;
  /** `failed`: the merchant is sent a webhook. */
  readonly end: 'failed' | 'not-sent';
  /** When the card is charged again; undefined when the period ends. */
  readonly retryAt?: number;
  readonly endsPeriod: boolean;
  /** The gateway no longer takes the card. */
  readonly holds: boolean;
}

/** Charges that ended without money: reported once, with what follows. */
export function endingsOf(snapshot: SubscriptionSnapshot, rules: ChargeRules): readonly Ending[] {
  return snapshot.periods.flatMap((period) => {
    const charge = period.attempts.at(-1);
    if (!charge || charge.reported || period.state !== 'DUE' || charge.reads.isWanted) return [];
    if (charge.state === 'FAILED') return [afterFailure(snapshot, period, { charge, rules })];
    // the loop closes it, with its webhook
    if (charge.state === 'NOT_SENT')
      return [{ period, charge, end: 'not-sent', endsPeriod: false, holds: false }];
    return [];
  });
}

function afterFailure(
  { terms, state, cards = 0, periods }: SubscriptionSnapshot,
  period: Period,
  { charge, rules }: { readonly charge: Charge; readonly rules: ChargeRules },
): Ending {
  const { reason } = charge;
  const { now } = rules;
  const isOldCard = (charge.card ?? 0) !== cards;
  const isRefusedToken = isTokenRefused(reason);
  const holds = isRefusedToken && !isOldCard && !isFinal(state);
  const failures = period.attempts.filter((each) => each.state === 'FAILED').length;
  const days = terms.retryAfterDays ?? rules.subscriptionRetryDays;
  const before = endOfPeriod(terms, period.n, new Set(rules.holidays));
  const planned = retryAtAfter(
    failures,
    days.map((each) => each * DAY_MS),
    { now, before },
  );
  const retryAt = isRefusedToken && isOldCard ? now : planned;
  const isNewest = periods.at(-1)?.n === period.n;
  // no decision charges: that needs a command
  const mayRetry =
    isNewest &&
    !isFinal(state) &&
    period.dropped === undefined &&
    !isUsedElsewhere(reason) &&
    !isDecided(charge) &&
    // without one it does not wait for another card either
    nextNumber(period) !== undefined;
  const isPlanned = mayRetry && !holds && retryAt !== undefined;
  return {
    period,
    charge,
    end: 'failed',
    ...(isPlanned && { retryAt }),
    endsPeriod: !isPlanned && !(mayRetry && holds),
    holds,
  };
}

/** Why a period that waits for no charge ends; undefined while it does not. */
export function whyClosed(
  { terms, periods, state }: SubscriptionSnapshot,
  period: Period,
  { now, holidays }: Pick<ChargeRules, 'now' | 'holidays'>,
): string | undefined {
  if (period.state !== 'DUE' || hasOpenAttempt(period)) return undefined;
  if (isFinal(state)) return `the subscription is ${state}`;
  if (period.dropped !== undefined) return period.dropped;
  if (period.n !== periods.at(-1)?.n) return 'the next period is due';
  if (now >= chargedUntil({ terms }, period, holidays)) return 'its time is over';
  // a person concluded what became of it, or a charge of it is gone for good: nothing is sent without a command
  const last = period.attempts.at(-1);
  const isDropped = last?.state === 'NOT_SENT' && last.reported === true && period.retryAt === undefined;
  if (isDropped) return last.reason;
  return period.lost && isDecided(period.lost) ? period.lost.reason : undefined;
}

/** Whether a charge of the period failed; one that never left was none. */
export const wasTried = ({ attempts }: Period) => attempts.some(({ state }) => state === 'FAILED');

/** Whatever a lost run may have sent of a period, under any of its references. Nothing of it is sent until it is known. */
export function lostCharges({ day, amountKobo }: Pick<Period, 'day' | 'amountKobo'>, now: number): Charge {
  const key = `lost-${day}`;
  const charge = newCharge(
    { key, n: 0, paymentReference: `charges of ${day}`, reason: LOST, notOurs: LOST },
    { amountKobo, at: now },
  );
  return toBeRead(asSentByLostRun(charge, { now, since: now }));
}

/** The period of a due date that a lost run may have charged. What became due while it was paused is not charged later. */
export function lostPeriod(
  { n, day, at }: Due,
  { amountKobo, ...subscription }: Pick<SubscriptionSnapshot, 'amountKobo' | 'paused' | 'doubted'>,
  now: number,
): Period {
  const dueAt = new Date(at).toISOString();
  const charge = lostCharges({ day, amountKobo }, now);
  const dropped = isPaused(subscription) && { dropped: WAS_PAUSED };
  return { n, day, dueAt, amountKobo, state: 'DUE', reason: 'due', attempts: [], lost: charge, ...dropped };
}

/** A known period whose run was lost, with all that is known of it. */
export function periodAfterLoss(period: Period, loss: Loss): Period {
  const known = (charge: Charge) => afterLoss(charge, loss);
  return {
    ...period,
    attempts: period.attempts.map(known),
    ...(period.others && { others: period.others.map(known) }),
    ...(period.lost && { lost: known(period.lost) }),
  };
}

/** The newest one that is known: more of it may have been sent. */
export const newestAfterLoss = (period: Period, loss: Loss): Period => ({
  ...periodAfterLoss(period, loss),
  lost: lostCharges(period, loss.now),
});
