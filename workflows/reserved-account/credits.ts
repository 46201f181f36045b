import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Claim } from '../../src/domain/lifecycle/claim.js';
import { type CreditVerdict, judgeCredit } from '../../src/domain/reserved-account/credit.js';
import { kobo } from '../../src/domain/money.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import type { Settings } from '../../src/config/settings.js';
import { isForgotten } from '../../src/domain/reserved-account/reported-credits.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { forward } from '../shared/run/owner.js';
import { isContinuing } from '../shared/run/pace.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { invoicePaidBy, UNKNOWN_OWNER } from './invoices.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getTransaction } = proxyActivities<Activities>(GATEWAY_READ);

export type CheckedCredit =
  /** It was reported, belongs to another lifecycle, or became a review item. */
  | { readonly kind: 'concluded'; readonly draft?: WebhookDraft | undefined }
  | { readonly kind: 'open'; readonly why: string; readonly isAnswered: boolean };

/** Reads one transaction as a credit of this account, and acts on what the record proves. */
export async function checkCredit(
  lifecycle: AccountLifecycle,
  settings: Settings,
  claim: Claim,
): Promise<CheckedCredit> {
  const { subject: transactionReference } = claim;
  const read = await readCredit(lifecycle, transactionReference);
  if (read === undefined || read.kind === 'wait') {
    const why = read?.why ?? 'the gateway did not answer';
    return { kind: 'open', why, isAnswered: read !== undefined };
  }
  const account = lifecycle.subject();
  switch (read.kind) {
    case 'doubt': {
      const reason = `${transactionReference}: ${read.why}`;
      const { atRiskKobo } = read;
      account.raise({ kind: 'identity-mismatch', subject: transactionReference, reason, atRiskKobo });
      return { kind: 'concluded' };
    }
    case 'other-account':
      await forward(
        lifecycle,
        { lifecycle: 'reserved-account', reference: read.reference },
        toLifecycleEvent(claim),
      );
      return { kind: 'concluded' };
    case 'credit':
      return creditOrInvoice(lifecycle, settings, { claim, credit: read.credit });
  }
}

/** Money on an attached invoice's transaction belongs to the invoice, whenever it grows. */
async function creditOrInvoice(
  lifecycle: AccountLifecycle,
  settings: Settings,
  {
    claim,
    credit,
  }: { readonly claim: Claim; readonly credit: Extract<CreditVerdict, { kind: 'credit' }>['credit'] },
): Promise<CheckedCredit> {
  const account = lifecycle.subject();
  const { transactionReference, amountKobo, at } = credit;
  const invoiceReference = await answerOf(() => invoicePaidBy(lifecycle, transactionReference));
  if (invoiceReference === NO_ANSWER || invoiceReference === UNKNOWN_OWNER) {
    return { kind: 'open', why: 'it is unknown whether it belongs to an invoice', isAnswered: false };
  }
  if (invoiceReference !== undefined) {
    const known = account.forwardedOn(transactionReference) ?? 0;
    // the record lags behind the event, or repeats what was already forwarded
    const lags = amountKobo < claim.level && amountKobo <= known;
    if (lags) return { kind: 'open', why: 'the record shows less than the event', isAnswered: true };
    await forward(lifecycle, { lifecycle: 'invoice', reference: invoiceReference }, toLifecycleEvent(claim));
    account.setForwarded(invoiceReference, kobo(Math.max(known, amountKobo)));
    return { kind: 'concluded' };
  }
  const isOld = at !== undefined && isForgotten(at, Date.now());
  if (isOld && !account.hasReported(transactionReference)) {
    const reason = `${transactionReference} is so old that it may have been reported before`;
    account.raise({ kind: 'unproven-event', subject: transactionReference, reason, atRiskKobo: amountKobo });
    return { kind: 'concluded' };
  }
  return { kind: 'concluded', draft: account.addCredit(credit, settings) };
}

const NO_ANSWER = Symbol('no answer');

async function answerOf<Answer>(read: () => Promise<Answer>): Promise<Answer | typeof NO_ANSWER> {
  try {
    return await read();
  } catch (error) {
    if (isContinuing(error)) throw error;
    failureKind(error);
    return NO_ANSWER;
  }
}

/** Undefined when the gateway did not answer. */
async function readCredit(
  lifecycle: AccountLifecycle,
  transactionReference: string,
): Promise<CreditVerdict | undefined> {
  const { terms } = lifecycle.subject().snapshot();
  const summary = { summary: `Check ${transactionReference}` };
  try {
    const answer = await lifecycle.pace.call(() =>
      getTransaction.executeWithOptions(summary, [{ transactionReference }]),
    );
    if (answer.kind !== 'ok') return { kind: 'wait', why: 'the gateway has no such transaction' };
    const holder = { reference: terms.reference, currency: terms.currency, email: terms.customer.email };
    return judgeCredit(transactionReference, holder, answer.body);
  } catch (error) {
    if (isContinuing(error)) throw error;
    const kind = failureKind(error);
    const isAnswered = kind === 'contract-violated' || kind === 'rejected-request';
    const why = `the gateway's reply could not be read: ${failureReason(error)}`;
    return isAnswered ? { kind: 'wait', why } : undefined;
  }
}

/** The owner checks with the gateway itself, so it has no effect here. */
function toLifecycleEvent({ key, subject, level }: Claim): CollectionEvent {
  return {
    kind: 'collection',
    key,
    eventType: 'forwarded',
    transactionReference: subject,
    paymentReference: subject,
    amountKobo: kobo(level),
  };
}
