import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import { type BatchTerms, ON_VALIDATION_FAILURE } from '../domain/batch/batch.js';
import { LONGEST_MERCHANT_REFERENCE } from '../domain/batch/row.js';
import type { ExpectedTotals } from '../domain/batch/totals.js';
import { fromNaira } from '../domain/money.js';
import { LONGEST_NARRATION, refuseNarration } from '../domain/payout-fields.js';
import { invalid, parse } from './parse.js';
import {
  accountNumber,
  AMOUNT,
  bankCode,
  name,
  NOT_NAIRA,
  NOT_TEXT,
  readReference,
  reference,
  timestamp,
} from './fields.js';
import { formed, LONGEST_NUMBER, text } from './text.js';

/** What a request says about a batch besides its rows. */
export interface BatchHead {
  readonly terms: Omit<BatchTerms, 'count' | 'sumKobo' | 'fingerprint'>;
  readonly expected: ExpectedTotals;
}

const YEAR_MS = 365 * 24 * 60 * 60_000;

const narration = text(LONGEST_NARRATION).superRefine((given, context) => {
  const message = refuseNarration(given);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

const TERMS = {
  reference: reference.optional(),
  title: name,
  narration: narration.optional(),
  onValidationFailure: z.enum(ON_VALIDATION_FAILURE, `must be ${ON_VALIDATION_FAILURE.join(' or ')}`),
  currency: z.literal('NGN', 'must be NGN').default('NGN'),
  retryOf: reference.optional(),
  startAt: timestamp.refine((ms) => ms <= Date.now() + YEAR_MS, 'must be within a year').optional(),
  notAfter: timestamp.optional(),
};

const expectedSum = text(LONGEST_NUMBER, NOT_NAIRA, NOT_TEXT)
  .regex(/^\d{1,13}(\.\d{1,2})?$/, NOT_NAIRA)
  .transform(fromNaira);

const jsonRequest = z.strictObject({
  ...TERMS,
  expected: z
    .strictObject({ count: z.int('must be a whole number').optional(), sum: expectedSum.optional() })
    .optional(),
  duplicateIntended: z.boolean().optional(),
  rows: z.array(z.unknown(), 'must be a list of rows'),
});

/** The same for documents, which say what a row has; rows are read one by one, so that a reply names all bad ones. */
export const batchRequest = jsonRequest.extend({
  rows: z.array(
    z
      .strictObject({
        ...AMOUNT,
        reference: text(LONGEST_MERCHANT_REFERENCE).optional(),
        bankCode,
        accountNumber,
        accountName: name,
        narration: narration.optional(),
      })
      .meta({ id: 'BatchRowRequest' }),
  ),
});

/** A file has no place for the terms, so they are in the query string. */
export const csvQuery = z.strictObject({
  ...TERMS,
  expectedCount: formed(9, /^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
  expectedSum: expectedSum.optional(),
  duplicateIntended: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((given) => given === 'true')
    .optional(),
});

export function readJsonBatch(
  body: unknown,
  idempotencyKey: string | undefined,
): BatchHead & { readonly rows: readonly unknown[] } {
  const { rows, expected, ...given } = parse(jsonRequest, body);
  const terms = readTerms(given, idempotencyKey);
  return { terms, expected: { count: expected?.count, sumKobo: expected?.sum }, rows };
}

export function readCsvQuery(query: unknown, idempotencyKey: string | undefined): BatchHead {
  const { expectedCount: count, expectedSum: sumKobo, ...given } = parse(csvQuery, query);
  return { terms: readTerms(given, idempotencyKey), expected: { count, sumKobo } };
}

function readTerms(
  {
    reference: name,
    startAt,
    notAfter,
    duplicateIntended,
    ...given
  }: z.output<z.ZodObject<typeof TERMS>> & { readonly duplicateIntended?: boolean | undefined },
  idempotencyKey: string | undefined,
): BatchHead['terms'] {
  const reference = readReference(name, idempotencyKey);
  if (reference === undefined) {
    const message = 'or an Idempotency-Key is required: without one a repeated request would pay again';
    throw invalid([{ field: 'reference', message }]);
  }
  if (startAt !== undefined && notAfter !== undefined && notAfter <= startAt) {
    throw invalid([{ field: 'notAfter', message: 'must be after startAt' }]);
  }
  return {
    reference,
    ...omitUndefined(given),
    ...(startAt !== undefined && { startAt: new Date(startAt).toISOString() }),
    ...(notAfter !== undefined && { notAfter: new Date(notAfter).toISOString() }),
    ...(duplicateIntended && { duplicateIntended }),
  };
}
