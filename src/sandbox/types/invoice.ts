/** A demand for money with a date; the money itself is its transaction's. */
export interface Invoice {
  readonly key: string;
  readonly merchantId: string;
  readonly invoiceReference: string;
  readonly transactionReference: string;
  readonly cancelled: boolean;
  readonly expiresAt: number;
  readonly createdAt: number;
  /** The reserved account that it is attached to, where it has no number of its own. */
  readonly accountReference: string | null;
}

export type InvoiceStatus = 'PENDING' | 'PAID' | 'EXPIRED' | 'CANCELLED';
