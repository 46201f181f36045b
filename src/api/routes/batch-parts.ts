import { batchParts as BATCH_PART } from '../../../workflows/lifecycles.js';
import type { Routes } from '../described-routes.js';
import type { RouteDeps } from '../lifecycle-routes.js';
import { readRoutes } from '../read-routes.js';
import { batchPartView } from '../views/batch.js';

/** For operators: parts have review items of their own. Only their batch creates them. */
export function batchPartRoutes({ oware: { batchParts }, grants }: RouteDeps): Routes {
  return readRoutes({ kind: BATCH_PART, client: batchParts, view: batchPartView, grants });
}
