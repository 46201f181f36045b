import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { type FailureKind, isFailureKind } from '../../../src/domain/failure.js';

/**
 * Names a failed activity by the one table of kinds. Fails closed: whatever is not a kind that we know, or a
 * deed that no worker ever took, may have had its effect. Only activities are named so: an error of our own code
 * is thrown again, so that the task fails where everybody sees it.
 */
export function failureKind(error: unknown): FailureKind {
  if (!(error instanceof ActivityFailure)) throw error;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) {
    return cause.timeoutType === 'SCHEDULE_TO_START' ? 'too-late' : 'outcome-unknown';
  }
  if (cause instanceof ApplicationFailure && isFailureKind(cause.type)) return cause.type;
  return 'outcome-unknown';
}

/** The sentence behind a failed activity, for the record of why. */
export function failureReason(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Sending the same again would be answered the same. */
export function isPermanent(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.nonRetryable === true;
}
