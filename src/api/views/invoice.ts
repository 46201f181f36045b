import { z } from 'zod';
import { PAYMENT_METHODS } from '../../domain/checkout/hosted-page.js';
import { COLLECTED, RECEIVED } from './collection.js';
import { bankAccount, customer, splitItem, time, transactionReference } from './fields.js';
import { STANDING } from './standing.js';

export const invoiceView = z
  .strictObject({
    ...COLLECTED,
    customer,
    description: z.string(),
    accountReference: z.string().optional(),
    redirectUrl: z.string().optional(),
    paymentMethods: z.array(z.enum(PAYMENT_METHODS)).optional(),
    incomeSplit: z.array(splitItem).optional(),
    checkoutUrl: z.string().optional(),
    account: bankAccount.optional(),
    transactionReference: transactionReference.optional(),
    expiresAt: time,
    ...RECEIVED,
    ...STANDING,
  })
  .meta({ id: 'Invoice' });
