import { ApplicationFailure } from '@temporalio/activity';
import { FAILURES, type FailureKind } from '../src/domain/failure.js';
import type { Effect } from '../src/domain/timeouts.js';
import { GatewayError } from '../src/gateway/http/errors.js';

const LATER_MS = 60_000;

/**
 * The one exit: a class does not survive the way to the workflow, the type does. Temporal may repeat only a
 * question; whether a deed is repeated is decided by the story, from the kind.
 */
export function toFailure(error: unknown, effect: Effect): unknown {
  if (error instanceof GatewayError)
    return failure(error.kind, error.message, { effect, details: [error.context] });
  if (effect === 'reads') return error;
  // a bug or a broken promise after the request may have left: what it was proves nothing about the money
  const name = error instanceof Error ? error.name : typeof error;
  return failure('outcome-unknown', `the call ended in ${name}`, { effect, details: [] });
}

interface About {
  readonly effect: Effect;
  readonly details: unknown[];
}

function failure(kind: FailureKind, message: string, { effect, details }: About): ApplicationFailure {
  const { retry } = FAILURES[kind];
  const mayRepeat = effect === 'reads' && (retry === 'soon' || retry === 'later');
  return ApplicationFailure.create({
    type: kind,
    message,
    nonRetryable: !mayRepeat,
    details,
    ...(mayRepeat && retry === 'later' && { nextRetryDelay: LATER_MS }),
  });
}
