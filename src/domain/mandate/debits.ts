import { inWords } from '../lifecycle/webhook.js';
import { type Kobo, showNaira, ZERO } from '../money.js';
import { isSeen } from '../movement/evidence.js';
import { rest } from '../movement/amounts.js';
import { standingOf } from '../movement/standing.js';
import { type AttemptState, newAttempt, type Shown } from '../pull/attempt.js';
import type { Other } from '../pull/next-step.js';
import { UNKNOWN } from '../payout/webhooks-due.js';
import { isEnd, isLongUnknown, isProvenFailure } from '../pull/state.js';
import { PULL_VERSIONS } from '../pull/versions.js';
import { type Versioned, within } from '../rules-version.js';
import { without } from '../without.js';
import {
  countedKobo,
  type Debit,
  debitedOf,
  type DebitsInReview,
  type DebitState,
  isSafeToDebitAgain,
  othersOf,
  plannedReference,
  wasForgotten,
} from './debit.js';
import type { MandateSnapshot, MandateTerms } from './mandate.js';

const nameOf = ({ reference, day, attempt = 1 }: Debit) =>
  day === undefined ? `debit ${reference}` : `attempt ${attempt} of ${day}`;

/** The other attempts of its due date, with the names that people read. */
export const othersIn = (debits: readonly Debit[], debit: Debit): readonly Other[] =>
  othersOf(debits, debit).map((other) => ({ ...other, name: nameOf(other) }));

/** All attempts of the due date of a debit: what changes of one of them concerns the others. */
const periodOf = (debits: readonly Debit[], debit: Debit): readonly Debit[] =>
  debits.filter((each) => each.reference === debit.reference || othersOf([each], debit).length > 0);

/** The debits of a mandate with what is shown of each attempt of a due date, as far as it follows from what is known. */
export function withShown(mandate: Versioned, debits: readonly Debit[], reference: string): readonly Debit[] {
  const changed = debits.find((each) => each.reference === reference);
  const period = changed ? periodOf(debits, changed) : [];
  return debits.map((debit) => (period.includes(debit) ? shownNow(mandate, debits, debit) : debit));
}

/** What a version of the rules shows of a debit. */
export function shownBy(by: Versioned, debits: readonly Debit[], debit: Debit): Shown {
  const paid = othersIn(debits, debit).find(({ movement }) => standingOf(movement).least > 0);
  return PULL_VERSIONS.of(by).stateOf(debit, debit, paid && `${paid.name} was paid`);
}

function shownNow(mandate: Versioned, debits: readonly Debit[], debit: Debit): Debit {
  const { state, reason } = shownBy(within(mandate, debit), debits, debit);
  const isThere = isSeen(debit.movement) || debit.movement.decided?.says === 'happened';
  const isFound = debit.isPossible === true && isThere;
  const isAsked = debit.day !== undefined || debit.ownReference !== undefined;
  return {
    ...debit,
    // no word of a debit's record means that the money went back
    state: state === 'REVERSED' ? 'PAID' : (state satisfies DebitState),
    reason,
    isFailureProven: isFailureProven(debit, state),
    ...(isFound && { isPossible: undefined, ...(!isAsked && { unexpected: true }) }),
  };
}

/** Until money, or a record that shows it under way. */
function isFailureProven(debit: Debit, state: AttemptState): true | undefined {
  const isShown = state === 'FAILED' && (debit.isFailureProven === true || isProvenFailure(debit));
  return isShown ? true : undefined;
}

/** What can still be debited; undefined for a mandate without a lifetime amount. */
export function remainingKobo({
  terms,
  debits,
  packed,
}: Pick<MandateSnapshot, 'terms' | 'debits' | 'packed'>): Kobo | undefined {
  const { amountKobo } = terms;
  return amountKobo === undefined ? undefined : rest(amountKobo, countedKobo(debits, packed));
}

/** A debit that waits to be sent. */
export function newDebit(
  place: Pick<
    Debit,
    | 'reference'
    | 'ownReference'
    | 'day'
    | 'attempt'
    | 'amountKobo'
    | 'narration'
    | 'requestedAt'
    | 'dueAt'
    | 'notAfter'
  >,
  reason: string,
): Debit {
  return { ...newAttempt({ asked: place.amountKobo }), ...place, state: 'PENDING', reason };
}

export type PlannedPlace = Required<Pick<Debit, 'day' | 'attempt' | 'dueAt' | 'notAfter'>>;

/** An attempt of the plan. */
export function attemptOf(terms: MandateTerms, place: PlannedPlace, requestedAt: string): Debit {
  const amountKobo = terms.debitAmountKobo ?? terms.plan?.amountKobo ?? ZERO;
  const reference = plannedReference(terms.reference, place.day, place.attempt);
  const asked = { ...place, reference, amountKobo, narration: terms.description, requestedAt };
  return newDebit(asked, `due on ${place.day}`);
}

/**
 * An attempt of the plan; one that the mandate's amount surely does not cover is refused at once. One that it may not cover
 * waits until it is known what became of other debits.
 */
export function plannedOf(
  mandate: Pick<MandateSnapshot, 'terms' | 'debits' | 'packed'>,
  place: PlannedPlace,
  requestedAt: string,
): Debit {
  const debit = attemptOf(mandate.terms, place, requestedAt);
  const { terms, debits, packed } = mandate;
  if (terms.amountKobo === undefined) return debit;
  const left = rest(terms.amountKobo, debitedOf(debits, packed).sumKobo);
  if (debit.amountKobo <= left) return debit;
  const reason = `${showNaira(left)} of the mandate's amount is left`;
  return { ...debit, state: 'REFUSED', reason, unsent: { to: 'REFUSED', reason } };
}

