import type { Router } from 'express';
import { unmatchedEvents as UNMATCHED_EVENT } from '../../../workflows/lifecycles.js';
import { readRoutes, type RouteDeps } from '../lifecycle-routes.js';

/** Signed events without a lifecycle, for operators. Only the event endpoint creates them. */
export function unmatchedEventRoutes({ oware: { unmatchedEvents } }: RouteDeps): Router {
  return readRoutes({ kind: UNMATCHED_EVENT, client: unmatchedEvents });
}
