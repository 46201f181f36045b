import type { Kobo } from '../money.js';

/** A payment as a listing of the gateway shows it. */
export interface ListedPayment {
  readonly transactionReference: string;
  readonly paymentReference?: string;
  readonly amountKobo: Kobo;
}

/** Which of such payments a lifecycle does not show, by transaction. */
export type Unheld =
  | { readonly kind: 'known'; readonly missing: readonly string[] }
  /** There is no such lifecycle, or its last run was lost. */
  | { readonly kind: 'unknown' }
  /** No lifecycle of this kind takes payments. */
  | { readonly kind: 'not-followed' };
