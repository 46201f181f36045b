import type { z } from 'zod';
import * as take from '../reading/reply-fields.js';

/** The account that money came from. */
const source = take.record({
  bankCode: take.maybeText,
  accountName: take.maybeText,
  accountNumber: take.maybeText,
  sessionId: take.maybeText,
  amountPaid: take.maybeNaira,
});

export type PaymentSource = z.output<typeof source>;

/** A list for transfers, one object for rejected payments, and {} for cash. */
export const sources = take.maybeList(source).transform((given): PaymentSource[] => given ?? []);
