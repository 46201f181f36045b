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
} as const;
