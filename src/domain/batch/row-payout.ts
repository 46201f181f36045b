import { type Evidence, isSeen, noEvidence } from '../movement/evidence.js';
import { pack, unpack } from '../movement/packed.js';
import type { Step } from '../movement/pieces.js';
import { standingOf } from '../movement/standing.js';
import type { Kobo } from '../money.js';
import { omitUndefined } from '../omit-undefined.js';
import { type Change, changeOf } from '../payout/change.js';
import type { Payout, UnsentEnd } from '../payout/payout.js';
import { isAuthorising, type Shown } from '../payout/state.js';
import { PAYOUT_VERSIONS } from '../payout/versions.js';
import { type Versioned, within } from '../rules-version.js';
import type { PartRequest, PartRow, RowState } from './part-row.js';
import { without } from '../without.js';
import type { BatchRow } from './row.js';

/*
 * A row of a batch is a payout: its state, whether it is safe to pay again, and what a person must look at follow from its
 * movement by the rules for all payouts. It has no request of its own. Until its record is seen or claimed, what is known of
 * the request of its part is known of the row: that it may have left, that it was refused, or that it is not found.
 */

export const isInRequest = ({ hold, unsent }: PartRow) => hold === undefined && unsent === undefined;

export function payoutOf({ amountKobo }: BatchRow, known: PartRow, request: PartRequest): Payout & Shown {
  const { state, reason = '', record, doubt, claimReads = 0 } = known;
  const shown = { state: state === 'HELD' ? ('PENDING' as const) : state, reason };
  const { count, isOwed } = request.reads;
  const own = {
    movement: movementOf(known, request.movement, amountKobo),
    // answered or not
    reads: { count, ofClaim: claimReads, ...(isOwed && { isOwed }) },
    doubt,
    ...versionIn(request, known),
    ...(record && { record }),
    ...shown,
  };
  if (!isInRequest(known))
    return { ...own, ...concludedOf(known), ...(known.unsent && { unsent: known.unsent }) };
  const { answered, unwanted, since, unsent } = request;
  return {
    ...own,
    ...concludedOf(known.seen ? known : request),
    foreign: known.seen ? known.foreign : request.foreign,
    unwanted,
    ...(answered !== undefined && { answered }),
    ...(since !== undefined && { since }),
    ...(unsent && { unsent }),
  };
}

/** Rows have the version of their part, which its request has or waits for. */
const versionIn = ({ rules, rulesDue = rules }: PartRequest, known: PartRow): Versioned =>
  within({ rules: rulesDue }, known);

const concludedOf = ({ concluded }: Pick<Payout, 'concluded'>) =>
  concluded === undefined ? {} : { concluded };

function movementOf(known: PartRow, request: Evidence, amountKobo: Kobo): Evidence {
  const { horizonMs } = request.terms;
  const terms = { asked: amountKobo, ...(horizonMs !== undefined && { horizonMs }) };
  if (known.seen) return unpack(known.seen, terms);
  return isInRequest(known) ? unseenOf(request, terms) : noEvidence(terms);
}

/** What is known of the request, of one of its rows. That the gateway has the batch shows no row yet. */
function unseenOf(request: Evidence, terms: Evidence['terms']): Evidence {
  const { left, sending, isThere, isRefused, isUnreadable, odd, run, absences, decided, changes } = request;
  const isOdd = request.lastSeen === 'odd';
  return {
    ...noEvidence(terms),
    changes,
    left,
    sending,
    isThere: isThere || (isSeen(request) && !isOdd),
    isRefused,
    isUnreadable,
    absences,
    run: run?.shows === 'absent' || isOdd ? run : undefined,
    ...(isOdd && { lastSeen: 'odd' }),
    odd: odd === undefined ? undefined : terms.asked,
    decided: decided?.says === 'did-not-happen' ? decided : undefined,
  };
}

/**
 * What was seen of a row itself. When its record is first seen, or claimed, it was sent with the request, and no more: what
 * was concluded of the request was not about this record, and that the two speak against each other, the request says.
 */
