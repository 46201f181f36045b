import { type Router } from 'express';
import type { OwareClient, StraySnapshot } from '../../client/client.js';
import { toStray } from '../../domain/stray.js';
import { readRoutes } from '../story-routes.js';

/** Signed events without a lifecycle, for operators. They begin at the event endpoint only. */
export function strayRoutes({ strays }: OwareClient): Router {
  return readRoutes<StraySnapshot>({
    noun: 'unmatched event',
    story: 'stray',
    stories: strays,
    toView: toStray,
  });
}
