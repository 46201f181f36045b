import { type TransferOutcome } from '../types/receipt.js';

/** A refused transfer posts no ledger entry. */
export function refused(why: string): TransferOutcome {
  return { accepted: false, reason: `${why}. No money moved; the payer keeps it.` };
}
