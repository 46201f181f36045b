/** Accounts of the sandbox whose number decides how a transfer ends. */
export const ACCOUNTS = {
  dormant: '0199900001',
  slow: '0199900002',
  slowFailure: '0199900003',
  reversed: '0199900004',
  falseFailure: '0199900005',
  neverDecided: '0199900006',
  empty: '0199900007',
  lostOtp: '0199900008',
} as const;
