/** A payout of collected money to a merchant. */
export interface Settlement {
  readonly reference: string;
  readonly merchantId: string;
  readonly amountKobo: number;
  readonly count: number;
  readonly to: 'BANK' | 'WALLET';
  readonly at: number;
}

/** What one transaction has in a settlement. A payment that was topped up later has a row in each. */
export interface SettlementRow {
  readonly key: string;
  readonly settlementReference: string;
  readonly transactionReference: string;
  readonly amountKobo: number;
}
