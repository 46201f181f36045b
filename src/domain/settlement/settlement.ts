import { type Kobo, ZERO } from '../money.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';

/**
 * COMPLETED: the listed payments sum to the settlement's total, to the kobo. UNPROVEN: they do not, or the gateway
 * does not list the settlement; a review item says which.
 */
export type SettlementState = 'PENDING' | 'COMPLETED' | 'UNPROVEN';

/** A settlement that was proven stays so: another total that an event announces later is a review item. */
export const SETTLEMENT_TRANSITIONS: Transitions<SettlementState> = {
  PENDING: ['COMPLETED', 'UNPROVEN'],
  UNPROVEN: ['COMPLETED'],
  COMPLETED: [],
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
  /** When it was read. */
  readonly at: string;
}

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
  /** Rows that no lifecycle takes. */
  readonly notFollowed: number;
  /** The first differences. */
  readonly differences: readonly RowDifference[];
}

export interface SettlementSnapshot extends LifecycleSnapshot<SettlementState> {
  readonly lifecycle: 'settlement';
  readonly terms: { readonly reference: string };
  readonly announced?: Announced;
  readonly listed?: Listed;
  readonly compared?: Compared;
  /** The payment that led to it, where its event was lost. */
  readonly foundBy?: string;
}

/** How far the listed payments are from a total. */
export function remainderOf(totalKobo: Kobo, { netKobo }: Pick<Listed, 'netKobo'>): Kobo {
  return Math.abs(totalKobo - netKobo) as Kobo;
}

/** Whether two readings of a listing agree: without a total, a listing that no longer grows is all there is. */
export function isSame(one: Listed | undefined, other: Listed): boolean {
  return one?.count === other.count && one.netKobo === other.netKobo;
}

/** What it is worth: the total, or what is listed. */
export function worthOf({ announced, listed }: Pick<SettlementSnapshot, 'announced' | 'listed'>): Kobo {
  return announced?.amountKobo ?? listed?.netKobo ?? ZERO;
}
