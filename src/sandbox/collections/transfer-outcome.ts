import { type PaymentStatus } from './transactions.js';

/** What becomes of money that somebody sends from a bank. */
export type TransferOutcome =
  | { readonly accepted: true; readonly status: PaymentStatus; readonly transactionReference: string }
  | { readonly accepted: false; readonly reason: string };

/** A refused transfer is booked as nothing. */
export function refused(why: string): TransferOutcome {
  return { accepted: false, reason: `${why}. No money has moved: it is still with the payer.` };
}
