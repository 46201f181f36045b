import { z } from 'zod';
import * as take from '../reply-fields.js';

/** The account that money came from. */
const source = take.record({
  bankCode: take.maybeText,
  accountName: take.maybeText,
  accountNumber: take.maybeText,
  sessionId: take.maybeText,
  amountPaid: take.maybeNaira,
});

export type PaymentSource = z.output<typeof source>;

/** An array for transfers, one object for rejected payments, and {} for cash. */
export const sources = z
  .union([z.array(source), source])
  .nullish()
  .transform((given): PaymentSource[] => {
    if (given == null) return [];
    if (Array.isArray(given)) return given;
    return Object.keys(given).length === 0 ? [] : [given];
  });
