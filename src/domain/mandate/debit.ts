import { digitsOf, HASH_LENGTH, holdsHash, lastHash, shortHash } from '../hash.js';
import { isItemAbout, type ReviewItem } from '../lifecycle/review.js';
import type { Transitions } from '../lifecycle/transitions.js';
import { type Kobo, totalOf, ZERO } from '../money.js';
import { standingOf } from '../movement/standing.js';
import { isDay } from '../calendar.js';
import { shortDay } from '../plan.js';
import type { Attempt, AttemptState } from '../pull/attempt.js';
import { isOver, isUnsent, isWithoutMoney } from '../pull/state.js';
import { originOf } from '../reference.js';

export { isEnd as isEnded, isOver, isUnsent, isWithoutMoney } from '../pull/state.js';

/** PENDING: to be sent or, with `sentAt`, under way at the gateway. */
export type DebitState = Exclude<AttemptState, 'REVERSED'>;

const ALL = ['PENDING', 'PAUSED', 'PAID', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'] as const;

/** Any may follow any: the state derives from what is known. */
export const DEBIT_TRANSITIONS: Transitions<DebitState> = {
  PENDING: ALL,
  PAUSED: ALL,
  PAID: ALL,
  FAILED: ALL,
  EXPIRED: ALL,
  CANCELLED: ALL,
  REFUSED: ALL,
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

/** One debit of the customer's account. Its state and its webhooks follow from what is known of it. */
export interface Debit extends Attempt {
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
  /** When the gateway had it, as far as Oware knows. */
  readonly sentAt?: string;
  readonly transactionReference?: string;
  /** It was not requested here, as far as Oware knows; the gateway's record shows it. */
  readonly unexpected?: true | undefined;
  /** A lost run or an event says that it may exist; nothing else does. It counts, and is not listed. */
  readonly isPossible?: true | undefined;
  /** Its failure was confirmed, and nothing that is shown has taken it back. */
  readonly isFailureProven?: true | undefined;
  /** How often each webhook about it was due: the id of a webhook counts them. */
  readonly due?: Readonly<Record<string, number>>;
}

/**
 * The debit on demand under this reference of the merchant. It follows from that alone: a run that has lost its memory sends
 * a repeat under the same reference, which the gateway knows.
 */
export function demandReference(owner: string, ownReference: string): string {
  return `${owner}--d${digitsOf(ownReference)}`;
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

/** The other attempts of its due date. */
export function othersOf(debits: readonly Debit[], { day, reference }: Debit): readonly Debit[] {
  return day === undefined ? [] : debits.filter((each) => each.day === day && each.reference !== reference);
}

/** What decides whether a debit may be repeated: all debits of the mandate, and its review items. */
export interface DebitsInReview {
  readonly debits: readonly Debit[];
  readonly review: readonly ReviewItem[];
}

/**
 * Whether the merchant may debit the same again: no attempt of the due date has money, or can still get some, none is left
 * to be sent, and no review item is open about one of them.
 */
export function isSafeToDebitAgain(debit: Debit, { debits, review }: DebitsInReview): boolean {
  return [debit, ...othersOf(debits, debit)].every(
    (each) => isWithoutMoney(each) && !review.some((item) => isItemAbout(item, each.reference)),
  );
}

/** Sums of the debits that are no longer listed, and of what an operator stated after a recovery. */
export interface PackedDebits {
  readonly count: number;
  readonly sumKobo: Kobo;
  /** What may have been debited. */
  readonly mostKobo: Kobo;
}

export const NO_DEBITS: PackedDebits = { count: 0, sumKobo: ZERO, mostKobo: ZERO };

/** What counts against the lifetime amount: whatever was or may be debited. */
export function countedKobo(debits: readonly Debit[], packed: PackedDebits = NO_DEBITS): Kobo {
  return totalOf(packed.mostKobo, ...debits.map(mostOf));
}

/** What may be debited by it; one that waits to be sent counts in full. */
const mostOf = (debit: Debit): Kobo => (isUnsent(debit) ? debit.amountKobo : standingOf(debit.movement).most);

/** What was debited for sure. */
export function debitedOf(debits: readonly Debit[], packed: PackedDebits = NO_DEBITS) {
  const least = debits.map(({ movement }) => standingOf(movement).least).filter((amount) => amount > 0);
  return { count: packed.count + least.length, sumKobo: totalOf(packed.sumKobo, ...least) };
}

/** The sums with those of debits that are not listed from now on. */
export const packedWith = (packed: PackedDebits | undefined, gone: readonly Debit[]): PackedDebits => ({
  ...debitedOf(gone, packed),
  mostKobo: countedKobo(gone, packed),
});

/** Debits whose outcome is certain are listed up to this number. */
export const ENDED_KEPT = 50;
/** One mandate has no more debits on demand: every reference is remembered, so that none is used twice. */
export const MOST_DEMANDS = 5_000;

/** Debits of one mandate that may be open at a time: all of them are carried from run to run. */
export const MOST_OPEN = 100;

/** Debits that may exist without being known here, by events or after a loss: more are counted together. */
export const MOST_POSSIBLE = 350;

export interface KeptDebits {
  readonly debits: readonly Debit[];
  readonly forgotten: string;
  readonly packed: PackedDebits;
}

/**
 * Keeps every open debit, every attempt of an open due date, and the newest others; of the rest only hashes of their
 * references, and sums. One that only might have existed is not kept once it is known that it did not.
 */
export function keepDebits(
  debits: readonly Debit[],
  { forgotten, packed }: Pick<KeptDebits, 'forgotten' | 'packed'>,
  now: number,
): KeptDebits {
  const never = debits.filter((debit) => debit.isPossible && isWithoutMoney(debit));
  const open = new Set(debits.filter((debit) => isDateOpen(debit, now)).map(({ day }) => day));
  const over = debits.filter((debit) => isOver(debit) && (debit.day === undefined || !open.has(debit.day)));
  const dropped = new Set([...never, ...over.slice(0, Math.max(over.length - ENDED_KEPT, 0))]);
  if (dropped.size === 0) return { debits, forgotten, packed };
  const hashes = [...dropped].flatMap((debit) => [
    shortHash(debit.reference),
    ...(isWithoutMoney(debit) ? [unpaidHash(debit.reference)] : []),
    ...(debit.ownReference === undefined ? [] : [ownHash(debit.ownReference)]),
  ]);
  const gone = [...dropped];
  return {
    debits: debits.filter((debit) => !dropped.has(debit)),
    forgotten: (forgotten + hashes.join('')).slice(-HASHES_KEPT * HASH_LENGTH),
    packed: packedWith(packed, gone),
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
  return holdsHash(forgotten, shortHash(reference));
}

/** Whether it was without money when it was listed last: an event may have listed it again, and shown it as paid. */
export function wasForgottenUnpaid(forgotten: string, reference: string): boolean {
  return lastHash(forgotten, unpaidHash(reference)) > lastHash(forgotten, shortHash(reference));
}

/** The same, by the merchant's own reference. */
export function wasOwnForgotten(forgotten: string, ownReference: string): boolean {
  return holdsHash(forgotten, ownHash(ownReference));
}

/**
 * Whether an event took the reference of a due date before it was due, and it turned out that it has no money. The reference is not
 * used again: nothing can be sent on that date.
 */
export function isTakenInVain(
  { debits, forgotten = '' }: { readonly debits: readonly Debit[]; readonly forgotten?: string },
  reference: string,
): boolean {
  const known = debits.find((debit) => debit.reference === reference);
  return known ? isWithoutMoney(known) : wasForgottenUnpaid(forgotten, reference);
}
