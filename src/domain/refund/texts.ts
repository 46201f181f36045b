import { type Kobo, showNaira } from '../money.js';

/** Why money is not accepted while refunds of it have not ended. */
export const refundsUnderWay = (mayGoBack: Kobo) =>
  `refunds of this money are under way, for up to ${showNaira(mayGoBack)}; decide once they have ended`;

export const UNREAD_REFUNDS =
  'refunds of this money may be under way: they could not be read; try again soon';
