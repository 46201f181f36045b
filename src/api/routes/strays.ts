import { type Router } from 'express';
import type { OwareClient, StraySnapshot, StrayTerms } from '../../client/client.js';
import { toStray } from '../../domain/stray.js';
import { readRoutes } from '../story-routes.js';

/** Events that nobody could place, for whoever must find out what they are. They begin at the webhook endpoint only. */
export function strayRoutes({ strays }: OwareClient): Router {
  return readRoutes<StrayTerms, StraySnapshot>({ noun: 'stray event', stories: strays, toView: toStray });
}
