import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import { mintReference } from './references.js';
import type { InvoiceTerms } from '../domain/invoice/invoice.js';
import { invalid, parse } from './parse.js';
import {
  ASKED,
  description,
  email,
  name,
  paymentMethods,
  readAmount,
  readReference,
  reference,
  timestamp,
  url,
} from './fields.js';
import { splitItems } from './split.js';

const YEAR_MS = 365 * 24 * 60 * 60_000;

export const invoiceRequest = z.strictObject({
  ...ASKED,
  customer: z.strictObject({ email, name }),
  description,
  expiresAt: timestamp.refine((ms) => ms <= Date.now() + YEAR_MS, 'must be within a year'),
  accountReference: reference.optional(),
  redirectUrl: url.optional(),
  paymentMethods: paymentMethods.optional(),
  incomeSplit: splitItems.optional(),
});

/** Reads a create request into terms. */
export function readInvoiceRequest(body: unknown, idempotencyKey: string | undefined): InvoiceTerms {
  const { reference: name, amount, amountKobo, expiresAt, ...terms } = parse(invoiceRequest, body);
  return {
    reference: readReference(name, idempotencyKey) ?? mintReference('inv'),
    amountKobo: readAmount({ amount, amountKobo }),
    ...omitUndefined(terms),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

export function refuseOverdue({ expiresAt }: InvoiceTerms): void {
  if (Date.parse(expiresAt) > Date.now()) return;
  throw invalid([{ field: 'expiresAt', message: 'must be in the future' }]);
}
