import { statusOf } from '../../collections/transactions.js';
import { type Transaction } from '../../types/transaction.js';

/** Whether the payer can still pay. An underpaid payment keeps its status when its time is up. */
export function isOpen(transaction: Transaction, now: number): boolean {
  const status = statusOf(transaction, now);
  return status === 'PENDING' || (status === 'PARTIALLY_PAID' && now < transaction.expiresAt);
}

/** What an open page shows, in a word and a number; it reloads when this changes. */
export const liveState = (transaction: Transaction, now: number): string =>
  `${isOpen(transaction, now) ? 'open' : 'ended'} ${transaction.paidKobo}`;
