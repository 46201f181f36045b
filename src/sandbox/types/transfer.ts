export type TransferStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'REVERSED'
  | 'PENDING_AUTHORIZATION'
  | 'PENDING_BATCH_AUTHORIZATION'
  | 'AWAITING_PROCESSING'
  | 'OTP_EMAIL_DISPATCH_FAILED'
  | 'EXPIRED';

export interface Destination {
  readonly bankCode: string;
  readonly accountNumber: string;
  /** Absent when name enquiry failed. */
  readonly accountName?: string;
}

/** A one-time password that authorizes a transfer or a batch. */
export interface Otp {
  readonly code: string;
  readonly expiresAt: number;
  readonly wrongAttempts: number;
}

export interface Transfer {
  readonly key: string;
  readonly merchantId: string;
  readonly reference: string;
  readonly transactionReference: string;
  readonly amountKobo: number;
  readonly feeKobo: number;
  readonly narration: string;
  readonly destination: Destination;
  readonly senderInfo: Readonly<Record<string, unknown>> | null;
  readonly async: boolean;
  readonly batchKey: string | null;
  /** The reason that a row of a batch is invalid; it fails when the batch is processed. */
  readonly flaw: string | null;
  readonly twoFactor: boolean;
  readonly otp: Otp | null;
  readonly recorded: TransferStatus;
  readonly description: string;
  readonly sessionId: string;
  readonly createdAt: number;
  readonly completedAt: number | null;
}

/** Whether the gateway has still to decide it. */
export function isOpen({ recorded }: Transfer): boolean {
  return recorded === 'PENDING' || recorded === 'AWAITING_PROCESSING';
}

export function twinKey(
  merchantId: string,
  { bankCode, accountNumber }: Destination,
  amountKobo: number,
): string {
  return `${merchantId}/${bankCode}/${accountNumber}/${amountKobo}`;
}
