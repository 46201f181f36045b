import type { Readiness } from '../../../activities/readiness.js';
import type { Settings } from '../../../src/config/settings.js';
import type { ReviewKind } from '../../../src/domain/lifecycle/review.js';
import type { Kobo } from '../../../src/domain/money.js';
import { shortHash } from '../../../src/domain/hash.js';
import {
  add,
  isOutdated as isOutdatedReading,
  type MovementTerms,
} from '../../../src/domain/movement/evidence.js';
import { answerOfInterrupted } from '../../../src/domain/movement/interrupted.js';
import { afterRead } from '../../../src/domain/movement/next-read.js';
import type { Piece, Reading, SendAnswer, Shown } from '../../../src/domain/movement/pieces.js';
import { standingOf } from '../../../src/domain/movement/standing.js';
import { unresolvedAt } from '../../../src/domain/payout/items.js';
import { lookAfterRead } from '../../../src/domain/payout/steps.js';
import type { Attempt } from '../../../src/domain/pull/attempt.js';
import { nextStep, type Situation, type Step } from '../../../src/domain/pull/next-step.js';
import { isOver } from '../../../src/domain/pull/state.js';
import { answerOf } from '../gateway/answer-of.js';
import {
  findRecord,
  heldAfter,
  request,
  type Withdrawable,
  type Withdrawing,
} from '../gateway/money-request.js';
import type { Lifecycle } from '../run/lifecycle.js';

/** What was found under a reference; undefined without an answer, and for a reply about something else. */
export type Found =
  | { readonly shows: 'absent' }
  | {
      readonly shows: Exclude<Shown, 'absent' | 'odd'>;
      readonly observed: string;
      readonly amount?: Kobo;
    }
  | {
      readonly shows: 'odd';
      readonly about: ReviewKind;
      readonly reason: string;
      readonly amount?: Kobo;
      /** It is a record under our reference that another system made. */
      readonly isForeign?: true;
    }
  | undefined;

/** The answer to one request. */
export interface PullReply {
  readonly answer: SendAnswer;
  /** The sentence about it. */
  readonly observed: string;
  /** What the reply shows of its record. */
  readonly record?: Found;
  /** The gateway may keep a record of what it refused, which decides. */
  readonly isDoubtful?: true;
}

