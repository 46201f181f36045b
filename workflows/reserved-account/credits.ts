import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { HOLD_ALL } from '../../src/domain/collection/policy.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { type Kobo, ZERO } from '../../src/domain/money.js';
import { highestOf } from '../../src/domain/movement/amounts.js';
import { withRefundsOfLostRun } from '../../src/domain/order/after-loss.js';
import { withForgotten } from '../../src/domain/refund/by-policy.js';
import type { CreditRules } from '../../src/domain/reserved-account/change-credit.js';
import {
  type CreditVerdict,
  type Found,
  judgeCredit,
  odd,
} from '../../src/domain/reserved-account/credit.js';
import { type KnownCredit, withFound, withRefunds } from '../../src/domain/reserved-account/known-credit.js';
import { mayBeForgotten, mayBeOfLostRun } from '../../src/domain/reserved-account/reported-credits.js';
import { withReport } from '../../src/domain/reserved-account/report.js';
import { GATEWAY_READ, INTERNAL } from '../shared/gateway/activity-options.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { knownIn, type KnownRefunds } from '../shared/collection/known-refunds.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { forward } from '../shared/run/owner.js';
import { isContinuing } from '../shared/run/pace.js';
import { invoicePaidBy, UNKNOWN_OWNER } from './invoices.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getTransaction } = proxyActivities<Activities>(GATEWAY_READ);
const { readRefunds } = proxyActivities<Activities>(INTERNAL);

/** What decides about credits. The first activity brings the settings: before it nothing is known of money. */
export function creditRules(lifecycle: AccountLifecycle): CreditRules {
  const settings = lifecycle.given();
  const { state, policyRefunds } = lifecycle.subject().snapshot();
  return {
    now: lifecycle.pace.now(),
    state,
    policyRefunds,
    derived: lifecycle.subject().derived,
    policies: settings?.policies ?? HOLD_ALL,
    refundMinKobo: settings?.refundMinKobo ?? ZERO,
    readsOfClaim: (settings?.recheckScheduleMs.length ?? Infinity) + 1,
    unresolvedAfterMs: settings?.unresolvedAfterMs ?? Infinity,
    reading: {
      scheduleMs: settings?.recheckScheduleMs ?? [],
      graceMs: 0,
      expectedFrom: 0,
      safetyMs: [],
      dailyMs: settings?.dailyCheckMs ?? Infinity,
      unresolvedAt: Infinity,
    },
  };
}

/** Keeps what is known of a credit; webhooks, items and refunds by policy follow from it. */
export function keep(lifecycle: AccountLifecycle, credit: KnownCredit): void {
  notifyAll(lifecycle, lifecycle.subject().keepCredit(credit, creditRules(lifecycle)));
  requestPolicyRefunds(lifecycle);
}

export function notifyAll(lifecycle: AccountLifecycle, drafts: readonly WebhookDraft[]): void {
  drafts.forEach(lifecycle.notify);
  const graceMs = lifecycle.given()?.gatewayEventGraceMs;
  // a run started by an event stays for a grace period: more late money may follow
  if (drafts.length > 0 && graceMs !== undefined && !lifecycle.subject().isOpen()) lifecycle.stayFor(graceMs);
}

/** The gateway's event, or a listing that shows what Oware does not know: a reason to read. */
export function takeReport(lifecycle: AccountLifecycle, event: CollectionEvent): void {
  const account = lifecycle.subject();
  const { transactionReference } = event;
  const wasReported = account.wasReported(transactionReference);
  const now = lifecycle.pace.now();
  const known = account.findCredit(transactionReference);
  const credit = withReport(known, event, { wasReported, isOpen: account.isOpen(), now });
  if (credit) keep(lifecycle, credit);
}

/** Reads the record of one credit, and keeps what it shows. */
export async function readCredit(lifecycle: AccountLifecycle, transactionReference: string): Promise<void> {
  const account = lifecycle.subject();
  const askedAt = lifecycle.pace.now();
  const verdict = await askFor(lifecycle, transactionReference);
  const before = account.findCredit(transactionReference);
  if (!before) return;
  if (verdict?.kind === 'other-account') {
    await handOver(lifecycle, before, { lifecycle: 'reserved-account', reference: verdict.reference });
    return;
  }
  const { rebuiltAt } = account.snapshot();
  const found = isFirstMoney(before, verdict, rebuiltAt !== undefined)
    ? await unlessOfInvoice(lifecycle, before, verdict)
    : verdict;
  if (found === OF_INVOICE) return;
  const refunds = await refundsBehind(lifecycle, before, found);
  const credit = account.findCredit(transactionReference);
  if (!credit) return;
  const shown = withFound(credit, found, { askedAt, answeredAt: lifecycle.pace.now() }, refunds?.sent);
  const read = refunds ? withKnownRefunds(lifecycle, shown, refunds) : shown;
  keep(lifecycle, isForgotten(lifecycle, read) ? { ...read, old: 'unknown' } : read);
}

/** Also what our refund returned before it was read, and what went back that a lost run may have forwarded. */
const isFirstMoney = (
  { sent, old }: KnownCredit,
  verdict: CreditVerdict | undefined,
  isRebuilt: boolean,
): verdict is Found =>
  verdict?.kind === 'found' &&
  (verdict.shows === 'money' || verdict.isRefund === true || (isRebuilt && verdict.shows === 'return')) &&
  sent === 0 &&
  old === undefined;

/**
 * What was reported so long ago is no longer known. Nor is what a lost run has reported: money is sent once more, under the same
 * id, but that it went back would be news of nothing.
 */