export function ownMovement(row: BatchRow, known: PartRow, request: PartRequest): Evidence {
  const movement = movementOf(known, request.movement, row.amountKobo);
  if (known.seen) return movement;
  const { terms, left, sending, changes } = movement;
  return { ...noEvidence(terms), left, sending, changes, isThere: left !== undefined };
}

/** A row that an earlier version has ended was not counted. */
export const returnsOf = ({ returned, state }: PartRow) => returned ?? (state === 'REVERSED' ? 1 : 0);

/** The row once more is known of it, and what follows from that. */
export function changeRow(
  row: BatchRow,
  known: PartRow,
  request: PartRequest,
  part: Partial<Payout>,
): { readonly row: PartRow; readonly change: Change } {
  const before = payoutOf(row, known, request);
  const change = changeOf(before, part);
  const { movement, record, doubt, foreign, concluded } = { ...before, ...part };
  const isSeenNow = known.seen !== undefined || part.movement !== undefined;
  const changed = {
    ...known,
    ...(change.due.includes('REVERSED') && { returned: returnsOf(known) + 1 }),
    ...(change.due.includes('conflicting-records') && { contradicted: (known.contradicted ?? 0) + 1 }),
    ...(isSeenNow && { seen: pack(movement), record, doubt, foreign, concluded }),
    ...judgedBy(known, change.part.rules !== undefined),
  };
  return { row: shownAs(omitUndefined(changed), movement, change.shown), change };
}

/**
 * Whether a step of its part is about the row: a part is sent once, and an OTP authorises what waits for it. Neither is about a row
 * that was sent before, and has surely come to nothing.
 */
export function isInStep(row: BatchRow, known: PartRow, request: PartRequest, step: Step): boolean {
  if (!isInRequest(known)) return false;
  const movement = movementOf(known, request.movement, row.amountKobo);
  const isFirst = step === 'request' && movement.left === undefined;
  return isFirst || standingOf(movement).most > 0;
}

/** The row as merchants see it, after its part has changed. */
export function showRow(row: BatchRow, known: PartRow, request: PartRequest): PartRow {
  const payout = payoutOf(row, known, request);
  const { stateOf } = PAYOUT_VERSIONS.of(payout);
  return shownAs(known, payout.movement, stateOf(payout, payout));
}

/** New evidence of the request is new evidence of the rows of which nothing else is known. */
export const afterRequest = (known: PartRow): PartRow =>
  known.rulesDue === undefined || known.seen || !isInRequest(known)
    ? known
    : omitUndefined({ ...known, ...judgedBy(known, true) });

/** A row that was judged anew follows its part again. */
const judgedBy = ({ rulesDue }: Versioned, hasNews: boolean): Versioned =>
  hasNews && rulesDue !== undefined ? { rules: undefined, rulesDue: undefined } : {};

function shownAs(known: PartRow, movement: Evidence, { state, reason }: Shown): PartRow {
  const isHeld = known.hold !== undefined && !known.unsent && standingOf(movement).name === 'unsent';
  const shown: RowState = isHeld ? 'HELD' : asRow(state);
  const why = isHeld ? known.hold : reason;
  if (known.state === shown && (known.reason ?? '') === why) return known;
  return { ...without(known, 'reason'), state: shown, ...(why !== '' && { reason: why }) };
}

function asRow(state: Shown['state']): RowState {
  if (isAuthorising(state)) return 'PENDING';
  switch (state) {
    case 'SUCCESS':
    case 'FAILED':
    case 'EXPIRED':
    case 'REVERSED':
    case 'CANCELLED':
    case 'REFUSED':
      return state;
    default:
      return 'PENDING';
  }
}

/** A row that is excluded ends with its part. */
export const endHeld = (known: PartRow, to: UnsentEnd): PartRow =>
  known.hold === undefined || known.unsent ? known : { ...known, unsent: { to, reason: known.hold } };
