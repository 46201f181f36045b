import { countUnread, type Unread } from '../compare/unread.js';
import { type Kobo, ZERO } from '../money.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';

/**
 * COMPLETED: the listed payments sum to the settlement's total, to the kobo. UNPROVEN: they do not, or the gateway
 * does not list the settlement; a review item says which.
 */
export type SettlementState = 'PENDING' | 'COMPLETED' | 'UNPROVEN';

/**
 * A settlement that was proven stays so; it is proven again with the sums of a listing that has grown since. Another total
 * that the listing does not show is a review item.
 */
export const SETTLEMENT_TRANSITIONS: Transitions<SettlementState> = {
  PENDING: ['COMPLETED', 'UNPROVEN'],
  UNPROVEN: ['COMPLETED'],
  COMPLETED: ['COMPLETED'],
};

/** What the gateway's event says. No read shows the total, so it is proven by the listed payments. */
export interface Announced {
  readonly amountKobo?: Kobo;
  readonly count?: number;
  readonly settledOn?: string;
}

/** The sums of the gateway's listing. The rows, which can be thousands, are never stored. */
export interface Listed {
  readonly count: number;
  /** What payers paid. */
  readonly paidKobo: Kobo;
  /** What the merchant gets of it in this settlement. */
  readonly netKobo: Kobo;
  /** Payments whose share was read one by one: split ones, and those that were settled in parts. */
  readonly byDetail?: number;
  /** Payments that the listing has and does not show: the sums lack them, and prove nothing. */
  readonly unread?: Unread;
  /** When it was read. */
  readonly at: string;
  /** Since when every reading has shown these sums. */
  readonly since?: string;
}

export type Sums = Pick<Listed, 'count' | 'paidKobo' | 'netKobo'>;

/** Why a row does not agree with its lifecycle. */
export type Disagreement =
  /** The lifecycle does not show this payment, or another amount: it was woken to check. */
  | 'not-held'
  /** Oware had not heard of the payment: a lifecycle was started for it. */
  | 'unknown'
  /** No lifecycle takes payments of this kind. */
  | 'not-followed';

export interface RowDifference {
  readonly transactionReference: string;
  readonly amountKobo: Kobo;
  readonly difference: Disagreement;
  /** The lifecycle that was woken. */
  readonly lifecycle?: string;
  readonly reference?: string;
}

/** How the rows compare with their lifecycles. */
export interface Compared {
  readonly count: number;
  /** Rows that their lifecycle shows as paid. */
  readonly held: number;
  /** Lifecycles that were woken, or started, for a row that they do not show. */
  readonly woken: number;
  /** Rows that no lifecycle takes, or from before Oware was switched on. */
  readonly notFollowed: number;
  /** Rows whose lifecycle did not answer, which was woken, and those that the listing did not show. */
  readonly unread?: number;
  /** The first differences. */
  readonly differences: readonly RowDifference[];
}

export interface SettlementSnapshot extends LifecycleSnapshot<SettlementState> {
  readonly lifecycle: 'settlement';
  readonly terms: { readonly reference: string };
  readonly announced?: Announced;
  readonly listed?: Listed;
  readonly compared?: Compared | undefined;
  /** The sums that are proven. */
  readonly proven?: Sums;
  /** How often the merchant was sent other sums after its completion. */
  readonly changes?: number;
  /** The payment that led to it, where its event was lost. */
  readonly foundBy?: string;
}

/** How far the listed payments are from a total. */
export function remainderOf(totalKobo: Kobo, { netKobo }: Pick<Listed, 'netKobo'>): Kobo {
  return Math.abs(totalKobo - netKobo) as Kobo;
}

/** Whether two readings of a listing agree. */
export function isSame(one: Sums | undefined, other: Sums): boolean {
  return one?.count === other.count && one.netKobo === other.netKobo;
}

/** Whether the listing showed every payment that it has. */
export const isWhole = ({ unread = {} }: Pick<Listed, 'unread'>) => countUnread(unread) === 0;

/** A reading, with the time since which the sums are the same, and whole. */
export function withReading(before: Listed | undefined, listed: Listed): Listed {
  const isSteady = before && isWhole(before) && isSame(before, listed);
  return { ...listed, since: isSteady ? (before.since ?? before.at) : listed.at };
}

/** Whether a listing proves a total: what it did not show may be money. Without a total, it no longer grows. */
export function isProof(listed: Listed, total: Kobo | undefined, propagationMs: number): boolean {
  if (!isWhole(listed)) return false;
  return total === undefined ? isSteady(listed, propagationMs) : total === listed.netKobo;
}

/**
 * Without a total, a listing that no longer grows is all there is: two readings agree, far enough apart that the second
 * surely shows what was written before the first.
 */
export function isSteady({ since, at }: Listed, propagationMs: number): boolean {
  return since !== undefined && since !== at && Date.parse(at) - Date.parse(since) >= propagationMs;
}

/** What was compared is another listing where as many payments sum to something else. */
export function comparedWith(
  { listed: before, compared }: Pick<SettlementSnapshot, 'listed' | 'compared'>,
  listed: Listed,
): Compared | undefined {
  return before && !isSame(before, listed) ? undefined : compared;
}

/** Whether every listed payment was compared with its lifecycle. */
export function isCompared(compared: Compared | undefined, { count }: Pick<Listed, 'count'>): boolean {
  return compared?.count === count && (compared.unread ?? 0) === 0;
}

/** What it is worth: the total, or what is listed. */
export function worthOf({ announced, listed }: Pick<SettlementSnapshot, 'announced' | 'listed'>): Kobo {
  return announced?.amountKobo ?? listed?.netKobo ?? ZERO;
}
