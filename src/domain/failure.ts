/** What a failure permits: whether money may have moved, and how the write may be repeated. */
export interface FailureRule {
  readonly moneyMayHaveMoved: boolean;
  /** soon and later: by timer, same reference. check-first: only after a check has proven absence. */
  readonly retry: 'never' | 'soon' | 'later' | 'check-first';
}

/**
 * Every way in which a gateway call can fail. A refusal that an endpoint declares (not found, reference
 * already used, declined) is not here: it is an answer, not a failure.
 */
export const FAILURES = {
  /** The gateway refused the request. */
  'rejected-request': { moneyMayHaveMoved: false, retry: 'never' },
  /** The gateway refused our credentials or address; it processed nothing. */
  'not-authorised': { moneyMayHaveMoved: false, retry: 'later' },
  'rate-limited': { moneyMayHaveMoved: false, retry: 'later' },
  /** Nothing was sent; for a read also: no usable reply. */
  unreachable: { moneyMayHaveMoved: false, retry: 'soon' },
  /** Nothing was sent, because Temporal no longer wanted this attempt, or did not say that it did. */
  'not-left': { moneyMayHaveMoved: false, retry: 'soon' },
  /** The write's deadline had passed before it was sent. */
  'too-late': { moneyMayHaveMoved: false, retry: 'never' },
  /** Sent, without a reply that can be trusted. */
  'outcome-unknown': { moneyMayHaveMoved: true, retry: 'check-first' },
  /** The reply breaks the contract, so nothing in it can be trusted. */
  'contract-violated': { moneyMayHaveMoved: true, retry: 'check-first' },
} as const satisfies Record<string, FailureRule>;

export type FailureKind = keyof typeof FAILURES;

export function isFailureKind(text: string | null | undefined): text is FailureKind {
  return text != null && Object.hasOwn(FAILURES, text);
}
