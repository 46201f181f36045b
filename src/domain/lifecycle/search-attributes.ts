/**
 * The attributes that people filter workflows by. Never personal data: search attributes are not encrypted.
 */
export const SEARCH_ATTRIBUTES = {
  OwareLifecycle: 'KEYWORD',
  OwareState: 'KEYWORD',
  OwareCurrency: 'KEYWORD',
  OwareReview: 'KEYWORD_LIST',
  OwareCustomer: 'KEYWORD',
  OwareGatewayReference: 'KEYWORD',
  OwareAmountKobo: 'INT',
  OwareAtRiskKobo: 'INT',
  OwareSince: 'DATETIME',
  /** No webhook of the run is later than this or than OwareSince, whichever is later. */
  OwareWebhooksUntil: 'DATETIME',
  /** An attempt to deliver a webhook failed, and it waits for the next one. */
  OwareWebhooksWaiting: 'BOOL',
  /** The version of the rules of an open run; the first one where it is missing. */
  OwareRules: 'KEYWORD',
} as const;
