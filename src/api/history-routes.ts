import type { About } from './described-routes.js';
import { explanationView, timelineView } from './views/history.js';

/** What every lifecycle tells about itself; who asks decides by which reference. */
export const TIMELINE = {
  summary: 'Read what happened, in order',
  detail:
    'States, commands, events, gateway calls with what was sent and answered, webhooks and timers; personal data is left out. From the histories that Temporal retains.',
  scope: 'read',
  replies: { 200: { about: 'The newest entries', schema: timelineView } },
} as const satisfies About;

export const EXPLAIN = {
  summary: 'Read it in plain sentences',
  detail: 'What happened, what it waits for, what is checked next and when, and what to say to the customer.',
  scope: 'read',
  replies: { 200: { about: 'The sentences', schema: explanationView } },
} as const satisfies About;
