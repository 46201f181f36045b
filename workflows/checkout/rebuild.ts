import {
  type CheckoutSnapshot,
  type CheckoutTerms,
  type GatewayTransaction,
  offers,
} from '../../src/domain/checkout/checkout.js';
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { type Kobo, ZERO } from '../../src/domain/money.js';
import { type LifecycleEvent, transactionOf } from '../../src/domain/lifecycle/event.js';
import { initReference } from '../../src/domain/reference.js';
import { checkAfterLoss } from '../shared/collection/check-after-loss.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { forwardToOwner } from '../shared/run/owner.js';
import {
  beginOrRecover,
  readUntilAnswered,
  readUntilFoundOrAbsent,
  type Recovery,
  snapshotOf,
} from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { CheckoutInput } from './messages.js';
import { findTransaction, opened, ownershipOfRow } from './open-transaction.js';
import { newSnapshot, withLostCard } from './state.js';
import type { CheckoutLifecycle } from './lifecycle.js';
import { CHECKOUT_RULES } from './rules.js';

const { getTransaction } = proxyActivities<Activities>(GATEWAY_READ);

type Named = Pick<GatewayTransaction, 'paymentReference' | 'transactionReference'>;

/** Maximum number of inits to search for after a lost run. */
const MOST_INITS = 20;

/**
 * Restores the checkout: from its last run, from a lost run, or from the gateway. False when the event that
 * started the run belongs to another lifecycle. A recovered checkout continues to its end like any other.
 */
export async function rebuild(
  lifecycle: CheckoutLifecycle,
  input: ToBeRecovered<CheckoutInput>,
): Promise<boolean> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left) return true;
  if (left.isLost && (left.terms ?? left.snapshot)) {
    await recoverLost(lifecycle, left);
  } else {
    if (input.from === 'request') return true;
    if (!left.isLost && (await forwardToOwner(lifecycle))) return false;
    lifecycle.begin(await fromGateway(lifecycle, input.reference));
  }
  lifecycle.subject().show(lifecycle.subject().snapshot().terms.amountKobo);
  return true;
}

/** Anything the previous run sent, it may have sent since its first start: checks for it before sending. */
async function recoverLost(
  lifecycle: CheckoutLifecycle,
  left: Recovery<CheckoutTerms, CheckoutSnapshot>,
): Promise<void> {
  const { since } = left;
  const before = snapshotOf(left, newSnapshot);
  if (!before) return;
  // what was refused had opened nothing: what is found under its reference is of another system
  const isRefused = left.shown?.state === 'REFUSED' && before.transactions.length === 0;
  const found = isRefused ? before : await withTransactions(lifecycle, before, since);
  const checkout = lifecycle.begin(withLostCards(asHandedOut(found, since), lifecycle.pace.now()));
  checkAfterLoss(lifecycle, CHECKOUT_RULES, left);
  if (checkout.snapshot().transactions.length > 0 || !checkout.isOpen()) return;
  const { checkoutWindowMs } = await lifecycle.settings();
  const notAfter = Date.parse(checkout.snapshot().epoch) + checkoutWindowMs;
  const key = `init:${before.terms.reference}`;
  lifecycle.operations.set(sentBefore(key, since, notAfter));
}

/** The lost run may have shown each transaction to the payer, by whatever channel: it is read from now on, also before a cancel. */
function asHandedOut(snapshot: CheckoutSnapshot, since: number): CheckoutSnapshot {
  const { transactions, handedOutAt = new Date(since).toISOString() } = snapshot;
  return transactions.length === 0 ? snapshot : { ...snapshot, handedOutAt };
}

/**
 * The lost run may have charged a card on each of its transactions, also on one that is found later: no other charge until
 * their records have ended.
 */
function withLostCards(snapshot: CheckoutSnapshot, now: number): CheckoutSnapshot {
  if (snapshot.state !== 'PENDING' || !offers(snapshot.terms, 'card')) return snapshot;
  const transactions = snapshot.transactions.map((each) => withLostCard(each, now));
  return { ...snapshot, transactions, mayHaveCharged: true };
}

/** Adds every transaction that the gateway opened for us under its references. */
async function withTransactions(
  lifecycle: CheckoutLifecycle,
  snapshot: CheckoutSnapshot,
  since: number,
): Promise<CheckoutSnapshot> {
  const { checkoutWindowMs } = await lifecycle.settings();
  const { reference } = snapshot.terms;
  const found: GatewayTransaction[] = [];
  const isKnown = ({ transactionReference }: Pick<GatewayTransaction, 'transactionReference'>) =>
    snapshot.transactions.some((each) => each.transactionReference === transactionReference);
  let createdAt: number | undefined;
  for (let n = 1; n <= MOST_INITS; n++) {
    const paymentReference = initReference(reference, n);
    // without an answer it may be there, and paid
    const row = await readUntilFoundOrAbsent(
      lifecycle,
      async () => (await findTransaction(paymentReference)) ?? null,
      { isAbsentAtOnce: true },
    );
    // one that is not surely ours is not adopted; it is checked again before anything is sent
    if (!row || (!isKnown(row) && ownershipOfRow(snapshot.terms, row, since) !== 'ours')) break;
    const at = Date.parse(row.createdOn ?? '');
    createdAt = Number.isNaN(at) ? since : at;
    found.push(opened(snapshot.terms, paymentReference, row.transactionReference));
  }
  const missing = found.filter((each) => !isKnown(each));
  if (missing.length === 0) return snapshot;
  const expiresAt = new Date((createdAt ?? since) + checkoutWindowMs).toISOString();
  return { ...snapshot, transactions: [...snapshot.transactions, ...missing], expiresAt };
}

/** A checkout without an earlier run: as far as Oware knows it was not created here. */
async function fromGateway(lifecycle: CheckoutLifecycle, reference: string): Promise<CheckoutSnapshot> {
  await lifecycle.pace.until(() => !lifecycle.inbox.isEmpty());
  const event = lifecycle.inbox.first();
  if (event?.kind === 'collection' && event.cash) return foreign(foreignTerms(reference, event.amountKobo));
  const transaction = transactionIn(reference, event);
  const terms = await readUntilAnswered(lifecycle, () => termsOnRecord(reference, transaction));
  const { checkoutWindowMs } = await lifecycle.settings();
  const known = terms ?? foreignTerms(reference, event?.kind === 'collection' ? event.amountKobo : ZERO);
  return {
    ...foreign(known),
    transactions: transaction
      ? [opened(known, transaction.paymentReference, transaction.transactionReference)]
      : [],
    expiresAt: new Date(Date.now() + checkoutWindowMs).toISOString(),
  };
}

function transactionIn(reference: string, event: LifecycleEvent | undefined): Named | undefined {
  const transactionReference = transactionOf(event);
  if (!event || transactionReference === '') return undefined;
  return {
    transactionReference,
    paymentReference: event.kind === 'collection' ? event.paymentReference : reference,
  };
}

function foreign(terms: CheckoutTerms): CheckoutSnapshot {
  const reason = 'an event arrived for a payment that was not created here';
  return { ...newSnapshot(terms, timestamp()), reason, unexpected: true };
}

function foreignTerms(reference: string, amountKobo: Kobo): CheckoutTerms {
  return { reference, amountKobo, currency: 'NGN', customer: { email: '' } };
}

/**
 * The terms by the gateway's records. Only the search has the asked amount; the payable amount of the status
 * record replaces it where the search finds nothing, unless it is zero.
 */
async function termsOnRecord(
  reference: string,
  transaction: Named | undefined,
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
