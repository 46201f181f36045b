import { z } from 'zod';
import { holdsCardNumber, NO_CARD_NUMBER } from '../domain/card-number.js';
import { fromNaira, kobo, type Kobo, MoneyError, showNaira } from '../domain/money.js';
import { PAYMENT_METHODS } from '../domain/checkout/hosted-page.js';
import { isReference, refuseReference } from '../domain/reference.js';
import { referenceFromKey } from '../client/references.js';
import { refuseKey } from './idempotency-key.js';
import { invalid } from './parse.js';

/** Fields that requests of several stories have. */

export const reference = z.string().superRefine((text, context) => {
  const refused = refuseReference(text);
  if (refused) context.addIssue({ code: 'custom', message: refused });
});

export const email = z.email('must be an e-mail address').max(254);

export const url = z
  .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
  .max(2_048, 'must be at most 2,048 characters');

const anyWords = z
  .string()
  .max(500)
  .refine((text) => !holdsCardNumber(text), NO_CARD_NUMBER);

const words = anyWords.min(1, 'must not be empty').max(200);

export const name = words;

export const description = words;

/** The same methods in another order are the same terms. */
export const paymentMethods = z
  .array(z.enum(PAYMENT_METHODS, `must be some of ${PAYMENT_METHODS.join(', ')}`))
  .min(1, 'must name one at least')
  .transform((given) => PAYMENT_METHODS.filter((method) => given.includes(method)));

const MOST_METADATA = 20;

/** The merchant's own words, which come back with the transaction. */
export const metadata = z
  .record(z.string().regex(/^[\w.-]{1,64}$/, 'must be named by A-Z a-z 0-9 . _ -'), anyWords)
  .refine((given) => Object.keys(given).length <= MOST_METADATA, `must not have more than ${MOST_METADATA}`);

/** A moment to the second, as the gateway has it. Without an offset it is West Africa Time, the payer's own. */
export const moment = z.iso
  .datetime({ offset: true, local: true, error: 'must be a time such as 2026-01-31T17:00:00+01:00' })
  .transform((text) => Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}+01:00`))
  .transform((ms) => Math.floor(ms / 1000) * 1000);

/** Naira as decimal text, or kobo as a whole number: one of them, never a float. */
export const AMOUNT = {
  amount: z.string('must be text, such as "2500.00"').optional(),
  amountKobo: z.int('must be a whole number of kobo').optional(),
};

export const NOT_NAIRA = 'must be naira with at most two decimals, such as "2500.00"';
const NOT_KOBO = 'must be a whole number of kobo, not negative and within the safe range';

/** The gateway's own. */
const MINIMUM = kobo(2_000);

export function readAmount(given: { amount?: string | undefined; amountKobo?: number | undefined }): Kobo {
  const { amount: naira, amountKobo: count } = given;
  if ((naira === undefined) === (count === undefined)) {
    throw invalid([{ field: 'amount', message: 'give either amount ("2500.00") or amountKobo (250000)' }]);
  }
  const field = naira === undefined ? 'amountKobo' : 'amount';
  try {
    const amount = naira === undefined ? kobo(count ?? 0) : fromNaira(naira);
    if (amount >= MINIMUM) return amount;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    // the error repeats what was given, which may be anything
    throw invalid([{ field, message: naira === undefined ? NOT_KOBO : NOT_NAIRA }]);
  }
  throw invalid([{ field, message: `must be at least ${showNaira(MINIMUM)}` }]);
}

/** The reference given, or the one that the Idempotency-Key stands for; both together must name the same. */
export function readReference(
  given: string | undefined,
  idempotencyKey: string | undefined,
): string | undefined {
  if (idempotencyKey !== undefined) refuseKey(idempotencyKey);
  const fromKey = idempotencyKey === undefined ? undefined : referenceFromKey(idempotencyKey, isReference);
  if (given !== undefined && fromKey !== undefined && given !== fromKey) {
    const message = 'the reference and the Idempotency-Key name different payments';
    throw invalid([{ field: 'reference', message }]);
  }
  return given ?? fromKey;
}

type Given<Value> = { [Field in keyof Value]: Exclude<Value[Field], undefined> };

/** zod says undefined where a field is absent; our terms say nothing at all. */
export function present<Fields extends object>(fields: Fields): Given<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<Fields>;
}
