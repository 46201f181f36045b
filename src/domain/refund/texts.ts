import { type Kobo, showNaira } from '../money.js';

/** Why money is not accepted while refunds of it have not ended. */
export const refundsUnderWay = (mayGoBack: Kobo) =>
  `refunds of this money are under way, for up to ${showNaira(mayGoBack)}; decide once they have ended`;

export const UNREAD_REFUNDS =
  'refunds of this money may be under way: they could not be read; try again soon';

/** Why money that may go back is not accepted: its refund by a policy, or what its last record showed. */
export const refundIsUnderWay = (refundReference: string) =>
  `refund ${refundReference} of this money is under way; decide once it has ended`;
export const recordComesFirst = (observed = 'its last record showed no money') =>
  `${observed}; decide once its record has been read again, or first on the item about its record`;
