export interface Bill {
  readonly key: string;
  readonly merchantId: string;
  readonly reference: string;
  readonly transactionReference: string;
  readonly productCode: string;
  readonly customerId: string;
  readonly amountKobo: number;
  readonly commissionKobo: number;
  readonly status: 'SUCCESS' | 'PENDING' | 'FAILED';
  readonly description: string;
}
