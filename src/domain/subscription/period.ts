import type { Known } from '../collection/verdict.js';
import type { RefundEndedEvent } from '../lifecycle/events/refund-ended.js';
import { HASH_LENGTH, shortHash } from '../hash.js';
import { type Kobo, ZERO } from '../money.js';
import { standingOf } from '../movement/standing.js';
import { shortDay } from '../plan.js';
import type { Attempt } from '../pull/attempt.js';
import type { Other } from '../pull/next-step.js';
import { isOver } from '../pull/state.js';
import { originOf } from '../reference.js';
import { without } from '../without.js';

/**
 * What is shown of a charge. SENDING may have reached the gateway, PENDING has; both count as money until the gateway says
 * otherwise. NOT_SENT surely moved nothing.
 */
export type ChargeState = 'SENDING' | 'PENDING' | 'PAID' | 'FAILED' | 'NOT_SENT' | 'REVERSED' | 'REFUNDED';

/** One charge of a period. Its state and its webhooks follow from what is known of it. */
export interface Charge extends Attempt {
  /** Its name here: its own reference; of another transaction under such a reference, that of the transaction. */
  readonly key: string;
  /** Counted from 1. */
  readonly n: number;
  readonly paymentReference: string;
  readonly state: ChargeState;
  readonly reason: string;
  readonly at: string;
  /** Not sent after. */
  readonly notAfter: string;
  readonly transactionReference?: string;
  /** When the gateway had it. */
  readonly sentAt?: string;
  /** Which card it is of, counted from 0: a replaced card does not put a subscription on hold. */
  readonly card?: number;
  /** Its end was reported, and the retry planned. */
  readonly reported?: true;
  /** The money that its record showed, or took back. */
  readonly known?: Known;
  /** Money of it that went back to the customer, and the order of the report that says so. */
  readonly refundedKobo?: Kobo;
  readonly refundsOrder?: readonly [epoch: number, sequence: number];
  /** Oware did not send it, as far as it knows; an event named it. */
  readonly unexpected?: true;
  /** How often each webhook about it was due: the id of a webhook counts them. */
  readonly due?: Readonly<Record<string, number>>;
}

/** DUE waits for its charge or for a retry; the others are ends, which a late record can still change. */
export type PeriodState = 'DUE' | 'PAID' | 'FAILED' | 'MISSED' | 'REVERSED' | 'REFUNDED';

/** One due date of the plan. */
export interface Period {
  /** Number of the due date in the plan, counted from 0. */
  readonly n: number;
  readonly day: string;
  readonly dueAt: string;
  /** The amount when it became due: an amendment holds from the next period. */
  readonly amountKobo: Kobo;
  readonly state: PeriodState;
  readonly reason: string;
  readonly attempts: readonly Charge[];
  /** Transactions under a reference of this period that are not its own charges. */
  readonly others?: readonly Charge[];
  /** Whatever a lost run may have sent of it, under any of its references that is not listed: they are read together. */
  readonly lost?: Charge;
  /** When the card is charged again. */
  readonly retryAt?: string;
  /** Why nothing more of it is charged, also after a resume. */
  readonly dropped?: string;
}

/** As many charges as a period can have: retries and replaced cards. */
export const MOST_ATTEMPTS = 9;

/** Attempt n of the period of a day. */
export function attemptReference(owner: string, day: string, n: number): string {
  return `${owner}--s${shortDay(day)}.${n}`;
}

/** The number of the next charge of a period; undefined when it can have no further one. Lost ones leave gaps. */
export function nextNumber({ attempts }: Pick<Period, 'attempts'>): number | undefined {
  const next = (attempts.at(-1)?.n ?? 0) + 1;
  return next <= MOST_ATTEMPTS ? next : undefined;
}

/** The numbers of charges that a lost run may have sent without their being listed. */
export function unlistedNumbers({ attempts }: Pick<Period, 'attempts'>): readonly number[] {
  const numbers = Array.from({ length: MOST_ATTEMPTS }, (_, index) => index + 1);
  return numbers.filter((n) => !attempts.some((each) => each.n === n));
}

