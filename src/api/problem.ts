import type { Response } from 'express';

interface ProblemRule {
  readonly status: number;
  readonly title: string;
  /** What happened to the money. */
  readonly moved: 'no' | 'unknown' | 'yes';
  /** What the caller may do. */
  readonly retry: 'never' | 'same-reference' | 'later';
  /** When the caller may come again, in seconds. */
  readonly retryAfter?: number;
}

/** Every way this API says no (RFC 9457). The name is the end of the reply's `type` and never changes. */
export const PROBLEMS = {
  invalid: { status: 400, title: 'The request cannot be understood', moved: 'no', retry: 'never' },
  unauthenticated: { status: 401, title: 'A valid API key is needed', moved: 'no', retry: 'never' },
  'bad-signature': {
    status: 401,
    title: 'The event is not signed by the gateway',
    moved: 'no',
    retry: 'never',
  },
  'not-found': { status: 404, title: 'Nothing is known by this reference', moved: 'no', retry: 'never' },
  'no-such-route': { status: 404, title: 'There is nothing at this path', moved: 'no', retry: 'never' },
  'method-not-allowed': {
    status: 405,
    title: 'This path does not take the method',
    moved: 'no',
    retry: 'never',
  },
  'terms-differ': {
    status: 409,
    title: 'The reference is used with other terms',
    moved: 'no',
    retry: 'never',
  },
  'command-conflict': {
    status: 409,
    title: 'The Idempotency-Key was used for another command',
    moved: 'no',
    retry: 'never',
  },
  'not-open': { status: 409, title: 'It is over, and takes no more of this', moved: 'no', retry: 'never' },
  'channel-off': { status: 409, title: 'It is not to be paid in this way', moved: 'no', retry: 'never' },
  'card-unresolved': {
    status: 409,
    title: 'It is not known yet what became of a card',
    moved: 'unknown',
    retry: 'later',
  },
  'card-in-progress': { status: 409, title: 'A card is being paid with', moved: 'no', retry: 'later' },
  'no-code-wanted': { status: 409, title: 'No card waits for a code', moved: 'no', retry: 'never' },
  'no-visit-wanted': { status: 409, title: 'No card is at its issuer', moved: 'no', retry: 'never' },
  'code-expired': { status: 409, title: 'The time for the code is over', moved: 'no', retry: 'never' },
  'wrong-code': { status: 422, title: 'The code is wrong', moved: 'no', retry: 'never' },
  'cards-off': { status: 403, title: 'Cards are not taken here', moved: 'no', retry: 'never' },
  'not-sent': { status: 503, title: 'Nothing was sent', moved: 'no', retry: 'later' },
  'nothing-to-decide': {
    status: 409,
    title: 'Nothing waits for a decision',
    moved: 'no',
    retry: 'never',
  },
  'broken-body': { status: 400, title: 'The body did not arrive whole', moved: 'no', retry: 'later' },
  'body-timeout': { status: 408, title: 'The body did not arrive in time', moved: 'no', retry: 'later' },
  'too-large': { status: 413, title: 'The body is too large', moved: 'no', retry: 'never' },
  'wrong-content-type': { status: 415, title: 'The body must be JSON', moved: 'no', retry: 'never' },
  'encoded-body': { status: 415, title: 'The body must not be compressed', moved: 'no', retry: 'never' },
  refused: { status: 422, title: 'The gateway refused', moved: 'no', retry: 'never' },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    moved: 'no',
    retry: 'later',
    retryAfter: 5,
  },
  busy: { status: 503, title: 'Too busy at the moment', moved: 'no', retry: 'later', retryAfter: 5 },
  internal: { status: 500, title: 'Something went wrong here', moved: 'unknown', retry: 'same-reference' },
  'still-working': { status: 503, title: 'No answer yet', moved: 'unknown', retry: 'same-reference' },
  unavailable: {
    status: 503,
    title: 'Temporal cannot be reached',
    moved: 'unknown',
    retry: 'same-reference',
  },
} as const satisfies Record<string, ProblemRule>;

export type ProblemName = keyof typeof PROBLEMS;

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Thrown by routes; the one error handler turns it into the reply. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly problem: ProblemName;
  readonly more: Readonly<Record<string, unknown>>;
  constructor(problem: ProblemName, detail: string, more: Readonly<Record<string, unknown>> = {}) {
    super(detail);
    this.problem = problem;
    this.more = more;
  }
}

export function sendProblem(response: Response, { problem, message, more }: Problem): void {
  const { status, retryAfter, ...rule }: ProblemRule = PROBLEMS[problem];
  if (retryAfter !== undefined) response.set('retry-after', String(retryAfter));
  response
    .status(status)
    .type('application/problem+json')
    .send(
      JSON.stringify({ type: `urn:oware:problem:${problem}`, status, ...rule, detail: message, ...more }),
    );
}
