import { walletDays as WALLET_DAY } from '../../../workflows/lifecycles.js';
import type { Routes } from '../described-routes.js';
import type { RouteDeps } from '../lifecycle-routes.js';
import { readRoutes } from '../read-routes.js';
import { walletDayView } from '../views/wallet-day.js';

/** The days of the merchant's wallet. The gateway's events begin them, or the balance at midnight. */
export function walletDayRoutes({ oware: { walletDays } }: RouteDeps): Routes {
  return readRoutes({ kind: WALLET_DAY, client: walletDays, view: walletDayView });
}
