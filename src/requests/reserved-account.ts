import { z } from 'zod';
import {
  ACCOUNT_KINDS,
  type AllowedSources,
  type ReservedAccountTerms,
} from '../domain/reserved-account/reserved-account.js';
import { omitUndefined } from '../domain/omit-undefined.js';
import { invalid, parse } from './parse.js';
import { accountNumber, bankCode, elevenDigits, email, name, readReference, reference } from './fields.js';
import { splitItems } from './split.js';
import { formed, text } from './text.js';

export const IDENTITY = { bvn: elevenDigits.optional(), nin: elevenDigits.optional() };

const MAX_ITEMS = 100;

export const allowedSources = z
  .strictObject({
    bvns: z.array(elevenDigits).max(MAX_ITEMS).optional(),
    bankAccounts: z.array(z.strictObject({ accountNumber, bankCode })).max(MAX_ITEMS).optional(),
    accountNames: z.array(name).max(MAX_ITEMS).optional(),
  })
  .transform((sources): AllowedSources => omitUndefined(sources))
  .refine(
    (sources) => Object.values<readonly unknown[]>({ ...sources }).some(({ length }) => length > 0),
    'must allow at least one source',
  );

export const reservedAccountRequest = z.strictObject({
  reference: reference.optional(),
  kind: z.enum(ACCOUNT_KINDS, `must be ${ACCOUNT_KINDS.join(' or ')}`).default('general'),
  accountName: name,
  currency: z.literal('NGN', 'must be NGN').default('NGN'),
  customer: z.strictObject({ email, name: name.optional() }),
  ...IDENTITY,
  incomeSplit: splitItems.optional(),
  allowedSources: allowedSources.optional(),
  limitProfileCode: text(64).min(1, 'must not be empty').optional(),
});

/** Reads a create request into terms. */
export function readReservedAccountRequest(
  body: unknown,
  idempotencyKey: string | undefined,
): ReservedAccountTerms {
  const { reference: given, customer, ...terms } = parse(reservedAccountRequest, body);
  const named = readReference(given, idempotencyKey);
  // with a generated reference, a retry after a lost answer would reserve a second account
  if (named === undefined) throw invalid([{ field: 'reference', message: 'is required' }]);
  requireIdentity(terms);
  for (const field of ['incomeSplit', 'allowedSources', 'limitProfileCode'] as const) {
    if (terms.kind === 'invoice' && terms[field]) {
      throw invalid([{ field, message: 'is only allowed for accounts of kind general' }]);
    }
    // the gateway has a separate endpoint for limit profiles, which accepts neither of these
    if (terms.limitProfileCode !== undefined && field !== 'limitProfileCode' && terms[field]) {
      throw invalid([
        { field, message: 'cannot be combined with limitProfileCode; set it after the create' },
      ]);
    }
  }
  return { reference: named, ...omitUndefined(terms), customer: omitUndefined(customer) };
}

export function requireIdentity({ bvn, nin }: { bvn?: string | undefined; nin?: string | undefined }): void {
  if ((bvn ?? nin) === undefined)
    throw invalid([{ field: 'bvn', message: 'is required, unless nin is given' }]);
}

export const link = z
  .strictObject({
    all: z.literal(true, 'must be true').optional(),
    banks: z.array(bankCode).min(1).max(MAX_ITEMS).optional(),
  })
  .refine(({ all, banks }) => (all === undefined) !== (banks === undefined), {
    path: ['banks'],
    error: 'requires exactly one of all (true) and banks',
  });

export const sources = z
  .strictObject({ restricted: z.boolean('must be true or false'), allowed: allowedSources.optional() })
  .refine(({ restricted, allowed }) => !restricted || allowed !== undefined, {
    path: ['allowed'],
    error: 'is required when restricted is true',
  });

export const bvn = z.strictObject({ bvn: elevenDigits });
export const split = z.strictObject({ items: splitItems });
export const kyc = z.strictObject(IDENTITY);

/** The commands that change an account. */
export const readLinkRequest = (body: unknown) => omitUndefined(parse(link, body));
export const readBvnRequest = (body: unknown) => parse(bvn, body);
export const readSourcesRequest = (body: unknown) => omitUndefined(parse(sources, body));
export const readSplitRequest = (body: unknown) => parse(split, body);

export function readKycRequest(body: unknown) {
  const identity = parse(kyc, body);
  requireIdentity(identity);
  return omitUndefined(identity);
}

const MAX_PAGE_SIZE = 100;

const count = formed(6, /^\d{1,6}$/, 'must be a whole number').transform(Number);

export const paging = z.strictObject({
  page: count.default(0),
  size: count
    .refine((rows) => rows >= 1 && rows <= MAX_PAGE_SIZE, `must be 1 to ${MAX_PAGE_SIZE}`)
    .default(10),
});
