import { z } from 'zod';
import { LONGEST_NOTE, LONGEST_REASON } from '../domain/refund/limits.js';
import type { RefundTerms } from '../domain/refund/refund.js';
import { MAX_REFERENCE_LENGTH } from './lifecycle-routes.js';
import { parse } from './parse.js';
import {
  accountNumber,
  AMOUNT,
  bankCode,
  name,
  omitUndefined,
  readAmount,
  reference,
  requireReference,
} from './request-fields.js';

/** The gateway requires a note to the customer. */
const USUAL_NOTE = 'Refund';

/** A transaction of the gateway: not one of our references. */
export const transactionReference = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_REFERENCE_LENGTH, `must be at most ${MAX_REFERENCE_LENGTH} characters`);

const ofOwner = z.strictObject({
  reference: reference.optional(),
  transactionReference: transactionReference.optional(),
  ...AMOUNT,
  refundReason: name.max(LONGEST_REASON, `must be at most ${LONGEST_REASON} characters`),
  customerNote: name.max(LONGEST_NOTE, `must be at most ${LONGEST_NOTE} characters`).default(USUAL_NOTE),
  destination: z
    .strictObject({
      bankCode,
      accountNumber,
    })
    .optional(),
});

const ofTransaction = ofOwner.extend({ transactionReference });

/** Reads a request for a refund of a transaction. */
export function readRefundRequest(body: unknown, idempotencyKey: string | undefined) {
  const { transactionReference: of, ...given } = parse(ofTransaction, body);
  return { transactionReference: of, terms: toTerms(given, idempotencyKey) };
}

/** Reads a request for a refund of a checkout or an invoice, which may name one of its transactions. */
export function readOwnedRefundRequest(body: unknown, idempotencyKey: string | undefined) {
  const { transactionReference: of, ...given } = parse(ofOwner, body);
  return { transactionReference: of, terms: toTerms(given, idempotencyKey) };
}

function toTerms(
  given: Omit<z.output<typeof ofOwner>, 'transactionReference'>,
  idempotencyKey: string | undefined,
): RefundTerms {
  const { reference: own, amount, amountKobo, ...terms } = given;
  return {
    refundReference: requireReference(own, idempotencyKey),
    amountKobo: readAmount({ amount, amountKobo }),
    ...omitUndefined(terms),
  };
}
