import { z } from 'zod';
import { COLLECTED, RECEIVED } from './collection.js';
import { metadata, splitItem, time, transactionReference } from './fields.js';
import { STANDING } from './standing.js';

/** A card that can be charged again; only the end of its token is shown. */
export const chargeableCard = z
  .strictObject({
    token: z.string(),
    last4: z.string().optional(),
    cardType: z.string().optional(),
    bank: z.string().optional(),
  })
  .meta({ id: 'ChargeableCard' });

export const chargedCustomer = z.strictObject({ email: z.string().optional(), name: z.string().optional() });

export const chargeView = z
  .strictObject({
    ...COLLECTED,
    checkout: z.string().optional(),
    card: chargeableCard.optional(),
    tokenRefused: z.literal(true).optional(),
    customer: chargedCustomer,
    description: z.string().optional(),
    incomeSplit: z.array(splitItem).optional(),
    metadata: metadata.optional(),
    waiting: z.string().optional(),
    sentAt: time.optional(),
    safeToChargeAgain: z
      .boolean()
      .meta({ description: 'whether the same debt may be charged under another reference' }),
    transactionReference: transactionReference.optional(),
    ...RECEIVED,
    ...STANDING,
  })
  .meta({ id: 'Charge' });
