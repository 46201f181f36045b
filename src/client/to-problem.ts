import { ServiceError } from '@temporalio/client';
import type { RefusedRetry } from '../domain/batch/retry.js';
import { Problem, type ProblemName, PROBLEMS } from '../requests/problem.js';
import { CursorError, InProgressError, NotFoundError, RefusedError, UnavailableError } from './errors.js';
import { RetryRefusedError } from './retry-batch.js';

/** What an error of the client means to a merchant; undefined for one that is not expected. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof NotFoundError) return new Problem('not-found', error.message);
  if (error instanceof InProgressError) return new Problem('in-progress', error.message);
  if (error instanceof RetryRefusedError) return retryRefused(error);
  if (error instanceof RefusedError) return new Problem(refusedAs(error.reason), error.message, error.more);
  if (error instanceof CursorError) {
    const errors = [{ field: 'cursor', message: error.message }];
    return new Problem('invalid', `cursor: ${error.message}`, { errors });
  }
  if (error instanceof ServiceError || error instanceof UnavailableError) {
    return new Problem('unavailable', 'Outcome unknown. Retry the identical request.');
  }
  return undefined;
}

function refusedAs(reason: string): ProblemName {
  return Object.hasOwn(PROBLEMS, reason) ? (reason as ProblemName) : 'refused';
}

/** A reply lists this many rows, and counts all. */
const LISTED_ROWS = 100;

function retryRefused({ message, rows }: RetryRefusedError): Problem {
  const errors = rows.slice(0, LISTED_ROWS).map((row) => ({
    line: row.n,
    field: 'reference',
    message: whyRefused(row),
  }));
  return new Problem('retry-refused', `${message}.`, { errors, errorCount: rows.length });
}

function whyRefused({ why, earlier = 0, batch }: RefusedRetry): string {
  const place = batch === undefined ? `row ${earlier}` : `row ${earlier} of batch ${batch}`;
  switch (why) {
    case 'not-safe':
      return `repeats ${place}, which is not safe to pay again`;
    case 'payment-of-another':
      return `has the account and amount of ${place}, which has another reference; keep the references of the first batch`;
    case 'not-in-batch':
      return 'is not in the batch that is retried: keep the reference of its row, or pay it in a batch of its own';
  }
}
