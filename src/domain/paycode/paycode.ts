import type { Kobo } from '../money.js';
import type { PayoutTerms, SinglePayoutSnapshot, SinglePayoutState } from '../payout/single-payout.js';

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface PaycodeTerms extends PayoutTerms {
  readonly beneficiaryName: string;
  /** Until when the beneficiary can collect the cash. */
  readonly expiresAt: string;
}

/**
 * The whole paycode: what queries return, webhooks carry, and a finished run returns. SUCCESS means that the cash was
 * collected; EXPIRED and CANCELLED mean that the money is in the wallet. The clear code is cash: it is never in here.
 */
export interface PaycodeSnapshot extends SinglePayoutSnapshot<SinglePayoutState> {
  readonly lifecycle: 'paycode';
  readonly terms: PaycodeTerms;
  /** Stars and the last two digits. */
  readonly maskedCode?: string;
  readonly feeKobo?: Kobo;
}
