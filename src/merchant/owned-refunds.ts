import type { OwareClient } from '../client/client.js';
import { listRefunds, transactionToRefund, withRemainders } from '../client/owned-refunds.js';
import { requestRefund } from '../client/request-refund.js';
import type { RefundableTransaction } from '../domain/collection/refundable.js';
import { readOwnedRefundRequest } from '../requests/refund.js';
import { withOwareErrors } from './error.js';
import { toJson } from './json.js';
import type { Refundable } from './oware.js';
import { toCreatedRefund } from './refunds.js';

/** The refunds of what collected money. */
export function createOwnedRefunds(
  oware: OwareClient,
  { noun, prefix }: { readonly noun: string; readonly prefix: string },
  transactionsOf: (reference: string) => Promise<readonly RefundableTransaction[]>,
): Refundable {
  const methods: Refundable = {
    refund: async (reference, given, { idempotencyKey } = {}) => {
      const { transactionReference: named, terms } = readOwnedRefundRequest(given, idempotencyKey);
      const transactions = await transactionsOf(reference);
      const of = await transactionToRefund(oware, { transactions, named, terms, noun });
      const request = { ...terms, owner: { lifecycle: prefix, reference } };
      const answer = await requestRefund(oware, of, request).catch((error: unknown) => {
        throw withRemainders(error, transactions);
      });
      return toCreatedRefund(answer, terms.refundReference);
    },
    refunds: async (reference) => toJson(await listRefunds(oware, await transactionsOf(reference))),
  };
  return withOwareErrors({ ...methods });
}
