import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import { LONGEST_NOTE, LONGEST_REASON } from '../domain/refund/limits.js';
import type { RefundTerms } from '../domain/refund/refund.js';
import { parse } from './parse.js';
import { destination } from './transfer.js';
import { AMOUNT, gatewayReference, name, readAmount, reference, requireReference } from './fields.js';

/** The gateway requires a note to the customer. */
const USUAL_NOTE = 'Refund';

export const ownedRefundRequest = z.strictObject({
  reference: reference.optional(),
  transactionReference: gatewayReference.optional(),
  ...AMOUNT,
  refundReason: name.max(LONGEST_REASON, `must be at most ${LONGEST_REASON} characters`),
  customerNote: name.max(LONGEST_NOTE, `must be at most ${LONGEST_NOTE} characters`).default(USUAL_NOTE),
  destination: destination.optional(),
});

export const refundRequest = ownedRefundRequest.extend({ transactionReference: gatewayReference });

/** Reads a request for a refund of a transaction. */
export function readRefundRequest(body: unknown, idempotencyKey: string | undefined) {
  const { transactionReference: of, ...given } = parse(refundRequest, body);
  return { transactionReference: of, terms: toTerms(given, idempotencyKey) };
}

/** Reads a request for a refund of a checkout or an invoice, which may name one of its transactions. */
export function readOwnedRefundRequest(body: unknown, idempotencyKey: string | undefined) {
  const { transactionReference: of, ...given } = parse(ownedRefundRequest, body);
  return { transactionReference: of, terms: toTerms(given, idempotencyKey) };
}

function toTerms(
  given: Omit<z.output<typeof ownedRefundRequest>, 'transactionReference'>,
  idempotencyKey: string | undefined,
): RefundTerms {
  const { reference: own, amount, amountKobo, ...terms } = given;
  return {
    refundReference: requireReference(own, idempotencyKey),
    amountKobo: readAmount({ amount, amountKobo }),
    ...omitUndefined(terms),
  };
}
