import type { Router } from 'express';
import { walletDays as WALLET_DAY } from '../../../workflows/lifecycles.js';
import { readRoutes, type RouteDeps } from '../lifecycle-routes.js';

/** The days of the merchant's wallet. The gateway's events begin them, or the balance at midnight. */
export function walletDayRoutes({ oware: { walletDays } }: RouteDeps): Router {
  return readRoutes({ kind: WALLET_DAY, client: walletDays });
}
