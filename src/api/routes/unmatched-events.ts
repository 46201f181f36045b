import { unmatchedEvents as UNMATCHED_EVENT } from '../../../workflows/lifecycles.js';
import type { Routes } from '../described-routes.js';
import type { RouteDeps } from '../lifecycle-routes.js';
import { readRoutes } from '../read-routes.js';
import { unmatchedEventView } from '../views/unmatched-event.js';

/** Signed events without a lifecycle, for operators. Only the event endpoint creates them. */
export function unmatchedEventRoutes({ oware: { unmatchedEvents } }: RouteDeps): Routes {
  return readRoutes({ kind: UNMATCHED_EVENT, client: unmatchedEvents, view: unmatchedEventView });
}
