import type { Refusal } from '../domain/refusal.js';

export interface ProblemRule {
  readonly status: number;
  readonly title: string;
  /** What happened to the money. */
  readonly moneyMoved: 'no' | 'unknown' | 'yes';
  /** What the caller may do. */
  readonly retry: 'never' | 'same-reference' | 'later';
  /** When the caller may come again, in seconds. */
  readonly retryAfter?: number;
  /** For the page of problem types. */
  readonly about: string;
}

/** Every problem that the API answers with (RFC 9457). The name is the end of the reply's `type` and never changes. */
export const PROBLEMS = {
  invalid: {
    status: 400,
    title: 'The request is invalid',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The body, the path or a parameter does not have the required form. `errors` names each field.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid API key is required',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The Authorization header is missing, or its key is unknown.',
  },
  'bad-signature': {
    status: 401,
    title: 'The event is not signed by the gateway',
    moneyMoved: 'no',
    retry: 'never',
    about: 'Only the event endpoint answers this: the signature does not match the body.',
  },
  'otp-batch-too-large': {
    status: 422,
    title: 'The batch is too large for OTPs',
    moneyMoved: 'no',
    retry: 'never',
    about:
      'The gateway wants an OTP for each 500 rows, and `OWARE_PAYOUT_OTP` is on: a batch may have 2,000 rows.',
  },
  'retry-refused': {
    status: 422,
    title: 'Rows of the earlier batch are not safe to pay again',
    moneyMoved: 'no',
    retry: 'never',
    about:
      '`retryOf` names a batch whose rows were paid, may still be or are still being stored, or that another batch already retries; or rows are not its own: a retry keeps the references of the first batch, and adds no rows. `errors` names the rows.',
  },
  'cards-disabled': {
    status: 403,
    title: 'Card payments are disabled',
    moneyMoved: 'no',
    retry: 'never',
    about: 'This deployment does not take card data; none does in live mode. Payers use the `checkoutUrl`.',
  },
  'otp-disabled': {
    status: 403,
    title: 'OTPs are disabled',
    moneyMoved: 'no',
    retry: 'never',
    about:
      'The api of this deployment has no access to the gateway: in live mode it needs `OWARE_OTP_IN_API`. Enter the OTP at the gateway.',
  },
  'unknown-sub-account': {
    status: 422,
    title: 'Unknown sub-account',
    moneyMoved: 'no',
    retry: 'never',
    about: 'A split names a sub-account that the gateway does not have. `subAccountCode` says which.',
  },
  'webhooks-disabled': {
    status: 409,
    title: 'The webhook endpoint is switched off',
    moneyMoved: 'no',
    retry: 'later',
    about:
      'Every webhook failed for `OWARE_WEBHOOK_DISABLE_AFTER_MS`. After the repair call `POST /v1/webhook-endpoint/enable`.',
  },
  'paycodes-disabled': {
    status: 403,
    title: 'Paycodes are disabled',
    moneyMoved: 'no',
    retry: 'never',
    about:
      'The api of this deployment has no access to the gateway: in live mode it needs `OWARE_OTP_IN_API`. It can reveal no code, so it issues none.',
  },
  'verifications-disabled': {
    status: 403,
    title: 'Look-ups of people are disabled',
    moneyMoved: 'no',
    retry: 'never',
    about:
      'The api of this deployment has no access to the gateway: in live mode it needs `OWARE_OTP_IN_API`. No worker looks people up, because Temporal would keep their data.',
  },
  'customers-disabled': {
    status: 403,
    title: 'Lists of one customer are disabled',
    moneyMoved: 'no',
    retry: 'never',
    about: 'This deployment has no `OWARE_CUSTOMER_HASH_KEY`.',
  },
  forbidden: {
    status: 403,
    title: 'The API key does not have the required scope',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The message names the scope. `OWARE_API_KEYS_FILE` lists the scopes of each key.',
  },
  'foreign-source': {
    status: 403,
    title: 'The event did not come from an address of the gateway',
    moneyMoved: 'no',
    retry: 'never',
    about:
      '`OWARE_EVENT_SOURCES` lists the addresses that events may come from, `OWARE_TRUSTED_PROXIES` says which address counts.',
  },
  'approver-is-maker': {
    status: 403,
    title: 'Another person must decide',
    moneyMoved: 'no',
    retry: 'never',
    about:
      'The person who asked for a payout cannot approve it, nor decide on its review items except to `refuse` it, whatever key they use.',
  },
  'grant-invalid': {
    status: 403,
    title: 'The decision has no valid signature',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The api signs every decision, and the worker did not accept this one. The message says why.',
  },
  'not-found': {
    status: 404,
    title: 'Reference not found',
    moneyMoved: 'no',
    retry: 'never',
    about: 'No lifecycle of this kind has the reference.',
  },
  'no-such-route': {
    status: 404,
    title: 'Path not found',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The API has no route with this method and path.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The path exists and does not support the method.',
  },
  'reference-conflict': {
    status: 409,
    title: 'The reference already exists with different terms',
    moneyMoved: 'no',
    retry: 'never',
    about: '`differences` names the fields that differ. Nothing was sent.',
  },
  'command-conflict': {
    status: 409,
    title: 'The Idempotency-Key belongs to another command',
    moneyMoved: 'no',
    retry: 'never',
    about: 'Use a new key for a different command.',
  },
  'not-open': {
    status: 409,
    title: 'The lifecycle is closed',
    moneyMoved: 'no',
    retry: 'never',
    about: 'It has ended, or was cancelled, and takes no further commands of this kind.',
  },
  'channel-disabled': {
    status: 409,
    title: 'The payment channel is disabled for this checkout',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The checkout was created without this channel.',
  },
  'card-unresolved': {
    status: 409,
    title: 'A charge or payment is still unresolved',
    moneyMoved: 'unknown',
    retry: 'later',
    about:
      'The gateway has not said what became of the last charge, or an event reports money that no record shows yet. Retry when the checkout says so.',
  },
  'card-in-progress': {
    status: 409,
    title: 'A card charge is in progress',
    moneyMoved: 'no',
    retry: 'later',
    about: 'Finish or abandon the current card before the next one.',
  },
  'otp-not-expected': {
    status: 409,
    title: 'No OTP is expected',
    moneyMoved: 'no',
    retry: 'never',
    about: 'No card of this checkout waits for an OTP, or the payout does not wait for one.',
  },
  'otp-expired': {
    status: 409,
    title: 'The OTP has expired',
    moneyMoved: 'no',
    retry: 'never',
    about: 'Start again with the card; a payout expires at the gateway.',
  },
  'otp-in-progress': {
    status: 409,
    title: 'An OTP is still unresolved',
    moneyMoved: 'unknown',
    retry: 'later',
    about: 'The gateway has not reported what became of the last OTP. Retry when the payout says so.',
  },
  'too-soon': {
    status: 429,
    title: 'Another OTP was just sent',
    moneyMoved: 'no',
    retry: 'later',
    about: 'The message says when another one can be sent.',
  },
  'three-ds-not-expected': {
    status: 409,
    title: 'No 3-D Secure authentication is expected',
    moneyMoved: 'no',
    retry: 'never',
    about: 'No card of this checkout is at its issuer.',
  },
  'send-in-progress': {
    status: 409,
    title: 'A request is on its way to the gateway',
    moneyMoved: 'unknown',
    retry: 'later',
    about: 'It may move the money. Decide once the gateway has answered.',
  },
  'nothing-to-resolve': {
    status: 409,
    title: 'The review item does not exist',
    moneyMoved: 'no',
    retry: 'never',
    about: 'It was resolved already, or never existed.',
  },
  'review-item-changed': {
    status: 409,
    title: 'The review item is not the one that was read',
    moneyMoved: 'no',
    retry: 'never',
    about:
      'What it is about has changed, or the decision does not name its `version`. `reviewItem` is what it says now: read that, and decide again with its `version`.',
  },
  'not-awaiting-approval': {
    status: 409,
    title: 'The payout does not wait for an approval',
    moneyMoved: 'no',
    retry: 'never',
    about: 'It needs none, has not asked for one yet, or its request expired or was withdrawn.',
  },
  'already-decided': {
    status: 409,
    title: 'The payout was already approved or declined',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The first decision counts. The message says whose it was.',
  },
  paused: {
    status: 409,
    title: 'Sending is paused',
    moneyMoved: 'no',
    retry: 'later',
    about: 'An operator has paused payouts or charges. Nothing was sent, and an OTP was not used up.',
  },
  'otp-incorrect': {
    status: 422,
    title: 'The OTP is incorrect',
    moneyMoved: 'no',
    retry: 'never',
    about: 'Submit the right OTP in a new request: the message says how many attempts are left.',
  },
  refused: {
    status: 422,
    title: 'The gateway refused the request',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The message repeats the reason that the gateway gave.',
  },
  'not-refundable': {
    status: 422,
    title: 'The payment cannot be refunded',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The gateway refunds naira that was paid by bank transfer and is still there.',
  },
  'below-minimum': {
    status: 422,
    title: 'The amount is below the minimum of a refund',
    moneyMoved: 'no',
    retry: 'never',
    about: '`OWARE_REFUND_MIN_KOBO` is the minimum of the gateway.',
  },
  'destination-required': {
    status: 422,
    title: 'The refund needs a destination',
    moneyMoved: 'no',
    retry: 'never',
    about: 'The payment came from several accounts: give the bank account that receives the refund.',
  },
  'refund-exceeds-payment': {
    status: 422,
    title: 'The refund exceeds what is left of the payment',
    moneyMoved: 'no',
    retry: 'never',
    about:
      '`remaining` is what can still be refunded and `refunds` lists what was; refunds under way and of unknown outcome count. `transactions` lists what is left of each, where there are several.',
  },
  'debit-exceeds-mandate': {
    status: 422,
    title: 'The debit exceeds what is left of the mandate',
    moneyMoved: 'no',
    retry: 'never',
    about: '`remaining` is what can still be debited; debits under way and of unknown outcome count.',
  },
  'transaction-required': {
    status: 422,
    title: 'Several transactions can be refunded',
    moneyMoved: 'no',
    retry: 'never',
    about: '`transactions` lists them: give the `transactionReference` of one.',
  },
  'broken-body': {
    status: 400,
    title: 'The body is incomplete',
    moneyMoved: 'no',
    retry: 'later',
    about: 'The connection ended before the body did.',
  },
  'body-timeout': {
    status: 408,
    title: 'The body arrived too slowly',
    moneyMoved: 'no',
    retry: 'later',
    about: 'Send the request again.',
  },
  'too-large': {
    status: 413,
    title: 'The body is too large',
    moneyMoved: 'no',
    retry: 'never',
    about:
      'The limit is 100 KB for requests, more for batches, 1 MB for events, and 32 MB for events with a well-formed signature header.',
  },
  'wrong-content-type': {
    status: 415,
    title: 'The content type is not supported',
    moneyMoved: 'no',
    retry: 'never',
    about: 'Send `Content-Type: application/json`, for a batch also `text/csv`, in UTF-8.',
  },
  'encoded-body': {
    status: 415,
    title: 'The body must not be compressed',
    moneyMoved: 'no',
    retry: 'never',
    about: 'Send it without Content-Encoding.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    moneyMoved: 'no',
    retry: 'later',
    retryAfter: 5,
    about: 'Wait for the seconds in Retry-After.',
  },
  'rate-limited': {
    status: 429,
    title: 'The API key sends too many requests',
    moneyMoved: 'no',
    retry: 'later',
    retryAfter: 1,
    about: '`OWARE_API_REQUESTS_PER_SECOND` is the limit. The header RateLimit says what is left.',
  },
  'internal-error': {
    status: 500,
    title: 'An error interrupted the command',
    moneyMoved: 'unknown',
    retry: 'never',
    about:
      'A review item `internal-error` has the error. Read the state; then send the command again under another `Idempotency-Key`.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    moneyMoved: 'unknown',
    retry: 'same-reference',
    about: 'The error was logged. Retry the identical request.',
  },
  'not-sent': {
    status: 503,
    title: 'Nothing was sent to the gateway',
    moneyMoved: 'no',
    retry: 'later',
    about: 'The gateway could not be reached in time.',
  },
  busy: {
    status: 503,
    title: 'The service is busy',
    moneyMoved: 'no',
    retry: 'later',
    retryAfter: 5,
    about: 'Wait for the seconds in Retry-After.',
  },
  'in-progress': {
    status: 503,
    title: 'The result is not available yet',
    moneyMoved: 'unknown',
    retry: 'same-reference',
    about: 'Oware is still working on it. Retry the identical request.',
  },
  unavailable: {
    status: 503,
    title: 'Temporal cannot be reached',
    moneyMoved: 'unknown',
    retry: 'same-reference',
    about: 'Outcome unknown. Retry the identical request.',
  },
} as const satisfies Record<string, ProblemRule> & Record<Refusal, ProblemRule>;

export type ProblemName = keyof typeof PROBLEMS;

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
  /** In a batch: the line of the file, or the number of the row in JSON, from 1. */
  readonly line?: number;
}

/** Why a request is refused: over HTTP a reply, in `oware/client` an error. */
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

/** The reply's `type`: a path of the API, where a page explains it. */
export const typeOf = (problem: ProblemName): string => `/problems/${problem}`;

export function referenceConflict(reference: string, differences: readonly string[]): Problem {
  const detail = `Reference ${reference} already exists with different terms: ${differences.join(', ')}.`;
  return new Problem('reference-conflict', detail, { differences });
}
