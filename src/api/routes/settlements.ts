import { settlements as SETTLEMENT } from '../../../workflows/lifecycles.js';
import type { Routes } from '../described-routes.js';
import type { RouteDeps } from '../lifecycle-routes.js';
import { readRoutes } from '../read-routes.js';
import { settlementView } from '../views/settlement.js';

/** Settlements of the gateway. Its events start them, or the record of a payment that names one. */
export function settlementRoutes({ oware: { settlements } }: RouteDeps): Routes {
  return readRoutes({ kind: SETTLEMENT, client: settlements, view: settlementView });
}
