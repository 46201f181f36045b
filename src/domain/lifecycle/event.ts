import type { Kobo } from '../money.js';

interface AnyEvent {
  /** Recognises a redelivery. It only saves work; a check decides the effect. */
  readonly key: string;
  /** The gateway's name for the event. */
  readonly eventType: string;
}

/** Money arrived: a reason to check, never a proof. */
export interface PaymentEvent extends AnyEvent {
  readonly kind: 'collection';
  readonly transactionReference: string;
  readonly paymentReference: string;
  /**
   * The amount paid so far, as the event reports it. It is never believed: it shows what may be at risk, and
   * whether it is already known.
   */
  readonly amountKobo: Kobo;
  /**
   * Cash that an agent accepted: no gateway read is documented for it, so the signed event is the only
   * evidence.
   */
  readonly cash?: {
    readonly currency: string;
    readonly status: string;
    readonly at?: string;
  };
}

/** The gateway returned a transfer; no gateway read is documented for it. */
export interface PaymentRejectedEvent extends AnyEvent {
  readonly kind: 'rejected-payment';
  readonly transactionReference: string;
  readonly reason?: string;
  readonly amountKobo?: Kobo;
  readonly expectedKobo?: Kobo;
  readonly at?: string;
}

/** An invoice announces to its reserved account that money may arrive which belongs to the invoice. */
export interface InvoiceAttachedEvent extends AnyEvent {
  readonly kind: 'invoice-attached';
  readonly eventType: 'invoice-attached';
  readonly invoiceReference: string;
  readonly transactionReference: string;
}

/** An event from the gateway, or forwarded by another lifecycle. */
export type LifecycleEvent = PaymentEvent | PaymentRejectedEvent | InvoiceAttachedEvent;
