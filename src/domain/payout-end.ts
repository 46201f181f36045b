import { isUsedElsewhere } from './used-elsewhere.js';

/** How a payout ended: a transfer, a row of a batch, or a refund. */
export interface PayoutEnd {
  readonly state: string;
  /** A second read, minutes after the first, showed the failure too. */
  readonly failedTwice?: true;
  readonly reason?: string | undefined;
}

const WITHOUT_MONEY = ['FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'];

/** An end without money never contradicts another one. */
export function isWithoutMoney(state: string): boolean {
  return WITHOUT_MONEY.includes(state);
}

/**
 * Whether it is certain that this payout moved no money, or that the money came back. A failure counts only after two
 * reads, minutes apart, since banks correct it.
 */
export function isWithoutEffect({ state, failedTwice }: PayoutEnd): boolean {
  if (state === 'FAILED') return failedTwice === true;
  return isWithoutMoney(state) || state === 'REVERSED';
}

/**
 * Whether the merchant can pay the same debt again under another reference. Not where the gateway knew the reference: what
 * it knows may be this debt, such as after Temporal was restored from a backup.
 */
export function isSafeToPayAgain(end: PayoutEnd): boolean {
  return isWithoutEffect(end) && !isUsedElsewhere(end.reason ?? '');
}

/** The last moment to send a payout. */
export function lastMomentOf(
  { startAt, notAfter }: { readonly startAt?: string; readonly notAfter?: string },
  epoch: string,
  validityMs: number,
): number {
  if (notAfter !== undefined) return Date.parse(notAfter);
  return Date.parse(startAt ?? epoch) + validityMs;
}
