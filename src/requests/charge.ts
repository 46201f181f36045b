import { z } from 'zod';
import type { ChargeTerms } from '../domain/charge/charge.js';
import { CARD_TERMS, readCardTerms } from './card-terms.js';
import { parse } from './parse.js';
import { ASKED, readAmount, requireReference } from './fields.js';

export const chargeRequest = z.strictObject({
  ...ASKED,
  ...CARD_TERMS,
});

/** Reads a create request into terms. */
export function readChargeRequest(body: unknown, idempotencyKey: string | undefined): ChargeTerms {
  const { reference, amount, amountKobo, ...terms } = parse(chargeRequest, body);
  return {
    reference: requireReference(reference, idempotencyKey),
    amountKobo: readAmount({ amount, amountKobo }),
    ...readCardTerms(terms),
  };
}
