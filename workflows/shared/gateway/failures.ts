import { ActivityFailure, ApplicationFailure, CancelledFailure, TimeoutFailure } from '@temporalio/workflow';
import { type FailureKind, isFailureKind } from '../../../src/domain/failure.js';

/**
 * Maps a failed activity to a failure kind. It fails closed: an unknown kind of failure may have had its
 * effect; only a write that no worker picked up surely had none. It rethrows errors of our own code, so that
 * the workflow task fails visibly.
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

/**
 * Whether no worker had started it. A send never ends as cancelled once it has started, but with an answer: so a cancelled
 * one surely did not leave.
 */
export function isNotStarted(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return (
    cause instanceof CancelledFailure ||
    (cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_START')
  );
}

/** The message of a failed activity. */
export function failureReason(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** True when the activity failed with this type. */
export function hasType(error: unknown, type: string): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.type === type;
}
