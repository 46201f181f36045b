import type { Response } from 'express';

interface ProblemRule {
  readonly status: number;
  readonly title: string;
  /** What happened to the money. */
  readonly moneyMoved: 'no' | 'unknown' | 'yes';
  /** What the caller may do. */
  readonly retry: 'never' | 'same-reference' | 'later';
  /** When the caller may come again, in seconds. */
  readonly retryAfter?: number;
}

/** Every way this API says no (RFC 9457). The name is the end of the reply's `type` and never changes. */
export const PROBLEMS = {
  invalid: { status: 400, title: 'The request cannot be understood', moneyMoved: 'no', retry: 'never' },
  unauthenticated: { status: 401, title: 'A valid API key is needed', moneyMoved: 'no', retry: 'never' },
  'bad-signature': {
    status: 401,
    title: 'The event is not signed by the gateway',
    moneyMoved: 'no',
    retry: 'never',
  },
  'not-found': { status: 404, title: 'Nothing is known by this reference', moneyMoved: 'no', retry: 'never' },
  'no-such-route': { status: 404, title: 'There is nothing at this path', moneyMoved: 'no', retry: 'never' },
  'method-not-allowed': {
    status: 405,
    title: 'This path does not take the method',
    moneyMoved: 'no',
    retry: 'never',
  },
  'reference-conflict': {
    status: 409,
    title: 'The reference is used with other terms',
    moneyMoved: 'no',
    retry: 'never',
  },
  'command-conflict': {
    status: 409,
    title: 'The Idempotency-Key was used for another command',
    moneyMoved: 'no',
    retry: 'never',
  },
  'not-open': {
    status: 409,
    title: 'It is over, and takes no more of this',
    moneyMoved: 'no',
    retry: 'never',
  },
  'channel-disabled': {
    status: 409,
    title: 'It is not to be paid in this way',
    moneyMoved: 'no',
    retry: 'never',
  },
  'card-unresolved': {
    status: 409,
    title: 'It is not known yet what became of a card',
    moneyMoved: 'unknown',
    retry: 'later',
  },
  'card-in-progress': { status: 409, title: 'A card is being paid with', moneyMoved: 'no', retry: 'later' },
  'otp-not-expected': { status: 409, title: 'No card waits for a code', moneyMoved: 'no', retry: 'never' },
  'three-ds-not-expected': {
    status: 409,
    title: 'No card is at its issuer',
    moneyMoved: 'no',
    retry: 'never',
  },
  'otp-expired': { status: 409, title: 'The time for the code is over', moneyMoved: 'no', retry: 'never' },
  'otp-incorrect': { status: 422, title: 'The code is wrong', moneyMoved: 'no', retry: 'never' },
  'cards-disabled': { status: 403, title: 'Cards are not taken here', moneyMoved: 'no', retry: 'never' },
  'not-sent': { status: 503, title: 'Nothing was sent', moneyMoved: 'no', retry: 'later' },
  'nothing-to-resolve': {
    status: 409,
    title: 'Nothing waits for a decision',
    moneyMoved: 'no',
    retry: 'never',
  },
  'broken-body': { status: 400, title: 'The body did not arrive whole', moneyMoved: 'no', retry: 'later' },
  'body-timeout': { status: 408, title: 'The body did not arrive in time', moneyMoved: 'no', retry: 'later' },
  'too-large': { status: 413, title: 'The body is too large', moneyMoved: 'no', retry: 'never' },
  'wrong-content-type': { status: 415, title: 'The body must be JSON', moneyMoved: 'no', retry: 'never' },
  'encoded-body': { status: 415, title: 'The body must not be compressed', moneyMoved: 'no', retry: 'never' },
  refused: { status: 422, title: 'The gateway refused', moneyMoved: 'no', retry: 'never' },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    moneyMoved: 'no',
    retry: 'later',
    retryAfter: 5,
  },
  busy: { status: 503, title: 'Too busy at the moment', moneyMoved: 'no', retry: 'later', retryAfter: 5 },
  internal: {
    status: 500,
    title: 'Something went wrong here',
    moneyMoved: 'unknown',
    retry: 'same-reference',
  },
  'in-progress': { status: 503, title: 'No answer yet', moneyMoved: 'unknown', retry: 'same-reference' },
  unavailable: {
    status: 503,
    title: 'Temporal cannot be reached',
    moneyMoved: 'unknown',
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
