import { z } from 'zod';
import { REFUND_TRANSITIONS, REFUNDS_TRANSITIONS } from '../../domain/refund/refund.js';
import {
  amountOf,
  optionalAmountOf,
  reason,
  reference,
  statesOf,
  time,
  transactionReference,
} from './fields.js';
import { PAYOUT } from './payout.js';
import { approval, reviewItem, STANDING } from './standing.js';

const owner = z
  .strictObject({ lifecycle: z.string(), reference: z.string() })
  .meta({ id: 'Owner', description: 'the lifecycle that collected the money' });

const REFUND = {
  reference,
  state: statesOf(REFUND_TRANSITIONS),
  reason,
  ...PAYOUT,
  ...amountOf('amount'),
  refundReason: z.string(),
  customerNote: z.string(),
  destination: z
    .strictObject({
      bankCode: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
      nameAtBank: z.string().optional(),
      nameMatches: z.boolean().optional(),
    })
    .optional(),
  requestedAt: time,
  notAfter: time.optional(),
  sentAt: time.optional(),
  approval: approval.optional(),
  foreign: z.literal(true).optional(),
  byPolicy: z.literal(true).optional(),
};

export const refundView = z
  .strictObject({
    ...REFUND,
    transactionReference,
    owner: owner.optional(),
    reviewItems: z.array(reviewItem).optional(),
  })
  .meta({ id: 'Refund' });

/** All refunds of a transaction. */
export const refundsView = z
  .strictObject({
    transactionReference,
    state: statesOf(REFUNDS_TRANSITIONS),
    reason,
    owner: owner.optional(),
    ...optionalAmountOf('paid'),
    ...amountOf('refunded'),
    refunds: z.array(z.strictObject(REFUND)),
    ...STANDING,
  })
  .meta({ id: 'RefundsOfTransaction' });

export const ownedRefundsView = z
  .strictObject({ reference, refunds: z.array(refundView) })
  .meta({ id: 'RefundsOfPayment' });
