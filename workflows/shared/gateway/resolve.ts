import { atLatest, pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import { boundedEvidence } from '../../../src/domain/lifecycle/review.js';
import { isContinuing, type Pace } from '../run/pace.js';
import { timestamp } from '../run/state.js';
import { failureKind, failureReason } from './failures.js';
import type { Finding, Operation, OperationDeps, OperationStates, Outcome } from './operation.js';
import { type OperationState, without } from './operation-state.js';

/** Sends with unknown outcome. */
const MOST_UNKNOWN = 3;

/**
 * Applies an operator's decision. A write that happened but cannot be adopted without a read is checked
 * further.
 */
export function resolveByDecision<Answer>(
  operation: Operation<Answer>,
  state: OperationState,
  states: OperationStates,
): Outcome<Answer> | undefined {
  const { concluded, firstUnknownAt, startedAt } = state;
  if (!concluded) return undefined;
  if (!concluded.happened) {
    return { kind: 'absent', reason: `an operator concluded that it did not happen: ${concluded.reason}` };
  }
  const answer = operation.adopt?.(concluded.gatewayReference);
  if (answer !== undefined) return { kind: 'answered', answer, since: firstUnknownAt ?? startedAt };
  states.set({ ...without(state, 'concluded'), phase: 'check', exists: true, isOurs: true });
  return undefined;
}

export async function resolveByCheck<Answer>(
  operation: Operation<Answer>,
  state: OperationState,
  deps: OperationDeps,
): Promise<Outcome<Answer> | undefined> {
  const settings = await deps.settings();
  const since = state.firstUnknownAt ?? state.startedAt;
  const found = await checkSafely(operation, since, deps.pace);
  // the gateway itself reported that it exists: a read that does not show it is stale
  const finding: Finding<Answer> =
    state.exists && found.kind === 'absent' ? { ...found, kind: 'undecided' } : found;
  if (finding.kind === 'found' || (finding.kind === 'older' && state.isOurs)) {
    return { kind: 'answered', answer: finding.answer, since };
  }
  // an operator decided during the read, and knows more than a read that shows nothing
  if (deps.states.get(state.key)?.concluded) return undefined;
  const now = Date.now();
  const evidence = boundedEvidence([...state.evidence, { at: timestamp(), observed: finding.observed }]);
  const isSure = now >= (state.lastSentAt ?? since) + settings.propagationMs;
  if (finding.kind === 'absent' && state.lastCheck === 'absent' && isSure) {
    const end = afterAbsence(operation, state, finding.observed);
    if (end) return end;
    deps.states.set({ ...withoutLastResult(state), phase: 'send', checks: 0, nextAt: now, evidence });
    return undefined;
  }
  const isAbsent = finding.kind === 'absent';
  const next: OperationState = {
    ...withoutLastResult(state),
    ...(state.refusal !== undefined && { refusal: state.refusal }),
    checks: state.checks + 1,
    nextAt: isAbsent
      ? // the second check proves the absence: not hours later, and not before the propagation delay has passed
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
  const isForPerson = finding.kind === 'older' || now - state.startedAt >= settings.unresolvedAfterMs;
  if (isForPerson) deps.onUnresolved(operation, next);
  return undefined;
}

/** The next send or check replaces the result of the last check and the last refusal. */
const withoutLastResult = (state: OperationState) => without(state, 'lastCheck', 'refusal');

/** The write is proven absent: returns the outcome, or undefined to send it again. */
function afterAbsence<Answer>(
  operation: Operation<Answer>,
  { unknown, refusal, notAfter }: OperationState,
  observed: string,
): Outcome<Answer> | undefined {
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  if (unknown >= MOST_UNKNOWN)
    return { kind: 'absent', reason: `sent ${unknown} times without a reply: ${observed}` };
  if (!operation.isWanted()) return { kind: 'not-sent', reason: 'no longer needed' };
  if (notAfter !== undefined && Date.now() >= notAfter)
    return { kind: 'not-sent', reason: `the deadline passed: ${observed}` };
  return undefined;
}

async function checkSafely<Answer>(
  operation: Operation<Answer>,
  since: number,
  pace: Pace,
): Promise<Finding<Answer>> {
  try {
    return await pace.call(() => operation.check(since));
  } catch (error) {
    if (isContinuing(error)) throw error;
    // rethrows anything but a failed activity
    failureKind(error);
    return { kind: 'undecided', observed: `the check failed: ${failureReason(error)}` };
  }
}
