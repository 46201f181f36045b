import { type CardDetails } from '../types/card.js';

export const maskedPan = ({ bin, last4 }: CardDetails): string => `${bin}******${last4}`;

/** Only reusable cards have a token; the usual test cards have none, as in the gateway's own sandbox. */
export function cardRecord(card: CardDetails) {
  return {
    cardType: 'Sandbox Card Scheme',
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    bin: card.bin,
    bankCode: null,
    bankName: null,
    reusable: card.cardToken !== null,
    countryCode: null,
    cardToken: card.cardToken,
    supportsTokenization: card.cardToken !== null,
    maskedPan: maskedPan(card),
  };
}
