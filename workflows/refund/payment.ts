import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { type Page, readRecent, toTime } from '../../src/domain/listing.js';
import { type Payment, paymentIn } from '../../src/domain/refund/payment.js';
import type { RefundRecord } from '../../src/domain/refund/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import type { RefundsLifecycle } from './lifecycle.js';

const { getTransaction, listRefunds } = proxyActivities<Activities>(GATEWAY_READ);

const DAY_MS = 86_400_000;
const ROWS_A_PAGE = 100;
/** Bounds a listing that never ends. */
const MOST_PAGES = 50;

/** What the gateway knows of a payment and its refunds. */
export interface PaymentAndRefunds {
  readonly payment: Payment;
  readonly records: readonly RefundRecord[];
}

/** Reads the payment and all its refunds, also those of other systems. Undefined when the gateway did not answer for all of it. */
export async function readPaymentAndRefunds(
  lifecycle: RefundsLifecycle,
): Promise<PaymentAndRefunds | 'unknown' | undefined> {
  const payment = await readPayment(lifecycle);
  if (payment === undefined || payment === 'unknown') return payment;
  const records = await listAll(lifecycle, payment);
  return records && { payment, records };
}

/** Reads the gateway's record of the transaction, and keeps what it shows. */
export async function readPayment(lifecycle: RefundsLifecycle): Promise<Payment | 'unknown' | undefined> {
  const { reference: transactionReference } = lifecycle.subject().snapshot().terms;
  const summary = { summary: 'Read the payment' };
  const answer = await answerOf(lifecycle, () =>
    getTransaction.executeWithOptions(summary, [{ transactionReference }]),
  );
  if (answer === undefined) return undefined;
  if (answer.kind !== 'ok') return 'unknown';
  // crossed replies happen; the record of another transaction proves nothing about this one
  if (answer.body.transactionReference !== transactionReference) return undefined;
  const payment = paymentIn(answer.body);
  lifecycle.subject().change({ payment });
  return payment;
}

/** No refund is older than the payment. The gateway may ignore the filter: rows of other transactions are dropped. */
async function listAll(
  lifecycle: RefundsLifecycle,
  { at }: Payment,
): Promise<readonly RefundRecord[] | undefined> {
  const { reference: transactionReference } = lifecycle.subject().snapshot().terms;
  const { rows, isComplete } = await readRecent<RefundRecord>({
    read: (page) => readPage(lifecycle, { transactionReference, page }),
    timeOf: ({ createdOn }) => toTime(createdOn),
    placeOf: ({ createdOn }) => toTime(createdOn),
    idOf: ({ refundReference }) => refundReference,
    since: (toTime(at) ?? 0) - DAY_MS,
    mostPages: MOST_PAGES,
  });
  return isComplete ? rows.filter((row) => row.transactionReference === transactionReference) : undefined;
}

async function readPage(
  lifecycle: RefundsLifecycle,
  { transactionReference, page }: { readonly transactionReference: string; readonly page: number },
): Promise<Page<RefundRecord> | undefined> {
  const summary = { summary: `List the refunds, page ${page}` };
  const answer = await answerOf(lifecycle, () =>
    listRefunds.executeWithOptions(summary, [{ transactionReference, page, size: ROWS_A_PAGE }]),
  );
  return answer?.body;
}