/** Where one attempt is kept, and how it is sent and found; everything that decides about its money is in `domain/pull`. */
export interface PullPlace extends Withdrawing {
  /** Undefined when it is no longer kept. */
  readonly read: () => Attempt | undefined;
  /** Keeps what is known; state, items and webhooks follow from it. */
  readonly change: (part: Partial<Attempt>) => void;
  /** Grows with every change of anything that decides about it. */
  readonly version: () => number;
  readonly terms: (settings: Settings) => MovementTerms;
  readonly surroundings: () => Pick<Situation, 'startAt' | 'notAfter' | 'against' | 'others' | 'limits'>;
  /** Nothing waits for it, and there are many: it is read seldom, after these pauses. */
  readonly patientMs?: readonly number[];
  /** Pauses between reads while the gateway has it and has not decided. */
  readonly checksMs: (settings: Settings) => readonly number[];
  /** Reads whether operators have paused charges. */
  readonly look: () => Promise<Pick<Readiness, 'paused'>>;
  readonly find: () => Promise<Found>;
  /** One request, until this moment. Only the request itself is within `withdrawable`. */
  readonly send: (notAfter: number, withdrawable: Withdrawable) => Promise<PullReply>;
  /** Reads the record of another attempt of its period, by its number among the others. */
  readonly readOther: (n: number) => Promise<void>;
  /** One read of its record at a time, so that what is known has one order. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

type PullLifecycle = Pick<Lifecycle, 'pace' | 'settings' | 'given' | 'operations'>;

/**
 * Pulls the money of one attempt: asks what comes next, does that, and asks again, until nothing more is expected of it. What
 * comes next is decided by `nextStep` alone; whether money may move, by `whyNotSend` within it, after every wait.
 */
export async function pull(lifecycle: PullLifecycle, place: PullPlace): Promise<void> {
  const { pace, operations } = lifecycle;
  const settings = lifecycle.given() ?? (await lifecycle.settings());
  endInterrupted(place, pace.now());
  let waitedUntil = pace.now();
  const stepNow = (attempt: Attempt) =>
    nextStep(attempt, situationOf(lifecycle, place, { settings, waitedUntil }));
  for (;;) {
    adoptTerms(place, settings);
    const attempt = place.read();
    if (!attempt || isOver(attempt)) return;
    const step = stepNow(attempt);
    switch (step.do) {
      case 'read':
        await readAttempt(lifecycle, place);
        break;
      case 'read-others':
        for (const n of step.others) await place.readOther(n);
        break;
      case 'look':
        await look(lifecycle, place);
        break;
      case 'send':
        await send(lifecycle, place, settings);
        break;
      case 'end':
        place.change({ unsent: { to: step.to, reason: step.reason }, stage: undefined });
        break;
      case 'wait': {
        if (attempt.stage?.reason !== step.stage?.reason) place.change({ stage: step.stage });
        const resumed = operations.resumes();
        await pace.pause(
          step.until,
          step.for,
          isOutdated(place, step, stepNow, () => operations.resumes() > resumed),
        );
        if (operations.resumes() > resumed) place.change({ look: undefined });
        waitedUntil = pace.now();
      }
    }
  }
}

function endInterrupted(place: PullPlace, now: number): void {
  const attempt = place.read();
  const piece = attempt && answerOfInterrupted(attempt.movement, now);
  if (piece) addPiece(place, piece);
}

/** Whether what it waits for has changed. A change that concerns others only leaves its timer as it is. */
function isOutdated(
  place: PullPlace,
  before: Step,
  stepNow: (attempt: Attempt) => Step,
  isResumed: () => boolean,
): () => boolean {
  let seen = place.version();
  return () => {
    if (isResumed()) return true;
    if (place.version() === seen) return false;
    const attempt = place.read();
    // it stays so: a waiter asks again when it wakes
    if (!attempt || isOver(attempt) || !isSame(before, stepNow(attempt))) return true;
    seen = place.version();
    return false;
  };
}

/** A timer that fires too early costs less than another one. */
function isSame(one: Step, other: Step): boolean {
  if (one.do !== 'wait' || other.do !== 'wait' || one.for !== other.for) return false;
  return one.until === other.until || (one.until ?? Infinity) < (other.until ?? Infinity);
}

/** What its kind says of absence and repeats comes from the settings; once something was sent, it stays as it was. */
function adoptTerms(place: PullPlace, settings: Settings): void {
  const movement = place.read()?.movement;
  if (!movement || movement.terms.horizonMs !== undefined) return;
  place.change({
    movement: { ...movement, terms: { ...place.terms(settings), asked: movement.terms.asked } },
  });
}

function situationOf(
  { pace }: PullLifecycle,
  place: PullPlace,
  { settings, waitedUntil }: { readonly settings: Settings; readonly waitedUntil: number },
): Situation {
  const attempt = place.read();
  const isWaiting = attempt !== undefined && standingOf(attempt.movement).name === 'waiting';
  const [graceMs = settings.closingGraceMs, ...checksMs] = place.checksMs(settings);
  return {
    ...place.surroundings(),
    now: pace.now(),
    waitedUntil,
    reading: {
      scheduleMs:
        isWaiting && checksMs.length > 0 ? checksMs : (place.patientMs ?? settings.recheckScheduleMs),
      graceMs,
      expectedFrom: 0,
      safetyMs: [],
      dailyMs: settings.dailyCheckMs,
      unresolvedAt: attempt ? unresolvedAt(attempt, settings, 0) : Infinity,
      isPatient: place.patientMs !== undefined,
    },
    looking: {
      pausedMs: settings.pauseCheckMs,
      shortMs: settings.fundsCheckMs,
      unansweredMs: settings.retryScheduleMs,
    },
  };
}

/** Reads whether operators have paused charges. Unknown is never "not paused": the send waits until the answer is known. */
async function look(lifecycle: PullLifecycle, place: PullPlace): Promise<void> {
  const answer = await answerOf(lifecycle, place.look);
  const at = lifecycle.pace.now();
  const unanswered = (place.read()?.look?.unanswered ?? 0) + 1;
  const paused = answer?.paused && { paused: answer.paused.reason };
  place.change({ look: { at, ...(answer ? paused : { unanswered }) } });
}

/** Adds what was seen of the movement; news begins the schedule of reads anew. */
export function addPiece(place: PullPlace, piece: Piece, part: Partial<Attempt> = {}): void {
  const attempt = place.read();
  if (!attempt) return;
  const { movement, reads } = attempt;
  const after = add(movement, piece);
  const isNews = after.changes !== movement.changes;
  const counted = isNews && piece.kind !== 'reading' ? { ...reads, count: 0 } : reads;
  place.change({ reads: counted, ...part, movement: after });
}

/** Its record is read as soon as possible; what is owed, until it is answered. */
export function wantRead(place: PullPlace, { isOwed = false } = {}): void {
  const attempt = place.read();
  if (!attempt) return;
  place.change({
    reads: { ...attempt.reads, isWanted: true, unanswered: 0, ...(isOwed && { isOwed: true as const }) },
  });
}

/** An event reports money of it: a reason to read, and against every send of its period until a record shows it. */
export function addClaim(place: PullPlace, amount: Kobo, now: number): void {
  const changes = place.read()?.movement.changes;
  addPiece(place, { kind: 'claim', shows: 'money', amount }, { claimedAt: now });
  if (place.read()?.movement.changes !== changes) wantRead(place, { isOwed: true });
}

/** Reads the record by its reference; false without an answer. No answer is no reading. */
export function readAttempt(lifecycle: Pick<PullLifecycle, 'pace'>, place: PullPlace): Promise<boolean> {
  return place.inTurn(async () => {
    const { pace } = lifecycle;
    const askedAt = pace.now();
    const found: Found = await findRecord(pace, place.find);
    return addFound(place, found, { askedAt, answeredAt: pace.now() });
  });
}

/** Adds what a read found; false without an answer. */
export function addFound(place: PullPlace, found: Found, span: Span): boolean {
  const attempt = place.read();
  if (!attempt) return false;
  const { reads, movement, look } = attempt;
  const isClaimed = movement.claimed !== undefined || movement.claimedBack !== undefined;
  const counted = afterRead(reads, { askedAt: span.askedAt, isAnswered: found !== undefined, isClaimed });
  // a pause that began since the look would not be seen before the send
  const seen = { look: lookAfterRead(look) };
  if (!found) {
    place.change({ ...seen, reads: counted });
    return false;
  }
  const isNews = add(movement, toReading(found, span)).changes !== movement.changes;
  addReading(place, found, span, { ...seen, reads: isNews ? { ...counted, count: 1 } : counted });
  return true;
}

export interface Span {
  readonly askedAt: number;
  readonly answeredAt: number;
}

const toReading = (found: NonNullable<Found>, span: Span): Reading => ({
  kind: 'reading',
  shows: found.shows,
  ...span,
  ...('amount' in found && { amount: found.amount }),
  ...(found.shows === 'odd' && { about: shortHash(found.reason) }),
});

function addReading(
  place: PullPlace,
  found: NonNullable<Found>,
  span: Span,
  part: Partial<Attempt> = {},
): void {
  const reading = toReading(found, span);
  const movement = place.read()?.movement;
  const shown = movement && isOutdatedReading(movement, reading) ? {} : recordPart(found);
  addPiece(place, reading, { ...part, ...shown });
}

function recordPart(found: NonNullable<Found>): Partial<Attempt> {
  switch (found.shows) {
    case 'absent':
      return {};
    case 'odd':
      return {
        doubt: { about: found.about, reason: found.reason },
        ...(found.isForeign && { foreign: found.reason }),
      };
    default:
      return { observed: found.observed, doubt: undefined, foreign: undefined };
  }
}

/** One request. From the moment it is scheduled it stands as one that left, until its answer is known. */
async function send({ pace }: PullLifecycle, place: PullPlace, settings: Settings): Promise<void> {
  const askedAt = pace.now();
  const { notAfter } = place.surroundings();
  const reply: PullReply = await request(pace, place, (withdrawable) => {
    const attempt = place.read();
    // one that surely did not leave was not the first
    const isFirst = !attempt || standingOf(attempt.movement).name === 'unsent';
    const since = (isFirst ? undefined : attempt.since) ?? askedAt;
    addPiece(place, { kind: 'sending', step: 'request', askedAt }, { since, stage: undefined });
    return place.send(notAfter, withdrawable);
  });
  const { answer, observed, record } = reply;
  const answeredAt = pace.now();
  addPiece(
    place,
    { kind: 'send', step: 'request', answer, askedAt, answeredAt },
    {
      answered: observed,
      held: heldAfter(place.read()?.held, reply, { now: answeredAt, notAfter, settings }),
    },
  );
  if (record && isProof(record)) addReading(place, record, { askedAt: answeredAt, answeredAt });
  else if (record || answer === 'used' || reply.isDoubtful) {
    wantRead(place, { isOwed: reply.isDoubtful === true });
  }
}

/** The reply to a write proves no failure, and a reply that contradicts the request proves nothing: the record does. */
const isProof = ({ shows }: NonNullable<Found>) => shows === 'pending' || shows === 'money';
