import type { Known } from '../collection/verdict.js';
import type { Kobo } from '../money.js';
import { shortDay } from '../plan.js';
import { originOf } from '../reference.js';

/**
 * One charge of a period. SENDING may have reached the gateway, PENDING has; both count as money until the gateway
 * says otherwise. NOT_SENT surely moved nothing.
 */
export type AttemptState = 'SENDING' | 'PENDING' | 'PAID' | 'FAILED' | 'NOT_SENT' | 'REVERSED' | 'REFUNDED';

export interface Attempt {
  /** Counted from 1. */
  readonly n: number;
  readonly paymentReference: string;
  readonly state: AttemptState;
  readonly reason: string;
  readonly at: string;
  readonly transactionReference?: string;
  /** When the gateway had it. */
  readonly sentAt?: string;
  /** Which card it is of, counted from 0: a replaced card does not put a subscription on hold. */
  readonly card?: number;
  /** The gateway did not say whether a lost run sent it: it is looked for until it does, and never sent. */
  readonly lost?: true;
  /** Its failure was reported, and the retry planned. */
  readonly reported?: true;
  /** What its records have shown. */
  readonly known?: Known;
  /** Money of it that went back to the customer. */
  readonly refundedKobo?: Kobo;
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
  readonly attempts: readonly Attempt[];
  /** When the card is charged again. */
  readonly retryAt?: string;
  /** A lost run may have sent charges of it since then: they are read before they are sent. */
  readonly lostSince?: number;
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

/** Its outcome is not known: no other charge of the period may be sent. */
export function isOpenAttempt({ state }: Attempt): boolean {
  return state === 'SENDING' || state === 'PENDING';
}

export function hasOpenAttempt({ attempts }: Period): boolean {
  return attempts.some(isOpenAttempt);
}

/** Something may still happen to it without a late record. */
export function isOpenPeriod(period: Period): boolean {
  return period.state === 'DUE' || hasOpenAttempt(period);
}

/** The state that a record proves for an attempt; undefined while it proves none. */
export function stateOf(known: Known | undefined): AttemptState | undefined {
  if (known === undefined) return undefined;
  if (known.kind === 'money') return 'PAID';
  return known.kind === 'returned' ? known.to : 'FAILED';
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
