import type { GatewayActivities } from './gateway.js';
import { createOpenCheckout, type OpenCheckout } from './open-checkout.js';
import type { OwnActivities } from './own.js';

/** Every deed that a story may ask for. Stories see this type and nothing of what is behind it. */
export type Activities = GatewayActivities & OwnActivities & OpenCheckout;

export function createActivities(gateway: GatewayActivities, own: OwnActivities): Activities {
  return { ...gateway, ...own, ...createOpenCheckout(gateway, own) };
}
