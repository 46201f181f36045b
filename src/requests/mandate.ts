import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import type { DebitRequest } from '../domain/mandate/debit.js';
import { MOST_ATTEMPTS, type MandateTerms, START_LEAD_MS } from '../domain/mandate/mandate.js';
import { invalid, parse } from './parse.js';
import { PLAN, readPlan } from './plan.js';
import {
  accountNumber,
  AMOUNT,
  bankCode,
  description,
  email,
  type GivenAmount,
  name,
  readAmount,
  readReference,
  reference,
  requireReference,
  timestamp,
  url,
} from './fields.js';
import { splitItems } from './split.js';
import { formed } from './text.js';

const LONGEST_MS = 30 * 366 * 86_400_000;

const within30Years = timestamp.refine((ms) => ms <= Date.now() + LONGEST_MS, 'must be within 30 years');

const debitPlan = z.strictObject({
  ...PLAN,
  ...AMOUNT,
  attempts: z.int('must be a whole number').min(1).max(MOST_ATTEMPTS).optional(),
});

export const mandateRequest = z.strictObject({
  reference: reference.optional(),
  currency: z.literal('NGN').default('NGN'),
  customer: z.strictObject({
    name,
    email,
    phone: formed(16, /^\+?\d{7,15}$/, 'must be a phone number of 7 to 15 digits'),
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
  plan: debitPlan.optional(),
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
  const fixed = readOptionalAmount({ amount: debitAmount, amountKobo: debitAmountKobo }, 'debitAmount');
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
    ...(planned && { plan: readDebitPlan(planned, fixed !== undefined) }),
    ...(onDemand && planned && { onDemand }),
  };
}

function readOptionalAmount(given: GivenAmount, field?: string) {
  return (given.amount ?? given.amountKobo) === undefined ? undefined : readAmount(given, field);
}

function readDebitPlan(
  given: z.output<typeof debitPlan>,
  isFixed: boolean,
): NonNullable<MandateTerms['plan']> {
  const { amount, amountKobo: count, attempts, ...rest } = given;
  const amountKobo = readOptionalAmount({ amount, amountKobo: count }, 'plan.amount');
  if (isFixed && amountKobo !== undefined) {
    throw invalid([{ field: 'plan.amount', message: 'must not be given: the mandate has a debitAmount' }]);
  }
  if (!isFixed && amountKobo === undefined) {
    throw invalid([{ field: 'plan.amount', message: 'is required without a debitAmount' }]);
  }
  return { ...readPlan(rest), ...omitUndefined({ amountKobo, attempts }) };
}

/** The gateway needs time before the start. */
export function refuseLate({ startAt }: MandateTerms): void {
  if (Date.parse(startAt) >= Date.now() + START_LEAD_MS) return;
  throw invalid([{ field: 'startAt', message: 'must be at least 15 minutes ahead' }]);
}

export const debitRequest = z.strictObject({
  reference: reference.optional(),
  ...AMOUNT,
  narration: name.optional(),
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
