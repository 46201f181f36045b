import type { CardToken } from '../checkout/card.js';
import { masked } from '../mask.js';

/** Where the card comes from: the paid card checkout that has its token, or the token itself. */
export interface CardSource {
  /** Reference of a checkout that was paid by card. */
  readonly checkout?: string;
  readonly cardToken?: string;
}

/** The customer as the merchant names them; the e-mail address must be that of the first charge. */
export interface ChargedCustomer {
  readonly email?: string;
  readonly name?: string;
}

/** A card that can be charged again. */
export interface ChargeableCard extends CardToken {
  /** The customer's name at the first charge. */
  readonly name?: string;
}

/** The card that was found, or that the terms name by its token; undefined until a checkout was read. */
export function cardOf({
  card,
  terms,
}: {
  readonly card?: ChargeableCard;
  readonly terms: CardSource & { readonly customer: ChargedCustomer };
}): ChargeableCard | undefined {
  const { cardToken, customer } = terms;
  return card ?? (cardToken === undefined ? undefined : { token: cardToken, email: customer.email ?? '' });
}

/** Why the card must not be charged for this customer; undefined when it may. */
export function refuseCustomer({ email }: ChargeableCard, given: ChargedCustomer): string | undefined {
  const isSame = given.email === undefined || given.email.trim().toLowerCase() === email.trim().toLowerCase();
  return isSame ? undefined : "customer.email differs from the e-mail address of the card's first charge";
}

/** As merchants see it: the token could be used to charge the card, so only its end is shown. */
export function toCardView({ token, last4, cardType, bank }: ChargeableCard) {
  return { token: masked(token), last4, cardType, bank };
}

/** Begins the reason of a refusal because the gateway no longer takes the token: no retry can succeed. */
export const TOKEN_REFUSED = 'card-token-refused';

export function isTokenRefused(reason: string): boolean {
  return reason.startsWith(`${TOKEN_REFUSED}:`);
}

/** A card that has expired is declined for ever, whatever the gateway calls it. */
const EXPIRED_CARD = /card (?:has )?expired|expired card/i;

/** The reason of a charge that the gateway refused. */
export function refusalReason({
  kind,
  message,
}: {
  readonly kind: string;
  readonly message: string;
}): string {
  const isFinal = kind === 'invalid-token' || EXPIRED_CARD.test(message);
  return isFinal ? `${TOKEN_REFUSED}: ${message}` : `declined: ${message}`;
}
