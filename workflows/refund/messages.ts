import { defineUpdate } from '@temporalio/workflow';
import {
  differencesFrom,
  type RefundRequest,
  type RefundsSnapshot,
  termsOf,
} from '../../src/domain/refund/refund.js';
import { toRefunds } from '../../src/domain/refund/view.js';
import { REFUND_WEBHOOKS } from '../../src/domain/refund/webhook-types.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

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

function answerFrom(snapshot: RefundsSnapshot, request: RefundRequest): RefundAnswer | undefined {
  const terms = termsOf(request);
  const known = snapshot.refunds.find((refund) => refund.terms.refundReference === terms.refundReference);
  return known && differencesFrom(known, terms).length === 0 ? { isNew: false, snapshot } : undefined;
}

const commands = {
  request: { update: requestRefund, takes: 1, start: { answerFrom } },
  cancelRefund: { update: cancelRefund, takes: 1 },
} as const;

export const REFUNDS: LifecycleKind<RefundsSnapshot['terms'], RefundsSnapshot, typeof commands> = {
  noun: 'refunds',
  prefix: 'refunds-of',
  name: 'refund',
  type: 'refundTransaction',
  path: '/v1/refunds',
  firstState: 'NOT_REFUNDED',
  isOver: ({ state }) => state !== 'REFUNDING' && state !== 'PAUSED',
  freeText: [],
  summaryOf: ({ reference }) => `Refunds of ${reference}`,
  toView: toRefunds,
  viewName: 'refunds',
  webhooks: REFUND_WEBHOOKS,
  takesEvents: true,
  signedDecisions: true,
  commands,
};
