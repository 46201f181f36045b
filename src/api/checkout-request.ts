import { z } from 'zod';
import { fromNaira, kobo, type Kobo, MoneyError, showNaira } from '../domain/money.js';
import type { CheckoutTerms } from '../domain/payment.js';
import { isReference, refuseReference } from '../domain/reference.js';
import { mintReference, referenceFromKey } from '../client/terms.js';
import { type FieldProblem, Problem } from './problem.js';

const MINIMUM = kobo(2_000);

const reference = z.string().superRefine((text, context) => {
  const refused = refuseReference(text);
  if (refused) context.addIssue({ code: 'custom', message: refused });
});

export const checkoutRequest = z.strictObject({
  reference: reference.optional(),
  /** Naira as decimal text, or kobo as a whole number: one of them, never a float. */
  amount: z.string('must be text, such as "2500.00"').optional(),
  amountKobo: z.int('must be a whole number of kobo').optional(),
  currency: z.literal('NGN').default('NGN'),
  customer: z.strictObject({
    email: z.email('must be an e-mail address').max(254),
    name: z.string().min(1).max(200).optional(),
  }),
  description: z.string().min(1).max(200).optional(),
  redirectUrl: z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' }).optional(),
});

/** Reads a create request into terms; whatever is wrong with it is named field by field. */
export function readCheckoutRequest(body: unknown, idempotencyKey: string | undefined): CheckoutTerms {
  const parsed = checkoutRequest.safeParse(body ?? {});
  if (!parsed.success) throw invalid(parsed.error.issues.flatMap(toFieldProblems));
  const { amount, amountKobo, reference: given, customer, description, redirectUrl, currency } = parsed.data;
  return {
    reference: chooseReference(given, idempotencyKey),
    amountKobo: readAmount(amount, amountKobo),
    currency,
    customer: { email: customer.email, ...(customer.name !== undefined && { name: customer.name }) },
    ...(description !== undefined && { description }),
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
}

function readAmount(naira: string | undefined, count: number | undefined): Kobo {
  if ((naira === undefined) === (count === undefined)) {
    throw invalid([{ field: 'amount', message: 'give either amount ("2500.00") or amountKobo (250000)' }]);
  }
  const field = naira === undefined ? 'amountKobo' : 'amount';
  try {
    const amount = naira === undefined ? kobo(count ?? 0) : fromNaira(naira);
    if (amount >= MINIMUM) return amount;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw invalid([{ field, message: error.message }]);
  }
  throw invalid([{ field, message: `must be at least ${showNaira(MINIMUM)}` }]);
}

function chooseReference(given: string | undefined, idempotencyKey: string | undefined): string {
  const fromKey = idempotencyKey === undefined ? undefined : referenceFromKey(idempotencyKey, isReference);
  if (given !== undefined && fromKey !== undefined && given !== fromKey) {
    const message = 'the reference and the Idempotency-Key name different payments';
    throw invalid([{ field: 'reference', message }]);
  }
  return given ?? fromKey ?? mintReference();
}

export function toFieldProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const at = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [{ field: at || '(body)', message: issue.message }];
  return issue.keys.map((key) => ({ field: at ? `${at}.${key}` : key, message: 'is not a known field' }));
}

export function invalid(errors: readonly FieldProblem[]): Problem {
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new Problem('invalid', detail, { errors });
}
