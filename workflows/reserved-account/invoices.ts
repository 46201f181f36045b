import { proxyActivities } from '@temporalio/workflow';
import type { NamedByInvoice } from '../../activities/account-reads.js';
import type { Activities } from '../../activities/activities.js';
import { MANY_READS } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { ownerOf } from '../shared/run/owner.js';
import type { AccountLifecycle } from './lifecycle.js';

const { findPaidInvoice } = proxyActivities<Activities>(MANY_READS);

/** Whether it belongs to an invoice could not be learned: not every invoice that may own it has answered. */
export const UNKNOWN_OWNER = Symbol('unknown owner');

/**
 * The attached invoice that owns this transaction: the one that named it, or the gateway's record of one that is awaited. What
 * an invoice has named is never reported as a credit, whatever its record shows: the invoice reports it. An invoice that is no
 * longer stored here is found by its search attribute. One activity reads them all: a run ends before many could be read one
 * by one, and the next one would begin again. `learn`: what their records name, which may be another transaction than at their
 * creation, stays theirs once they are no longer asked.
 */
export async function invoicePaidBy(
  lifecycle: AccountLifecycle,
  transactionReference: string,
  learn: (named: NamedByInvoice) => void,
): Promise<string | undefined | typeof UNKNOWN_OWNER> {
  const account = lifecycle.subject();
  const findNamed = () =>
    account.snapshot().invoices.find((known) => known.transactionReference === transactionReference);
  const named = findNamed();
  const asked = named ? [named] : account.snapshot().invoices;
  const waiting = asked.filter((known) => !known.over).map(({ invoiceReference }) => invoiceReference);
  const open = [...new Set(waiting)];
  if (open.length > 0) {
    const summary = { summary: `Find the invoice of ${transactionReference} among ${open.length}` };
    const request = { transactionReference, invoices: open };
    const found = await answerOf(lifecycle, () => findPaidInvoice.executeWithOptions(summary, [request]));
    found?.named?.forEach(learn);
    found?.over.forEach(account.detach);
    if (!named && found?.paid) return found.paid;
    if (!named && (!found || found.unanswered > 0)) return UNKNOWN_OWNER;
  }
  const owner =
    findNamed() || !account.snapshot().invoicesDropped
      ? undefined
      : await ownerOf(lifecycle, transactionReference);
  // one that was attached while the others were asked has named it as well
  return findNamed()?.invoiceReference ?? (owner?.lifecycle === 'invoice' ? owner.reference : undefined);
}
