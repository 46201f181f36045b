import { ApplicationFailure } from '@temporalio/workflow';
import { pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import { newPayout } from '../../src/domain/payout/payout.js';
import { takenBy } from '../../src/domain/refund/bounds.js';
import { refuseRefund } from '../../src/domain/refund/grant.js';
import { isAmountUnknown, isToBeRead } from '../../src/domain/refund/limit.js';
import { MOST_REFUNDS } from '../../src/domain/refund/limits.js';
import {
  differencesFrom,
  mayBeSentByLostRun,
  type Refund,
  type RefundRequest,
  type RefundTerms,
  termsOf,
} from '../../src/domain/refund/refund.js';
import { claimsMoney, isListedAsFailed, type RefundRecord } from '../../src/domain/refund/verdict.js';
import type { Settings } from '../../src/config/settings.js';
import { wantRead } from '../shared/payout/pay-out.js';
import { addPiece } from '../shared/payout/place.js';
import { takeAsLost } from '../shared/payout/take-as-sent.js';
import { refusal } from '../shared/run/commands.js';
import { isContinuing } from '../shared/run/pace.js';
import { timestamp } from '../shared/run/state.js';
import { notify } from './entries.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { type PaymentAndRefunds, readPaymentAndRefunds } from './payment.js';
import { placeOf, readRefund } from './places.js';
import { addListed } from './unexpected.js';

/** Refusal while the gateway does not answer: the same request may be granted later. */
const UNANSWERED = 'not-sent';

/** Tells whether a reference is being asked for here, so that what the gateway lists under it may be of a lost run. */
export type IsAsked = (refundReference: string) => boolean;

/**
 * Grants a refund, or finds the existing one under its reference; true when it is new. What the gateway knows is read
 * first, each time: another system may have refunded the payment. One refund is granted at a time, so that the next one
 * counts it.
 */
export async function grantRefund(
  lifecycle: RefundsLifecycle,
  request: RefundRequest,
  { isAsked, ...more }: { readonly isAsked: IsAsked; readonly byPolicy?: true },
): Promise<boolean> {
  const refunds = lifecycle.subject();
  const { owner, maker } = request;
  const terms = termsOf(request);
  if (isExisting(lifecycle, terms)) return false;
  if (refunds.isFull()) {
    throw refusal('not-refundable', `a transaction has at most ${MOST_REFUNDS} refunds`);
  }
  const known = await learnRefunds(lifecycle, isAsked);
  const settings = await lifecycle.settings();
  // after a lost run, whose refunds are not listed yet, one reading that finds no payment proves nothing
  if (known === undefined || (known === 'unknown' && refunds.snapshot().isUnlisted)) {
    throw refusal(UNANSWERED, 'the gateway did not answer for the payment and its refunds; try again soon');
  }
  if (known === 'unknown') throw refusal('not-refundable', 'the gateway has no such transaction');
  await readOwed(lifecycle);
  if (isExisting(lifecycle, terms)) return false;
  if (refunds.snapshot().refunds.some(isAmountUnknown)) {
    throw refusal(UNANSWERED, 'the gateway reported a refund that it does not show yet; try again soon');
  }
  const { lost } = refunds.snapshot();
  const isPossible = mayBeSentByLostRun(refunds.snapshot(), {
    now: lifecycle.pace.now(),
    absenceHorizonMs: settings.absenceHorizonMs,
  });
  // what is listed under its reference is what a lost run has sent of it
  const records = known.records.filter((each) => each.refundReference !== terms.refundReference);
  const standing = { ...known, records, refunds: refunds.snapshot().refunds };
  const refused = refuseRefund(terms, { ...standing, minKobo: settings.refundMinKobo });
  if (refused) {
    // what a lost run has sent counts also where it would be refused now
    for (const record of known.records.filter((each) => !records.includes(each)))
      addListed(lifecycle, record);
    throw refusal(refused.word, refused.sentence, refused.more);
  }
  if (owner) refunds.change({ owner });
  refunds.add(asGranted(terms, settings, { ...more, ...(maker && { maker }) }));
  if (lost && isPossible) takeAsLost(placeOf(lifecycle, terms.refundReference), Date.parse(lost.since));
  return records.length === known.records.length;
}

/** Reads what the gateway knows, and keeps the refunds that it lists and that are not known here. */
export async function learnRefunds(
  lifecycle: RefundsLifecycle,
  isAsked: IsAsked,
): Promise<PaymentAndRefunds | 'unknown' | undefined> {
  const readAt = timestamp();
  const known = await readPaymentAndRefunds(lifecycle);
  // the settings decide what is for a person
  await lifecycle.settings();
  if (typeof known !== 'object') return known;
  for (const record of known.records) takeListed(lifecycle, record, isAsked);
  // last: from now on other refunds are sent by what is known
  lifecycle.subject().change({ readAt, isUnlisted: undefined });
  return known;
}

/** Reads the refunds of which too little is known for another one. */
export async function readOwed(lifecycle: RefundsLifecycle): Promise<void> {
  const { refunds } = lifecycle.subject().snapshot();
  const owed = refunds.filter((refund) => isToBeRead(refund) && refund.movement.sending === undefined);
  await Promise.all(owed.map(({ terms }) => readRefund(lifecycle, terms.refundReference)));
}

function takeListed(lifecycle: RefundsLifecycle, record: RefundRecord, isAsked: IsAsked): void {
  const refunds = lifecycle.subject();
  const { refundReference } = record;
  const refund = refunds.find(refundReference);
  if (!refund) {
    const isOfLostRun = refunds.snapshot().lost !== undefined && isAsked(refundReference);
    if (!isOfLostRun) addListed(lifecycle, record);
    return;
  }
  // the list speaks for money that was believed not to have moved: its record decides, and may lag
  if (takenBy(refund) > 0 || isListedAsFailed(record)) return;
  const place = placeOf(lifecycle, refundReference);
  const { refundStatus, refundAmount: amount } = record;
  if (claimsMoney(refundStatus)) addPiece(place, { kind: 'claim', shows: 'money', amount });
  wantRead(place, { isOwed: true });
}

/** Granted: from now on it counts. */
function asGranted(
  terms: RefundTerms,
  { refundValidityMs }: Pick<Settings, 'refundValidityMs'>,
  more: Pick<Refund, 'byPolicy' | 'maker'>,
): Refund {
  return {
    ...newPayout({ asked: terms.amountKobo }),
    terms,
    state: 'PENDING',
    reason: more.byPolicy ? 'requested by a policy' : 'requested by the merchant',
    requestedAt: timestamp(),
    notAfter: new Date(Date.now() + refundValidityMs).toISOString(),
    ...more,
  };
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
  {
    inTurn,
    isAsked,
  }: {
    readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
    readonly isAsked: IsAsked;
  },
): Promise<void> {
  const refunds = lifecycle.subject();
  const { recheckScheduleMs } = await lifecycle.settings();
  for (let count = 0; ; count++) {
    try {
      await inTurn(() => grantRefund(lifecycle, order, { byPolicy: true, isAsked }));
      break;
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || isContinuing(error)) throw error;
      if (error.type !== UNANSWERED) {
        addRefused(lifecycle, order, error.message);
        break;
      }
    }
    await lifecycle.pace.pause(Date.now() + pauseBefore(recheckScheduleMs, count), 'Read the payment again');
  }
  refunds.endOrder(order.refundReference);
}

/** A policy asked for what cannot be refunded. */
function addRefused(lifecycle: RefundsLifecycle, request: RefundRequest, reason: string): void {
  const refunds = lifecycle.subject();
  const terms = termsOf(request);
  if (refunds.find(terms.refundReference)) return;
  refunds.add({
    ...newPayout({ asked: terms.amountKobo }),
    unsent: { to: 'REFUSED', reason },
    terms,
    state: 'REFUSED',
    reason,
    requestedAt: timestamp(),
    byPolicy: true,
  });
  notify(lifecycle, terms.refundReference, 'REFUSED');
}
