import { type TransferOutcome } from '../types/receipt.js';

/** A refused transfer is booked as nothing. */
export function refused(why: string): TransferOutcome {
  return { accepted: false, reason: `${why}. No money has moved: it is still with the payer.` };
}
