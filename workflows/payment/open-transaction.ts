import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { isOurOwn } from '../../src/domain/adoption.js';
import { methodsOf } from '../../src/domain/hosted-page.js';
import { type CheckoutTerms, type GatewayTransaction, offers } from '../../src/domain/payment.js';
import { initReference } from '../../src/domain/reference.js';
import { toWireSplit } from '../../src/domain/split.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Attempt, Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import type { Payment } from './payment.js';
import type { PaymentStory } from './story.js';

const { searchTransactions } = proxyActivities<Activities>(ASKS);

/** A page whose address is lost each time is not opened for ever; a payer is not led through more than these. */
const INITS_FOR_A_PAGE = 3;
const MOST_TRANSACTIONS = 20;

type Init =
  | { readonly kind: 'opened'; readonly transaction: GatewayTransaction }
  /** The gateway knows the reference, and not from us. */
  | { readonly kind: 'used-elsewhere'; readonly saw: string };

interface NotOpened {
  /** The gateway said no; else it could not be asked in time. */
  readonly refused: boolean;
  readonly reason: string;
}

/** What a story must have for a transaction to be opened: all of it but what opens one. */
type Opener = Pick<PaymentStory, 'known' | 'run' | 'given' | 'settings' | 'useSettings'>;

/** Opens the payment at the gateway, or ends it: without a transaction nobody can pay. */
export async function openFirstTransaction(story: PaymentStory): Promise<void> {
  const payment = story.known();
  const since = Date.parse(payment.snapshot().epoch);
  const failure = await openTransaction(story, ({ checkoutWindowMs }) => since + checkoutWindowMs);
  // called off meanwhile
  if (failure === undefined || !payment.isOpen()) return;
  payment.move(failure.refused ? 'REFUSED' : 'FAILED', failure.reason);
  story.tell(payment.tale());
}

/**
 * Opens a transaction: the first, or a further one when the last was declined. No money moves by it. When the
 * answer is lost the gateway is asked by the same reference; a transaction that is found so is ours, but its
 * page cannot be learned any more, and where the payer needs a page a further one takes its place.
 */
export async function openTransaction(
  story: Opener,
  notAfter: Operation<Init>['notAfter'],
): Promise<NotOpened | undefined> {
  const payment = story.known();
  for (let inits = 1; ; inits++) {
    const { terms, transactions } = payment.snapshot();
    if (transactions.length >= MOST_TRANSACTIONS) {
      return { refused: true, reason: `it has ${MOST_TRANSACTIONS} transactions already, as many as it may` };
    }
    const outcome = await story.run(init(story, notAfter));
    const failure = notOpened(outcome);
    if (failure) return failure;
    if (outcome.kind !== 'answered' || outcome.answer.kind !== 'opened') return undefined;
    const { transaction } = outcome.answer;
    const { checkoutWindowMs } = story.given() ?? (await story.settings());
    // the gateway counts its window from its own receipt, which is not before the attempt that it answered
    payment.opened(transaction, new Date(outcome.since + checkoutWindowMs).toISOString());
    const isShown = transaction.checkoutUrl !== undefined || !offers(terms, 'page');
    if (isShown || !payment.isOpen()) return undefined;
    if (inits >= INITS_FOR_A_PAGE) {
      raisePageless(payment);
      return;
    }
  }
}

function raisePageless(payment: Payment): void {
  const { amountKobo } = payment.snapshot().terms;
  const reason = `the gateway opened it ${INITS_FOR_A_PAGE} times, and each time its page was lost`;
  payment.raise({ kind: 'unresolved', subject: 'page', reason, atRiskKobo: amountKobo });
}

function notOpened(outcome: Outcome<Init>): NotOpened | undefined {
  switch (outcome.kind) {
    case 'answered':
      return outcome.answer.kind === 'used-elsewhere'
        ? { refused: true, reason: `reference-used-elsewhere: ${outcome.answer.saw}` }
        : undefined;
    case 'refused':
      return { refused: true, reason: outcome.reason };
    case 'not-sent':
    case 'absent':
      return { refused: false, reason: `nobody was shown a page: ${outcome.reason}` };
  }
}

