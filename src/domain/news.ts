/** What an event of the gateway tells a payment: that something happened, never what is true. */
export interface PaymentNews {
  /** Tells a repeat of the same delivery; it saves work, the effect is decided by asking. */
  readonly key: string;
  readonly kind: string;
  readonly transactionReference: string;
  readonly paymentReference: string;
}
