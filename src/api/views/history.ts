import { z } from 'zod';
import { time } from './fields.js';

const ENTRY_KINDS = ['state', 'call', 'webhook', 'event', 'command', 'timer', 'run'] as const;

const redacted = z
  .unknown()
  .meta({ description: 'without personal data: references, states, times and amounts are shown' });

const timelineEntry = z
  .strictObject({
    at: time,
    kind: z.enum(ENTRY_KINDS),
    what: z.string().meta({ examples: ['Check order-1'] }),
    reason: z.string().optional(),
    sent: redacted.optional(),
    answered: redacted.optional(),
    error: z.string().optional(),
    attempts: z.int().optional().meta({ description: 'where it was retried' }),
    endedAt: time.optional(),
  })
  .meta({ id: 'TimelineEntry' });

export const timelineView = z
  .strictObject({
    entries: z.array(timelineEntry).meta({ description: 'the oldest first' }),
    isComplete: z.boolean().meta({ description: 'false when older entries are not shown' }),
  })
  .meta({ id: 'Timeline' });

export const explanationView = z
  .strictObject({
    summary: z.string().meta({ description: 'what it is, and what its state means' }),
    happened: z.array(z.string()).meta({ description: 'what happened, in order' }),
    waitsFor: z.string().optional(),
    next: z.array(z.string()).meta({ description: 'what Oware does next by itself, and when' }),
    review: z.array(z.string()).meta({ description: 'what needs a person' }),
    customer: z.string().optional().meta({ description: 'what to say to the customer' }),
  })
  .meta({ id: 'Explanation' });
