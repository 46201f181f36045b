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
  /** A write that moves money has at most two sends with unknown outcome, another write three. */
  readonly movesMoney?: true;
  /**
   * The last moment to send it, in milliseconds since the epoch; a function when it depends on the settings.
   */
  readonly notAfter: number | ((settings: Settings) => number);
  readonly atRiskKobo: Kobo;
  /**
   * One attempt. It returns `check-first` when only a check can show the outcome, and `exists` when the
   * gateway reports that it already exists after an attempt that may have created it.
   */
  send(attempt: Attempt): Promise<Answer | 'check-first' | 'exists'>;
  /** Reads by the same reference; the write may have been sent since this moment. */
  check(sentSince: number): Promise<Finding<Answer>>;
  /** False once the write is no longer needed. */
  isWanted(): boolean;
  /** The answer to use when an operator concluded that the write happened, under this gateway reference. */
  adopt?(gatewayReference: string | undefined): Answer | undefined;
  /** Called while it waits, for funds or for a release. */
  onWaiting?(failure: FailureKind, reason: string): void;
}

export interface Attempt {
  /** An earlier attempt may have had its effect: what the gateway has may be our own. */
  readonly afterUnknown: boolean;
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
    const concluded = resolveByDecision(operation, current(), states);
    const outcome =
      concluded ??
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
  const isConcluded = () => states.get(key)?.concluded !== undefined;
  const isWoken = () => (isChecking ? states.wakes() > seen : !operation.isWanted());
  const why = isChecking ? `${summary}: check the outcome` : `Retry: ${summary}`;
  await pace.pause(nextAt, why, () => isConcluded() || isWoken());
  if (!isChecking || isConcluded() || Date.now() >= nextAt) return;
  const { checkGapMs } = await settings();
  const lastAt = Date.parse(evidence.at(-1)?.at ?? '') || 0;
  await pace.pause(Math.min(nextAt, lastAt + checkGapMs), why, isConcluded);
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
  const { pace } = deps;
  if (!operation.isWanted()) return { kind: 'not-sent', reason: 'no longer needed' };
  const sentAt = Date.now();
  if (state.notAfter !== undefined && sentAt >= state.notAfter) {
    return { kind: 'not-sent', reason: lastReason(state) };
  }
  const afterUnknown = state.firstUnknownAt !== undefined;
  let failure: FailureKind;
  let reason = 'the reply was about something else';
  let exists = state.exists === true;
  try {
    const answer = await pace.call(() =>
      operation.send({ afterUnknown, notAfter: state.notAfter ?? sentAt + FIRST_SEND_WITHIN_MS }),
    );
    if (answer !== 'check-first' && answer !== 'exists') return { kind: 'answered', answer, since: sentAt };
    if (answer === 'exists') {
      exists = true;
      reason = 'the gateway reports that it already exists';
    }
    failure = 'outcome-unknown';
  } catch (error) {
    if (isContinuing(error)) throw error;
    failure = failureKind(error);
    reason = failureReason(error);
  }
  const settings = await deps.settings();
  const notAfter = state.notAfter ?? lastMoment(operation, settings);
  const evidence = boundedEvidence([...state.evidence, { at: timestamp(), observed: reason }]);
  const { retry, moneyMayHaveMoved } = FAILURES[failure];
  if (moneyMayHaveMoved || (afterUnknown && failure === 'rejected-request')) {
    set({
      phase: 'check',
      notAfter,
      checks: 0,
      lastSentAt: sentAt,
      firstUnknownAt: state.firstUnknownAt ?? sentAt,
      unknown: state.unknown + (moneyMayHaveMoved ? 1 : 0),
      nextAt: Date.now() + pauseBefore(settings.recheckScheduleMs, 0),
      evidence,
      ...(!moneyMayHaveMoved && { refusal: reason }),
      ...(exists && { exists: true }),
    });
    return undefined;
  }
  if (failure === 'too-late') return { kind: 'not-sent', reason };
  if (retry === 'never') return { kind: 'refused', reason };
  operation.onWaiting?.(failure, reason);
  const nextAt = nextTry(settings.retryScheduleMs, state.harmless, { now: Date.now(), notAfter });
  if (nextAt === undefined) return { kind: 'not-sent', reason };
  set({ notAfter, harmless: state.harmless + 1, nextAt, evidence });
  return undefined;
}

function lastMoment({ notAfter }: Operation<unknown>, settings: Settings): number {
  return typeof notAfter === 'number' ? notAfter : notAfter(settings);
}

function lastReason({ evidence }: OperationState): string {
  return evidence.at(-1)?.observed ?? 'the deadline passed';
}
