/** Income of a merchant that was paid out to it. */
export interface Settlement {
  readonly reference: string;
  readonly merchantId: string;
  readonly amountKobo: number;
  readonly count: number;
  readonly to: 'BANK' | 'WALLET';
  readonly at: number;
}
