import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import type { SubscriptionTerms } from '../domain/subscription/subscription.js';
import { CARD_SOURCE, CARD_TERMS, readCardTerms, refuseSource } from './card-terms.js';
import { parse } from './parse.js';
import { PLAN, readPlan } from './plan.js';
import { AMOUNT, ASKED, email, readAmount, requireReference } from './fields.js';

export const subscriptionRequest = z.strictObject({
  ...ASKED,
  plan: z.strictObject(PLAN),
  retryAfterDays: z.array(z.int().min(1).max(60)).max(5, 'must have at most 5 entries').optional(),
  ...CARD_TERMS,
});

/** Reads a create request into terms. */
export function readSubscriptionRequest(
  body: unknown,
  idempotencyKey: string | undefined,
): SubscriptionTerms {
  const { reference, amount, amountKobo, plan, ...terms } = parse(subscriptionRequest, body);
  return {
    reference: requireReference(reference, idempotencyKey),
    amountKobo: readAmount({ amount, amountKobo }),
    plan: readPlan(plan),
    ...readCardTerms(terms),
  };
}

export const amendment = z.strictObject(AMOUNT);

export function readAmendment(body: unknown) {
  return { amountKobo: readAmount(parse(amendment, body)) };
}

export const replacement = z.strictObject({ ...CARD_SOURCE, email: email.optional() });

export function readReplacement(body: unknown) {
  const given = parse(replacement, body);
  refuseSource(given, given.email);
  return omitUndefined(given);
}
