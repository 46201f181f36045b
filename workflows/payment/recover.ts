import type { CheckoutTerms, GatewayTransaction, PaymentSnapshot } from '../../src/domain/payment.js';
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { type Kobo, ZERO } from '../../src/domain/money.js';
import type { News } from '../../src/domain/news.js';
import { initReference } from '../../src/domain/reference.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { forwardToOwner } from '../shared/run/owner.js';
import { askUntilAnswered, beginOrTell, type Left } from '../shared/run/recover.js';
import { timestamp } from '../shared/run/record.js';
import type { PaymentInput } from './messages.js';
import { findTransaction } from './open-transaction.js';
import { newSnapshot } from './payment.js';
import type { PaymentStory } from './story.js';

const { getTransaction } = proxyActivities<Activities>(ASKS);

/** As many inits as are looked for of a payment that was lost. */
const MOST_INITS = 20;

/**
 * Brings back what is known of the payment: from its last run, from a lost one, or from the gateway. False when the
 * news that began the run was another story's. One that was lost is followed to its end like any other.
 */
export async function recover(story: PaymentStory, input: ToBeRecovered<PaymentInput>): Promise<boolean> {
  const left = await beginOrTell(story, input);
  if (!left) return true;
  if (left.isLost && (left.terms ?? left.snapshot)) {
    await recoverLost(story, left);
  } else {
    if (input.from === 'request') return true;
    if (!left.isLost && (await forwardToOwner(story))) return false;
    story.begin(await fromGateway(story, input.reference));
  }
  story.known().show(story.known().snapshot().terms.amountKobo);
  return true;
}

/** What the run before this one may have sent, it may have sent since its first start: it is looked for first. */
async function recoverLost(
  story: PaymentStory,
  { since, terms, snapshot }: Left<CheckoutTerms, PaymentSnapshot>,
): Promise<void> {
  const before = snapshot ?? (terms && newSnapshot(terms, timestamp()));
  if (!before) return;
  const payment = story.begin(await withTransactions(story, before, since));
  if (payment.snapshot().transactions.length > 0) return;
  const { checkoutWindowMs } = await story.settings();
  const notAfter = Date.parse(payment.snapshot().epoch) + checkoutWindowMs;
  const key = `init:${before.terms.reference}`;
  story.operations.set(sentBefore(key, since, notAfter));
}

/** With every transaction that the gateway has opened for it. Whether they are ours is known: the reference is. */
async function withTransactions(
  story: PaymentStory,
  snapshot: PaymentSnapshot,
  since: number,
): Promise<PaymentSnapshot> {
  const { checkoutWindowMs } = await story.settings();
  const { reference, amountKobo } = snapshot.terms;
  const found: GatewayTransaction[] = [];
  let createdAt: number | undefined;
  for (let n = 1; n <= MOST_INITS; n++) {
    const paymentReference = initReference(reference, n);
    const row = await askUntilAnswered(story, async () => (await findTransaction(paymentReference)) ?? null);
    // a stranger's is not taken for ours; whether it may be is asked again before anything is sent
    if (!row || row.amount !== amountKobo) break;
    const at = Date.parse(row.createdOn ?? '');
    createdAt = Number.isNaN(at) ? since : at;
    found.push({ paymentReference, transactionReference: row.transactionReference });
  }
  const known = snapshot.transactions.map(({ transactionReference }) => transactionReference);
  const missing = found.filter(({ transactionReference }) => !known.includes(transactionReference));
  if (missing.length === 0) return snapshot;
  const expiresAt = new Date((createdAt ?? since) + checkoutWindowMs).toISOString();
  return { ...snapshot, transactions: [...snapshot.transactions, ...missing], expiresAt };
}

/** A payment that no run here remembers: nobody here asked for it, as far as anybody can tell. */
async function fromGateway(story: PaymentStory, reference: string): Promise<PaymentSnapshot> {
  await story.pace.until(() => !story.inbox.isEmpty());
  const news = story.inbox.first();
  if (news?.kind === 'collection' && news.cash) return foreign(unasked(reference, news.amountKobo));
  const transaction = transactionIn(reference, news);
  const terms = await askUntilAnswered(story, () => termsOnRecord(reference, transaction));
  const { checkoutWindowMs } = await story.settings();
  return {
    ...foreign(terms ?? unasked(reference, news?.kind === 'collection' ? news.amountKobo : ZERO)),
    transactions: transaction ? [transaction] : [],
    expiresAt: new Date(Date.now() + checkoutWindowMs).toISOString(),
  };
}

function transactionIn(reference: string, news: News | undefined): GatewayTransaction | undefined {
  if (!news) return undefined;
  const { transactionReference } = news;
  return {
    transactionReference,
    paymentReference: news.kind === 'collection' ? news.paymentReference : reference,
  };
}

function foreign(terms: CheckoutTerms): PaymentSnapshot {
  const because = 'an event came for a payment that was not asked for here';
  return { ...newSnapshot(terms, timestamp()), because, unexpected: true };
}

function unasked(reference: string, amountKobo: Kobo): CheckoutTerms {
  return { reference, amountKobo, currency: 'NGN', customer: { email: '' } };
}

/**
 * What must have been asked for. Only the search tells the asked amount; the status record has what is payable,
 * which stands in where the search knows nothing, and never where it is zero.
 */
async function termsOnRecord(
  reference: string,
  transaction: GatewayTransaction | undefined,
): Promise<CheckoutTerms | undefined> {
  if (!transaction) return undefined;
  const row = await findTransaction(transaction.paymentReference);
  if (row) {
    const { email, name } = row.customerDTO ?? {};
    return asked(reference, row.amount, { email, name });
  }
  const { transactionReference } = transaction;
  const answer = await getTransaction({ transactionReference });
  if (answer.kind !== 'ok' || answer.body.totalPayable === ZERO) return undefined;
  return asked(reference, answer.body.totalPayable, answer.body.customer ?? {});
}

function asked(
  reference: string,
  amountKobo: Kobo,
  { email, name }: { readonly email?: string | null | undefined; readonly name?: string | null | undefined },
): CheckoutTerms {
  return {
    reference,
    amountKobo,
    currency: 'NGN',
    customer: { email: email ?? '', ...(name != null && { name }) },
  };
}
