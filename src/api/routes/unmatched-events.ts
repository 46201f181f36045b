import { type Router } from 'express';
import type { OwareClient, UnmatchedEventSnapshot } from '../../client/client.js';
import { toUnmatchedEvent } from '../../domain/unmatched-event/unmatched-event.js';
import { readRoutes } from '../lifecycle-routes.js';

/** Signed events without a lifecycle, for operators. They begin at the event endpoint only. */
export function unmatchedEventRoutes({ unmatchedEvents }: OwareClient): Router {
  return readRoutes<UnmatchedEventSnapshot>({
    noun: 'unmatched event',
    lifecycle: 'unmatched-event',
    lifecycles: unmatchedEvents,
    toView: toUnmatchedEvent,
  });
}
