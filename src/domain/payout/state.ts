import { firstLeftOf, hasArrived, isConfirmed } from '../movement/evidence.js';
import { isAwaited } from '../movement/next-read.js';
import { type Standing, standingOf } from '../movement/standing.js';
import { usedElsewhere } from '../used-elsewhere.js';
import type { Payout, PayoutState, Word } from './payout.js';

/** What merchants see of a payout first. */
export interface Shown {
  readonly state: PayoutState;
  readonly reason: string;
}

const AUTHORISING: readonly PayoutState[] = ['PENDING_AUTHORIZATION', 'OTP_EMAIL_DISPATCH_FAILED'];
const ENDS: readonly PayoutState[] = ['SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED', 'REVERSED'];

export const isAuthorising = (state: PayoutState) => AUTHORISING.includes(state);
export const isEnd = (state: PayoutState) => ENDS.includes(state);

/** The state of a payout: a table over its standing. What is doubtful stays as it was shown, with a review item. */
export function stateOf(payout: Payout, before: Shown): Shown {
  const standing = standingOf(payout.movement);
  switch (standing.name) {
    case 'unsent':
      return asUnsent(payout, before);
    case 'unknown':
      return asUnknown(payout);
    case 'waiting':
      // a record that is missing does not take back what it showed
      return payout.movement.lastSeen === 'end' ? asEnding(payout, before) : asRecorded(payout);
    case 'ending':
      return asEnding(payout, before);
    case 'nothing':
      return asNothing(payout, standing);
    case 'moved':
      return { state: 'SUCCESS', reason: reasonOfMoney(payout) };
    case 'returned':
      return { state: 'REVERSED', reason: payout.record?.observed ?? 'the money came back' };
    case 'doubtful':
      return asDoubtful(payout, standing, before);
  }
}

function asUnsent({ unsent, stage, held }: Payout, before: Shown): Shown {
  if (unsent) return { state: unsent.to, reason: unsent.reason };
  if (stage) return { state: stage.to, reason: stage.reason };
  if (held) return { state: 'PENDING', reason: held.because };
  return before.state === 'PENDING' ? before : { state: 'PENDING', reason: 'ready to be sent' };
}

/** It may have been sent: what a second request waits for is no state of its own, unless it is a person. */
function asUnknown({ stage, answered = 'sent to the gateway' }: Payout): Shown {
  if (stage?.to === 'WAITING_FOR_APPROVAL') return { state: stage.to, reason: stage.reason };
  const isMore = stage !== undefined && stage.reason !== answered;
  return { state: 'PENDING', reason: isMore ? `${answered}; before a repeat: ${stage.reason}` : answered };
}

function asRecorded({ record, answered }: Payout): Shown {
  if (record && isAuthorising(record.word)) return { state: record.word, reason: record.observed };
  return { state: 'PENDING', reason: record?.observed ?? answered ?? 'sent to the gateway' };
}

/** An end may be shown when it is first read; a cancel of ours, and a return, count when they are confirmed. */
function asEnding({ record, unwanted, movement }: Payout, before: Shown): Shown {
  if (!record || movement.lastSeen !== 'end') return before;
  const isWithdrawn = record.word === 'EXPIRED' && unwanted !== undefined;
  return isWithdrawn ? before : { state: record.word, reason: record.observed };
}

function asNothing(payout: Payout, { by }: Standing): Shown {
  const { record, unwanted, answered, concluded, foreign } = payout;
  if (foreign !== undefined) return { state: 'REFUSED', reason: usedElsewhere(foreign) };
  switch (by) {
    case 'refusal':
      return { state: 'REFUSED', reason: answered ?? 'the gateway refused it' };
    case 'decision':
      return { state: unwanted === undefined ? 'FAILED' : 'CANCELLED', reason: concluded ?? '' };
    case 'end': {
      const { word, observed }: { word: Word; observed: string } = record ?? { word: 'FAILED', observed: '' };
      // the gateway has no cancel: what is not authorised expires there
      return word === 'EXPIRED' && unwanted !== undefined
        ? { state: 'CANCELLED', reason: unwanted }
        : { state: word, reason: observed };
    }
    default: {
      if (payout.movement.left?.isRefused)
        return { state: 'REFUSED', reason: answered ?? 'the gateway refused it' };
      const reason = 'the gateway has no record of it, a day after it was sent';
      return unwanted === undefined ? { state: 'FAILED', reason } : { state: 'CANCELLED', reason: unwanted };
    }
  }
}

