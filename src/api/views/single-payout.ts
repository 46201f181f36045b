import { z } from 'zod';
import { SINGLE_PAYOUT_TRANSITIONS } from '../../domain/payout/single-payout.js';
import { amountOf, currency, optionalAmountOf, reason, reference, statesOf, time } from './fields.js';
import { PAYOUT } from './payout.js';
import { approval, STANDING } from './standing.js';

/** What bills and paycodes begin with. */
const SINGLE_PAYOUT = {
  reference,
  state: statesOf(SINGLE_PAYOUT_TRANSITIONS),
  reason,
  ...PAYOUT,
  ...amountOf('amount'),
  currency,
};

export const billView = z
  .strictObject({
    ...SINGLE_PAYOUT,
    productCode: z.string(),
    customerId: z.string(),
    customerName: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    notAfter: time.optional(),
    withoutValidation: z.literal(true).optional(),
    approval: approval.optional(),
    sentAt: time.optional(),
    transactionReference: z.string().optional(),
    receipt: z
      .strictObject({
        description: z.string().optional(),
        ...optionalAmountOf('payable'),
        ...optionalAmountOf('commission'),
        productName: z.string().optional(),
        billerCode: z.string().optional(),
        billerName: z.string().optional(),
      })
      .optional(),
    ...STANDING,
  })
  .meta({ id: 'Bill' });

export const paycodeView = z
  .strictObject({
    ...SINGLE_PAYOUT,
    beneficiaryName: z.string(),
    expiresAt: time,
    notAfter: time.optional(),
    approval: approval.optional(),
    issuedAt: time.optional(),
    maskedCode: z.string().optional(),
    ...optionalAmountOf('fee'),
    transactionReference: z.string().optional(),
    ...STANDING,
  })
  .meta({ id: 'Paycode' });

export const revealedPaycode = z
  .strictObject({ reference, code: z.string().meta({ description: 'the clear code, which is cash' }) })
  .meta({ id: 'RevealedPaycode' });
