import { ServiceError } from '@temporalio/client';
import type { ErrorRequestHandler } from 'express';
import { NotFoundError, RefusedError, StillWorkingError, UnavailableError } from '../client/errors.js';
import type { ApiLog } from './app.js';
import { Problem, type ProblemName, PROBLEMS, sendProblem } from './problem.js';

/** The one place where an error becomes a reply. What we did not foresee is logged, and never shown. */
export function handleErrors(log: ApiLog): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const problem = toProblem(error);
    if (problem.problem === 'internal') log.error({ err: error, path: request.path }, 'a request failed');
    if (problem.problem === 'unavailable') log.warn({ err: error }, 'Temporal cannot be reached');
    if (response.headersSent) next(error);
    else sendProblem(response, problem);
  };
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof NotFoundError) return new Problem('not-found', error.message);
  if (error instanceof StillWorkingError) return new Problem('still-working', error.message);
  if (error instanceof RefusedError) return new Problem(refusedAs(error.reason), error.message);
  if (error instanceof ServiceError || error instanceof UnavailableError) {
    return new Problem(
      'unavailable',
      'the request may or may not have been taken in; send it again as it is',
    );
  }
  return (
    fromBodyParser(error) ?? new Problem('internal', 'the error was logged; send the same request again')
  );
}

function refusedAs(reason: string): ProblemName {
  return Object.hasOwn(PROBLEMS, reason) ? (reason as ProblemName) : 'refused';
}

/** express marks what is wrong with a body by a type of its own. */
function fromBodyParser(error: unknown): Problem | undefined {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return new Problem('too-large', 'the body is over the limit');
  if (type === 'entity.parse.failed') return new Problem('invalid', 'the body is not valid JSON');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new Problem('wrong-content-type', 'the body must be JSON in UTF-8');
  }
  if (error instanceof URIError) return new Problem('invalid', 'the path is not encoded rightly');
  return undefined;
}
