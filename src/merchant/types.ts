import type { z } from 'zod';
import type { resolution } from '../requests/decision.js';

/** What the client takes and returns: the bodies of HTTP requests and replies. */
export type * from './types/accounts.js';
export type * from './types/collections.js';
export type * from './types/payouts.js';
export type * from './types/reports.js';

/** With `retry` the gateway has not answered yet: repeat the identical request, or read it later. */
export type Created<View> = View & { readonly retry?: 'same-reference' };

/** Of a review item. */
export type Resolution = z.input<typeof resolution>;