function init(story: Opener, notAfter: Operation<Init>['notAfter']): Operation<Init> {
  const payment = story.known();
  const { terms, transactions } = payment.snapshot();
  const paymentReference = initReference(terms.reference, transactions.length + 1);
  return {
    key: `init:${paymentReference}`,
    summary: `Open ${paymentReference}`,
    atRiskKobo: terms.amountKobo,
    send: (attempt) => send(story, paymentReference, attempt),
    check: (since) => find(terms, paymentReference, since),
    notAfter,
    isWanted: () => payment.isOpen(),
    adopt: (transactionReference) =>
      transactionReference === undefined
        ? undefined
        : { kind: 'opened', transaction: { paymentReference, transactionReference } },
  };
}

async function send(
  story: Opener,
  paymentReference: string,
  { notAfter, afterUnknown }: Attempt,
): Promise<Init | 'check-first' | 'exists'> {
  const answer = await callGateway(story, paymentReference, notAfter);
  if (answer.kind === 'reference-used') {
    // ours only if an earlier attempt may have used it
    return afterUnknown ? 'exists' : { kind: 'used-elsewhere', saw: answer.message };
  }
  // an answer meant for another payment must never show its page to this payer
  if (answer.body.paymentReference !== paymentReference) return 'check-first';
  const { transactionReference, checkoutUrl } = answer.body;
  return { kind: 'opened', transaction: { paymentReference, transactionReference, checkoutUrl } };
}

/** The first call of a run brings the settings along; what depends on them is then decided where they are. */
async function callGateway(story: Opener, paymentReference: string, notAfter: number) {
  const { terms, epoch } = story.known().snapshot();
  const { reference, customer, description, redirectUrl, incomeSplit, metadata } = terms;
  const paymentMethods = methodsOf(terms);
  const gateway = changesWithin(notAfter - Date.now());
  const summary = { summary: `Open ${paymentReference} at the gateway` };
  const request = {
    amount: terms.amountKobo,
    currencyCode: terms.currency,
    customerEmail: customer.email,
    paymentReference,
    ...(customer.name !== undefined && { customerName: customer.name }),
    ...(description !== undefined && { paymentDescription: description }),
    ...(paymentMethods && { paymentMethods }),
    ...(incomeSplit && { incomeSplitConfig: toWireSplit(incomeSplit) }),
    ...(metadata && { metaData: { ...metadata } }),
  };
  const settings = story.given();
  if (!settings) {
    const first = { ...request, ...(redirectUrl !== undefined && { redirectUrl }) };
    const answer = await gateway.openCheckout.executeWithOptions(summary, [
      first,
      { reference, since: epoch },
    ]);
    story.useSettings(answer.settings);
    return answer;
  }
  const { returnUrl } = settings;
  const comesBackTo = returnUrl === undefined ? redirectUrl : `${returnUrl}/${reference}`;
  return gateway.initTransaction.executeWithOptions(summary, [
    { ...request, ...(comesBackTo !== undefined && { redirectUrl: comesBackTo }) },
  ]);
}

/** The search alone tells what was asked for, when and by whom: enough to know our own from a stranger's. */
export async function findTransaction(paymentReference: string) {
  const { body } = await searchTransactions.executeWithOptions({ summary: `Search ${paymentReference}` }, [
    { paymentReference },
  ]);
  return body.content.find((each) => each.paymentReference === paymentReference);
}

async function find(terms: CheckoutTerms, paymentReference: string, since: number): Promise<Finding<Init>> {
  const row = await findTransaction(paymentReference);
  if (!row) return { kind: 'absent', saw: `no transaction ${paymentReference}` };
  const { transactionReference, amount, createdOn, customerDTO, currencyCode } = row;
  const saw = `transaction ${transactionReference}, created ${createdOn ?? 'at an unknown time'}`;
  const isOurs = isOurOwn(since, {
    createdOn,
    pairs: [
      [terms.amountKobo, amount],
      [terms.currency, currencyCode],
      [terms.customer.email, customerDTO?.email],
    ],
  });
  const answer: Init = isOurs
    ? { kind: 'opened', transaction: { paymentReference, transactionReference } }
    : { kind: 'used-elsewhere', saw };
  return { kind: 'found', answer, saw };
}
