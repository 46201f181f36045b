import type { WriteOptions } from '../../../activities/gateway.js';

/** A payout is not sent after its last moment, and not while operators have paused payouts, or one of its banks. */
export const sendOptions = (notAfter: number, bankCodes: readonly string[] = []): WriteOptions => ({
  notAfter: new Date(notAfter).toISOString(),
  ...unlessPaused(bankCodes),
});

export const unlessPaused = (bankCodes: readonly string[]): WriteOptions => ({
  unlessPaused: { queue: 'payouts', bankCodes },
});

/** The same for money that is pulled. */
export const pullOptions = (notAfter: number, bankCodes: readonly string[] = []): WriteOptions => ({
  notAfter: new Date(notAfter).toISOString(),
  unlessPaused: { queue: 'charges', bankCodes },
});
