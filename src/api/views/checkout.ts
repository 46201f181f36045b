import { z } from 'zod';
import { CHANNELS } from '../../domain/checkout/checkout.js';
import { PAYMENT_METHODS } from '../../domain/checkout/hosted-page.js';
import { COLLECTED, RECEIVED } from './collection.js';
import {
  amountOf,
  bankAccount,
  customer,
  metadata,
  reason,
  splitItem,
  time,
  transactionReference,
} from './fields.js';
import { STANDING } from './standing.js';

export const virtualAccountView = z
  .strictObject({
    ...bankAccount.shape,
    ...amountOf('payable'),
    expiresAt: time.optional(),
    ussd: z.string().optional(),
  })
  .meta({ id: 'VirtualAccount' });

const card = z
  .strictObject({
    state: z.enum([
      'CHARGING',
      'OTP_REQUIRED',
      'THREE_DS_REQUIRED',
      'CHARGED',
      'DECLINED',
      'NOT_CHARGED',
      'UNKNOWN',
    ]),
    reason,
    bin: z.string(),
    last4: z.string(),
    attemptsLeft: z.int().optional(),
    expiresAt: time.optional(),
    redirectUrl: z.string().optional(),
  })
  .meta({ id: 'CardStep' });

export const checkoutView = z
  .strictObject({
    ...COLLECTED,
    channels: z.array(z.enum(CHANNELS)).optional(),
    paymentMethods: z.array(z.enum(PAYMENT_METHODS)).optional(),
    incomeSplit: z.array(splitItem).optional(),
    metadata: metadata.optional(),
    customer: customer.optional(),
    description: z.string().optional(),
    redirectUrl: z.string().optional(),
    checkoutUrl: z.string().optional().meta({ description: 'send the payer there' }),
    transactionReference: transactionReference.optional(),
    virtualAccount: virtualAccountView.optional(),
    card: card.optional(),
    expiresAt: time.optional(),
    stillPayableUntil: time.optional(),
    ...RECEIVED,
    ...STANDING,
  })
  .meta({ id: 'Checkout' });
