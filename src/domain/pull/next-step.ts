import { earliest, pauseBefore } from '../lifecycle/schedule.js';
import { type Kobo, totalOf } from '../money.js';
import { type Limit, type SendQuestion, whyNotSend, type WhyNot } from '../movement/may-send.js';
import { nextReadAt, type ReadRules } from '../movement/next-read.js';
import { standingOf } from '../movement/standing.js';
import {
  end,
  type End,
  isLastLook,
  isRepeatable,
  lookAgainAt,
  lookNow,
  type LookRules,
  wait,
  type Waiting,
  waitForRead,
} from '../payout/steps.js';
import type { Attempt } from './attempt.js';
import { isOver } from './state.js';

/** What an attempt does next. */
export type Step =
  | { readonly do: 'read' }
  /** Reads these other attempts of its period first. */
  | { readonly do: 'read-others'; readonly others: readonly number[] }
  /** Reads whether operators have paused sends. */
  | { readonly do: 'look' }
  | { readonly do: 'send' }
  | End
  | Waiting;

/** A reason against a send, which only its own cause lifts. */
export interface Against {
  readonly reason: string;
  /** It does not go: what waits is dropped. */
  readonly isLasting?: true;
}

/** Another attempt of the same period, and how people call it. */
export interface Other extends Attempt {
  readonly name: string;
}

/** Everything beside the attempt itself that decides what it does next. */
export interface Situation {
  readonly now: number;
  /** When the last wait ended: what was looked at or read before is not fresh. */
  readonly waitedUntil: number;
  /** When it is sent at the earliest, and at the latest. */
  readonly startAt: number;
  readonly notAfter: number;
  readonly reading: ReadRules;
  readonly looking: LookRules;
  readonly against: readonly Against[];
  readonly others: readonly Other[];
  readonly limits: readonly PullLimit[];
}

export interface PullLimit extends Limit {
  /** What has surely moved of it. */
  readonly proven: Kobo;
}

/** How soon other attempts are read again that may have money, or whose records were not answered: seldom where nothing changes. */
const READ_AGAIN_MS = [5, 10, 20, 60].map((minutes) => minutes * 60_000);

/** One answer to "what now?", for every attempt at every moment. Whether money may move, `whyNotSend` alone decides. */
export function nextStep(attempt: Attempt, situation: Situation): Step {
  const { movement, reads, unsent } = attempt;
  const readAt = nextReadAt(movement, reads, situation.reading);
  if (readAt !== undefined && readAt <= situation.now) return { do: 'read' };
  // what is owed is answered before anything else: it may have been sent
  if (reads.isWanted && reads.isOwed) return waitForRead(readAt);
  if (unsent || isOver(attempt)) return waitForRead(readAt);
  const why = whyNotSend(questionOf(attempt, situation));
  const isUnsent = standingOf(movement).name === 'unsent';
  if (!isUnsent && (attempt.notOurs !== undefined || !isRepeatable(why))) return waitForRead(readAt);
  const step = prepare(attempt, situation) ?? stepOf(why, situation);
  // the gateway did not answer: the schedule says when it is read again
  const isReadInVain = step.do === 'read' && (reads.lastAt ?? -Infinity) >= situation.waitedUntil;
  // what may have left does not end because it is not sent again
  if (isReadInVain || (step.do === 'end' && !isUnsent)) return waitForRead(readAt);
  return step.do === 'wait' ? { ...step, until: earliest(step.until, readAt) } : step;
}

function questionOf(attempt: Attempt, situation: Situation): SendQuestion {
  const { movement, look, held } = attempt;
  const { now, waitedUntil, notAfter, startAt, against, others, limits } = situation;
  return {
    step: 'request',
    now,
    waitedUntil,
    notAfter,
    against: [
      ...against.map(({ reason }) => reason),
      ...(attempt.notOurs === undefined ? [] : ['not ours']),
      ...(now < startAt ? ['not due'] : []),
      ...(held && now < held.until ? ['held'] : []),
      ...(look?.paused === undefined ? [] : ['paused']),
    ],
    isApproved: true,
    checkedAt: isLastLook(attempt, situation) && !look?.unanswered ? look?.at : undefined,
    movement,
    others: others.map((other) => other.movement),
    obligation: movement.terms.asked,
    limits,
  };
}

