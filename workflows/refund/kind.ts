import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Settings } from '../../src/config/settings.js';
import { totalOf, ZERO } from '../../src/domain/money.js';
import { isNameKnown, nameLearned, nameRequirement } from '../../src/domain/payout/name-at-bank.js';
import type { Requirement } from '../../src/domain/payout/next-step.js';
import type { RecordShows } from '../../src/domain/payout/record.js';
import { limitOf } from '../../src/domain/refund/limit.js';
import { isPaid } from '../../src/domain/refund/payment.js';
import { termsIn } from '../../src/domain/refund/unexpected.js';
import { judge, type RefundRecord } from '../../src/domain/refund/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import type { PayoutKind, SendReply, Withdrawable } from '../shared/payout/payout-kind.js';
import { moneyTerms, replyTo } from '../shared/payout/replies.js';
import { sendOptions } from '../shared/gateway/send-options.js';
import { timestamp } from '../shared/run/state.js';
import { notify, refundOf } from './entries.js';
import type { RefundsLifecycle } from './lifecycle.js';

const { getRefund } = proxyActivities<Activities>(GATEWAY_READ);

/** How a refund is prepared, sent to the gateway and found there. */
export function refundKind(lifecycle: RefundsLifecycle, refundReference: string): PayoutKind {
  const refunds = lifecycle.subject();
  const refund = () => refundOf(lifecycle, refundReference);
  const { terms, notAfter, requestedAt } = refund();
  const { amountKobo, destination } = terms;
  return {
    movement: (settings) => moneyTerms(refund().terms.amountKobo, settings),
    startAt: () => 0,
    notAfter: () => Date.parse(notAfter ?? requestedAt),
    // its event usually comes first
    expectedFrom: ({ safetyChecksMs }) => (refund().movement.left?.last ?? 0) + (safetyChecksMs[0] ?? 0),
    needKobo: ({ refundFeeKobo }) => totalOf(amountKobo, refundFeeKobo),
    requirement: (settings, now) => requirementOf(lifecycle, refundReference, { settings, now }),
    limits: () => [limitOf(refunds.snapshot(), refundReference)],
    wants: (now) =>
      destination
        ? {
            bankCode: destination.bankCode,
            ...(!isNameKnown(refund(), now) && {
              name: { accountNumber: destination.accountNumber, bankCode: destination.bankCode },
            }),
          }
        : {},
    learn: ({ name }) => {
      if (destination) refunds.update(refundReference, nameLearned(destination, name, timestamp()));
    },
    send: (until, withdrawable) => send(lifecycle, refundReference, { notAfter: until, withdrawable }),
    find: async () => {
      const answer = await getRefund.executeWithOptions({ summary: `Check ${refundReference}` }, [
        { refundReference },
      ]);
      return answer.kind === 'ok' ? learn(lifecycle, refundReference, answer.body) : { shows: 'absent' };
    },
  };
}

/** What a refund requires: a payment that is still paid, and the name at the bank of another account. */
function requirementOf(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  { settings, now }: { readonly settings: Settings; readonly now: number },
): Requirement | undefined {
  const { payment } = lifecycle.subject().snapshot();
  const refund = refundOf(lifecycle, refundReference);
  if (payment && !isPaid(payment))
    return { refused: `the gateway reports ${payment.status} for the payment` };
  const { destination } = refund.terms;
  const { policyNameMismatch } = settings;
  return destination && nameRequirement(refund, destination, { now, policyNameMismatch });
}

/** What a record shows, and what it adds to what is known; undefined for the record of another refund. */
export function learn(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  record: RefundRecord,
): RecordShows | undefined {
  if (record.refundReference !== refundReference) return undefined;
  const refunds = lifecycle.subject();
  const { reference: transactionReference } = refunds.snapshot().terms;
  const { unexpected, terms: known, movement } = refundOf(lifecycle, refundReference);
  const isNew = unexpected === true && known.amountKobo === ZERO;
  if (isNew && record.transactionReference === transactionReference) {
    const terms = termsIn(record);
    const asked = { ...movement.terms, asked: terms.amountKobo };
    refunds.update(refundReference, { terms, movement: { ...movement, terms: asked } });
  }
  const { terms, since } = refundOf(lifecycle, refundReference);
  const shown = judge({ transactionReference, terms, since }, record);
  // what is under way and was not requested here is news at once
  if (isNew && shown.shows === 'pending') notify(lifecycle, refundReference, 'PENDING');
  return shown;
}

async function send(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  { notAfter, withdrawable }: { readonly notAfter: number; readonly withdrawable: Withdrawable },
): Promise<SendReply> {
  const { reference: transactionReference } = lifecycle.subject().snapshot().terms;
  const { amountKobo, refundReason, customerNote, destination } = refundOf(lifecycle, refundReference).terms;
  const answer = await withdrawable(() =>
    effectsWithin('payouts', notAfter - Date.now()).initiateRefund.executeWithOptions(
      { summary: `Refund ${refundReference}` },
      [
        {
          transactionReference,
          refundReference,
          refundAmount: amountKobo,
          refundReason,
          customerNote,
          ...(destination && {
            destinationAccountNumber: destination.accountNumber,
            destinationAccountBankCode: destination.bankCode,
          }),
        },
        sendOptions(notAfter, destination ? [destination.bankCode] : []),
      ],
    ),
  );
  return replyTo(answer, (record) => learn(lifecycle, refundReference, record));
}