function isForgotten(
  lifecycle: AccountLifecycle,
  { sent, old, credit, transactionReference, movement }: KnownCredit,
): boolean {
  const isUnknown = sent === 0 && old === undefined && !lifecycle.subject().wasReported(transactionReference);
  if (!isUnknown) return false;
  const { forgottenUntil, rebuiltAt } = lifecycle.subject().snapshot();
  if (movement.returned > ZERO && mayBeOfLostRun(rebuiltAt, credit?.at)) return true;
  return credit?.at !== undefined && mayBeForgotten(forgottenUntil, credit.at, lifecycle.pace.now());
}

/**
 * What is known of our refunds by now, where the record says REFUNDED: it may show what they have returned before they report, and
 * one that failed since explains nothing.
 */
async function refundsBehind(
  { pace }: AccountLifecycle,
  { transactionReference, movement }: KnownCredit,
  found: CreditVerdict | undefined,
): Promise<KnownRefunds | undefined> {
  const { proven, refunds } = movement;
  if (found?.kind !== 'found' || !found.isRefund) return undefined;
  // of one that is read for the first time the record alone says how much it was
  const whole = proven > ZERO ? proven : (found.amount ?? ZERO);
  if (whole <= (refunds?.least ?? ZERO)) return undefined;
  const summary = { summary: `Read the refunds of ${transactionReference}` };
  return knownIn(await pace.call(() => readRefunds.executeWithOptions(summary, [transactionReference])));
}

/**
 * The credit with what was read of its refunds; what had ended may have been reported to a lost run, and is not reported again, and
 * what was lost with the run of the refunds is asked for again.
 */
export function withKnownRefunds(
  lifecycle: AccountLifecycle,
  credit: KnownCredit,
  refunds: KnownRefunds,
): KnownCredit {
  const account = lifecycle.subject();
  const { transactionReference } = credit;
  const { rebuiltAt, ...before } = account.snapshot();
  const asked =
    rebuiltAt === undefined ? before.policyRefunds : withRefundsOfLostRun(before, refunds.byPolicy);
  const policyRefunds = withForgotten(asked, transactionReference, refunds);
  if (policyRefunds.length > 0) account.change({ policyRefunds });
  return withRefunds(credit, refunds.sums);
}

const OF_INVOICE = Symbol('of an invoice');

/** Money on an attached invoice's transaction belongs to the invoice, whenever it grows. */
async function unlessOfInvoice(
  lifecycle: AccountLifecycle,
  credit: KnownCredit,
  found: Found,
): Promise<Exclude<CreditVerdict, { kind: 'other-account' }> | typeof OF_INVOICE | undefined> {
  const account = lifecycle.subject();
  const { transactionReference, movement } = credit;
  const invoiceReference = await invoicePaidBy(lifecycle, transactionReference, (named) => {
    const attached = { ...named, key: `named:${named.transactionReference}` };
    notifyAll(lifecycle, account.attach(attached, creditRules(lifecycle)));
  });
  if (invoiceReference === undefined) return found;
  // it is unknown whether it belongs to an invoice: nothing was learned
  if (invoiceReference === UNKNOWN_OWNER) return undefined;
  const known = account.forwardedOn(transactionReference) ?? ZERO;
  const amount = found.amount ?? ZERO;
  // the record lags behind the event, or repeats what was already forwarded
  if (amount < (movement.claimed ?? ZERO) && amount <= known) {
    return { kind: 'crossed', observed: 'the record shows less than the event' };
  }
  await handOver(lifecycle, credit, { lifecycle: 'invoice', reference: invoiceReference }, amount);
  account.setForwarded(transactionReference, amount > known ? amount : known);
  return OF_INVOICE;
}

/** Its owner reads the record itself. */
async function handOver(
  lifecycle: AccountLifecycle,
  credit: KnownCredit,
  to: { readonly lifecycle: string; readonly reference: string },
  shown: Kobo = ZERO,
): Promise<void> {
  await forward(lifecycle, to, toEvent(credit, shown));
  lifecycle.subject().dropCredit(credit, creditRules(lifecycle));
}

function toEvent({ key, transactionReference, movement }: KnownCredit, shown: Kobo): CollectionEvent {
  const amountKobo: Kobo = movement.claimed ?? highestOf(movement.proven, shown);
  return {
    kind: 'collection',
    key,
    eventType: 'forwarded',
    transactionReference,
    paymentReference: transactionReference,
    amountKobo,
  };
}

/** Undefined when the gateway did not answer. */
async function askFor(
  lifecycle: AccountLifecycle,
  transactionReference: string,
): Promise<CreditVerdict | undefined> {
  const account = lifecycle.subject();
  const { terms } = account.snapshot();
  const summary = { summary: `Check ${transactionReference}` };
  try {
    const answer = await lifecycle.pace.call(() =>
      getTransaction.executeWithOptions(summary, [{ transactionReference }]),
    );
    if (answer.kind !== 'ok')
      return { kind: 'found', shows: 'absent', observed: 'the gateway has no such transaction' };
    const { reference, currency, customer } = terms;
    const isTold = account.wasReported(transactionReference);
    const holder = { reference, currency, email: customer.email, isTold };
    return judgeCredit(transactionReference, holder, answer.body);
  } catch (error) {
    if (isContinuing(error)) throw error;
    const kind = failureKind(error);
    const isAnswered = kind === 'contract-violated' || kind === 'rejected-request';
    const why = `the gateway's reply could not be read: ${failureReason(error)}`;
    return isAnswered ? odd('unreadable-record', why, undefined) : undefined;
  }
}
