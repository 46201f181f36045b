import { z } from 'zod';
import { FREE_DAY_RULES, refusePlan, UNITS } from '../domain/plan.js';
import type { SubscriptionTerms } from '../domain/subscription/subscription.js';
import { CARD_SOURCE, CARD_TERMS, readCardTerms, refuseSource } from './card-terms.js';
import { invalid, parse } from './parse.js';
import { AMOUNT, email, omitUndefined, readAmount, reference, requireReference } from './request-fields.js';

const plan = z.strictObject({
  every: z.strictObject({ unit: z.enum(UNITS), count: z.int().default(1) }),
  firstDay: z.string(),
  lastDay: z.string().optional(),
  at: z.string().optional(),
  onFreeDay: z.enum(FREE_DAY_RULES).optional(),
});

const subscriptionRequest = z.strictObject({
  reference: reference.optional(),
  ...AMOUNT,
  currency: z.literal('NGN').default('NGN'),
  plan,
  retryAfterDays: z.array(z.int().min(1).max(60)).max(5, 'must have at most 5 entries').optional(),
  ...CARD_TERMS,
});

/** Reads a create request into terms. */
export function readSubscriptionRequest(
  body: unknown,
  idempotencyKey: string | undefined,
): SubscriptionTerms {
  const { reference, amount, amountKobo, plan: given, ...terms } = parse(subscriptionRequest, body);
  return {
    reference: requireReference(reference, idempotencyKey),
    amountKobo: readAmount({ amount, amountKobo }),
    plan: readPlan(given),
    ...readCardTerms(terms),
  };
}

function readPlan(given: z.output<typeof plan>) {
  const wanted = omitUndefined(given);
  const problem = refusePlan(wanted);
  if (problem === undefined) return wanted;
  const [field = 'plan', message = problem] = problem.split(': ');
  throw invalid([{ field, message }]);
}

const amendment = z.strictObject(AMOUNT);

export function readAmendment(body: unknown) {
  return { amountKobo: readAmount(parse(amendment, body)) };
}

const replacement = z.strictObject({ ...CARD_SOURCE, email: email.optional() });

export function readReplacement(body: unknown) {
  const given = parse(replacement, body);
  refuseSource(given, given.email);
  return omitUndefined(given);
}
