import { z } from 'zod';
import { ACCOUNT_NUMBER, BANK_CODE } from '../domain/bank-account.js';
import { holdsCardNumber, NO_CARD_NUMBER } from '../domain/card-number.js';
import { fromNaira, kobo, type Kobo, MoneyError, showNaira } from '../domain/money.js';
import { refuseDescription, refuseName } from '../domain/names.js';
import { PAYMENT_METHODS } from '../domain/checkout/hosted-page.js';
import {
  GATEWAY_REFERENCE,
  isReference,
  LONGEST_GATEWAY_REFERENCE,
  LONGEST_REFERENCE,
  NOT_A_REFERENCE,
  OWN_REFERENCE,
  refuseReference,
} from '../domain/reference.js';
import { referenceFromKey } from './references.js';
import { refuseKey } from './idempotency-key.js';
import { invalid } from './parse.js';
import { date, formed, LONGEST_NUMBER, text } from './text.js';

/** Fields that several requests share. */

export const reference = text(LONGEST_REFERENCE, NOT_A_REFERENCE)
  .superRefine((given, context) => {
    const refused = refuseReference(given);
    if (refused) context.addIssue({ code: 'custom', message: refused });
  })
  .meta({ pattern: OWN_REFERENCE.source });

const NOT_PRINTABLE = `must be 1 to ${LONGEST_GATEWAY_REFERENCE} printable characters`;

/** A reference of the gateway, which becomes a part of a path there: dots only, or half a character, could not. */
export const gatewayReference = text(LONGEST_GATEWAY_REFERENCE, NOT_PRINTABLE)
  .regex(GATEWAY_REFERENCE, NOT_PRINTABLE)
  .refine((given) => !/^\.{1,2}$|\p{Surrogate}/u.test(given), 'must not be dots only or a broken character');

/** The same as a list is narrowed to. */
export const listedReference = gatewayReference.refine(
  (given) => !given.includes('\\'),
  'must not contain a backslash',
);

/** The longest reference of the gateway that a workflow accepts. */
export const MAX_REFERENCE_LENGTH = 500;

export const email = text(254).check(z.email('must be an e-mail address'));

/** Parsers of URLs drop line breaks and spaces, so that the stored text would not be the address that a browser opens. */
export const url = text(2_048)
  .regex(/^[^\s\p{C}]*$/u, 'must not contain spaces, line breaks or invisible characters')
  .check(z.url({ protocol: /^https?$/, error: 'must start with http:// or https://' }));

const withoutCardNumber = (longest: number) =>
  text(longest).refine((given) => !holdsCardNumber(given), NO_CARD_NUMBER);

const LONGEST_LINE = 200;

/** A line of text that keeps a rule, which says why it refuses one. */
const line = (rule: (given: string) => string | undefined) =>
  text(LONGEST_LINE)
    .min(1, { error: 'must not be empty', abort: true })
    .superRefine((given, context) => {
      const message = rule(given);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });

/** Of a person, an account or a thing, and what a bank shows beside a payment. */
export const name = line((given) => refuseName(given, { shortest: 1, longest: LONGEST_LINE }));

export const description = line(refuseDescription);

export const reason = withoutCardNumber(LONGEST_LINE).min(1, 'must not be empty');

export const bankCode = formed(6, BANK_CODE, 'must be 3 to 6 digits');
export const accountNumber = formed(10, ACCOUNT_NUMBER, 'must be 10 digits');

/** A BVN or a NIN. */
export const elevenDigits = formed(11, /^\d{11}$/, 'must be a string of 11 digits');

export const dateOfBirth = date('must be a date such as 1990-01-31');

export const phone = formed(15, /^\+?\d{10,14}$/, 'must be a phone number of 10 to 14 digits');

/** The same methods in another order are the same terms. */
export const paymentMethods = z
  .array(z.enum(PAYMENT_METHODS, `must be one of ${PAYMENT_METHODS.join(', ')}`))
  .min(1, 'must contain at least one method')
  .transform((given) => PAYMENT_METHODS.filter((method) => given.includes(method)));

const MAX_METADATA_FIELDS = 20;

