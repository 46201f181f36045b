import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { isOurs, judge, type PaycodeRecord } from '../../src/domain/paycode/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import type { Attempt } from '../shared/gateway/operation.js';
import type { SinglePayoutCalls } from '../shared/payout/single-send.js';
import type { PaycodeLifecycle } from './lifecycle.js';

const { getPaycode } = proxyActivities<Activities>(GATEWAY_READ);

/** How a paycode is issued at the gateway and found there. */
export function paycodeCalls(lifecycle: PaycodeLifecycle): SinglePayoutCalls<PaycodeRecord> {
  const paycode = lifecycle.subject();
  const { terms, epoch } = paycode.snapshot();
  const { reference } = terms;
  return {
    noun: 'paycode',
    // a code that has expired cannot be issued
    validityMs: ({ transferValidityMs }) =>
      Math.min(transferValidityMs, Date.parse(terms.expiresAt) - Date.parse(epoch)),
    send: (attempt) => create(lifecycle, attempt),
    read: () =>
      getPaycode.executeWithOptions({ summary: `Check ${reference}` }, [{ paycodeReference: reference }]),
    isAbout: ({ paycodeReference }) => paycodeReference === reference,
    judge: (record) => judge(terms, record),
    isOurs: (record, since) => isOurs(terms, record, since),
    transactionReferenceOf: ({ transactionReference }) => transactionReference,
    learn: ({ maskedCode, fee, transactionReference }) =>
      paycode.change({
        ...(maskedCode && { maskedCode }),
        ...(fee != null && { feeKobo: fee }),
        ...(transactionReference && { transactionReference }),
      }),
    describe: ({ transactionStatus, createdOn }) =>
      `paycode ${reference}, ${transactionStatus}, created ${createdOn ?? 'at an unknown time'}`,
  };
}

async function create(lifecycle: PaycodeLifecycle, { notAfter }: Attempt) {
  const { reference, amountKobo, beneficiaryName, expiresAt } = lifecycle.subject().snapshot().terms;
  return effectsWithin('payouts', notAfter - Date.now()).createPaycode.executeWithOptions(
    { summary: `Issue paycode ${reference}` },
    [
      { paycodeReference: reference, amount: amountKobo, beneficiaryName, expiryDate: expiresAt },
      { notAfter: new Date(notAfter).toISOString() },
    ],
  );
}
