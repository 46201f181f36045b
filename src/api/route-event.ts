import type { LifecycleEvent } from '../domain/lifecycle/event.js';
import type { GatewayEvent } from '../gateway/events.js';

/** What of an event its lifecycle needs; undefined for kinds that no lifecycle follows yet. */
export function toLifecycleEvent(event: GatewayEvent): LifecycleEvent | undefined {
  switch (event.kind) {
    case 'collection':
      return paymentEvent(event);
    case 'rejected-payment':
      return paymentRejectedEvent(event);
    default:
      return undefined;
  }
}

function paymentEvent(event: Extract<GatewayEvent, { kind: 'collection' }>): LifecycleEvent {
  const { amountPaid, currency, paymentStatus, paidOn } = event;
  const cash = {
    currency,
    status: paymentStatus,
    ...(paidOn !== null && { at: paidOn }),
  };
  return {
    kind: 'collection',
    key: event.deliveryKey,
    eventType: event.eventType,
    transactionReference: event.transactionReference,
    paymentReference: event.paymentReference,
    amountKobo: amountPaid,
    ...(event.witness === 'signature-only' && { cash }),
  };
}

function paymentRejectedEvent(event: Extract<GatewayEvent, { kind: 'rejected-payment' }>): LifecycleEvent {
  const { rejectionReason, amount, expectedAmount, rejectedOn } = event;
  return {
    kind: 'rejected-payment',
    key: event.deliveryKey,
    eventType: event.eventType,
    transactionReference: event.transactionReference,
    ...(rejectionReason !== null && { reason: rejectionReason }),
    ...(amount !== null && { amountKobo: amount }),
    ...(expectedAmount !== null && { expectedKobo: expectedAmount }),
    ...(rejectedOn !== null && { at: rejectedOn }),
  };
}