/** Key-value pairs of the merchant, which the gateway returns with the transaction. */
export const metadata = z
  .record(formed(64, /^[\w.-]{1,64}$/, 'must have a name of A-Z a-z 0-9 . _ -'), withoutCardNumber(500))
  .refine(
    (given) => Object.keys(given).length <= MAX_METADATA_FIELDS,
    `must have at most ${MAX_METADATA_FIELDS} entries`,
  );

const NOT_A_TIME = 'must be a time such as 2026-01-31T17:00:00+01:00';

/** A time, to the second like the gateway's. Without an offset it is in West Africa Time, the payer's time zone. */
export const timestamp = text(40, NOT_A_TIME)
  .check(z.iso.datetime({ offset: true, local: true, error: NOT_A_TIME }))
  .transform((given) => Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(given) ? given : `${given}+01:00`))
  .transform((ms) => Math.floor(ms / 1000) * 1000);

/** For documents: further decimals of naira must be zero. */
export const NAIRA_PATTERN = /^\d{1,15}(\.\d{1,2}0*)?$/.source;

export const NOT_NAIRA = 'must be an amount in naira with at most two decimals, such as "2500.00"';
export const NOT_TEXT = 'must be a string, such as "2500.00"';

/** Naira as a decimal string, or kobo as an integer: exactly one of them, never a float. */
export const AMOUNT = {
  amount: text(LONGEST_NUMBER, NOT_NAIRA, NOT_TEXT).meta({ pattern: NAIRA_PATTERN }).optional(),
  amountKobo: z.int('must be a whole number of kobo').min(0, 'must not be negative').optional(),
};

/** What every request about an amount of money begins with. */
export const ASKED = {
  reference: reference.optional(),
  ...AMOUNT,
  currency: z.literal('NGN').default('NGN'),
};

const NOT_KOBO = 'must be a whole number of kobo, 0 to 9007199254740991';

/** The gateway's minimum. */
const MINIMUM = kobo(2_000);

export interface GivenAmount {
  readonly amount?: string | undefined;
  readonly amountKobo?: number | undefined;
}

/** The field in naira is named `name`, the one in kobo has its name and `Kobo`. */
export function readAmount({ amount: naira, amountKobo: count }: GivenAmount, name = 'amount'): Kobo {
  if ((naira === undefined) === (count === undefined)) {
    const message = `requires exactly one of ${name} ("2500.00") and ${name}Kobo (250000)`;
    throw invalid([{ field: name, message }]);
  }
  const field = naira === undefined ? `${name}Kobo` : name;
  try {
    const amount = naira === undefined ? kobo(count ?? 0) : fromNaira(naira);
    if (amount >= MINIMUM) return amount;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    // the original error repeats the given value, which may be anything
    throw invalid([{ field, message: naira === undefined ? NOT_KOBO : NOT_NAIRA }]);
  }
  throw invalid([{ field, message: `must be at least ${showNaira(MINIMUM)}` }]);
}

/** The given reference, or the one from the Idempotency-Key. If both are given they must match. */
export function readReference(
  given: string | undefined,
  idempotencyKey: string | undefined,
): string | undefined {
  refuseKey(idempotencyKey);
  const fromKey = idempotencyKey === undefined ? undefined : referenceFromKey(idempotencyKey, isReference);
  if (given !== undefined && fromKey !== undefined && given !== fromKey) {
    const message = 'must match the Idempotency-Key, or send only one of them';
    throw invalid([{ field: 'reference', message }]);
  }
  return given ?? fromKey;
}

/** A reference, or the key, of a request that moves money out: without one Oware could not recognise its repeat. */
export function requireReference(given: string | undefined, idempotencyKey: string | undefined): string {
  const found = readReference(given, idempotencyKey);
  if (found !== undefined) return found;
  const message =
    'is required, or the header Idempotency-Key: a repeat after a lost reply must be recognised';
  throw invalid([{ field: 'reference', message }]);
}

/** The time until which money may be sent must leave room for a send. */
export function refuseOverdue({ notAfter }: { readonly notAfter?: string }): void {
  if (notAfter !== undefined && Date.parse(notAfter) <= Date.now())
    throw invalid([{ field: 'notAfter', message: 'must be in the future' }]);
}
