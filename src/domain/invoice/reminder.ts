import { mayHaveMoved } from '../order/texts.js';
import type { InvoiceSnapshot } from './invoice.js';

/**
 * When the merchant is reminded next, in milliseconds since the epoch; undefined when no reminder is left. One reminder
 * stands for all that were missed, and an invoice that was issued after a moment skips it. While money may have moved no customer is
 * asked for it.
 */
export function nextReminder(invoice: InvoiceSnapshot, beforeMs: readonly number[]): number | undefined {
  const { state, issuedAt, remindedAt, unwanted, terms, expiresAt = terms.expiresAt } = invoice;
  if (issuedAt === undefined || unwanted || state !== 'PENDING' || mayHaveMoved(invoice)) return undefined;
  const after = Date.parse(remindedAt ?? issuedAt);
  const end = Date.parse(expiresAt);
  const left = beforeMs.map((ms) => end - ms).filter((moment) => moment > after && moment < end);
  return left.length === 0 || after >= end ? undefined : Math.min(...left);
}
