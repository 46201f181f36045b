import type { Kobo } from '../money.js';

interface AnyEvent {
  /** Tells a repeat of the same delivery; it saves work, the effect is decided by asking. */
  readonly key: string;
  /** The gateway's own name for the event. */
  readonly eventType: string;
}

/** Money came in somewhere: a reason to ask, never what is true. */
export interface PaymentEvent extends AnyEvent {
  readonly kind: 'collection';
  readonly transactionReference: string;
  readonly paymentReference: string;
  /** What the event says was paid so far. It is never believed: it tells what may be at risk, and what is known already. */
  readonly amountKobo: Kobo;
  /** Cash that an agent took: no question is documented for it, so the signed event is all there is. */
  readonly cash?: {
    readonly currency: string;
    readonly status: string;
    readonly at?: string;
  };
}

/** Somebody's transfer was sent back; no question is documented for it. */
export interface PaymentRejectedEvent extends AnyEvent {
  readonly kind: 'rejected-payment';
  readonly transactionReference: string;
  readonly reason?: string;
  readonly amountKobo?: Kobo;
  readonly expectedKobo?: Kobo;
  readonly at?: string;
}

/** An invoice tells the account whose numbers it is paid through that money may come which is not the account's. */
export interface InvoiceAttachedEvent extends AnyEvent {
  readonly kind: 'invoice-attached';
  readonly eventType: 'invoice-attached';
  readonly invoiceReference: string;
  readonly transactionReference: string;
}

/** What a story is told by an event of the gateway, or by another story: that something happened. */
export type LifecycleEvent = PaymentEvent | PaymentRejectedEvent | InvoiceAttachedEvent;
