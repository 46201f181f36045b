import { z } from 'zod';
import { COLLECTION_TRANSITIONS } from '../../domain/collection/collection.js';
import {
  amountOf,
  currency,
  optionalAmountOf,
  reason,
  reference,
  statesOf,
  time,
  transactionReference,
  unexpected,
} from './fields.js';

const collectionState = statesOf(COLLECTION_TRANSITIONS);

const cardToken = z.strictObject({
  token: z.string(),
  email: z.string(),
  last4: z.string().optional(),
  cardType: z.string().optional(),
  bank: z.string().optional(),
});

const paid = z
  .strictObject({
    ...amountOf('amount'),
    transactionReference: transactionReference.optional(),
    method: z.string().optional(),
    sources: z.int().optional(),
    at: time.optional(),
    net: optionalAmountOf('net').net,
    fee: optionalAmountOf('fee').fee,
    payer: z.strictObject({ name: z.string().optional(), bankCode: z.string().optional() }).optional(),
    cardToken: cardToken.optional(),
  })
  .meta({ id: 'Paid' });

const amount = z.strictObject(amountOf('amount'));

/** What the view of a lifecycle that collects money once begins with. */
export const COLLECTED = {
  reference,
  state: collectionState,
  reason,
  unexpected,
  ...amountOf('amount'),
  currency,
};

/** What arrived for a lifecycle that collects money once. */
export const RECEIVED = {
  fulfillable: z.boolean().meta({ description: 'whether to hand over the goods' }),
  paid: paid.optional(),
  outstanding: amount.optional(),
  surplus: amount.optional(),
  duplicatePayment: amount.optional(),
  refunded: amount.optional(),
  lastAttempt: z
    .strictObject({
      channel: z.enum(['page', 'card']),
      outcome: z.literal('declined'),
      reason: z.string(),
      at: time,
    })
    .optional(),
};
