import type { Address } from '../lifecycle/address.js';
import type { Kobo } from '../money.js';
import { ZERO } from '../money.js';
import type { Held, Progress, Row, Source } from './record.js';

/**
 * missing-here: the gateway has money that Oware does not know. missing-there: Oware holds a record that the gateway
 * does not have. amount: the sums differ. late: the gateway knows an outcome that Oware still waits for. state: Oware
 * has another outcome than the gateway.
 */
export const DIFFERENCE_CLASSES = ['missing-here', 'missing-there', 'amount', 'state', 'late'] as const;

export type DifferenceClass = (typeof DIFFERENCE_CLASSES)[number];

export interface Difference {
  readonly class: DifferenceClass;
  readonly source: Source;
  /** What the gateway's record is found by. */
  readonly key: string;
  /** The lifecycle that was woken because of it. */
  readonly at: Address;
  readonly here?: Side;
  readonly there?: Side;
  /** What could be lost or owed. */
  readonly atRiskKobo: Kobo;
  /** A later look has shown both sides equal. */
  readonly resolved?: true;
}

/** One side of a difference. */
export interface Side {
  readonly state: string;
  readonly amountKobo?: Kobo;
}

/** Sources whose records are ours to have: also one without money must be known. */
const MONEY_OUT: readonly Source[] = ['transfers', 'refunds', 'bills', 'paycodes'];

/** A word that Oware does not know says nothing: such a row is unread, not equal. */
export const isReadable = ({ progress }: Row) => progress !== 'unclear';

/** How a row of the gateway differs from what Oware holds of it; undefined when it does not. */
export function classify(row: Row, held: Held | undefined): DifferenceClass | undefined {
  const isOut = MONEY_OUT.includes(row.source);
  if (!held)
    return hasMoney(row.progress) || (isOut && row.progress === 'pending') ? 'missing-here' : undefined;
  if (isAgreed(row.progress, held.progress)) return differsInAmount(row, held) ? 'amount' : undefined;
  // without money there is nothing to tell: an unpaid page expires at its own time on either side
  if (!isOut && !hasMoney(row.progress) && !hasMoney(held.progress)) return undefined;
  return held.progress === 'pending' ? 'late' : 'state';
}

function isAgreed(there: Row['progress'], here: Progress): boolean {
  if (there === here) return true;
  // Oware has refunded it; the gateway lists refunds by themselves
  return here === 'refunded' && there === 'moved';
}

function differsInAmount(row: Row, { amountKobo }: Held): boolean {
  const isKnown = amountKobo !== undefined && row.amountKobo !== undefined;
  return isKnown && hasMoney(row.progress) && amountKobo !== row.amountKobo;
}

export function hasMoney(progress: Row['progress']): boolean {
  return progress === 'moved' || progress === 'returned' || progress === 'refunded';
}

/** Whether the gateway must have a record of it. */
export function isExpectedThere({ progress, isUnlisted }: Held): boolean {
  return progress !== 'unsent' && !isUnlisted;
}

export function sideOf(of: Row | Held): Side {
  const state = 'status' in of ? of.status : of.state;
  return { state, ...(of.amountKobo !== undefined && { amountKobo: of.amountKobo }) };
}

/** The difference of the amounts, or all of it where one side has none. */
export function atRiskIn(row: Row | undefined, held: Held | undefined): Kobo {
  const there = row && hasMoney(row.progress) ? (row.amountKobo ?? ZERO) : ZERO;
  const here = held && hasMoney(held.progress) ? (held.amountKobo ?? there) : ZERO;
  const inFlight = Math.max(row?.amountKobo ?? 0, held?.amountKobo ?? 0);
  const difference = Math.abs(there - here);
  return (difference > 0 ? difference : inFlight) as Kobo;
}
