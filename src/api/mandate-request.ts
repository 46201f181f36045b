import { z } from 'zod';
import type { DebitRequest } from '../domain/mandate/debit.js';
import { MOST_ATTEMPTS, type MandateTerms, START_LEAD_MS } from '../domain/mandate/mandate.js';
import { FREE_DAY_RULES, refusePlan, UNITS } from '../domain/plan.js';
import { invalid, parse } from './parse.js';
import {
  accountNumber,
  AMOUNT,
  bankCode,
  description,
  email,
  name,
  omitUndefined,
  readAmount,
  readReference,
  reference,
  requireReference,
  timestamp,
  url,
} from './request-fields.js';
import { splitItems } from './split.js';

const LONGEST_MS = 30 * 366 * 86_400_000;

const within30Years = timestamp.refine((ms) => ms <= Date.now() + LONGEST_MS, 'must be within 30 years');
const count = (most: number) => z.int('must be a whole number').min(1).max(most);

const plan = z.strictObject({
  every: z.strictObject({ unit: z.enum(UNITS), count: count(400).default(1) }),
  firstDay: z.string(),
  lastDay: z.string().optional(),
  at: z.string().optional(),
  onFreeDay: z.enum(FREE_DAY_RULES).optional(),
  ...AMOUNT,
  attempts: count(MOST_ATTEMPTS).optional(),
});

const mandateRequest = z.strictObject({
  reference: reference.optional(),
  currency: z.literal('NGN').default('NGN'),
  customer: z.strictObject({
    name,
    email,
    phone: z.string().regex(/^\+?\d{7,15}$/, 'must be a phone number of 7 to 15 digits'),
    address: name,
  }),
  account: z.strictObject({ bankCode, accountNumber, accountName: name.optional() }),
  description,
  startAt: within30Years,
  endAt: within30Years,
  autoRenew: z.boolean().optional(),
  ...AMOUNT,
  debitAmount: AMOUNT.amount,
  debitAmountKobo: AMOUNT.amountKobo,
  customerCancellation: z.boolean().optional(),
  redirectUrl: url.optional(),
  incomeSplit: splitItems.optional(),
  plan: plan.optional(),
  onDemand: z.boolean().optional(),
});

/** Reads a create request into terms. */
export function readMandateRequest(body: unknown, idempotencyKey: string | undefined): MandateTerms {
  const given = parse(mandateRequest, body);
  const { reference: own, startAt, endAt, autoRenew, customerCancellation, onDemand, ...rest } = given;
  const {
    amount,
    amountKobo,
    debitAmount,
    debitAmountKobo,
    plan: planned,
    customer,
    account,
    ...terms
  } = rest;
  const named = readReference(own, idempotencyKey);
  // with a generated reference, a retry after a lost answer would create a second mandate
  if (named === undefined) throw invalid([{ field: 'reference', message: 'is required' }]);
  if (endAt <= startAt) throw invalid([{ field: 'endAt', message: 'must be after startAt' }]);
  const lifetime = readOptionalAmount({ amount, amountKobo });
  const fixed = readOptionalAmount({ amount: debitAmount, amountKobo: debitAmountKobo });
  if (lifetime !== undefined && fixed !== undefined && fixed > lifetime) {
    throw invalid([{ field: 'debitAmount', message: 'must not be above amount' }]);
  }
  return {
    reference: named,
    ...omitUndefined(terms),
    customer,
    account: omitUndefined(account),
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(endAt).toISOString(),
    ...(lifetime !== undefined && { amountKobo: lifetime }),
    ...(fixed !== undefined && { debitAmountKobo: fixed }),
    ...(autoRenew && { autoRenew }),
    ...(customerCancellation && { customerCancellation }),
    ...(planned && { plan: readPlan(planned, fixed !== undefined) }),
    ...(onDemand && planned && { onDemand }),
  };
}

function readOptionalAmount(given: { amount?: string | undefined; amountKobo?: number | undefined }) {
  return (given.amount ?? given.amountKobo) === undefined ? undefined : readAmount(given);
}

function readPlan(given: z.output<typeof plan>, isFixed: boolean): NonNullable<MandateTerms['plan']> {
  const { amount, amountKobo: count, ...rest } = given;
  const amountKobo = readOptionalAmount({ amount, amountKobo: count });
  if (isFixed && amountKobo !== undefined) {
    throw invalid([{ field: 'plan.amount', message: 'must not be given: the mandate has a debitAmount' }]);
  }
  if (!isFixed && amountKobo === undefined) {
    throw invalid([{ field: 'plan.amount', message: 'is required without a debitAmount' }]);
  }
  const wrong = refusePlan(omitUndefined(rest));
  if (wrong !== undefined) {
    const [field = 'plan', message = wrong] = wrong.split(': ', 2);
    throw invalid([{ field, message }]);
  }
  return { ...omitUndefined(rest), ...(amountKobo !== undefined && { amountKobo }) };
}

/** The gateway needs time before the start. */
export function refuseLate({ startAt }: MandateTerms): void {
  if (Date.parse(startAt) >= Date.now() + START_LEAD_MS) return;
  throw invalid([{ field: 'startAt', message: 'must be at least 15 minutes ahead' }]);
}

const debitRequest = z.strictObject({
  reference: reference.optional(),
  ...AMOUNT,
  narration: description.optional(),
});

/** Reads a request for a debit. Without an amount it is the fixed one of the mandate. */
export function readDebitRequest(
  body: unknown,
  idempotencyKey: string | undefined,
): Omit<DebitRequest, 'amountKobo'> & Partial<DebitRequest> {
  const { reference: own, amount, amountKobo: count, narration } = parse(debitRequest, body);
  const amountKobo = readOptionalAmount({ amount, amountKobo: count });
  return {
    reference: requireReference(own, idempotencyKey),
    ...(amountKobo !== undefined && { amountKobo }),
    ...(narration !== undefined && { narration }),
  };
}