/** What comes before the send, and last what may change by the minute. Undefined when nothing is left to do. */
function prepare(attempt: Attempt, situation: Situation): Step | undefined {
  const { now, startAt, notAfter, against, others } = situation;
  if (attempt.notOurs !== undefined) return end('CANCELLED', attempt.notOurs);
  const lasting = against.find(({ isLasting }) => isLasting);
  if (lasting) return end('CANCELLED', lasting.reason);
  const paid = others.find(({ movement }) => standingOf(movement).least > 0);
  if (paid) return end('CANCELLED', `${paid.name} was paid`);
  const settled = others.find(({ movement }) => isSettled(movement));
  if (settled) {
    return end('CANCELLED', `${settled.name} was concluded by a person or went back; request it again`);
  }
  if (now >= notAfter) return end('EXPIRED', `not sent in time: ${whyLate(attempt, situation)}`);
  if (now < startAt) return wait(startAt, 'Wait until it is due');
  const [first] = against;
  if (first) return wait(notAfter, `Wait: ${first.reason}`);
  const { held } = attempt;
  if (held && now < held.until) return wait(held.until, `Retry: ${held.because}`);
  const tight = tightLimit(attempt, situation);
  if (tight) return tight.isSure ? end('REFUSED', tight.reason) : wait(notAfter, `Wait: ${tight.reason}`);
  const unread = others.flatMap((other, n) => (isUnread(other, situation) ? [n] : []));
  if (unread.length > 0) return { do: 'read-others', others: unread };
  // while another may have money there is nothing to look at
  return mayBesides(others) ? lookFirst(attempt, situation) : undefined;
}

/** What is unknown of other debits may turn out to leave room. */
function tightLimit(
  { movement: { terms } }: Attempt,
  { limits }: Pick<Situation, 'limits'>,
): { readonly reason: string; readonly isSure: boolean } | undefined {
  const tight = limits.find(({ cap, taken }) => totalOf(taken, terms.asked) > cap);
  if (!tight) return undefined;
  const isSure = totalOf(tight.proven, terms.asked) > tight.cap;
  return { reason: `above ${tight.name}${isSure ? '' : ', as far as other outcomes are unknown'}`, isSure };
}

/** All others that may ever have left are read once after each wait, and before the look: that must be the last. */
function isUnread(other: Other, { waitedUntil }: Situation): boolean {
  if (other.movement.sending !== undefined || !mayHaveLeft(other)) return false;
  return (other.reads.lastAt ?? -Infinity) < waitedUntil;
}

const mayHaveLeft = ({ movement }: Other) => standingOf(movement).name !== 'unsent';

function isSettled(movement: Attempt['movement']): boolean {
  const { name, by } = standingOf(movement);
  return name === 'returned' || by === 'decision';
}

const mayBesides = (others: readonly Other[]) =>
  others.every(({ movement }) => standingOf(movement).most === 0);

/** Reads what is paused, unless that was just read. */
function lookFirst(attempt: Attempt, situation: Situation): Step | undefined {
  const look = lookNow(attempt, situation);
  if (!look) return { do: 'look' };
  if (look.unanswered) return wait(lookAgainAt(look, situation), 'Retry: read what is paused');
  if (look.paused === undefined) return undefined;
  const reason = `an operator has paused charges: ${look.paused}`;
  return wait(lookAgainAt(look, situation), `Paused: ${look.paused}`, { to: 'PAUSED', reason });
}

function stepOf(why: WhyNot | undefined, situation: Situation): Step {
  switch (why?.because) {
    case undefined:
      return { do: 'send' };
    case 'not-fresh':
      return why.isOwn ? { do: 'read' } : waitForOthers(situation);
    case 'over-limit':
      return end('REFUSED', `above ${why.limit}`);
    default:
      return waitForOthers(situation);
  }
}

/** They were read, and the answer does not let it be sent. What changes one of them wakes it. */
function waitForOthers({ now, notAfter, others }: Situation): Step {
  // in a row without news, of the one that had some last
  const counts = others.filter(mayHaveLeft).map(({ reads }) => reads.count);
  const pause = pauseBefore(READ_AGAIN_MS, counts.length === 0 ? 0 : Math.max(Math.min(...counts) - 1, 0));
  return wait(Math.min(now + pause, notAfter), 'Wait for the outcome of another attempt');
}

function whyLate(attempt: Attempt, situation: Situation): string {
  const { stage, held } = attempt;
  const waitedFor = stage?.reason ?? held?.because ?? situation.against[0]?.reason;
  return waitedFor ?? tightLimit(attempt, situation)?.reason ?? 'the deadline passed';
}

/** Why a request that no worker has started yet must not leave; undefined while nothing speaks against it. */
export function whyWithdrawn(
  attempt: Attempt,
  { against, others, limits }: Pick<Situation, 'against' | 'others' | 'limits'>,
): string | undefined {
  const [first] = against;
  if (first) return first.reason;
  if (standingOf(attempt.movement).name === 'doubtful') return 'an event reports money of it';
  const other = others.find((each) => standingOf(each.movement).most > 0);
  return other ? `${other.name} may have money` : tightLimit(attempt, { limits })?.reason;
}
