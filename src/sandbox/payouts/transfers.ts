import { type World } from '../world.js';

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

/** A code that authorizes a transfer or a batch. */
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
  /** Why a row of a batch cannot be sent; it fails when the batch is processed. */
  readonly flaw: string | null;
  readonly twoFactor: boolean;
  readonly otp: Otp | null;
  readonly recorded: TransferStatus;
  readonly description: string;
  readonly sessionId: string;
  readonly createdAt: number;
  readonly completedAt: number | null;
}

/** Assumed: how long a code is good is not published. */
export const OTP_LIFE_MS = 30 * 60_000;

const WAITS_FOR_CODE: readonly TransferStatus[] = ['PENDING_AUTHORIZATION', 'OTP_EMAIL_DISPATCH_FAILED'];

/** A transfer whose code was not given in time has expired, as soon as somebody looks. */
export function transferStatus({ recorded, otp }: Transfer, now: number): TransferStatus {
  const late = otp !== null && now >= otp.expiresAt;
  return late && WAITS_FOR_CODE.includes(recorded) ? 'EXPIRED' : recorded;
}

export function describe(transfer: Transfer, now: number): string {
  return transferStatus(transfer, now) === 'EXPIRED' ? 'Transaction has expired' : transfer.description;
}

/** Same destination and amount count as one intention for two minutes, whatever the reference. */
export const TWINS_WITHIN_MS = 2 * 60_000;

export function twinKey(
  merchantId: string,
  { bankCode, accountNumber }: Destination,
  amountKobo: number,
): string {
  return `${merchantId}/${bankCode}/${accountNumber}/${amountKobo}`;
}

/** Another transfer to the same account with the same amount, begun within the last two minutes. */
export function recentTwin(world: World, key: string): Transfer | undefined {
  const since = world.clock.now() - TWINS_WITHIN_MS;
  for (const twin of world.transfers.filter('twin', key)) {
    if (twin.createdAt > since && twin.recorded !== 'FAILED') return twin;
  }
  return undefined;
}
