const HIGHEST_COLLECTION_FEE_KOBO = 2_000_00;
const HIGHEST_CASH_FEE_KOBO = 1_000_00;

/** 1.5 per cent, at most 2,000 naira. */
export function collectionFee(amountKobo: number): number {
  return Math.min(percentOf(amountKobo, 1.5), HIGHEST_COLLECTION_FEE_KOBO);
}

/** 1 per cent of the cash, at most 1,000 naira. */
export function cashFee(amountKobo: number): number {
  return Math.min(percentOf(amountKobo, 1), HIGHEST_CASH_FEE_KOBO);
}

/** 10 naira below 10,000; 20 from there to below 50,000; 40 above. */
export function transferFee(amountKobo: number): number {
  if (amountKobo < 10_000_00) return 10_00;
  return amountKobo < 50_000_00 ? 20_00 : 40_00;
}

export const REFUND_FEE_KOBO = 10_00;
export const PAYCODE_FEE_KOBO = 20_00;

/** A percentage of an amount, rounded half up to the kobo. Uses four decimals of the percentage, in integer arithmetic. */
export function percentOf(amountKobo: number, percent: number): number {
  const millionths = BigInt(Math.round(percent * 10_000));
  return Number((BigInt(amountKobo) * millionths + 500_000n) / 1_000_000n);
}
