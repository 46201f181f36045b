import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import type { BillTerms } from '../domain/bill/bill.js';
import { parse } from './parse.js';
import { ASKED, email, name, phone, readAmount, requireReference, timestamp } from './fields.js';

export const billRequest = z.strictObject({
  ...ASKED,
  productCode: name,
  customerId: name.max(50, 'must be at most 50 characters'),
  email: email.optional(),
  phone: phone.optional(),
  notAfter: timestamp.optional(),
  withoutValidation: z.boolean().optional(),
});

/** Reads a create request into terms. */
export function readBillRequest(body: unknown, idempotencyKey: string | undefined): BillTerms {
  const { reference, amount, amountKobo, notAfter, withoutValidation, ...terms } = parse(billRequest, body);
  return {
    reference: requireReference(reference, idempotencyKey),
    amountKobo: readAmount({ amount, amountKobo }),
    ...omitUndefined(terms),
    ...(notAfter !== undefined && { notAfter: new Date(notAfter).toISOString() }),
    ...(withoutValidation && { withoutValidation }),
  };
}