function reasonOfMoney({ record, concluded, movement }: Payout): string {
  return (movement.decided ? concluded : record?.observed) ?? 'the gateway reports SUCCESS';
}

/** A record that is not ours refuses our reference; that it moved our money as well is possible, so it is not safe to repeat. */
function asDoubtful({ foreign, movement }: Payout, { least }: Standing, before: Shown): Shown {
  if (least > 0) return before.state === 'SUCCESS' ? before : { state: 'SUCCESS', reason: before.reason };
  if (foreign !== undefined && movement.left?.count === 0) {
    return { state: 'REFUSED', reason: usedElsewhere(foreign) };
  }
  return before;
}

/** A record of it was read: that the gateway knows the reference, or has another record under it, is not enough. */
export const hasOwnRecord = ({ record }: Pick<Payout, 'record'>) => record !== undefined;

/** Whether its own record waits, and nothing is in doubt. */
export const isKnownToWait = (payout: Pick<Payout, 'record' | 'movement'>) =>
  hasOwnRecord(payout) && standingOf(payout.movement).name === 'waiting';

/** Whether its outcome is known, and no reading is expected to change that. */
export function isSettled({ movement, unsent }: Pick<Payout, 'movement' | 'unsent'>): boolean {
  if (isAwaited(movement)) return false;
  return standingOf(movement).name === 'unsent' ? unsent !== undefined : movement.sending === undefined;
}

/** Whether nothing more is expected of it. */
export const isOver = (payout: Payout) => isSettled(payout) && !payout.reads.isWanted;

/**
 * Whether the same debt may be paid again under another reference: surely no money is out for it. A read that is wanted, or
 * one that can only confirm what is known, changes nothing.
 */
export function isSafeToPayAgain({ movement, unsent }: Payout): boolean {
  const { name, most } = standingOf(movement);
  if (name === 'unsent') return unsent !== undefined;
  return (name === 'nothing' || name === 'returned') && most === 0;
}

/**
 * Whether it is safe to pay again by what was known before a read that is owed, and may say otherwise: nothing says so, and a caller
 * waits for its answer.
 */
export const isSafeUntilRead = (payout: Payout) => payout.reads.isOwed === true && isSafeToPayAgain(payout);

/** What merchants are shown of that. */
export const isShownAsSafe = (payout: Payout) => isSafeToPayAgain(payout) && !isSafeUntilRead(payout);

/**
 * Whether it waits for an OTP that it will not get: it is unwanted, and its record, read after the last one, still waits. After an
 * OTP that was taken, or that a lost run may have submitted, a first reading may be late.
 */
export const isOtpWithheld = ({ unwanted, recovered, movement: { sending, left, run } }: Payout) =>
  unwanted !== undefined &&
  sending === undefined &&
  left?.open !== 'authorise' &&
  run?.shows === 'authorising' &&
  (isConfirmed(run) || !(left?.isTaken === true || recovered !== undefined));

/** Whether its request was made, and what became of it is not known. One that is on its way will be answered. */
export const isUnknown = ({ movement }: Payout) =>
  movement.sending === undefined && standingOf(movement).name === 'unknown';

/** A merchant is sent that nothing is known of a request when that is no longer a matter of moments. */
const UNKNOWN_FOR_MS = 5 * 60_000;

/** Whether the gateway has not said for minutes if it has it. The last read tells how long, also while it is sent again. */
export const isLongUnknown = ({ movement, reads: { lastAt = 0 } }: Pick<Payout, 'movement' | 'reads'>) =>
  standingOf(movement).name === 'unknown' &&
  movement.left !== undefined &&
  lastAt - firstLeftOf(movement.left) >= UNKNOWN_FOR_MS;

/** Whether a caller has an answer: what was sent is there, or its lost reply was looked into once. */
export function isAnswered({ movement, reads }: Payout): boolean {
  if (movement.sending !== undefined || reads.isWanted || standingOf(movement).name === 'unsent')
    return false;
  return hasArrived(movement) || movement.left === undefined || (reads.lastAt ?? 0) >= movement.left.last;
}
