import type { Response } from 'express';
import { type Problem, PROBLEMS, type ProblemRule, typeOf } from '../requests/problem.js';
import { logContextOf } from './request-log.js';

export function sendProblem(response: Response, { problem, message, more }: Problem): void {
  const { status, title, moneyMoved, retry, retryAfter }: ProblemRule = PROBLEMS[problem];
  if (retryAfter !== undefined) response.set('retry-after', String(retryAfter));
  // health checks have none
  const requestId = logContextOf(response)?.requestId;
  const body = {
    type: typeOf(problem),
    status,
    title,
    moneyMoved,
    retry,
    detail: message,
    requestId,
    ...more,
  };
  if (status === 401) response.set('www-authenticate', 'Bearer realm="oware"');
  response.status(status).type('application/problem+json').send(JSON.stringify(body));
}
