/** The last moment to send a payout, in milliseconds since the epoch. */
export function lastMomentOf(
  { startAt, notAfter }: { readonly startAt?: string; readonly notAfter?: string },
  epoch: string,
  validityMs: number,
): number {
  if (notAfter !== undefined) return Date.parse(notAfter);
  return Date.parse(startAt ?? epoch) + validityMs;
}
