import { z } from 'zod';
import { type Kobo, kobo, type Percent, percent, showNaira } from '../../domain/money.js';
import { GATEWAY_REFERENCE } from '../../domain/reference.js';
import { LARGEST_AMOUNT, toWireNumber, toWireText } from './amounts.js';
import { jsonNumber } from './json.js';
import { toUnixMs } from './times.js';

/**
 * Fields of requests. Each converts one of our values into the wire format. Messages say what is expected and
 * never repeat the value, which may be personal.
 */
function koboBetween(least: Kobo) {
  const isAmount = (value: unknown) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= LARGEST_AMOUNT;
  return z.custom<Kobo>(isAmount, {
    error: `must be whole kobo from ${showNaira(least)} to ${showNaira(LARGEST_AMOUNT)}`,
  });
}

const ONE_KOBO = kobo(1);

export const amount = (least: Kobo = ONE_KOBO) => koboBetween(least).transform(toWireNumber);

export const amountText = (least: Kobo = ONE_KOBO) => koboBetween(least).transform(toWireText);

/** A filter of a search; zero is a legal bound. */
export const amountFilter = koboBetween(kobo(0)).transform(toWireText);

/** At most 64 characters is the grammar of derived references, not a published limit of the gateway. */
export const newReference = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, { error: 'must be 1 to 64 characters of A-Z a-z 0-9 . _ -' });

export const anyReference = z
  .string()
  .regex(GATEWAY_REFERENCE, { error: 'must be 1 to 255 printable characters' });

export const text = (longest = 255) =>
  z
    .string({ error: 'must be text' })
    .min(1, { error: 'must not be empty' })
    .max(longest, {
      error: `must not be longer than ${longest} characters`,
    });

export const digits = (least: number, most = least) =>
  z.string().regex(new RegExp(`^\\d{${least},${most}}$`), {
    error: least === most ? `must be ${least} digits` : `must be ${least} to ${most} digits`,
  });

export const bankCode = digits(3, 6);
export const accountNumber = digits(10);
export const bvn = digits(11);
export const nin = digits(11);
/** Digits in all samples, but not documented as such. */
export const contractCode = z
  .string()
  .regex(/^[\w.-]{1,64}$/, { error: 'must be 1 to 64 characters of A-Z a-z 0-9 . _ -' });
export const email = z.email({ error: 'must be an e-mail address' });
export const currency = z.literal('NGN', { error: 'must be NGN' });
export const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
export const metaData = z.record(z.string(), z.unknown());

export const instant = z.iso.datetime({ error: 'must be a time like 2026-01-31T09:15:30.000Z' });
export const day = z.iso.date({ error: 'must be a date like 1990-01-31' });
export const unixMs = instant.transform(toUnixMs);

export const pageNumber = z.int({ error: 'must be a whole number from 0' }).min(0);
export const pageSize = z.int({ error: 'must be a whole number from 1 to 1000' }).min(1).max(1000);

export const percentage = z
  .custom<Percent>((value) => typeof value === 'string' && isPercent(value), {
    error: 'must be a decimal from 0 to 100 with at most four decimals, as text',
  })
  .transform((value) => jsonNumber(value));

function isPercent(value: string): boolean {
  try {
    percent(value);
    return true;
  } catch {
    return false;
  }
}

export const incomeSplitConfig = z.array(
  z.strictObject({
    subAccountCode: text(64),
    feeBearer: z.boolean().optional(),
    feePercentage: percentage.optional(),
    splitPercentage: percentage.optional(),
    splitAmount: amount().optional(),
  }),
);

/** BVN and NIN, one of which is required. */
export const IDENTITY = { bvn: bvn.optional(), nin: nin.optional() };

export function hasIdentity(given: { bvn?: string | undefined; nin?: string | undefined }): boolean {
  return (given.bvn ?? given.nin) !== undefined;
}

export const IDENTITY_MISSING = { path: ['bvn'], error: 'or nin is required' };
