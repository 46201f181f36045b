export type MandateStatus =
  | 'INITIATED'
  | 'PENDING_AUTHORIZATION'
  | 'PENDING_ACTIVATION'
  | 'ACTIVE'
  | 'AUTHORIZATION_EXPIRED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'FAILED';

/** A customer's authorization to debit a bank account. */
export interface Mandate {
  readonly code: string;
  readonly key: string;
  readonly merchantId: string;
  readonly reference: string;
  readonly status: MandateStatus;
  readonly cancelling: boolean;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly autoRenew: boolean;
  readonly customerMayCancel: boolean;
  /** Where the browser goes after the customer's decision. */
  readonly redirectUrl?: string;
  readonly amountKobo: number | null;
  readonly debitKobo: number | null;
  readonly description: string;
  readonly customer: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly address: string;
    readonly bankCode: string;
    readonly accountNumber: string;
    readonly accountName: string;
  };
  readonly createdAt: number;
}
