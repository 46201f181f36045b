import { z } from 'zod';
import { BATCH_TRANSITIONS, ON_VALIDATION_FAILURE } from '../../domain/batch/batch.js';
import { PART_TRANSITIONS } from '../../domain/batch/batch-part.js';
import { amountOf, currency, optionalAmountOf, reason, reference, statesOf, sums, time } from './fields.js';
import { approval, STANDING } from './standing.js';
import { authorization } from './transfer.js';

const withFees = z.strictObject({ ...sums, ...amountOf('fee') });

const totals = z
  .strictObject({ ...withFees.shape, byState: z.record(z.string(), withFees) })
  .meta({ id: 'BatchTotals' });

const outcome = z
  .literal('unknown')
  .optional()
  .meta({ description: 'it was sent, and the gateway has not said whether it has it' });

const partLine = z
  .strictObject({
    part: z.int(),
    state: statesOf(PART_TRANSITIONS),
    outcome,
    totals,
    needsReview: z.array(z.string()).optional(),
    reviewAt: z.string().optional(),
  })
  .meta({ id: 'BatchPartLine' });

const release = z.strictObject({
  rows: z.union([z.literal('all'), z.array(z.int())]),
  reason: z.string(),
  at: time,
  by: z.string(),
});

export const batchView = z
  .strictObject({
    reference,
    state: statesOf(BATCH_TRANSITIONS),
    reason,
    title: z.string(),
    narration: z.string().optional(),
    onValidationFailure: z.enum(ON_VALIDATION_FAILURE),
    currency,
    ...sums,
    retryOf: z.string().optional(),
    retriedBy: z.string().optional(),
    startAt: time.optional(),
    notAfter: time.optional(),
    duplicateIntended: z.literal(true).optional(),
    sealedAt: time.optional(),
    totals,
    partCount: z.int(),
    parts: z.array(partLine),
    rows: z.string().meta({ description: 'where the rows are' }),
    releases: z.array(release).optional(),
    approval: approval.optional(),
    ...STANDING,
  })
  .meta({ id: 'Batch' });

export const batchPartView = z
  .strictObject({
    reference: z.string(),
    batch: reference,
    part: z.int(),
    state: statesOf(PART_TRANSITIONS),
    reason,
    outcome,
    totals,
    sentAt: time.optional(),
    authorization: authorization.optional(),
    ...STANDING,
  })
  .meta({ id: 'BatchPart' });

const row = z
  .strictObject({
    row: z.int(),
    reference: z.string().optional(),
    gatewayReference: z.string(),
    transactionReference: z.string().optional(),
    sessionId: z.string().optional(),
    ...amountOf('amount'),
    ...optionalAmountOf('fee'),
    state: z.string(),
    reason: z.string().optional(),
    accountName: z.string(),
    nameAtBank: z.string().optional(),
    nameMatches: z.boolean().optional(),
    safeToPayAgain: z.boolean(),
  })
  .meta({ id: 'BatchRow' });

export const batchRowsView = z.strictObject({ reference, rows: z.array(row) }).meta({ id: 'BatchRows' });
