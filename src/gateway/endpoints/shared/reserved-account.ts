import { z } from 'zod';
import * as give from '../../formats/request-fields.js';
import * as take from '../../reading/reply-fields.js';

export const paymentSources = z.strictObject({
  bvns: z.array(give.bvn).optional(),
  bankAccounts: z
    .array(z.strictObject({ accountNumber: give.accountNumber, bankCode: give.bankCode }))
    .optional(),
  accountNames: z.array(give.text()).optional(),
});

/** One shape for both forms: an array of accounts, or a single account at the top level. */
export const reservedAccount = take.record({
  contractCode: take.maybeText,
  accountReference: take.text,
  accountName: take.maybeText,
  currencyCode: take.maybeText,
  customerEmail: take.maybeText,
  customerName: take.maybeText,
  accounts: take.maybeList(
    take.record({
      bankCode: take.maybeText,
      bankName: take.maybeText,
      accountNumber: take.text,
      accountName: take.maybeText,
    }),
  ),
  accountNumber: take.maybeText,
  bankName: take.maybeText,
  bankCode: take.maybeText,
  collectionChannel: take.maybeText,
  reservationReference: take.maybeText,
  reservedAccountType: take.maybeWord('GENERAL', 'INVOICE'),
  status: take.maybeWord('ACTIVE', 'INACTIVE'),
  createdOn: take.maybeTime,
  incomeSplitConfig: take.maybeIncomeSplit,
  bvn: take.maybeText,
  nin: take.maybeText,
  restrictPaymentSource: take.maybeFlag,
  contract: take.maybe(
    take.record({ name: take.maybeText, code: take.maybeText, description: take.maybeText }),
  ),
  transactionCount: take.maybeCount,
  totalAmount: take.maybeNaira,
});
