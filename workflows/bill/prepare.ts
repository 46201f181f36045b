import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { BillValidation } from '../../src/domain/bill/bill.js';
import { type BillRecord, refusePrice } from '../../src/domain/bill/verdict.js';
import { nextTry } from '../../src/domain/lifecycle/schedule.js';
import type { Kobo } from '../../src/domain/money.js';
import type { Settings } from '../../src/config/settings.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import type { Wait } from '../shared/gateway/operation.js';
import { waitForPayoutApproval } from '../shared/payout/single-approval.js';
import { lastMoment, type SinglePayoutCalls } from '../shared/payout/single-send.js';
import { timestamp } from '../shared/run/state.js';
import type { BillLifecycle } from './lifecycle.js';

const { validateBillCustomer } = proxyActivities<Activities>(GATEWAY_READ);

/** Billers forget a validation; one that is older is read again before the send. */
const VALIDATION_KEPT_MS = 10 * 60_000;

/**
 * Everything before the send: the customer at the biller, the price, the approval. Each step leaves its result in the
 * snapshot, so that the next run continues where this one stopped. Ends the bill if it must not be sent.
 */
export async function prepareBill(
  lifecycle: BillLifecycle,
  calls: SinglePayoutCalls<BillRecord>,
): Promise<void> {
  const settings = await lifecycle.settings();
  const bill = lifecycle.subject();
  const notAfter = lastMoment(bill.snapshot(), calls, settings);
  const { terms, validation } = bill.snapshot();
  if (!terms.withoutValidation && !validation) await validate(lifecycle, settings, notAfter);
  if (bill.isUnsent()) await waitForPayoutApproval(lifecycle, notAfter);
}

/** Asks the biller until it answers. A validation without an answer is never a valid customer. */
async function validate(lifecycle: BillLifecycle, settings: Settings, notAfter: number): Promise<void> {
  const bill = lifecycle.subject();
  for (let count = 0; ; count++) {
    const { unwanted, terms } = bill.snapshot();
    const answer = unwanted === undefined ? await answerOf(lifecycle, () => ask(lifecycle)) : undefined;
    const next = nextTry(settings.recheckScheduleMs, count, { now: Date.now(), notAfter });
    const end = endOf({ unwanted, answer, isLate: next === undefined, amountKobo: terms.amountKobo });
    if (end) {
      lifecycle.notify(bill.endUnsent(...end));
      return;
    }
    if (answer?.kind === 'ok') {
      bill.change({ validation: toValidation(answer.body) });
      return;
    }
    await lifecycle.pace.pause(next, 'Repeat the validation', () => !bill.isWanted());
  }
}

/** How the bill ends before it is sent; undefined when it does not end. */
function endOf({
  unwanted,
  answer,
  isLate,
  amountKobo,
}: {
  readonly unwanted: string | undefined;
  readonly answer: Awaited<ReturnType<typeof ask>> | undefined;
  readonly isLate: boolean;
  readonly amountKobo: Kobo;
}): readonly [to: 'CANCELLED' | 'EXPIRED' | 'REFUSED', reason: string] | undefined {
  if (unwanted !== undefined) return ['CANCELLED', unwanted];
  if (answer?.kind === 'ok') {
    const refused = refusePrice(amountKobo, answer.body);
    return refused === undefined ? undefined : ['REFUSED', refused];
  }
  if (answer) return ['REFUSED', `the biller does not know the customer: ${answer.message}`];
  const unanswered = 'the validation of the customer was not answered in time; nothing was sent';
  return isLate ? ['EXPIRED', unanswered] : undefined;
}

/** Before the send: a validation reference that is too old would be refused. */
export async function validateAgain(lifecycle: BillLifecycle): Promise<Wait | undefined> {
  const bill = lifecycle.subject();
  const { validation } = bill.snapshot();
  if (validation?.validationReference === undefined) return undefined;
  if (Date.now() < Date.parse(validation.at) + VALIDATION_KEPT_MS) return undefined;
  const answer = await answerOf(lifecycle, () => ask(lifecycle));
  if (!answer) {
    const { pauseCheckMs } = await lifecycle.settings();
    return { until: Date.now() + pauseCheckMs, summary: 'Repeat the validation' };
  }
  // the gateway refuses a send that the biller no longer takes
  if (answer.kind === 'ok') bill.change({ validation: toValidation(answer.body) });
  return undefined;
}

function ask(lifecycle: BillLifecycle) {
  const { productCode, customerId } = lifecycle.subject().snapshot().terms;
  return validateBillCustomer.executeWithOptions({ summary: 'Validate the customer' }, [
    { productCode, customerId },
  ]);
}

type Validated = Extract<Awaited<ReturnType<typeof ask>>, { kind: 'ok' }>['body'];

function toValidation({ customerName, vendInstruction }: Validated): BillValidation {
  const { requireValidationRef, validationReference } = vendInstruction ?? {};
  return {
    at: timestamp(),
    ...(customerName && { customerName }),
    ...(requireValidationRef && validationReference && { validationReference }),
  };
}
