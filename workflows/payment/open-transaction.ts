import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { mayStemFrom } from '../../src/domain/adoption.js';
import { type CheckoutTerms, type GatewayTransaction, offers } from '../../src/domain/payment.js';
import { initReference } from '../../src/domain/reference.js';
import type { Settings } from '../../src/domain/settings.js';
import { changesWithin } from '../shared/effects.js';
import { type Deed, type Finding, perform } from '../shared/perform.js';
import { ASKS } from '../shared/policies.js';
import type { Payment } from './payment.js';

const { searchTransactions } = proxyActivities<Activities>(ASKS);

type Init =
  | { readonly kind: 'opened'; readonly transaction: GatewayTransaction }
  /** The gateway knows the reference, and not from us. */
  | { readonly kind: 'used-elsewhere'; readonly saw: string };

/** Opens the payment at the gateway, or ends it: without a transaction nobody can pay. */
export async function openFirstTransaction(payment: Payment, settings: Settings): Promise<void> {
  const failure = await openTransaction(payment, settings, Date.now() + settings.checkoutWindowMs);
  // cancelled meanwhile
  if (failure === undefined || !payment.isOpen()) return;
  payment.move(failure.refused ? 'REFUSED' : 'FAILED', failure.reason);
}

/**
 * Opens a transaction: the first, or a further one when the last was declined. No money moves by it. When the
 * answer is lost the gateway is asked by the same reference; a transaction that is found so is ours, but its
 * page cannot be learned any more, and where the payer needs a page a further one takes its place.
 */
export async function openTransaction(
  payment: Payment,
  settings: Settings,
  notAfter: number,
): Promise<{ readonly refused: boolean; readonly reason: string } | undefined> {
  for (;;) {
    const { terms } = payment.snapshot();
    const attemptedAt = Date.now();
    const outcome = await perform(initDeed(payment, settings, notAfter), settings);
    if (outcome.kind === 'unknown' || outcome.kind === 'not-done') {
      return {
        refused: false,
        reason: 'the gateway could not be reached within the window; nobody was shown a page',
      };
    }
    if (outcome.kind === 'refused') return { refused: true, reason: outcome.reason };
    if (outcome.answer.kind === 'used-elsewhere') {
      return { refused: true, reason: `reference-used-elsewhere: ${outcome.answer.saw}` };
    }
    const { transaction } = outcome.answer;
    // the gateway counts its window from its own receipt, which is not before our attempt
    const expiresAt = new Date(attemptedAt + settings.checkoutWindowMs).toISOString();
    payment.opened(transaction, expiresAt);
    if (transaction.checkoutUrl !== undefined || !offers(terms, 'page') || !payment.isOpen())
      return undefined;
  }
}

function initDeed(payment: Payment, { returnUrl }: Settings, notAfter: number): Deed<Init> {
  const { terms, transactions } = payment.snapshot();
  const paymentReference = initReference(terms.reference, transactions.length + 1);
  const firstAttemptAt = Date.now();
  return {
    summary: `Open ${paymentReference}`,
    send: (afterUnknown) => sendInit(terms, paymentReference, { notAfter, afterUnknown, returnUrl }),
    ask: () => askForInit(terms, paymentReference, firstAttemptAt),
    mostRepeats: Infinity,
    notAfter,
    isWanted: () => payment.isOpen(),
  };
}

interface InitCircumstances {
  readonly notAfter: number;
  readonly afterUnknown: boolean;
  readonly returnUrl: string | undefined;
}

async function sendInit(
  terms: CheckoutTerms,
  paymentReference: string,
  { notAfter, afterUnknown, returnUrl }: InitCircumstances,
): Promise<Init | 'ask-first'> {
  const redirectUrl = returnUrl === undefined ? terms.redirectUrl : `${returnUrl}/${terms.reference}`;
  const answer = await changesWithin(notAfter - Date.now()).initTransaction.executeWithOptions(
    { summary: `Open ${paymentReference} at the gateway` },
    [
      {
        amount: terms.amountKobo,
        currencyCode: terms.currency,
        customerEmail: terms.customer.email,
        paymentReference,
        ...(terms.customer.name !== undefined && { customerName: terms.customer.name }),
        ...(terms.description !== undefined && { paymentDescription: terms.description }),
        ...(redirectUrl !== undefined && { redirectUrl }),
      },
    ],
  );
  if (answer.kind === 'reference-used') {
    // ours only if an earlier attempt may have used it
    return afterUnknown ? 'ask-first' : { kind: 'used-elsewhere', saw: answer.message };
  }
  // an answer meant for another payment must never show its page to this payer
  if (answer.body.paymentReference !== paymentReference) return 'ask-first';
  const { transactionReference, checkoutUrl } = answer.body;
  return { kind: 'opened', transaction: { paymentReference, transactionReference, checkoutUrl } };
}

/** The search alone tells what was asked for, when and by whom: enough to know our own from a stranger's. */
async function askForInit(
  terms: CheckoutTerms,
  paymentReference: string,
  firstAttemptAt: number,
): Promise<Finding<Init>> {
  const { body } = await searchTransactions.executeWithOptions({ summary: `Search ${paymentReference}` }, [
    { paymentReference },
  ]);
  const row = body.content.find((each) => each.paymentReference === paymentReference);
  if (!row) return { kind: 'absent', saw: `no transaction ${paymentReference}` };
  const { transactionReference, amount, createdOn, customerDTO } = row;
  const saw = `transaction ${transactionReference}, created ${createdOn ?? 'at an unknown time'}`;
  const isOurs =
    amount === terms.amountKobo &&
    (row.currencyCode ?? terms.currency) === terms.currency &&
    (customerDTO?.email ?? terms.customer.email) === terms.customer.email &&
    mayStemFrom(firstAttemptAt, createdOn);
  const answer: Init = isOurs
    ? { kind: 'opened', transaction: { paymentReference, transactionReference } }
    : { kind: 'used-elsewhere', saw };
  return { kind: 'found', answer, saw };
}
