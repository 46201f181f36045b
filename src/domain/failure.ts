/** What a failure permits: whether money may have moved, and how the deed may be repeated. */
export interface FailureRule {
  readonly moneyMayHaveMoved: boolean;
  /** soon and later: by timer, same reference. ask-first: only after a question has proven absence. */
  readonly retry: 'never' | 'soon' | 'later' | 'ask-first';
}

/**
 * Every way a call to the gateway can go wrong. A refusal that an endpoint declares (not found, reference
 * already used, declined) is not here: it is an answer, not a failure.
 */
export const FAILURES = {
  /** The gateway read the request and said no. */
  'rejected-request': { moneyMayHaveMoved: false, retry: 'never' },
  /** The gateway itself refused our credentials or address; it processed nothing. */
  'not-authorised': { moneyMayHaveMoved: false, retry: 'later' },
  'rate-limited': { moneyMayHaveMoved: false, retry: 'later' },
  /** Nothing left this machine; on a read also: no usable answer came. */
  unreachable: { moneyMayHaveMoved: false, retry: 'soon' },
  /** The deed's business deadline had passed before it was sent. */
  'too-late': { moneyMayHaveMoved: false, retry: 'never' },
  /** Sent, and no answer that can be believed. */
  'outcome-unknown': { moneyMayHaveMoved: true, retry: 'ask-first' },
  /** An answer came that breaks the contract, so nothing in it can be relied on. */
  'contract-violated': { moneyMayHaveMoved: true, retry: 'ask-first' },
} as const satisfies Record<string, FailureRule>;

export type FailureKind = keyof typeof FAILURES;

export function isFailureKind(text: string | null | undefined): text is FailureKind {
  return text != null && Object.hasOwn(FAILURES, text);
}
