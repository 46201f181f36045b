import { z } from 'zod';
import { MOST_ROWS } from '../client/list.js';
import { REVIEW_KINDS } from '../domain/lifecycle/review.js';
import { email, listedReference, timestamp } from '../requests/fields.js';
import { naira } from '../requests/naira.js';
import { formed, text } from '../requests/text.js';

export const listQuery = z.strictObject({
  states: z.array(formed(40, /^[A-Z_]{1,40}$/, 'must be a state such as PAID')).optional(),
  changedFrom: timestamp.optional(),
  changedTo: timestamp.optional(),
  minAmount: naira.optional(),
  maxAmount: naira.optional(),
  customer: email.optional(),
  gatewayReference: listedReference.optional(),
  review: z.enum(['any', ...REVIEW_KINDS]).optional(),
  webhooks: z.enum(['waiting']).optional(),
  limit: z.int().min(1).max(MOST_ROWS).optional(),
  cursor: text(2_000).min(1).optional(),
});

/** What a list is narrowed to. `customer` is an e-mail address, and needs `customerHashKey`. */
export type ListQuery = z.input<typeof listQuery>;

export interface ListRow {
  readonly lifecycle: string;
  readonly reference: string;
  /** Where the api serves it. */
  readonly url?: string;
  readonly state?: string;
  /** Since when it is in this state. */
  readonly since?: string;
  readonly amount?: string;
  readonly amountKobo?: number;
  readonly atRisk?: string;
  readonly atRiskKobo?: number;
  readonly gatewayReference?: string;
  /** The kinds of its open review items. */
  readonly review: readonly string[];
  /** Whether its workflow still runs. */
  readonly open: boolean;
}

export interface List {
  readonly rows: readonly ListRow[];
  /** The cursor of the next page; missing on the last one. */
  readonly next?: string;
}
