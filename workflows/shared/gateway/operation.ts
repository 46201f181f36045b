import { type FailureKind, FAILURES } from '../../../src/domain/failure.js';
import type { Kobo } from '../../../src/domain/money.js';
import { boundedEvidence } from '../../../src/domain/lifecycle/review.js';
import { nextTry, pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../../src/domain/settings.js';
import type { Pace } from '../run/pace.js';
import { isContinuing } from '../run/pace.js';
import { timestamp } from '../run/state.js';
import { failureKind, failureReason } from './failures.js';
import type { OperationState } from './operation-state.js';
import { resolveByCheck, resolveByDecision } from './resolve.js';

/** What a check tells about an operation whose answer was lost. */
export type Finding<Answer> =
  | { readonly kind: 'found'; readonly answer: Answer; readonly observed: string }
  /** The gateway knows nothing of it; believed when it says so twice, the second time after the propagation delay. */
  | { readonly kind: 'absent'; readonly observed: string }
  | { readonly kind: 'undecided'; readonly observed: string };

/** A write that must not repeat. */
export interface Operation<Answer> {
  readonly key: string;
  /** What it does, for people: "Open order-1". */
  readonly summary: string;
  /** Where money moves it is sent at most twice without knowing what became of it; a change three times. */
  readonly movesMoney?: true;
  /** The last moment to send it, in milliseconds since the epoch; where the settings decide, once they are known. */
  readonly notAfter: number | ((settings: Settings) => number);
  readonly atRiskKobo: Kobo;
  /**
   * One attempt. `check-first` as an answer means that only a check can tell what came of it; `exists` that the
   * gateway says it is there already, after an attempt that may have made it.
   */
  send(attempt: Attempt): Promise<Answer | 'check-first' | 'exists'>;
  /** By the same reference; it may have been sent since this moment. */
  check(sentSince: number): Promise<Finding<Answer>>;
  /** False as soon as nobody wants it done any more. */
  isWanted(): boolean;
  /** What a person has concluded: it happened, and the gateway calls it so. */
  adopt?(gatewayReference: string | undefined): Answer | undefined;
  /** States of the lifecycle while it waits: for funds, for a release. */
  onWaiting?(failure: FailureKind, reason: string): void;
}

export interface Attempt {
  /** Whether an earlier one may have had its effect: then what is found may be our own. */
  readonly afterUnknown: boolean;
  readonly notAfter: number;
}

export type Outcome<Answer> =
  /** `since`: the attempt that it may stem from. */
  | { readonly kind: 'answered'; readonly answer: Answer; readonly since: number }
  /** The gateway read it and said no: nothing happened. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Its time was over, or nobody wanted it any more, and it surely had no effect. */
  | { readonly kind: 'not-sent'; readonly reason: string }
  /** Sent as often as is allowed, and proven to have had no effect each time. */
  | { readonly kind: 'absent'; readonly reason: string };

/** Before the settings are known: whoever takes the call up later decides by them that it is too late. */
const FIRST_SEND_WITHIN_MS = 24 * 3_600_000;

export interface OperationDeps {
  readonly pace: Pace;
  /** Read when first needed: an operation that is answered at once needs none. */
  readonly settings: () => Promise<Settings>;
  /** Where its state is kept; what is there already is gone on with. */
  readonly states: OperationStates;
  readonly onUnresolved: (operation: Operation<unknown>, state: OperationState) => void;
  readonly onResolved: (operation: Operation<unknown>) => void;
}

export interface OperationStates {
  readonly get: (key: string) => OperationState | undefined;
  readonly set: (state: OperationState) => void;
  readonly delete: (key: string) => void;
  /** Grows when something has come that is worth a check at once. */
  readonly wakes: () => number;
}

/**
 * Does one thing at the gateway, once. What surely had no effect is repeated by timer, with growing pauses, until
 * it makes no sense any more. What may have had one is checked until the gateway tells, and sent again, under the
 * same reference, only when it was proven absent. After such an attempt a refusal of the next is no proof either.
 * No passing of time turns unknown into failed: a person is told, and the checks go on.
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

/** What a run recovered after a lost one may have done before: it is checked before it is sent. */
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
    evidence: [{ at: timestamp(), observed: 'the run before this one was lost; it may have been sent' }],
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

/** Until it is due, or worth an earlier check: events that come closer together share one. */
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
  const why = isChecking ? `${summary}: check what became of it` : `${summary} again`;
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
  if (!operation.isWanted()) return { kind: 'not-sent', reason: 'it is not wanted any more' };
  const sentAt = Date.now();
  if (state.notAfter !== undefined && sentAt >= state.notAfter) {
    return { kind: 'not-sent', reason: lastReason(state) };
  }
  const afterUnknown = state.firstUnknownAt !== undefined;
  let failure: FailureKind;
  let reason = 'the answer was about something else';
  let exists = state.exists === true;
  try {
    const answer = await pace.call(() =>
      operation.send({ afterUnknown, notAfter: state.notAfter ?? sentAt + FIRST_SEND_WITHIN_MS }),
    );
    if (answer !== 'check-first' && answer !== 'exists') return { kind: 'answered', answer, since: sentAt };
    if (answer === 'exists') {
      exists = true;
      reason = 'the gateway says that it is there already';
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
  return evidence.at(-1)?.observed ?? 'its time was over';
}
