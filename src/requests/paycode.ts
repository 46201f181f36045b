import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import type { PaycodeTerms } from '../domain/paycode/paycode.js';
import { invalid, parse } from './parse.js';
import { ASKED, name, readAmount, refuseOverdue, requireReference, timestamp } from './fields.js';

export const paycodeRequest = z.strictObject({
  ...ASKED,
  beneficiaryName: name,
  expiresAt: timestamp,
  notAfter: timestamp.optional(),
});

/** Reads a create request into terms. */
export function readPaycodeRequest(body: unknown, idempotencyKey: string | undefined): PaycodeTerms {
  const { reference, amount, amountKobo, expiresAt, notAfter, ...terms } = parse(paycodeRequest, body);
  return {
    reference: requireReference(reference, idempotencyKey),
    amountKobo: readAmount({ amount, amountKobo }),
    ...omitUndefined(terms),
    expiresAt: new Date(expiresAt).toISOString(),
    ...(notAfter !== undefined && { notAfter: new Date(notAfter).toISOString() }),
  };
}

/** The times must leave room for a send. */
export function refuseExpired(terms: PaycodeTerms): void {
  if (Date.parse(terms.expiresAt) <= Date.now())
    throw invalid([{ field: 'expiresAt', message: 'must be in the future' }]);
  refuseOverdue(terms);
}
