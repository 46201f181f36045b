/** What the sandbox stores of a card: never its number, PIN or CVV. */
export interface CardDetails {
  readonly scenario: string;
  readonly bin: string;
  readonly last4: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly cardToken: string | null;
}

/** A charge that waits for the customer's authorization. */
export interface CardAttempt {
  readonly card: CardDetails;
  readonly waitsFor: 'otp' | 'issuer';
  readonly id: string;
  readonly wrongCodes: number;
}

/** A token for a card that was charged once and can be charged again without the customer. */
export interface CardToken {
  readonly token: string;
  readonly merchantId: string;
  readonly email: string;
  readonly card: CardDetails;
}
