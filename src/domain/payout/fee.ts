import type { Kobo } from '../money.js';

/** States in which the wallet has paid nothing, or has it back. */
const WITHOUT_FEE = ['FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED', 'REVERSED'];

/** The fee that the wallet pays: a record names one also where the payout failed and nothing was taken. */
export const feeTaken = ({
  state,
  feeKobo,
}: {
  readonly state: string;
  readonly feeKobo?: Kobo | undefined;
}): Kobo | undefined => (WITHOUT_FEE.includes(state) ? undefined : feeKobo);
