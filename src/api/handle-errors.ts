import { ServiceError } from '@temporalio/client';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { NotFoundError, RefusedError, StillWorkingError, UnavailableError } from '../client/errors.js';
import type { ApiLog } from './app.js';
import { Problem, type ProblemName, PROBLEMS, sendProblem } from './problem.js';
import { factsOf } from './request-log.js';

/** The one place where an error becomes a reply. What we did not foresee is logged, and never shown. */
export function handleErrors(log: ApiLog): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const problem = toProblem(error);
    const facts = factsOf(response);
    if (problem.problem === 'internal') log.error({ ...facts, err: error }, 'a request failed');
    if (problem.problem === 'unavailable') log.warn({ ...facts, err: error }, 'Temporal cannot be reached');
    if (response.headersSent) {
      next(error);
      return;
    }
    if (!request.complete) leaveBody(request, response);
    sendProblem(response, problem);
  };
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof NotFoundError) return new Problem('not-found', error.message);
  if (error instanceof StillWorkingError) return new Problem('in-progress', error.message);
  if (error instanceof RefusedError) return new Problem(refusedAs(error.reason), error.message);
  if (error instanceof ServiceError || error instanceof UnavailableError) {
    return new Problem('unavailable', 'Outcome unknown. Retry the identical request.');
  }
  return (
    fromBodyParser(error) ?? new Problem('internal', 'The error was logged. Retry the identical request.')
  );
}

function refusedAs(reason: string): ProblemName {
  return Object.hasOwn(PROBLEMS, reason) ? (reason as ProblemName) : 'refused';
}

/** express marks what is wrong with a body by a type of its own. */
function fromBodyParser(error: unknown): Problem | undefined {
  if (error instanceof URIError) return new Problem('invalid', 'the path is not encoded rightly');
  if (!(error instanceof Error) || !('type' in error)) return undefined;
  switch (error.type) {
    case 'entity.too.large':
      return new Problem('too-large', 'the body is over the limit');
    case 'entity.parse.failed':
      return new Problem('invalid', 'the body is not valid JSON');
    case 'encoding.unsupported':
      return new Problem('encoded-body', 'send the body without a Content-Encoding');
    case 'charset.unsupported':
      return new Problem('wrong-content-type', 'the body must be JSON in UTF-8');
    case 'request.aborted':
    case 'request.size.invalid':
      return new Problem('broken-body', 'the connection ended before the body');
    default:
      return undefined;
  }
}

const SMALL_BYTES = 64 * 1024;
const MOMENT_MS = 1_000;

/**
 * The rest of a body that is refused is not waited for. Its sender has a moment to hear the answer, then the connection
 * ends; meanwhile a small body is taken off the wire, a large one is not.
 */
function leaveBody(request: Request, response: Response): void {
  const isSmall = Number(request.get('content-length')) <= SMALL_BYTES;
  // a request that was never read is emptied by Node.js once it is answered, however large it is
  if (!isSmall) request.read(0);
  response.once('finish', () => {
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, MOMENT_MS).unref();
  });
}
