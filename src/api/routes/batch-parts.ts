import type { Router } from 'express';
import { batchParts as BATCH_PART } from '../../../workflows/lifecycles.js';
import { readRoutes, type RouteDeps } from '../lifecycle-routes.js';

/** For operators: parts have review items of their own. Only their batch creates them. */
export function batchPartRoutes({ oware: { batchParts }, grants }: RouteDeps): Router {
  return readRoutes({ kind: BATCH_PART, client: batchParts, grants });
}
