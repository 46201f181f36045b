import { type Kobo, ZERO } from './money.js';

/** From this amount on, a transfer costs this fee. */
export interface TransferFee {
  readonly fromKobo: Kobo;
  readonly feeKobo: Kobo;
}

/** In ascending order; the first row is from 0 on. */
export type TransferFees = readonly TransferFee[];

/** What the gateway will charge, as far as its price list tells: only its reply and its record prove a fee. */
export function expectedFee(amount: Kobo, fees: TransferFees): Kobo {
  return fees.findLast(({ fromKobo }) => fromKobo <= amount)?.feeKobo ?? ZERO;
}
