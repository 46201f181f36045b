import { HASH_LENGTH, shortHash } from '../hash.js';
import { isItemAbout, type ReviewItem } from '../lifecycle/review.js';
import type { Transitions } from '../lifecycle/transitions.js';
import { type Kobo, totalOf } from '../money.js';
import { isDay } from '../calendar.js';
import { shortDay } from '../plan.js';
import { originOf } from '../reference.js';
import { isUsedElsewhere } from '../used-elsewhere.js';

/** PENDING: to be sent or, with `sentAt`, under way at the gateway. */
export type DebitState = 'PENDING' | 'PAUSED' | 'PAID' | 'FAILED' | 'EXPIRED' | 'CANCELLED' | 'REFUSED';

const ENDS = ['PAID', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'] as const;

/** Whatever was believed, money that moved is reported. A record that shows a debit under way takes its failure back. */
export const DEBIT_TRANSITIONS: Transitions<DebitState> = {
  PENDING: ['PAUSED', ...ENDS],
  PAUSED: ['PENDING', ...ENDS],
  PAID: [],
  FAILED: ['PENDING', 'PAID'],
  EXPIRED: ['PAID'],
  CANCELLED: ['PAID'],
  REFUSED: ['PAID'],
};

/** A debit that the merchant asks for. */
export interface DebitRequest {
  /** The merchant's own reference: a repeat is recognised by it. */
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** What the customer reads; the description of the mandate unless given. */
  readonly narration?: string;
  /** Differs between repeats: it tells which of them came first. */
  readonly requestId?: string;
}

/** One debit of the customer's account. */
export interface Debit {
  /** The reference at the gateway. */
  readonly reference: string;
  /** The merchant's own reference of a debit on demand. */
  readonly ownReference?: string;
  /** The due day of the plan, and which attempt of it this is. */
  readonly day?: string;
  readonly attempt?: number;
  readonly amountKobo: Kobo;
  readonly narration: string;
  readonly state: DebitState;
  readonly reason: string;
  readonly requestedAt: string;
  /** Not sent before. */
  readonly dueAt: string;
  /** Not sent after. */
  readonly notAfter: string;
  readonly sentAt?: string;
  readonly transactionReference?: string;
  /** When its status is read next, and how often it was read. */
  readonly nextCheckAt?: string;
  readonly checks?: number;
  readonly failedAt?: string;
  /** A second read, minutes later, showed the failure too. */
  readonly failedTwice?: true;
  /** How often a record showed it under way after a failure. */
  readonly reopened?: number;
  /** An operator concluded what the gateway never reported. */
  readonly concluded?: true;
  /** An event reported money of it that no record has shown. Only such a record or a person's decision ends that. */
  readonly claimed?: true;
  /** A lost run may have sent other attempts of its due date, and not all of them were read yet. */
  readonly unread?: true;
  /** It was not requested here, as far as Oware knows; the gateway's record shows it. */
  readonly foreign?: true;
}

/** Debit number n on demand. */
export function demandReference(owner: string, n: number): string {
  return `${owner}--d${n}`;
}

/** An attempt, counted from 1, of the debit that is due on a day. */
export function plannedReference(owner: string, day: string, attempt: number): string {
  return `${owner}--d${shortDay(day)}.${attempt}`;
}

/** The due day and the number of the attempt with this reference; undefined when it is none of this mandate. */
export function plannedAttempt(
  owner: string,
  reference: string,
): Required<Pick<Debit, 'day' | 'attempt'>> | undefined {
  const origin = originOf(reference);
  const [, year, month, date, number] = /^(\d\d)(\d\d)(\d\d)\.(\d+)$/.exec(origin.ordinal ?? '') ?? [];
  const [day, attempt] = [`20${year}-${month}-${date}`, Number(number)];
  return isDay(day) && plannedReference(owner, day, attempt) === reference ? { day, attempt } : undefined;
}

export function isEnded(state: DebitState): boolean {
  return ENDS.some((each) => each === state);
}

/** Whether nothing more is expected; a failure is read a second time before it counts. */
export function isOver({ state, failedTwice, concluded }: Debit): boolean {
  if (state === 'FAILED') return failedTwice === true || concluded === true;
  return isEnded(state);
}

/** It was sent, and its outcome is not certain. */
export function isAwaited(debit: Debit): boolean {
  return !isOver(debit) && (debit.sentAt !== undefined || debit.failedAt !== undefined);
}

/** Nothing was sent, as far as Oware knows, and it has not ended. */
export function isUnsent({ sentAt, state }: Debit): boolean {
  return sentAt === undefined && !isEnded(state);
}

/** Whether no money of it was or can be moved, so that it may be debited again. */
export function isWithoutMoney(debit: Debit): boolean {
  return isOver(debit) && debit.state !== 'PAID';
}

/** What decides whether a debit may be repeated: all debits of the mandate, and its review items. */
export interface DebitsInReview {
  readonly debits: readonly Debit[];
  readonly review: readonly ReviewItem[];
}

/**
 * Whether the merchant may debit the same again: no attempt of the due date has money, or can still get some, and no
 * event, unread attempt or review item leaves that open.
 */
export function isSafeToDebitAgain(debit: Debit, { debits, review }: DebitsInReview): boolean {
  const { day } = debit;
  const others = day === undefined ? [] : debits.filter((other) => other.day === day);
  return [debit, ...others].every(
    (each) =>
      isWithoutMoney(each) &&
      !each.claimed &&
      !each.unread &&
      !isUsedElsewhere(each.reason) &&
      !review.some((item) => isItemAbout(item, each.reference)),
  );
}

/** What counts against the lifetime amount: paid, under way and unknown debits. */
export function countedKobo(debits: readonly Debit[], { sumKobo }: { readonly sumKobo: Kobo }): Kobo {
  const open = debits.filter((debit) => debit.state !== 'PAID' && !isWithoutMoney(debit));
  return totalOf(sumKobo, ...open.map(({ amountKobo }) => amountKobo));
}

/** Debits whose outcome is certain are listed up to this number. */
export const ENDED_KEPT = 50;
/** One mandate has no more debits on demand: every reference is remembered, so that none is used twice. */
export const MOST_DEMANDS = 5_000;

/** Debits of one mandate that may be open at a time: all of them are carried from run to run. */
export const MOST_OPEN = 100;

export interface KeptDebits {
  readonly debits: readonly Debit[];
  readonly forgotten: string;
}

/**
 * Keeps every open debit, every attempt of an open due date, and the newest others; of the rest only hashes of their
 * references.
 */
export function keepDebits(debits: readonly Debit[], forgotten: string, now: number): KeptDebits {
  const open = new Set(debits.filter((debit) => isDateOpen(debit, now)).map(({ day }) => day));
  const over = debits.filter((debit) => isOver(debit) && (debit.day === undefined || !open.has(debit.day)));
  const dropped = new Set(over.slice(0, Math.max(over.length - ENDED_KEPT, 0)));
  if (dropped.size === 0) return { debits, forgotten };
  const hashes = [...dropped].flatMap(({ reference, ownReference, state }) => [
    shortHash(reference),
    ...(state === 'PAID' ? [] : [unpaidHash(reference)]),
    ...(ownReference === undefined ? [] : [ownHash(ownReference)]),
  ]);
  return {
    debits: debits.filter((debit) => !dropped.has(debit)),
    forgotten: (forgotten + hashes.join('')).slice(-HASHES_KEPT * HASH_LENGTH),
  };
}

/** Whether another attempt of its due date may move money. */
function isDateOpen(debit: Debit, now: number): boolean {
  return debit.day !== undefined && (!isOver(debit) || now < Date.parse(debit.notAfter));
}

/** Three for each debit on demand, and room for years of planned ones. */
const HASHES_KEPT = 3 * MOST_DEMANDS + 3_000;

const unpaidHash = (reference: string) => shortHash(`unpaid:${reference}`);

const ownHash = (ownReference: string) => shortHash(`own:${ownReference}`);

/** Whether a debit with this reference at the gateway is no longer listed. */
export function wasForgotten(forgotten: string, reference: string): boolean {
  return holds(forgotten, shortHash(reference));
}

/** Whether it was without money when it was listed last. */
export function wasForgottenUnpaid(forgotten: string, reference: string): boolean {
  return holds(forgotten, unpaidHash(reference));
}

/** The same, by the merchant's own reference. */
export function wasOwnForgotten(forgotten: string, ownReference: string): boolean {
  return holds(forgotten, ownHash(ownReference));
}

function holds(hashes: string, hash: string): boolean {
  for (let at = hashes.indexOf(hash); at >= 0; at = hashes.indexOf(hash, at + 1)) {
    if (at % HASH_LENGTH === 0) return true;
  }
  return false;
}
