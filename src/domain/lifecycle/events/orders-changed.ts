import { type EventCore, type EventKind, readCore } from './core.js';

/** A batch has new orders for one of its parts, which reads them from the batch: any client of Temporal can signal. */
export interface OrdersChangedEvent extends EventCore {
  readonly kind: 'orders-changed';
}

export const ordersChanged: EventKind<OrdersChangedEvent> = {
  kind: 'orders-changed',
  read: readCore,
  isFoundByCheck: () => false,
};
