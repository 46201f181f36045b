import { type Transfer, type TransferStatus } from '../types/transfer.js';
import { type World } from '../world.js';

/** Assumed: the lifetime of an OTP is not published. */
export const OTP_LIFE_MS = 30 * 60_000;

const WAITS_FOR_CODE: readonly TransferStatus[] = ['PENDING_AUTHORIZATION', 'OTP_EMAIL_DISPATCH_FAILED'];

/** Expiry of the OTP is computed when the transfer is read. */
export function transferStatus({ recorded, otp }: Transfer, now: number): TransferStatus {
  const late = otp !== null && now >= otp.expiresAt;
  return late && WAITS_FOR_CODE.includes(recorded) ? 'EXPIRED' : recorded;
}

export function describe({ description }: Transfer, status: TransferStatus): string {
  return status === 'EXPIRED' ? 'Transaction has expired' : description;
}

/** Transfers with the same destination and amount count as duplicates within two minutes, whatever their references. */
export const TWINS_WITHIN_MS = 2 * 60_000;

/** A transfer to the same account with the same amount, created within the last two minutes. */
export function recentTwin(world: World, key: string): Transfer | undefined {
  const since = world.clock.now() - TWINS_WITHIN_MS;
  for (const twin of world.transfers.filter('twin', key)) {
    if (twin.createdAt > since && twin.recorded !== 'FAILED') return twin;
  }
  return undefined;
}
