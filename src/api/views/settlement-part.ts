import { z } from 'zod';
import { amountOf, transactionReference } from './fields.js';

/** A part of a payment that the gateway settled. */
export const settlementPart = z
  .strictObject({
    reference: z.string(),
    transactionReference,
    ...amountOf('amount'),
    settledOn: z.string().optional(),
  })
  .meta({ id: 'SettlementPart' });
