import { atLatest, pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import { boundedEvidence } from '../../../src/domain/lifecycle/review.js';
import { isContinuing, type Pace } from '../run/pace.js';
import { timestamp } from '../run/state.js';
import { failureKind, failureReason } from './failures.js';
import type { Finding, Operation, OperationDeps, OperationStates, Outcome } from './operation.js';
import { type OperationState, without } from './operation-state.js';

const MOST_UNKNOWN = { movesMoney: 2, change: 3 };

/** What a person's word makes of it. One that happened, and cannot be adopted without a read, is checked on. */
export function resolveByDecision<Answer>(
  operation: Operation<Answer>,
  state: OperationState,
  states: OperationStates,
): Outcome<Answer> | undefined {
  const { concluded, firstUnknownAt, startedAt } = state;
  if (!concluded) return undefined;
  if (!concluded.happened) {
    return { kind: 'absent', reason: `a person concluded that it did not happen: ${concluded.reason}` };
  }
  const answer = operation.adopt?.(concluded.gatewayReference);
  if (answer !== undefined) return { kind: 'answered', answer, since: firstUnknownAt ?? startedAt };
  states.set({ ...without(state, 'concluded'), phase: 'check', exists: true });
  return undefined;
}

export async function resolveByCheck<Answer>(
  operation: Operation<Answer>,
  state: OperationState,
  deps: OperationDeps,
): Promise<Outcome<Answer> | undefined> {
  const settings = await deps.settings();
  const since = state.firstUnknownAt ?? state.startedAt;
  const found = await findOut(operation, since, deps.pace);
  // the gateway itself has said that it is there: a read that does not show it lags behind
  const finding: Finding<Answer> =
    state.exists && found.kind === 'absent' ? { ...found, kind: 'undecided' } : found;
  if (finding.kind === 'found') return { kind: 'answered', answer: finding.answer, since };
  // a person has spoken while the gateway was asked, and knows more than a read that shows nothing
  if (deps.states.get(state.key)?.concluded) return undefined;
  const now = Date.now();
  const evidence = boundedEvidence([...state.evidence, { at: timestamp(), observed: finding.observed }]);
  const isSure = now >= (state.lastSentAt ?? since) + settings.propagationMs;
  if (finding.kind === 'absent' && state.lastCheck === 'absent' && isSure) {
    const end = afterAbsence(operation, state, finding.observed);
    if (end) return end;
    deps.states.set({ ...forgetful(state), phase: 'send', checks: 0, nextAt: now, evidence });
    return undefined;
  }
  const isAbsent = finding.kind === 'absent';
  const next: OperationState = {
    ...forgetful(state),
    ...(state.refusal !== undefined && { refusal: state.refusal }),
    checks: state.checks + 1,
    nextAt: isAbsent
      ? // the second look, which proves it: not hours later, and not before it can prove anything
        Math.max(
          now + pauseBefore(settings.recheckScheduleMs, 1),
          (state.lastSentAt ?? since) + settings.propagationMs,
        )
      : atLatest(
          now + pauseBefore(settings.recheckScheduleMs, state.checks + 1),
          state.startedAt + settings.unresolvedAfterMs,
          now,
        ),
    evidence,
    ...(isAbsent && { lastCheck: 'absent' }),
  };
  deps.states.set(next);
  if (now - state.startedAt >= settings.unresolvedAfterMs) deps.onUnresolved(operation, next);
  return undefined;
}

/** What the last check and the last refusal said is over with the next send or check. */
const forgetful = (state: OperationState) => without(state, 'lastCheck', 'refusal');

/** It is proven that nothing came of it: whether it is sent once more. */
function afterAbsence<Answer>(
  operation: Operation<Answer>,
  { unknown, refusal, notAfter }: OperationState,
  observed: string,
): Outcome<Answer> | undefined {
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  const most = operation.movesMoney ? MOST_UNKNOWN.movesMoney : MOST_UNKNOWN.change;
  if (unknown >= most)
    return { kind: 'absent', reason: `sent ${unknown} times without an answer: ${observed}` };
  if (!operation.isWanted()) return { kind: 'not-sent', reason: 'it is not wanted any more' };
  if (notAfter !== undefined && Date.now() >= notAfter)
    return { kind: 'not-sent', reason: `its time was over: ${observed}` };
  return undefined;
}

async function findOut<Answer>(
  operation: Operation<Answer>,
  since: number,
  pace: Pace,
): Promise<Finding<Answer>> {
  try {
    return await pace.call(() => operation.check(since));
  } catch (error) {
    if (isContinuing(error)) throw error;
    // only activities may fail here
    failureKind(error);
    return { kind: 'undecided', observed: `the check failed: ${failureReason(error)}` };
  }
}
