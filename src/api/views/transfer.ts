import { z } from 'zod';
import { TRANSFER_TRANSITIONS } from '../../domain/transfer/transfer.js';
import {
  amountOf,
  currency,
  optionalAmountOf,
  reason,
  reference,
  statesOf,
  time,
  unexpected,
} from './fields.js';
import { PAYOUT } from './payout.js';
import { approval, STANDING } from './standing.js';

/** How the OTP of a payout stands. */
export const authorization = z
  .strictObject({
    since: time,
    incorrectOtps: z.int(),
    resentAt: time.optional(),
    withheld: z.literal(true).optional(),
  })
  .meta({ id: 'Authorization' });

export const transferView = z
  .strictObject({
    reference,
    state: statesOf(TRANSFER_TRANSITIONS),
    reason,
    unexpected,
    ...PAYOUT,
    ...amountOf('amount'),
    currency,
    destination: z.strictObject({
      bankCode: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
      nameAtBank: z.string().optional(),
      nameMatches: z.boolean().optional(),
    }),
    narration: z.string(),
    startAt: time.optional(),
    notAfter: time.optional(),
    duplicateIntended: z.literal(true).optional(),
    approval: approval.optional(),
    sentAt: time.optional(),
    ...optionalAmountOf('fee'),
    transactionReference: z.string().optional(),
    sessionId: z.string().optional().meta({ description: 'of NIP: what the payee’s bank searches by' }),
    authorization: authorization.optional(),
    ...STANDING,
  })
  .meta({ id: 'Transfer' });
