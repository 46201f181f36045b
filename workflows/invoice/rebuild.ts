import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import {
  type InvoiceRecord,
  type InvoiceSnapshot,
  type InvoiceTerms,
  type Issued,
  issuedBy,
} from '../../src/domain/invoice.js';
import { ZERO } from '../../src/domain/money.js';
import type { News } from '../../src/domain/news.js';
import { askAgain } from '../shared/ask-again.js';
import { ASKS } from '../shared/policies.js';
import { timestamp } from '../shared/record.js';
import { newSnapshot } from './invoice.js';

const { getInvoice } = proxyActivities<Activities>(ASKS);

export interface Rebuilt {
  readonly snapshot: InvoiceSnapshot & Issued;
  /** False when all that is known is the news. */
  readonly isOnRecord: boolean;
}

/** An invoice that no run here remembers, rebuilt from the gateway's own record of it. */
export async function rebuild(
  reference: string,
  news: News,
  lookAgainMs: readonly number[],
): Promise<Rebuilt> {
  const { transactionReference } = news;
  const record = await askAgain(lookAgainMs, () => recordOf(reference));
  if (record) {
    const known = issuedBy(record) ?? { transactionReference };
    return { snapshot: { ...foreign(termsOf(record)), ...known }, isOnRecord: true };
  }
  const isCash = news.kind === 'collection' && news.cash;
  const terms: InvoiceTerms = {
    reference,
    amountKobo: isCash ? news.amountKobo : ZERO,
    currency: 'NGN',
    customer: { email: '', name: '' },
    description: '',
    expiresAt: timestamp(),
  };
  return { snapshot: { ...foreign(terms), transactionReference }, isOnRecord: false };
}

async function recordOf(invoiceReference: string): Promise<InvoiceRecord | undefined> {
  const answer = await getInvoice({ invoiceReference }).catch(() => undefined);
  const isIt = answer?.kind === 'ok' && answer.body.invoiceReference === invoiceReference;
  return isIt ? answer.body : undefined;
}

function foreign(terms: InvoiceTerms): InvoiceSnapshot {
  return {
    ...newSnapshot(terms, timestamp()),
    because: 'an event came for an invoice that was not asked for here',
  };
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
