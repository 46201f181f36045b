import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import {
  type InvoiceRecord,
  type InvoiceSnapshot,
  type InvoiceTerms,
  issuedBy,
  ownershipOfInvoice,
} from '../../src/domain/invoice/invoice.js';
import { transactionOf } from '../../src/domain/lifecycle/event.js';
import { ZERO } from '../../src/domain/money.js';
import { hasEnded } from '../../src/domain/order/after-loss.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { checkAfterLoss } from '../shared/collection/check-after-loss.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import {
  readUntilAnswered,
  readUntilFoundOrAbsent,
  rebuildBy,
  type Recovery,
} from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { InvoiceLifecycle } from './lifecycle.js';
import { newSnapshot } from './state.js';
import { issueKey, createBefore } from './issue.js';
import type { InvoiceInput } from './messages.js';
import { INVOICE_RULES } from './rules.js';

type Left = Pick<Recovery<InvoiceTerms, InvoiceSnapshot>, 'since' | 'shown'>;

const { getInvoice } = proxyActivities<Activities>(GATEWAY_READ);

/**
 * Restores the invoice: from its last run, from a lost run, or from the gateway's record. A recovered invoice
 * continues to its end like any other.
 */
export function rebuild(lifecycle: InvoiceLifecycle, input: ToBeRecovered<InvoiceInput>): Promise<void> {
  return rebuildBy(lifecycle, input, {
    newSnapshot,
    recoverLost: (snapshot, since, shown) => recoverLost(lifecycle, snapshot, { since, shown }),
    fromGateway: (reference) => fromGateway(lifecycle, reference),
  });
}

/** The lost run may have created it: checks with the gateway before sending. */
async function recoverLost(
  lifecycle: InvoiceLifecycle,
  snapshot: InvoiceSnapshot,
  left: Left,
): Promise<void> {
  const record = await recordOfEnded(lifecycle, snapshot, left);
  const invoice = lifecycle.begin(snapshot);
  checkAfterLoss(lifecycle, INVOICE_RULES, left);
  const { terms } = snapshot;
  const issued = record && issuedBy(record);
  // its transaction is read from now on: the lost run may have learned of its money
  if (issued && ownershipOfInvoice(terms, record, left.since) !== 'foreign') invoice.setIssued(issued);
  if (invoice.isIssued() || invoice.snapshot().state !== 'PENDING') return;
  lifecycle.operations.set(sentBefore(issueKey(terms), left.since, createBefore(terms, Date.now())));
}

/** Of one that had ended and of which only the request is left, the transaction is not known, and nothing is sent that would find it. */
async function recordOfEnded(
  lifecycle: InvoiceLifecycle,
  { terms, transactionReference, state }: InvoiceSnapshot,
  { shown }: Left,
): Promise<InvoiceRecord | undefined> {
  const mayBeIssued = shown !== undefined && hasEnded(shown) && shown.state !== 'REFUSED';
  if (transactionReference !== undefined || !mayBeIssued || state !== 'PENDING') return undefined;
  return readUntilFoundOrAbsent(lifecycle, () => foundRecord(terms.reference));
}

async function foundRecord(invoiceReference: string): Promise<InvoiceRecord | null | undefined> {
  const answer = await readIt(invoiceReference);
  if (answer.kind !== 'ok') return null;
  return answer.body.invoiceReference === invoiceReference ? answer.body : undefined;
}

/** An invoice without an earlier run: as far as Oware knows it was not created here. */
async function fromGateway(lifecycle: InvoiceLifecycle, reference: string): Promise<void> {
  const record = await readUntilAnswered(lifecycle, () => recordOf(reference));
  await lifecycle.pace.until(() => !lifecycle.inbox.isEmpty());
  const event = lifecycle.inbox.first();
  const transactionReference = transactionOf(event);
  const known = record && issuedBy(record);
  const terms = record ? termsOf(record) : foreignTerms(reference, event);
  const own = known?.transactionReference ?? transactionReference;
  const invoice = lifecycle.begin({
    ...newSnapshot(terms, timestamp()),
    transactions: own === '' ? [] : [newTransaction(own, terms.amountKobo)],
    reason: 'an event arrived for an invoice that was not created here',
    unexpected: true,
    ...(known ?? { transactionReference }),
    issuedAt: timestamp(),
  });
  if (record) invoice.indexTransaction(known?.transactionReference ?? transactionReference);
}

function foreignTerms(
  reference: string,
  event: ReturnType<InvoiceLifecycle['inbox']['first']>,
): InvoiceTerms {
  return {
    reference,
    amountKobo: event?.kind === 'collection' ? event.amountKobo : ZERO,
    currency: 'NGN',
    customer: { email: '', name: '' },
    description: '',
    expiresAt: timestamp(),
  };
}

const readIt = (invoiceReference: string) =>
  getInvoice.executeWithOptions({ summary: `Read ${invoiceReference}` }, [{ invoiceReference }]);

async function recordOf(invoiceReference: string): Promise<InvoiceRecord | undefined> {
  return (await foundRecord(invoiceReference)) ?? undefined;
}

function termsOf(record: InvoiceRecord): InvoiceTerms {
  return {
    reference: record.invoiceReference,
    amountKobo: record.amount,
    currency: 'NGN',
    customer: { email: record.customerEmail ?? '', name: record.customerName ?? '' },
    description: record.description ?? '',
    expiresAt: record.expiryDate ?? timestamp(),
  };
}
