/** Cash that a beneficiary collects with a code. The money is reserved when the code is created. */
export interface Paycode {
  readonly key: string;
  readonly merchantId: string;
  readonly paycodeReference: string;
  readonly transactionReference: string;
  readonly code: string;
  readonly beneficiaryName: string;
  readonly amountKobo: number;
  readonly status: 'PENDING' | 'COMPLETED' | 'EXPIRED' | 'CANCELLED';
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly cancelledAt: number | null;
}
