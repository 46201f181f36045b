import { z } from 'zod';
import { time } from './fields.js';
import { STANDING } from './standing.js';

export const unmatchedEventView = z
  .strictObject({
    reference: z.string(),
    eventType: z.string(),
    reason: z.string(),
    excerpt: z.string(),
    needsReview: z.boolean(),
    resolved: STANDING.resolved,
    receivedAt: time,
  })
  .meta({ id: 'UnmatchedEvent' });
