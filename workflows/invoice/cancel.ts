import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { whyLostMoney } from '../../src/domain/order/decide.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import { createOrderPlace } from '../shared/collection/order-place.js';
import { refusal } from '../shared/run/commands.js';
import type { InvoiceLifecycle } from './lifecycle.js';
import { INVOICE_RULES } from './rules.js';
import type { Invoice } from './state.js';

const { getInvoice } = proxyActivities<Activities>(GATEWAY_READ);

/** A cancel without an answer for so long is given up; the merchant must decide again. */
const CANCEL_WITHIN_MS = 24 * 60 * 60_000;

export const CANCEL_KEY = 'cancel';

type CancelResult =
  | { readonly kind: 'cancelled' }
  /** It can no longer be cancelled. */
  | { readonly kind: 'over'; readonly observed: string };

/** Runs before the command is accepted; a refused one leaves no trace in history. */
export function refuseEnded(lifecycle: InvoiceLifecycle): void {
  const invoice = lifecycle.subject().snapshot();
  const { state } = invoice;
  // a repeat gets the same answer
  if (state === 'CANCELLED') return;
  const why = state === 'PENDING' ? whyLostMoney(invoice) : `the invoice is ${state}`;
  if (why !== undefined) throw refusal('not-open', why);
}

/**
 * Cancels the invoice at the gateway, which decides every race: a payment that arrived first stays, and the
 * cancel is refused with the reason. An invoice that is still being created is cancelled afterwards.
 */
export async function cancelInvoice(lifecycle: InvoiceLifecycle): Promise<InvoiceSnapshot> {
  await lifecycle.settings();
  const invoice = await lifecycle.whenReady();
  if (invoice.isOpen()) invoice.setWanted(false);
  await lifecycle.pace.until(() => invoice.isAnswerable());
  const outcome = invoice.isOpen() ? await lifecycle.run(cancel(invoice)) : undefined;
  // an earlier run began it, and a check has shown the end meanwhile: nothing is left to find out
  if (!outcome) lifecycle.operations.delete(CANCEL_KEY);
  const isDone = outcome?.kind === 'answered' && outcome.answer.kind === 'cancelled';
  // money that was proven meanwhile wins
  if (isDone && invoice.isOpen()) {
    createOrderPlace(lifecycle, INVOICE_RULES).end('CANCELLED', 'the merchant cancelled it');
  }
  if (outcome && !isDone) await checkAfterRefusal(lifecycle);
  const now = invoice.snapshot();
  if (now.state === 'CANCELLED') return now;
  if (!outcome || !invoice.isOpen()) throw refusal('not-open', `the invoice is ${now.state}`);
  invoice.setWanted(true);
  throw refusal('refused', `not cancelled: ${reasonOf(outcome)}`);
}

/** A check shows what happened at the gateway instead. */
async function checkAfterRefusal(lifecycle: InvoiceLifecycle): Promise<void> {
  const ticket = lifecycle.checks.requestNow();
  await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket));
}

function reasonOf(outcome: Outcome<CancelResult>): string {
  if (outcome.kind !== 'answered') return outcome.reason;
  return outcome.answer.kind === 'over' ? outcome.answer.observed : '';
}

function cancel(invoice: Invoice): Operation<CancelResult> {
  const { terms, expiresAt } = invoice.snapshot();
  const { reference, amountKobo } = terms;
  return {
    key: CANCEL_KEY,
    summary: `Cancel ${reference}`,
    atRiskKobo: amountKobo,
    send: ({ notAfter }) => sendCancel(reference, notAfter),
    check: () => checkCancelled(reference),
    notAfter: Math.min(Date.parse(expiresAt ?? terms.expiresAt), Date.now() + CANCEL_WITHIN_MS),
    isWanted: () => invoice.isOpen(),
    adopt: () => ({ kind: 'cancelled' }),
  };
}

async function sendCancel(reference: string, notAfter: number): Promise<CancelResult | 'check-first'> {
  const answer = await changesWithin(notAfter - Date.now()).cancelInvoice.executeWithOptions(
    { summary: `Cancel ${reference} at the gateway` },
    [{ invoiceReference: reference }],
  );
  if (answer.kind === 'not-found') return { kind: 'over', observed: 'the gateway has no such invoice' };
  const { invoiceReference, invoiceStatus } = answer.body;
  // a reply about another invoice proves nothing about this one
  const isDone = invoiceReference === reference && invoiceStatus === 'CANCELLED';
  return isDone ? { kind: 'cancelled' } : 'check-first';
}

async function checkCancelled(reference: string): Promise<Finding<CancelResult>> {
  const answer = await getInvoice.executeWithOptions({ summary: `Check whether ${reference} is cancelled` }, [
    { invoiceReference: reference },
  ]);
  if (answer.kind !== 'ok' || answer.body.invoiceReference !== reference) {
    return { kind: 'undecided', observed: `no invoice ${reference}` };
  }
  const { invoiceStatus } = answer.body;
  const observed = `the invoice is ${invoiceStatus}`;
  switch (invoiceStatus) {
    case 'CANCELLED':
      return { kind: 'found', answer: { kind: 'cancelled' }, observed };
    case 'PAID':
    case 'EXPIRED':
      return { kind: 'found', answer: { kind: 'over', observed }, observed };
    case 'PENDING':
      return { kind: 'absent', observed };
    default:
      return { kind: 'undecided', observed };
  }
}
