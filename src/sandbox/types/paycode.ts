/** Cash that somebody may collect with a code. The money is set aside as soon as the code exists. */
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
