/** How a payout ended: a transfer, a row of a batch, or a refund. */
export interface PayoutEnd {
  readonly state: string;
  /** A second read, minutes after the first, showed the failure too. */
  readonly failedTwice?: true;
}

const WITHOUT_MONEY = ['FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'];

/** An end without money never contradicts another one. */
export function isWithoutMoney(state: string): boolean {
  return WITHOUT_MONEY.includes(state);
}

/**
 * Whether the merchant can pay the same debt again under another reference. A failure counts only after two reads,
 * minutes apart, since banks correct it.
 */
export function isSafeToPayAgain({ state, failedTwice }: PayoutEnd): boolean {
  if (state === 'FAILED') return failedTwice === true;
  return isWithoutMoney(state) || state === 'REVERSED';
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
