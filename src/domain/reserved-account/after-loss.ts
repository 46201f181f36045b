import { without } from '../without.js';
import type { ReservedAccountSnapshot } from './reserved-account.js';

/**
 * What a lost run had learned is not known: what else was reported, and is forgotten; and which invoices were attached, so whose a
 * payment is, is asked for each.
 */
export const afterLoss = (snapshot: ReservedAccountSnapshot): ReservedAccountSnapshot => ({
  ...without(snapshot, 'forgottenUntil'),
  invoicesDropped: true,
});
