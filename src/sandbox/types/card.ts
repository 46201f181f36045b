/** What is remembered of a card: never its number, PIN or CVV. */
export interface CardDetails {
  readonly scenario: string;
  readonly bin: string;
  readonly last4: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly cardToken: string | null;
}

/** A charge that waits for the customer. */
export interface CardAttempt {
  readonly card: CardDetails;
  readonly waitsFor: 'otp' | 'issuer';
  readonly id: string;
  readonly wrongCodes: number;
}

/** What stands for a card that was charged once, and may be charged again without its owner. */
export interface CardToken {
  readonly token: string;
  readonly merchantId: string;
  readonly email: string;
  readonly card: CardDetails;
}
