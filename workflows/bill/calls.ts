import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { type BillRecord, isAbout, judge, mismatchIn, receiptOf } from '../../src/domain/bill/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import type { Attempt } from '../shared/gateway/operation.js';
import type { SinglePayoutCalls } from '../shared/payout/single-send.js';
import type { BillLifecycle } from './lifecycle.js';
import { validateAgain } from './prepare.js';

const { requeryBill } = proxyActivities<Activities>(GATEWAY_READ);

/** How a bill is paid at the gateway and found there. */
export function billCalls(lifecycle: BillLifecycle): SinglePayoutCalls<BillRecord> {
  const bill = lifecycle.subject();
  const { terms } = bill.snapshot();
  const { reference } = terms;
  return {
    noun: 'bill',
    validityMs: ({ transferValidityMs }) => transferValidityMs,
    ready: () => validateAgain(lifecycle),
    send: (attempt) => vend(lifecycle, attempt),
    read: () => requeryBill.executeWithOptions({ summary: `Check ${reference}` }, [{ reference }]),
    isAbout: (record) => isAbout(terms, record),
    judge: (record) => judge(terms, record),
    // the record has no time of creation
    isOurs: (record) => mismatchIn(terms, record) === undefined,
    transactionReferenceOf: ({ transactionReference }) => transactionReference,
    learn: (record) => {
      const { transactionReference } = record;
      bill.change({ receipt: receiptOf(record), ...(transactionReference && { transactionReference }) });
    },
    describe: ({ vendStatus, transactionReference }) =>
      `bill ${reference}, ${vendStatus}, gateway reference ${transactionReference ?? 'unknown'}`,
  };
}

function vend(lifecycle: BillLifecycle, { notAfter }: Attempt) {
  const { terms, validation } = lifecycle.subject().snapshot();
  const { reference, amountKobo, productCode, customerId, email, phone } = terms;
  const { validationReference } = validation ?? {};
  return effectsWithin('payouts', notAfter - Date.now()).vendBill.executeWithOptions(
    { summary: `Pay bill ${reference}` },
    [
      {
        reference,
        productCode,
        customerId,
        amount: amountKobo,
        ...(validationReference !== undefined && { validationReference }),
        ...(email !== undefined && { emailAddress: email }),
        ...(phone !== undefined && { phoneNumber: phone }),
      },
      { notAfter: new Date(notAfter).toISOString() },
    ],
  );
}
