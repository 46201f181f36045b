import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import type { TransferTerms } from '../domain/transfer/transfer.js';
import { invalid, parse } from './parse.js';
import {
  accountNumber,
  ASKED,
  bankCode,
  name,
  readAmount,
  refuseOverdue,
  requireReference,
  timestamp,
} from './fields.js';

const YEAR_MS = 365 * 24 * 60 * 60_000;

const withinAYear = timestamp.refine((ms) => ms <= Date.now() + YEAR_MS, 'must be within a year');

/** A bank account that money is sent to. */
export const destination = z.strictObject({
  bankCode,
  accountNumber,
  accountName: name,
});

export const narration = name.min(3, 'must be at least 3 characters');

export const transferRequest = z.strictObject({
  ...ASKED,
  destination,
  narration,
  startAt: withinAYear.optional(),
  notAfter: withinAYear.optional(),
  duplicateIntended: z.boolean().optional(),
});

/** Reads a create request into terms. */
export function readTransferRequest(body: unknown, idempotencyKey: string | undefined): TransferTerms {
  const { reference, amount, amountKobo, startAt, notAfter, duplicateIntended, ...terms } = parse(
    transferRequest,
    body,
  );
  return {
    reference: requireReference(reference, idempotencyKey),
    amountKobo: readAmount({ amount, amountKobo }),
    ...omitUndefined(terms),
    ...(startAt !== undefined && { startAt: new Date(startAt).toISOString() }),
    ...(notAfter !== undefined && { notAfter: new Date(notAfter).toISOString() }),
    ...(duplicateIntended && { duplicateIntended }),
  };
}

/** The times must leave room for a send. */
export function refuseOverdueTransfer(terms: TransferTerms): void {
  refuseOverdue(terms);
  const { startAt, notAfter } = terms;
  if (notAfter !== undefined && startAt !== undefined && Date.parse(notAfter) <= Date.parse(startAt)) {
    throw invalid([{ field: 'notAfter', message: 'must be after startAt' }]);
  }
}
