/** A request for payment with a due date; its transaction holds the money. */
export interface Invoice {
  readonly key: string;
  readonly merchantId: string;
  readonly invoiceReference: string;
  readonly transactionReference: string;
  readonly cancelled: boolean;
  readonly expiresAt: number;
  readonly createdAt: number;
  /** The reserved account that it is attached to; null when it has its own virtual account. */
  readonly accountReference: string | null;
}

export type InvoiceStatus = 'PENDING' | 'PAID' | 'EXPIRED' | 'CANCELLED';
