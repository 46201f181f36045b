/** A payout of collected money to a merchant. */
export interface Settlement {
  readonly reference: string;
  readonly merchantId: string;
  readonly amountKobo: number;
  readonly count: number;
  readonly to: 'BANK' | 'WALLET';
  readonly at: number;
}
