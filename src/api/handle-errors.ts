import type { ErrorRequestHandler, Request, Response } from 'express';
import { toProblem } from '../client/to-problem.js';
import { invalid } from '../requests/parse.js';
import { Problem } from '../requests/problem.js';
import type { ApiLog } from './log.js';
import { logContextOf } from './request-log.js';
import { sendProblem } from './send-problem.js';

/** Converts every error into a reply. Unexpected errors are logged and never shown. */
export function handleErrors(log: ApiLog): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const problem = problemOf(error);
    const logContext = logContextOf(response);
    if (problem.problem === 'internal') log.error({ ...logContext, err: error }, 'request failed');
    if (problem.problem === 'unavailable')
      log.warn({ ...logContext, err: error }, 'Temporal cannot be reached');
    if (response.headersSent) {
      next(error);
      return;
    }
    if (!request.complete) discardBody(request, response, problem);
    sendProblem(response, problem);
  };
}

function problemOf(error: unknown): Problem {
  return (
    toProblem(error) ??
    fromPath(error) ??
    new Problem('internal', 'The error was logged. Retry the identical request.')
  );
}

/** express decodes the parameters of a path. */
function fromPath(error: unknown): Problem | undefined {
  return error instanceof URIError
    ? invalid([{ field: '(path)', message: 'has an invalid percent-encoding' }])
    : undefined;
}

const SMALL_BODY_BYTES = 64 * 1024;
const REPLY_GRACE_MS = 1_000;
/** Thousands of slow senders that are refused at once would all be back at once. */
const BUSY_GRACE_MS = 10_000;

/**
 * Does not wait for the rest of a refused body. The sender has a second to read the reply, then the connection closes;
 * meanwhile a small body is still read and dropped, a large one is not read.
 */
function discardBody(request: Request, response: Response, { problem }: Problem): void {
  const isSmall = Number(request.get('content-length')) <= SMALL_BODY_BYTES;
  const graceMs = problem === 'busy' && isSmall ? BUSY_GRACE_MS : REPLY_GRACE_MS;
  // Node.js reads an unread request to its end after the reply, however large it is; read(0) prevents that
  if (!isSmall) request.read(0);
  response.once('finish', () => {
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, graceMs).unref();
  });
}