/** The day and number that such a reference names, the day as 260131; undefined when it is no charge of this owner. */
export function attemptIn(
  owner: string,
  paymentReference: string,
): { readonly day: string; readonly n: number } | undefined {
  const origin = originOf(paymentReference);
  const [day, n] = (origin.ordinal ?? '').split('.');
  if (origin.owner !== owner || origin.kind !== 'subscription-charge' || !day || !n) return undefined;
  return { day, n: Number(n) };
}

/** Everything that may have moved money for a period: all of it together is paid once. */
export const movementsOf = ({ attempts, others = [], lost }: Period): readonly Charge[] => [
  ...attempts,
  ...others,
  ...(lost ? [lost] : []),
];

/** What people call a charge. */
export const nameOf = ({ key, paymentReference, transactionReference }: Charge): string =>
  key === transactionReference ? transactionReference : paymentReference;

/** The other movements of its period, with the names that people read. */
export const othersIn = (period: Period, key: string): readonly Other[] =>
  movementsOf(period)
    .filter((each) => each.key !== key)
    .map((each) => ({ ...each, name: nameOf(each) }));

/** What is proven to have moved by it. */
export const leastOf = ({ movement }: Charge): Kobo => standingOf(movement).least;

/** Whether something of the period may still move money: no other charge of it may be sent. */
export const hasOpenAttempt = (period: Period): boolean => movementsOf(period).some((each) => !isOver(each));

/** Something may still happen to it without a late record. */
export function isOpenPeriod(period: Period): boolean {
  return period.state === 'DUE' || hasOpenAttempt(period);
}

/** Of a period that is not the newest: what is over needs no more than its evidence. */
export function packed(period: Period): Period {
  return {
    ...period,
    attempts: period.attempts.map((charge) => (isOver(charge) ? withoutRest(charge) : charge)),
  };
}

function withoutRest(charge: Charge): Charge {
  const rest = without(charge, 'look', 'held', 'stage', 'since', 'answered', 'known');
  const { known } = charge;
  // what was paid is in the evidence; by what word it went back is not
  return { ...rest, ...(known?.kind === 'returned' && { known }) };
}

/** What was paid by a charge, also if it went back since; undefined where nothing was. */
export function paidOf({ known, movement }: Charge): Kobo | undefined {
  if (known !== undefined && known.kind !== 'end') return known.paid.amountKobo;
  return movement.proven > ZERO ? movement.proven : undefined;
}

/** What all refunds of a charge have returned, as they reported it last: one that had completed may have failed after all. */
export function refundedOf(
  { refundsOrder: [epoch, sequence] = [0, -1] }: Charge,
  { refundedKobo, order = [0, refundedKobo] }: Pick<RefundEndedEvent, 'refundedKobo' | 'order'>,
): Pick<Charge, 'refundedKobo' | 'refundsOrder'> {
  const isNewer = order[0] > epoch || (order[0] === epoch && order[1] > sequence);
  return isNewer ? { refundedKobo, refundsOrder: order } : {};
}

/** How many transactions are remembered after their periods left the list: more than ten years of days. */
const FORGOTTEN_KEPT = 4_000;

/** The transactions that are remembered, with those of periods that leave the list. */
export function forgottenWith(forgotten: string | undefined, gone: readonly Period[]): string | undefined {
  const paid = gone.flatMap(movementsOf).filter((charge) => leastOf(charge) > 0);
  const hashes = paid.map(({ key, transactionReference = key }) => shortHash(transactionReference));
  return hashes.length === 0
    ? forgotten
    : `${forgotten ?? ''}${hashes.join('')}`.slice(-FORGOTTEN_KEPT * HASH_LENGTH);
}

/** When the card is charged again after its nth failure; undefined when it is not, or not before the next period. */
export function retryAtAfter(
  failures: number,
  retryAfterMs: readonly number[],
  { now, before }: { readonly now: number; readonly before: number },
): number | undefined {
  const pause = retryAfterMs[failures - 1];
  const at = pause === undefined ? undefined : now + pause;
  return at !== undefined && at < before ? at : undefined;
}
