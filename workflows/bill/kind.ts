import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { LookAnswer } from '../../activities/look.js';
import type { BillValidation } from '../../src/domain/bill/bill.js';
import { type BillRecord, isAbout, judge, receiptOf, refusePrice } from '../../src/domain/bill/verdict.js';
import type { Kobo } from '../../src/domain/money.js';
import { CHECKED_MS } from '../../src/domain/movement/may-send.js';
import { lastMomentOf } from '../../src/domain/payout/last-moment.js';
import type { RecordShows } from '../../src/domain/payout/record.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import { moneyTerms, replyTo } from '../shared/payout/replies.js';
import { sendOptions } from '../shared/gateway/send-options.js';
import type { SendReply, Withdrawable } from '../shared/payout/payout-kind.js';
import type { SingleKind } from '../shared/payout/single-run.js';
import { timestamp } from '../shared/run/state.js';
import type { BillLifecycle } from './lifecycle.js';

const { requeryBill } = proxyActivities<Activities>(GATEWAY_READ);

/** Billers forget a validation reference; an older one is read again before the send. */
const REFERENCE_KEPT_MS = 10 * 60_000;

/** How a bill is prepared, paid at the gateway and found there. */
export function billKind(lifecycle: BillLifecycle): SingleKind {
  const bill = lifecycle.subject();
  const { snapshot } = bill;
  const { reference, amountKobo, productCode, customerId, withoutValidation } = snapshot().terms;
  const isKnown = (now: number) => withoutValidation === true || isFresh(snapshot().validation, now);
  const learn = (record: BillRecord): RecordShows => {
    const shown = judge(snapshot().terms, record);
    const { transactionReference } = record;
    if (shown.shows !== 'odd') {
      bill.change({ receipt: receiptOf(record), ...(transactionReference && { transactionReference }) });
    }
    return shown;
  };
  return {
    prefix: 'bill',
    movement: (settings) => moneyTerms(amountKobo, settings),
    startAt: () => 0,
    notAfter: ({ transferValidityMs }) =>
      lastMomentOf(snapshot().terms, snapshot().epoch, transferValidityMs),
    expectedFrom: () => 0,
    needKobo: () => amountKobo,
    requirement: (_settings, now) => {
      const { validation } = snapshot();
      if (validation?.refused !== undefined) return { refused: validation.refused };
      return isKnown(now) ? undefined : { needs: 'look', what: 'the validation of the customer' };
    },
    wants: (now) => (isKnown(now) ? {} : { customer: { productCode, customerId } }),
    learn: ({ customer }) => {
      if (customer) bill.change({ validation: toValidation(customer, amountKobo) });
    },
    send: (notAfter, withdrawable) => vend(lifecycle, { notAfter, withdrawable, learn }),
    find: async () => {
      const answer = await requeryBill.executeWithOptions({ summary: `Check ${reference}` }, [{ reference }]);
      if (answer.kind !== 'ok') return { shows: 'absent' };
      return isAbout(snapshot().terms, answer.body) ? learn(answer.body) : undefined;
    },
  };
}

function isFresh(validation: BillValidation | undefined, now: number): boolean {
  if (!validation) return false;
  const keptMs = validation.validationReference === undefined ? CHECKED_MS : REFERENCE_KEPT_MS;
  return now < Date.parse(validation.at) + keptMs;
}

function toValidation(answer: NonNullable<LookAnswer['customer']>, amountKobo: Kobo): BillValidation {
  const at = timestamp();
  if (answer.kind !== 'ok')
    return { at, refused: `the biller does not know the customer: ${answer.message}` };
  const { customerName, vendInstruction } = answer.body;
  const { requireValidationRef, validationReference } = vendInstruction ?? {};
  const refused = refusePrice(amountKobo, answer.body);
  return {
    at,
    ...(customerName && { customerName }),
    ...(requireValidationRef && validationReference && { validationReference }),
    ...(refused !== undefined && { refused }),
  };
}

async function vend(
  lifecycle: BillLifecycle,
  {
    notAfter,
    withdrawable,
    learn,
  }: {
    readonly notAfter: number;
    readonly withdrawable: Withdrawable;
    readonly learn: (record: BillRecord) => RecordShows;
  },
): Promise<SendReply> {
  const { terms, validation } = lifecycle.subject().snapshot();
  const { reference, amountKobo, productCode, customerId, email, phone } = terms;
  const { validationReference } = validation ?? {};
  const answer = await withdrawable(() =>
    effectsWithin('payouts', notAfter - Date.now()).vendBill.executeWithOptions(
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
        sendOptions(notAfter),
      ],
    ),
  );
  return replyTo(answer, (record) => (isAbout(terms, record) ? learn(record) : undefined));
}
