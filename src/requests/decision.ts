import { z } from 'zod';
import { RESOLUTIONS } from '../domain/lifecycle/review.js';
import { kobo } from '../domain/money.js';
import { reason } from './fields.js';
import { text } from './text.js';

/** Approves or declines a payout. */
export const decisionRequest = z.strictObject({ reason: reason.optional() });

const LONGEST_VERSION = 20;

/** Resolves a review item. */
export const resolution = z
  .strictObject({
    decision: z.enum(RESOLUTIONS),
    reason: text(500).trim().min(1, 'must not be empty'),
    gatewayReference: text(200).trim().min(1).optional(),
    amountKobo: z.int().min(0).transform(kobo).optional(),
    version: text(LONGEST_VERSION)
      .optional()
      .meta({ description: 'of the item as it was read; required where the item has one' }),
  })
  .transform(({ gatewayReference, amountKobo, version, ...given }) => ({
    ...given,
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...(amountKobo !== undefined && { amountKobo }),
    ...(version !== undefined && { version }),
  }));
