import { z } from 'zod';
import { REVIEW_KINDS, RESOLUTIONS } from '../../domain/lifecycle/review.js';
import { amountOf, optionalAmountOf, reason, time } from './fields.js';

const reviewKind = z.enum(REVIEW_KINDS);

export const reviewItem = z
  .strictObject({
    key: z.string().meta({ description: 'resolve it by this key' }),
    kind: reviewKind,
    reason: z.string(),
    since: time,
    ...amountOf('atRisk'),
    count: z.int().optional().meta({ description: 'how many occurrences it stands for' }),
    evidence: z.array(z.strictObject({ at: time, observed: z.string() })).optional(),
    version: z
      .string()
      .optional()
      .meta({ description: 'a decision must name it: it changes with what the item is about' }),
  })
  .meta({ id: 'ReviewItem' });

const resolved = z
  .strictObject({
    key: z.string(),
    decision: z.enum(RESOLUTIONS),
    reason: z.string(),
    at: time,
    by: z.string().optional(),
    gatewayReference: z.string().optional(),
    version: z.string().optional().meta({ description: 'of the item, as it was decided on' }),
    amountKobo: optionalAmountOf('amount').amountKobo,
  })
  .meta({ id: 'ResolvedItem' });

const transition = z.strictObject({ to: z.string(), at: time, reason }).meta({ id: 'Transition' });

/** What the view of every lifecycle ends with. */
export const STANDING = {
  reviewItems: z.array(reviewItem).optional().meta({ description: 'what waits for an operator' }),
  resolved: z.array(resolved).optional(),
  transitions: z.array(transition),
  epoch: time.meta({ description: 'when it first started' }),
  sequence: z.int().meta({ description: 'grows with every webhook' }),
};

const decision = z.strictObject({
  key: z.string(),
  subject: z.string(),
  at: time,
  reason: z.string().optional(),
});

/** Of payouts that other people must approve. */
export const approval = z
  .strictObject({
    status: z.enum(['waiting', 'approved', 'declined', 'expired', 'withdrawn']),
    needed: z.int(),
    because: z.array(z.string()),
    requestedAt: time,
    expiresAt: time,
    maker: z.strictObject({ key: z.string(), subject: z.string() }).optional(),
    given: z.array(decision),
    declined: decision.optional(),
  })
  .meta({ id: 'Approval' });
