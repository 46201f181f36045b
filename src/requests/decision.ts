import { z } from 'zod';
import { RESOLUTIONS } from '../domain/lifecycle/review.js';
import { kobo } from '../domain/money.js';
import { reason } from './fields.js';

/** Approves or declines a payout. */
export const decisionRequest = z.strictObject({ reason: reason.optional() });

/** Resolves a review item. */
export const resolution = z
  .strictObject({
    decision: z.enum(RESOLUTIONS),
    reason: z.string().trim().min(1, 'must not be empty').max(500),
    gatewayReference: z.string().trim().min(1).max(200).optional(),
    amountKobo: z.int().min(0).transform(kobo).optional(),
  })
  .transform(({ gatewayReference, amountKobo, ...given }) => ({
    ...given,
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...(amountKobo !== undefined && { amountKobo }),
  }));
