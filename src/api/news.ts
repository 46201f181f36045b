import type { News } from '../domain/news.js';
import type { GatewayEvent } from '../gateway/events.js';

/** What of an event its lifecycle needs; undefined for kinds that no lifecycle follows yet. */
export function toNews(event: GatewayEvent): News | undefined {
  switch (event.kind) {
    case 'collection':
      return collectionNews(event);
    case 'rejected-payment':
      return rejectionNews(event);
    default:
      return undefined;
  }
}

function collectionNews(event: Extract<GatewayEvent, { kind: 'collection' }>): News {
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

function rejectionNews(event: Extract<GatewayEvent, { kind: 'rejected-payment' }>): News {
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
