import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { type Kobo, kobo, ZERO } from '../../src/domain/money.js';
import type { News } from '../../src/domain/news.js';
import type { CheckoutTerms, PaymentSnapshot } from '../../src/domain/payment.js';
import { askAgain } from '../shared/ask-again.js';
import { ASKS } from '../shared/policies.js';
import { timestamp } from '../shared/record.js';
import { newSnapshot } from './payment.js';

const { getTransaction } = proxyActivities<Activities>(ASKS);

/** A payment that no run here remembers, rebuilt from the gateway's own record of it. */
export async function rebuild(
  reference: string,
  news: News,
  lookAgainMs: readonly number[],
): Promise<PaymentSnapshot> {
  const { transactionReference } = news;
  if (news.kind === 'collection' && news.cash) return foreign(unasked(reference, news.amountKobo));
  const terms = await askAgain(lookAgainMs, () => termsOnRecord(reference, transactionReference));
  const paymentReference = news.kind === 'collection' ? news.paymentReference : reference;
  return {
    ...foreign(terms ?? unasked(reference, ZERO)),
    transactions: [{ paymentReference, transactionReference }],
  };
}

function foreign(terms: CheckoutTerms): PaymentSnapshot {
  const because = 'an event came for a payment that was not asked for here';
  return { ...newSnapshot(terms, timestamp()), because };
}

function unasked(reference: string, amountKobo: Kobo): CheckoutTerms {
  return { reference, amountKobo, currency: 'NGN', customer: { email: '' } };
}

/** What must have been asked for, as far as the record tells: it holds no asked amount, only a payable one. */
async function termsOnRecord(
  reference: string,
  transactionReference: string,
): Promise<CheckoutTerms | undefined> {
  const answer = await getTransaction({ transactionReference }).catch(() => undefined);
  if (answer?.kind !== 'ok') return undefined;
  const { totalPayable, amountPaid, customer } = answer.body;
  return {
    reference,
    amountKobo: kobo(Math.min(totalPayable, amountPaid)),
    currency: 'NGN',
    customer: {
      email: customer?.email ?? '',
      ...(customer?.name != null && { name: customer.name }),
    },
  };
}
