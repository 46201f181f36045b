import { shortHash } from '../hash.js';
import { type BatchRow, paymentKey } from './row.js';

/**
 * The same payments give the same fingerprint, in any order and whatever the batch, its rows and its payees are
 * called: it finds the payroll that is sent a second time under another reference.
 *
 * It has 54 bits. Equal batches always agree. Two different ones agree by chance once in 10^16 pairs; the later
 * one is then held for a person to confirm, which moves no money. It protects against mistakes, not against intent: any
 * change of one kobo gives another fingerprint. It is not secret either: with a batch of one row, a reader of the
 * fingerprint can confirm a guess of account and amount.
 */
export function fingerprintOf(
  rows: readonly Pick<BatchRow, 'bankCode' | 'accountNumber' | 'amountKobo'>[],
): string {
  // two hyphens in a row are reserved in references, and it is one: rows:<fingerprint>
  return shortHash(rows.map(paymentKey).sort().join('\n')).replaceAll('-', '.');
}
