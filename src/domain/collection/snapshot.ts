import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { ShownMoney } from '../order/change.js';
import type { Order } from '../order/order.js';
import type { Asked, Attempt, CollectionState } from './collection.js';

/** The snapshot of a lifecycle that collects money once. What is shown of its money derives from its transactions. */
export interface CollectionSnapshot extends LifecycleSnapshot<CollectionState>, Order, ShownMoney {
  readonly terms: Asked & { readonly reference: string };
  /** When the gateway stops accepting money for it. */
  readonly expiresAt?: string;
  readonly lastAttempt?: Attempt;
  /** Its records are read again then: two equal transfers report the same amount. */
  readonly checkAgainAt?: number | undefined;
}
