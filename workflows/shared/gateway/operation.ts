import { type FailureKind, FAILURES } from '../../../src/domain/failure.js';
import type { Kobo } from '../../../src/domain/money.js';
import { boundedEvidence } from '../../../src/domain/lifecycle/review.js';
import { nextTry, pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../../src/config/settings.js';
import type { Pace } from '../run/pace.js';
import { isContinuing } from '../run/pace.js';
import { timestamp } from '../run/state.js';
import { failureKind, failureReason } from './failures.js';
import type { OperationState } from './operation-state.js';
import { resolveByCheck, resolveByDecision } from './resolve.js';

/** The result of a check on an operation whose outcome is unknown. */
export type Finding<Answer> =
  | { readonly kind: 'found'; readonly answer: Answer; readonly observed: string }
  /** It agrees, and was there before: a clock is wrong, or it is not ours. A person says which. */
  | { readonly kind: 'older'; readonly answer: Answer; readonly observed: string }
  /**
   * The gateway has no record of it; believed after two such checks, the second after the propagation delay.
   */
  | { readonly kind: 'absent'; readonly observed: string }
  | { readonly kind: 'undecided'; readonly observed: string };

/** A gateway write that must not repeat. */
export interface Operation<Answer> {
  readonly key: string;
  /** What it does, for activity and timer summaries: "Open order-1". */
  readonly summary: string;
  /**
   * The last moment to send it, in milliseconds since the epoch; a function when it depends on the settings.
   */
  readonly notAfter: number | ((settings: Settings) => number);
  readonly atRiskKobo: Kobo;
  /** Called before every send. A wait postpones the send, for a pause, for funds or for a person. */
  ready?(): Promise<Wait | undefined>;
  /**
   * One attempt. It returns `check-first` when only a check can show the outcome, `exists` when the gateway
   * reports that it already exists after an attempt that may have created it. A `Refused` ends it.
   */
  send(attempt: Attempt): Promise<Answer | 'check-first' | 'exists' | Refused>;
  /** Reads by the same reference; the write may have been sent since this moment. */
  check(sentSince: number): Promise<Finding<Answer>>;
  /** False once the write is no longer needed. */
  isWanted(): boolean;
  /** The answer to use when an operator concluded that the write happened, under this gateway reference. */
  adopt?(gatewayReference: string | undefined): Answer | undefined;
}

/** Why the next send waits: until a moment, in milliseconds since the epoch, or until `wake` holds. */
export interface Wait {
  readonly until: number;
  /** Timer summary. */
  readonly summary: string;
  readonly wake?: () => boolean;
}

/** The gateway refused an attempt. */
export interface Refused {
  readonly refused: string;
}

export interface Attempt {
  /** An earlier attempt may have had its effect: what the gateway has may be our own. */
  readonly afterUnknown: boolean;
  /** An earlier attempt has an unknown outcome, or was proven absent after one. */
  readonly isRepeat: boolean;
  readonly notAfter: number;
}

export type Outcome<Answer> =
  /** `since`: the first attempt that may have caused it. */
  | { readonly kind: 'answered'; readonly answer: Answer; readonly since: number }
  /** The gateway refused it: nothing happened. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It expired or was no longer needed, and surely had no effect. */
  | { readonly kind: 'not-sent'; readonly reason: string }
  /** Sent as often as allowed, and proven to have had no effect each time. */
  | { readonly kind: 'absent'; readonly reason: string };

/**
 * Limit for the first send, before the settings are read: a worker that picks it up later refuses it as too
 * late.
 */
const FIRST_SEND_WITHIN_MS = 24 * 3_600_000;

export interface OperationDeps {
  readonly pace: Pace;
  /** Read when first needed: an operation that is answered at once needs none. */
  readonly settings: () => Promise<Settings>;
  /** Keeps the operation's state; an existing state is resumed. */
  readonly states: OperationStates;
  readonly onUnresolved: (operation: Operation<unknown>, state: OperationState) => void;
  readonly onResolved: (operation: Operation<unknown>) => void;
}

export interface OperationStates {
  readonly get: (key: string) => OperationState | undefined;
  readonly set: (state: OperationState) => void;
  readonly delete: (key: string) => void;
  /** Whether its request is on its way: no decision is taken meanwhile. */
  readonly setOnItsWay: (key: string, isNow: boolean) => void;
  /** Grows with every event that is worth an immediate check. */
  readonly wakes: () => number;
}

/**
 * Runs one gateway write once. It repeats an attempt that surely had no effect, by timer with growing pauses,
 * until `notAfter`. It checks an attempt that may have had an effect until the gateway answers, and sends it
 * again, under the same reference, only when it was proven absent. After such an attempt a refusal of the
 * next one is no proof either. Time alone never turns unknown into failed: it raises a review item and
 * continues to check.
 */
export async function runOperation<Answer>(
  operation: Operation<Answer>,
  deps: OperationDeps,
): Promise<Outcome<Answer>> {
  const { states } = deps;
  const initial = states.get(operation.key) ?? begin(operation, Date.now());
  states.set(initial);
  const current = () => states.get(operation.key) ?? initial;
  const set = (part: Partial<OperationState>) => states.set({ ...current(), ...part });
  for (;;) {
    if (current().nextAt > Date.now()) await waitForTurn(operation, deps, current());
    // not awaited where there is nothing to wait for: every promise in a workflow costs a stack trace
    if (current().phase === 'send' && operation.ready && !isConcluded(states, operation.key)) {
      await waitUntilReady(operation, current(), deps);
    }
    const outcome =
      // last before the send: a person may have decided during any wait, and no decision is followed by a send
      resolveByDecision(operation, current(), states) ??
      (current().phase === 'send'
        ? await sendOnce(operation, current(), { set, deps })
        : await resolveByCheck(operation, current(), deps));
    if (!outcome) continue;
    states.delete(operation.key);
    deps.onResolved(operation);
    return outcome;
  }
}

/** State for an operation that a lost run may have sent: it is checked before it is sent. */
export function sentBefore(key: string, since: number, notAfter: number): OperationState {
  return {
    key,
    startedAt: Date.now(),
    notAfter,
    phase: 'check',
    nextAt: 0,
    harmless: 0,
    unknown: 1,
    firstUnknownAt: since,
    lastSentAt: since,
    checks: 0,
    evidence: [{ at: timestamp(), observed: 'the previous run was lost; it may have sent this' }],
  };
}

function begin({ key, notAfter }: Operation<unknown>, now: number): OperationState {
  return {
    key,
    startedAt: now,
    ...(typeof notAfter === 'number' && { notAfter }),
    phase: 'send',
    nextAt: now,
    harmless: 0,
    unknown: 0,
    checks: 0,
    evidence: [],
  };
}

/**
 * Waits until the next send or check is due, or until an event makes an earlier check worthwhile. Events
 * close together share one check.
 */
async function waitForTurn(
  operation: Operation<unknown>,
  { pace, states, settings }: OperationDeps,
  { key, nextAt, phase, evidence }: OperationState,
): Promise<void> {
  const { summary } = operation;
  const seen = states.wakes();
  const isChecking = phase === 'check';
  const isDecided = () => isConcluded(states, key);
  const isWoken = () => (isChecking ? states.wakes() > seen : !operation.isWanted());
  const why = isChecking ? `${summary}: check the outcome` : `Retry: ${summary}`;
  await pace.pause(nextAt, why, () => isDecided() || isWoken());
  if (!isChecking || isDecided() || Date.now() >= nextAt) return;
  const { checkGapMs } = await settings();
  const lastAt = Date.parse(evidence.at(-1)?.at ?? '') || 0;
  await pace.pause(Math.min(nextAt, lastAt + checkGapMs), why, isDecided);
}

/** Waits until nothing speaks against the send, or it is too late, no longer needed, or a person has decided. */
async function waitUntilReady(
  operation: Operation<unknown>,
  { key, notAfter }: OperationState,
  { pace, states }: OperationDeps,
): Promise<void> {
  const deadline = notAfter ?? Infinity;
  const isMeant = () => operation.isWanted() && !isConcluded(states, key);
  for (;;) {
    const wait = isMeant() ? await operation.ready?.() : undefined;
    if (!wait || Date.now() >= deadline) return;
    await pace.pause(
      Math.min(wait.until, deadline),
      wait.summary,
      () => wait.wake?.() === true || !isMeant(),
    );
  }
}

/** Whether a person has decided what became of it. */
function isConcluded(states: OperationStates, key: string): boolean {
  return states.get(key)?.concluded !== undefined;
}

interface Step {
  readonly set: (part: Partial<OperationState>) => void;
  readonly deps: OperationDeps;
}

async function sendOnce<Answer>(
  operation: Operation<Answer>,
  state: OperationState,
  { set, deps }: Step,
): Promise<Outcome<Answer> | undefined> {
  if (!operation.isWanted()) return { kind: 'not-sent', reason: 'no longer needed' };
  const sentAt = Date.now();
  if (state.notAfter !== undefined && sentAt >= state.notAfter) {
    return { kind: 'not-sent', reason: lastReason(state) };
  }
  const attempt: Attempt = {
    afterUnknown: state.firstUnknownAt !== undefined,
    isRepeat: state.unknown > 0,
    notAfter: state.notAfter ?? sentAt + FIRST_SEND_WITHIN_MS,
  };
  let reply: Reply<Answer>;
  deps.states.setOnItsWay(operation.key, true);
  try {
    reply = toReply(await deps.pace.call(() => operation.send(attempt)));
  } catch (error) {
    if (isContinuing(error)) throw error;
    reply = { kind: 'failed', failure: failureKind(error), reason: failureReason(error) };
  } finally {
    deps.states.setOnItsWay(operation.key, false);
  }
  if (reply.kind === 'answered') return { kind: 'answered', answer: reply.answer, since: sentAt };
  const { reason } = reply;
  const settings = await deps.settings();
  const notAfter = state.notAfter ?? lastMoment(operation, settings);
  const evidence = boundedEvidence([...state.evidence, { at: timestamp(), observed: reason }]);
  const firstUnknownAt = state.firstUnknownAt ?? sentAt;
  const { retry, moneyMayHaveMoved } = FAILURES[reply.failure];
  const isRefused = reply.failure === 'rejected-request';
  if (moneyMayHaveMoved || (isRefused && state.firstUnknownAt !== undefined)) {
    const exists = state.exists ?? reply.exists;
    set({
      phase: 'check',
      notAfter,
      checks: 0,
      lastSentAt: sentAt,
      firstUnknownAt,
      unknown: state.unknown + (moneyMayHaveMoved ? 1 : 0),
      nextAt: Date.now() + pauseBefore(settings.recheckScheduleMs, 0),
      evidence,
      ...(!moneyMayHaveMoved && { refusal: reason }),
      ...(exists && { exists }),
    });
    return undefined;
  }
  if (retry === 'never') return { kind: isRefused ? 'refused' : 'not-sent', reason };
  const nextAt = nextTry(settings.retryScheduleMs, state.harmless, { now: Date.now(), notAfter });
  if (nextAt === undefined) return { kind: 'not-sent', reason };
  set({ notAfter, harmless: state.harmless + 1, nextAt, evidence });
  return undefined;
}

type Reply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | {
      readonly kind: 'failed';
      readonly failure: FailureKind;
      readonly reason: string;
      readonly exists?: true;
    };

function toReply<Answer>(answer: Awaited<ReturnType<Operation<Answer>['send']>>): Reply<Answer> {
  if (answer === 'check-first') {
    return { kind: 'failed', failure: 'outcome-unknown', reason: 'the reply was about something else' };
  }
  if (answer === 'exists') {
    const reason = 'the gateway reports that it already exists';
    return { kind: 'failed', failure: 'outcome-unknown', reason, exists: true };
  }
  if (isRefusal(answer)) {
    return { kind: 'failed', failure: 'rejected-request', reason: answer.refused };
  }
  return { kind: 'answered', answer: answer as Answer };
}

function isRefusal(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'refused' in answer;
}

function lastMoment({ notAfter }: Operation<unknown>, settings: Settings): number {
  return typeof notAfter === 'number' ? notAfter : notAfter(settings);
}

function lastReason({ evidence }: OperationState): string {
  return evidence.at(-1)?.observed ?? 'the deadline passed';
}
