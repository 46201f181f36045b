import { z } from 'zod';
import type { ListPage, ListRequest } from '../client/client.js';
import { MOST_ROWS } from '../client/list.js';
import { toListRow } from '../client/list-row.js';
import { REVIEW_KINDS } from '../domain/lifecycle/review.js';
import { omitUndefined } from '../domain/omit-undefined.js';
import { listedReference, timestamp } from '../requests/fields.js';
import { naira } from '../requests/naira.js';
import { formed } from '../requests/text.js';

/** Several words, with commas between them. */
const words = formed(
  819,
  /^[A-Z_]{1,40}(,[A-Z_]{1,40}){0,19}$/,
  'must be states such as PAID,OVERPAID',
).transform((given) => given.split(','));

/** `?limit=`, for a list of these things. */
export function limitOf(what: string, most: number, unlessGiven: number) {
  const expected = `must be 1 to ${most}`;
  return formed(4, /^\d{1,4}$/, expected)
    .transform(Number)
    .refine((count) => count >= 1 && count <= most, expected)
    .optional()
    .meta({ description: `${what}, 1 to ${most}; ${unlessGiven} unless given` });
}

/** What every list can be narrowed to. */
export const listQuery = z.strictObject({
  state: words.optional().meta({ description: 'one of these states', examples: ['PAID,OVERPAID'] }),
  changedFrom: timestamp.optional().meta({ description: 'came into its state at this time or later' }),
  changedTo: timestamp.optional().meta({ description: 'came into its state before this time' }),
  minAmount: naira.optional().meta({ description: 'at least so many naira', examples: ['1000.00'] }),
  maxAmount: naira.optional().meta({ description: 'at most so many naira' }),
  customer: formed(22, /^[\w-]{22}$/, 'must be a hash that POST /v1/customer-hashes returned')
    .optional()
    .meta({ description: 'the hash of a customer, of `POST /v1/customer-hashes`' }),
  gatewayReference: listedReference.optional(),
  review: z
    .enum(['any', ...REVIEW_KINDS])
    .optional()
    .meta({ description: 'has an open review item of this kind, or of any' }),
  webhooks: z
    .enum(['waiting'])
    .optional()
    .meta({ description: 'has a webhook that waits after a failed attempt' }),
  limit: limitOf('rows of a page', MOST_ROWS, 50),
  cursor: formed(2_000, /^[\w-]{1,2000}$/, 'must be `next` of the page before')
    .optional()
    .meta({ description: '`next` of the page before' }),
});

export type ListQuery = z.output<typeof listQuery>;

/** Reads a page of a list into its view. */
export async function readList(
  list: (request: ListRequest) => Promise<ListPage>,
  { state, minAmount, maxAmount, customer, ...given }: ListQuery,
): Promise<object> {
  const request = omitUndefined({
    ...given,
    states: state,
    minAmountKobo: minAmount,
    maxAmountKobo: maxAmount,
    customerHash: customer,
  });
  const { rows, cursor } = await list(request);
  return { rows: rows.map(toListRow), ...(cursor !== undefined && { next: cursor }) };
}
