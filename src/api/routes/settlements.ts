import type { Router } from 'express';
import { settlements as SETTLEMENT } from '../../../workflows/lifecycles.js';
import { readRoutes, type RouteDeps } from '../lifecycle-routes.js';

/** Settlements of the gateway. Its events start them, or the record of a payment that names one. */
export function settlementRoutes({ oware: { settlements } }: RouteDeps): Router {
  return readRoutes({ kind: SETTLEMENT, client: settlements });
}
