import { ApplicationFailure } from '@temporalio/workflow';
import { pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import { refuseRefund } from '../../src/domain/refund/grant.js';
import { MOST_REFUNDS } from '../../src/domain/refund/limits.js';
import {
  differencesFrom,
  type RefundRequest,
  type RefundTerms,
  termsOf,
} from '../../src/domain/refund/refund.js';
import { isOurs, type RefundRecord } from '../../src/domain/refund/verdict.js';
import { refusal } from '../shared/run/commands.js';
import { isContinuing } from '../shared/run/pace.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { readPaymentAndRefunds } from './payment.js';

/** Refusal while the gateway does not answer: the same request may be granted later. */
const UNANSWERED = 'not-sent';

/**
 * Grants a refund, or finds the existing one under its reference; true when it is new. What the gateway knows is read
 * first, each time: another system may have refunded the payment. One refund is granted at a time, so that the next one
 * counts it.
 */
export async function grantRefund(
  lifecycle: RefundsLifecycle,
  request: RefundRequest,
  more: { readonly byPolicy?: true } = {},
): Promise<boolean> {
  const refunds = lifecycle.subject();
  const { owner, maker } = request;
  const terms = termsOf(request);
  if (isExisting(lifecycle, terms)) return false;
  if (refunds.isFull()) {
    throw refusal('not-refundable', `a transaction has at most ${MOST_REFUNDS} refunds`);
  }
  const known = await readPaymentAndRefunds(lifecycle);
  const settings = await lifecycle.settings();
  if (known === undefined) {
    throw refusal(UNANSWERED, 'the gateway did not answer for the payment and its refunds; try again soon');
  }
  if (known === 'unknown') throw refusal('not-refundable', 'the gateway has no such transaction');
  for (const record of known.records) {
    if (refunds.find(record.refundReference)) continue;
    if (isSentByLostRun(lifecycle, terms, record)) {
      refunds.grant(terms, settings, more);
      refunds.setSent(terms.refundReference);
    } else refunds.addForeign(record, settings).forEach(lifecycle.notify);
  }
  if (isExisting(lifecycle, terms)) return false;
  const standing = { ...known, refunds: refunds.snapshot().refunds, minKobo: settings.refundMinKobo };
  const refused = refuseRefund(terms, standing);
  if (refused) throw refusal(refused.word, refused.sentence, refused.more);
  if (owner) refunds.change({ owner });
  refunds.grant(terms, settings, { ...more, ...(maker && { maker }) });
  return true;
}

function isSentByLostRun(lifecycle: RefundsLifecycle, terms: RefundTerms, record: RefundRecord): boolean {
  const { lostSince, terms: transaction } = lifecycle.subject().snapshot();
  if (lostSince === undefined || record.refundReference !== terms.refundReference) return false;
  return isOurs(terms, transaction.reference, { record, attemptAt: Date.parse(lostSince) });
}

function isExisting(lifecycle: RefundsLifecycle, terms: RefundTerms): boolean {
  const { refundReference } = terms;
  const known = lifecycle.subject().find(refundReference);
  if (!known) return false;
  const differences = differencesFrom(known, terms);
  if (differences.length === 0) return true;
  const sentence = `refund ${refundReference} already exists with different terms: ${differences.join(', ')}`;
  throw refusal('reference-conflict', sentence, { differences });
}

/** Grants what a policy asked for, or records why it cannot be: its owner holds the money until then. */
export async function grantOrder(
  lifecycle: RefundsLifecycle,
  order: RefundRequest,
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Promise<void> {
  const refunds = lifecycle.subject();
  const { recheckScheduleMs } = await lifecycle.settings();
  for (let count = 0; ; count++) {
    try {
      await inTurn(() => grantRefund(lifecycle, order, { byPolicy: true }));
      break;
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || isContinuing(error)) throw error;
      if (error.type !== UNANSWERED) {
        refunds.addRefused(order, error.message).forEach(lifecycle.notify);
        break;
      }
    }
    await lifecycle.pace.pause(Date.now() + pauseBefore(recheckScheduleMs, count), 'Read the payment again');
  }
  refunds.endOrder(order.refundReference);
}
