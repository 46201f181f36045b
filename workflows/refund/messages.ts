import { defineUpdate } from '@temporalio/workflow';
import {
  differencesFrom,
  isUnderWay,
  type RefundRequest,
  type RefundsSnapshot,
  termsOf,
  unsigned,
} from '../../src/domain/refund/refund.js';
import { refundHoldings } from '../../src/domain/refund/holdings.js';
import { toRefunds } from '../../src/domain/refund/view.js';
import { REFUND_WEBHOOKS } from '../../src/domain/refund/webhook-types.js';
import { REFUNDS_STATES } from '../../src/domain/refund/states.js';
import {
  type ApprovalDecision,
  decisionOf,
  type LifecycleInput,
  type LifecycleKind,
} from '../shared/messages.js';

export type RefundsInput = LifecycleInput<RefundsSnapshot['terms'], RefundsSnapshot>;

export interface RefundAnswer {
  /** False when the same refund was requested before. */
  readonly isNew: boolean;
  readonly snapshot: RefundsSnapshot;
}

/** Grants a refund of the transaction, or returns the existing one; waits until it was sent or cannot be. */
export const requestRefund = defineUpdate<RefundAnswer, [RefundRequest]>('requestRefund');

/** Cancels a refund that was not sent. */
export const cancelRefund = defineUpdate<RefundsSnapshot, [{ readonly refundReference: string }]>(
  'cancelRefund',
);

/** A decision on one of the refunds. */
export interface RefundDecision extends ApprovalDecision {
  readonly refundReference: string;
}

/** Approves a refund that waits for another person. */
export const approveRefund = defineUpdate<RefundsSnapshot, [RefundDecision]>('approveRefund');

/** Declines such a refund. */
export const declineRefund = defineUpdate<RefundsSnapshot, [RefundDecision]>('declineRefund');

/** A repeat of a decision has a new signature. */
export function refundDecisionOf({ refundReference, ...decision }: RefundDecision) {
  return { refundReference, ...decisionOf(decision) };
}

function answerFrom(snapshot: RefundsSnapshot, request: RefundRequest): RefundAnswer | undefined {
  const terms = termsOf(request);
  const known = snapshot.refunds.find((refund) => refund.terms.refundReference === terms.refundReference);
  return known && differencesFrom(known, terms).length === 0 ? { isNew: false, snapshot } : undefined;
}

const commands = {
  request: { update: requestRefund, takes: 1, fingerprintOf: unsigned, start: { answerFrom } },
  cancelRefund: { update: cancelRefund, takes: 1 },
  approveRefund: { update: approveRefund, takes: 1, fingerprintOf: refundDecisionOf },
  declineRefund: { update: declineRefund, takes: 1, fingerprintOf: refundDecisionOf },
} as const;

export const REFUNDS: LifecycleKind<RefundsSnapshot['terms'], RefundsSnapshot, typeof commands> = {
  noun: 'refunds',
  about: 'Payments that go back to the payer, in full or in part.',
  created: { scope: 'pay', command: 'Refund a transaction' },
  prefix: 'refunds-of',
  name: 'refund',
  type: 'refundTransaction',
  path: '/v1/refunds',
  firstState: 'NOT_REFUNDED',
  states: REFUNDS_STATES,
  isOver: ({ state }) => !isUnderWay(state),
  freeText: [],
  summaryOf: ({ reference }) => `Refunds of ${reference}`,
  toView: toRefunds,
  viewName: 'refunds',
  webhooks: REFUND_WEBHOOKS,
  takesEvents: true,
  holdingsOf: refundHoldings,
  signedDecisions: true,
  cancelRequest: 'POST /v1/refunds/{refundReference}/cancel',
  commands,
};
