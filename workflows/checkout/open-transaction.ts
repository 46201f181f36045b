import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ownershipOf } from '../../src/domain/lifecycle/adoption.js';
import { methodsOf } from '../../src/domain/checkout/hosted-page.js';
import {
  type CheckoutTerms,
  type GatewayTransaction,
  offers,
  placesOf,
} from '../../src/domain/checkout/checkout.js';
import { whyNotCharge } from '../../src/domain/order/may-charge.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { initReference } from '../../src/domain/reference.js';
import { toWireSplit } from '../../src/domain/split.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import { findingOf } from '../shared/gateway/finding.js';
import type { Attempt, Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import { createOrderPlace } from '../shared/collection/order-place.js';
import { CHECKOUT_RULES } from './rules.js';
import type { CheckoutState } from './state.js';
import type { CheckoutLifecycle } from './lifecycle.js';

const { searchTransactions } = proxyActivities<Activities>(GATEWAY_READ);

/** Bounds how often a transaction is reopened because the address of its page was lost. */
const INITS_FOR_A_PAGE = 3;
const MOST_TRANSACTIONS = 20;

type Init =
  | { readonly kind: 'opened'; readonly transaction: GatewayTransaction }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

interface NotOpened {
  /** The gateway refused it; otherwise it could not be reached in time. */
  readonly refused: boolean;
  readonly reason: string;
}

/** What opening a transaction needs from the lifecycle. */
type Opener = Pick<CheckoutLifecycle, 'subject' | 'run' | 'given' | 'settings'>;

/** Opens the checkout at the gateway, or ends it: without a transaction the payer cannot pay. */
export async function openFirstTransaction(lifecycle: CheckoutLifecycle): Promise<void> {
  const checkout = lifecycle.subject();
  const since = Date.parse(checkout.snapshot().epoch);
  const failure = await openTransaction(lifecycle, ({ checkoutWindowMs }) => since + checkoutWindowMs);
  if (failure === undefined) return;
  // only its record ends a checkout whose transaction can be paid
  if (checkout.snapshot().transactions.length > 0) {
    raisePageless(checkout, `its transaction is open, but it has no page: ${failure.reason}`);
    return;
  }
  const place = createOrderPlace(lifecycle, CHECKOUT_RULES);
  place.end(failure.refused ? 'REFUSED' : 'FAILED', failure.reason);
}

/**
 * Opens a transaction: the first, or a further one when the last was declined. It moves no money. When the
 * reply is lost, it checks by the same reference; a transaction found that way is ours, but the address of
 * its page is lost, so a payer who needs a page gets a further transaction.
 */
export async function openTransaction(
  lifecycle: Opener,
  notAfter: Operation<Init>['notAfter'],
): Promise<NotOpened | undefined> {
  const checkout = lifecycle.subject();
  for (let inits = 1; ; inits++) {
    const { terms } = checkout.snapshot();
    if (placesOf(checkout.snapshot()).length >= MOST_TRANSACTIONS) {
      return {
        refused: true,
        reason: `the checkout already has ${MOST_TRANSACTIONS} transactions, the maximum`,
      };
    }
    const outcome = await lifecycle.run(init(lifecycle, notAfter));
    const failure = notOpened(outcome);
    if (failure) return failure;
    if (outcome.kind !== 'answered' || outcome.answer.kind !== 'opened') return undefined;
    const { transaction } = outcome.answer;
    const { checkoutWindowMs } = lifecycle.given() ?? (await lifecycle.settings());
    // the gateway's window starts when it receives the request, which is not before the attempt that it
    // answered
    checkout.addTransaction(transaction, new Date(outcome.since + checkoutWindowMs).toISOString());
    const isShown = transaction.checkoutUrl !== undefined || !offers(terms, 'page');
    if (isShown || !checkout.isOpen()) return undefined;
    // money may have moved on what was found: no other place to pay before that is known
    if (whyNotCharge(checkout.snapshot())) return undefined;
    if (inits >= INITS_FOR_A_PAGE) {
      raisePageless(
        checkout,
        `the gateway opened it ${INITS_FOR_A_PAGE} times, and each time the address of its page was lost`,
      );
      return;
    }
  }
}

function raisePageless(checkout: CheckoutState, reason: string): void {
  const { amountKobo } = checkout.snapshot().terms;
  checkout.raise({ kind: 'unresolved', subject: 'page', reason, atRiskKobo: amountKobo });
}

function notOpened(outcome: Outcome<Init>): NotOpened | undefined {
  switch (outcome.kind) {
    case 'answered':
      return outcome.answer.kind === 'used-elsewhere'
        ? { refused: true, reason: usedElsewhere(outcome.answer.observed) }
        : undefined;
    case 'refused':
      return { refused: true, reason: outcome.reason };
    case 'not-sent':
    case 'absent':
      return { refused: false, reason: `the payer was shown no page: ${outcome.reason}` };
  }
}

function init(lifecycle: Opener, notAfter: Operation<Init>['notAfter']): Operation<Init> {
  const checkout = lifecycle.subject();
  const { terms } = checkout.snapshot();
  const paymentReference = initReference(terms.reference, placesOf(checkout.snapshot()).length + 1);
  return {
    key: `init:${paymentReference}`,
    summary: `Open ${paymentReference}`,
    atRiskKobo: terms.amountKobo,
    send: (attempt) => send(lifecycle, paymentReference, attempt),
    check: (since) => find(terms, paymentReference, since),
    notAfter,
    isWanted: () => checkout.isOpen(),
    adopt: (transactionReference) =>
      transactionReference === undefined
        ? undefined
        : { kind: 'opened', transaction: opened(terms, paymentReference, transactionReference) },
  };
}

export const opened = (
  { amountKobo }: CheckoutTerms,
  paymentReference: string,
  transactionReference: string,
): GatewayTransaction => ({ ...newTransaction(transactionReference, amountKobo), paymentReference });

async function send(
  lifecycle: Opener,
  paymentReference: string,
  { notAfter, afterUnknown }: Attempt,
): Promise<Init | 'check-first' | 'exists'> {
  const answer = await callGateway(lifecycle, paymentReference, notAfter);
  if (answer.kind === 'reference-used') {
    // ours only if an earlier attempt may have used it
    return afterUnknown ? 'exists' : { kind: 'used-elsewhere', observed: answer.message };
  }
  // a reply for another checkout must never show its page to this payer
  if (answer.body.paymentReference !== paymentReference) return 'check-first';
  const { transactionReference, checkoutUrl } = answer.body;
  const { terms } = lifecycle.subject().snapshot();
  const transaction = { ...opened(terms, paymentReference, transactionReference), checkoutUrl };
  return { kind: 'opened', transaction };
}

/** The first call of a run also returns the settings; what depends on them is decided in the activity. */
async function callGateway(lifecycle: Opener, paymentReference: string, notAfter: number) {
  const { terms, epoch } = lifecycle.subject().snapshot();
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
  const settings = lifecycle.given();
  if (!settings) {
    const first = { ...request, ...(redirectUrl !== undefined && { redirectUrl }) };
    return gateway.openCheckout.executeWithOptions(summary, [first, { reference, since: epoch }]);
  }
  const { returnUrl } = settings;
  const comesBackTo = returnUrl === undefined ? redirectUrl : `${returnUrl}/${reference}`;
  return gateway.initTransaction.executeWithOptions(summary, [
    { ...request, ...(comesBackTo !== undefined && { redirectUrl: comesBackTo }) },
  ]);
}

/**
 * Only the transaction search shows the asked amount, creation time and customer, which tell our transaction
 * from a foreign one.
 */
export async function findTransaction(paymentReference: string) {
  const { body } = await searchTransactions.executeWithOptions({ summary: `Search ${paymentReference}` }, [
    { paymentReference },
  ]);
  return body.content.find((each) => each.paymentReference === paymentReference);
}

/** Whose a transaction under one of our references is. */
export function ownershipOfRow(
  terms: CheckoutTerms,
  { amount, createdOn, customerDTO, currencyCode }: NonNullable<Awaited<ReturnType<typeof findTransaction>>>,
  since: number,
) {
  return ownershipOf(since, {
    createdOn,
    pairs: [
      [terms.amountKobo, amount],
      [terms.currency, currencyCode],
      [terms.customer.email, customerDTO?.email],
    ],
  });
}

async function find(terms: CheckoutTerms, paymentReference: string, since: number): Promise<Finding<Init>> {
  const row = await findTransaction(paymentReference);
  if (!row) return { kind: 'absent', observed: `no transaction ${paymentReference}` };
  const { transactionReference, createdOn } = row;
  const observed = `transaction ${transactionReference}, created ${createdOn ?? 'at an unknown time'}`;
  const transaction = opened(terms, paymentReference, transactionReference);
  return findingOf<Init>(ownershipOfRow(terms, row, since), observed, { kind: 'opened', transaction });
}
