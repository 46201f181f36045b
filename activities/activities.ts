import { type BatchReadOptions, type BatchReads, createBatchReads } from './batch-reads.js';
import type { GatewayActivities } from './gateway.js';
import { createOpenCheckout, type OpenCheckout } from './open-checkout.js';
import type { OwnActivities } from './own.js';
import { createReadiness, type ReadinessActivity } from './readiness.js';
import { type ReturnAddress, withReturnTokens } from './return-address.js';

/** Every activity. Workflows see this type and nothing of the implementation. */
export type Activities = GatewayActivities & OwnActivities & OpenCheckout & ReadinessActivity & BatchReads;

/** With `returns`, payers return through the API; without it they return directly to the merchant. */
export function createActivities(
  gateway: GatewayActivities,
  own: OwnActivities,
  returns?: ReturnAddress,
  options: BatchReadOptions = {},
): Activities {
  const initTransaction = returns
    ? withReturnTokens(gateway.initTransaction, returns)
    : gateway.initTransaction;
  return {
    ...gateway,
    initTransaction,
    ...own,
    ...createOpenCheckout({ initTransaction }, own),
    ...createReadiness(gateway, own),
    ...createBatchReads(gateway, options),
  };
}
