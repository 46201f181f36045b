import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import {
  type InvoiceRecord,
  type InvoiceSnapshot,
  type InvoiceTerms,
  issuedBy,
} from '../../src/domain/invoice.js';
import { ZERO } from '../../src/domain/money.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { askUntilAnswered, beginOrTell } from '../shared/run/recover.js';
import { timestamp } from '../shared/run/record.js';
import { type InvoiceStory, newSnapshot } from './invoice.js';
import { issueKey, makeBefore } from './issue.js';
import type { InvoiceInput } from './messages.js';

const { getInvoice } = proxyActivities<Activities>(ASKS);

/**
 * Brings back what is known of the invoice: from its last run, from a lost one, or from the gateway's own record.
 * One that was lost is followed to its end like any other.
 */
export async function recover(story: InvoiceStory, input: ToBeRecovered<InvoiceInput>): Promise<void> {
  const left = await beginOrTell(story, input);
  if (!left) return;
  const { terms, since } = left;
  const snapshot = left.snapshot ?? (terms && newSnapshot(terms, timestamp()));
  if (snapshot) recoverLost(story, snapshot, since);
  else if (input.from === 'news') await fromGateway(story, input.reference);
  story.known().show(story.known().snapshot().terms.amountKobo);
}

/** It may have been made by the run that was lost: the gateway is asked before anything is sent. */
function recoverLost(story: InvoiceStory, snapshot: InvoiceSnapshot, since: number): void {
  const invoice = story.begin(snapshot);
  if (invoice.isIssued() || snapshot.state !== 'PENDING') return;
  const { terms } = snapshot;
  story.operations.set(sentBefore(issueKey(terms), since, makeBefore(terms, Date.now())));
}

/** An invoice that no run here remembers: nobody here asked for it, as far as anybody can tell. */
async function fromGateway(story: InvoiceStory, reference: string): Promise<void> {
  const record = await askUntilAnswered(story, () => recordOf(reference));
  await story.pace.until(() => !story.inbox.isEmpty());
  const news = story.inbox.first();
  const { transactionReference = '' } = news ?? {};
  const known = record && issuedBy(record);
  const invoice = story.begin({
    ...newSnapshot(record ? termsOf(record) : unasked(reference, news), timestamp()),
    because: 'an event came for an invoice that was not asked for here',
    unexpected: true,
    ...(known ?? { transactionReference }),
    issuedAt: timestamp(),
  });
  if (record) invoice.isKnownAs(known?.transactionReference ?? transactionReference);
}

function unasked(reference: string, news: ReturnType<InvoiceStory['inbox']['first']>): InvoiceTerms {
  return {
    reference,
    amountKobo: news?.kind === 'collection' ? news.amountKobo : ZERO,
    currency: 'NGN',
    customer: { email: '', name: '' },
    description: '',
    expiresAt: timestamp(),
  };
}

async function recordOf(invoiceReference: string): Promise<InvoiceRecord | undefined> {
  const answer = await getInvoice.executeWithOptions({ summary: `Ask about ${invoiceReference}` }, [
    { invoiceReference },
  ]);
  const isIt = answer.kind === 'ok' && answer.body.invoiceReference === invoiceReference;
  return isIt ? answer.body : undefined;
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
