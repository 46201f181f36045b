import type { Kobo } from '../money.js';
import type { PayoutTerms, SinglePayoutSnapshot, SinglePayoutState } from '../payout/single-payout.js';

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface BillTerms extends PayoutTerms {
  readonly productCode: string;
  /** The customer's number at the biller: a phone, meter or decoder number. */
  readonly customerId: string;
  readonly email?: string;
  readonly phone?: string;
  /** The biller has no way to validate customers of this product. */
  readonly withoutValidation?: true;
}

/** What the biller says about the customer, before anything is sent. */
export interface BillValidation {
  readonly at: string;
  readonly customerName?: string;
  /** The vend must name it, where the biller requires that. */
  readonly validationReference?: string;
  /** Why it cannot be paid: the customer is unknown, or the product costs something else. */
  readonly refused?: string;
}

/** What the gateway's record says about the purchase. */
export interface BillReceipt {
  readonly description?: string;
  readonly payableKobo?: Kobo;
  readonly commissionKobo?: Kobo;
  readonly productName?: string;
  readonly billerCode?: string;
  readonly billerName?: string;
}

/** The whole bill: what queries return, webhooks carry, and a finished run returns. */
export interface BillSnapshot extends SinglePayoutSnapshot<SinglePayoutState> {
  readonly lifecycle: 'bill';
  readonly terms: BillTerms;
  readonly validation?: BillValidation;
  readonly receipt?: BillReceipt;
}