/**
 * The next attempt after one that is proven to have failed, if the plan has another and time is left; undefined when there is
 * none, and after a person concluded that it failed: then nothing is sent without a request.
 */
export function retryOf(
  mandate: Pick<MandateSnapshot, 'terms' | 'debits' | 'packed' | 'forgotten'>,
  reference: string,
  { now, retryMs }: { readonly now: number; readonly retryMs: number },
): Debit | undefined {
  const { terms, debits, forgotten = '' } = mandate;
  const debit = debits.find((each) => each.reference === reference);
  const { day, attempt = 1 } = debit ?? {};
  if (!debit || day === undefined || attempt >= (terms.plan?.attempts ?? 1) || !isProvenFailure(debit)) {
    return undefined;
  }
  const next = plannedReference(terms.reference, day, attempt + 1);
  if (debits.some((each) => each.reference === next) || wasForgotten(forgotten, next)) return undefined;
  // another attempt of the date has money, or may have
  if (othersOf(debits, debit).some(({ movement }) => standingOf(movement).most > 0)) return undefined;
  const dueAt = failedAt(debit, now) + retryMs;
  const notAfter = Date.parse(debit.notAfter);
  if (dueAt >= notAfter || now >= notAfter) return undefined;
  const place = {
    day,
    attempt: attempt + 1,
    dueAt: new Date(dueAt).toISOString(),
    notAfter: debit.notAfter,
  };
  return plannedOf(mandate, place, new Date(now).toISOString());
}

/** When its failure was first seen. */
const failedAt = ({ movement: { run } }: Debit, now: number) => (run?.shows === 'end' ? run.since : now);

/** What the merchant is sent about a debit: `mandate.debit-<type>`, or `mandate.conflicting-records`. */
export interface DebitNews {
  readonly reference: string;
  readonly type: string;
}

export const CONFLICT = 'conflicting-records';

/** Whether it takes back what the merchant may have believed of the money. */
export const isWarning = (type: string) => WARNINGS.includes(type);

const WARNINGS: readonly string[] = [CONFLICT, UNKNOWN, 'reversed', 'pending'];

/** Whether the gateway shows money of a debit whose failure was confirmed. */
export function isPaidAfterFailure(was: Debit | undefined, now: Debit): boolean {
  return was?.isFailureProven === true && standingOf(now.movement).least > 0;
}

/**
 * What the merchant is sent when the debits of a due date change: a function of what was shown and what is shown, whatever
 * caused it.
 */
export function webhooksDue(
  before: DebitsInReview,
  after: DebitsInReview,
  reference: string,
): readonly DebitNews[] {
  // one that did not exist is no longer kept, which concerns the others
  const changed = [...after.debits, ...before.debits].find((each) => each.reference === reference);
  const listed = changed ? periodOf(after.debits, changed).filter(({ isPossible }) => !isPossible) : [];
  const was = ({ reference: name }: Debit) =>
    before.debits.find((each) => each.reference === name && !each.isPossible);
  const wasSafe = (debit: Debit) => {
    const earlier = was(debit);
    return earlier !== undefined && isSentAsSafe(earlier, before);
  };
  const isSafe = (debit: Debit) => isSentAsSafe(debit, after);
  const changes = listed.flatMap((debit) => stateNews(was(debit), debit));
  const isReported = changes.some(({ type }) => type !== CONFLICT);
  const shaken = isReported ? undefined : listed.findLast((debit) => wasSafe(debit) && !isSafe(debit));
  const freed = listed.findLast(
    (debit) => debit.state === 'FAILED' && was(debit)?.state === 'FAILED' && !wasSafe(debit) && isSafe(debit),
  );
  // an end that is safe at once says so itself
  const isSaid = listed.some((debit) => isSafe(debit) && was(debit)?.state !== debit.state);
  return [
    ...(shaken && !changes.some(({ type }) => type === CONFLICT)
      ? [{ reference: shaken.reference, type: CONFLICT }]
      : []),
    ...changes,
    ...(freed && !isSaid ? [{ reference: freed.reference, type: 'safe-to-repeat' }] : []),
  ];
}

/** What the merchant was sent: that a record is read once more, as after a lost run, takes nothing back and confirms nothing. */
function isSentAsSafe(debit: Debit, { debits, review }: DebitsInReview): boolean {
  const asRead = debits.map((each) => ({ ...each, reads: without(each.reads, 'isWanted') }));
  const known = asRead.find(({ reference }) => reference === debit.reference);
  return known !== undefined && isEnd(known.state) && isSafeToDebitAgain(known, { debits: asRead, review });
}

function stateNews(was: Debit | undefined, now: Debit): readonly DebitNews[] {
  const { reference, state, unexpected } = now;
  const conflict = isPaidAfterFailure(was, now) ? [{ reference, type: CONFLICT }] : [];
  const isNew = was?.state !== state;
  const isTakenBack = state === 'PENDING' && was !== undefined && isEnd(was.state);
  const isFound = was === undefined && unexpected === true;
  const isUnknown = isLongUnknown(now) && !(was && isLongUnknown(was));
  const known = [...conflict, ...(isUnknown ? [{ reference, type: UNKNOWN }] : [])];
  if (!isNew || !(isEnd(state) || isTakenBack || isFound)) return known;
  return [...known, { reference, type: unexpected ? 'unexpected' : inWords(state) }];
}
