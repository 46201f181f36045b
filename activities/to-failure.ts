import { ApplicationFailure } from '@temporalio/activity';
import { FAILURES, type FailureKind } from '../src/domain/failure.js';
import type { Effect } from '../src/domain/timeouts.js';
import { GatewayError } from '../src/gateway/http/errors.js';

const RETRY_LATER_MS = 60_000;

/**
 * Converts every error of a gateway activity: an error class does not reach the workflow, the failure type does.
 * Temporal may retry only reads; for a write the workflow decides, from the failure type.
 */
export function toFailure(error: unknown, effect: Effect): unknown {
  if (error instanceof GatewayError)
    return failure(error.kind, error.message, { effect, details: [error.context] });
  if (effect === 'reads') return error;
  // an unexpected error after the request may have been sent: it proves nothing about the money
  const name = error instanceof Error ? error.name : typeof error;
  return failure('outcome-unknown', `Unexpected ${name} during the call`, { effect, details: [] });
}

interface FailureOptions {
  readonly effect: Effect;
  readonly details: unknown[];
}

function failure(
  kind: FailureKind,
  message: string,
  { effect, details }: FailureOptions,
): ApplicationFailure {
  const { retry } = FAILURES[kind];
  const mayRepeat = effect === 'reads' && (retry === 'soon' || retry === 'later');
  return ApplicationFailure.create({
    type: kind,
    message,
    nonRetryable: !mayRepeat,
    details,
    ...(mayRepeat && retry === 'later' && { nextRetryDelay: RETRY_LATER_MS }),
  });
}
