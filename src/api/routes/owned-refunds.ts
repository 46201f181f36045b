import { listRefunds, transactionToRefund, withRemainders } from '../../client/owned-refunds.js';
import type { RefundableTransaction } from '../../domain/collection/refundable.js';
import { ownedRefundRequest, readOwnedRefundRequest } from '../../requests/refund.js';
import type { Routes } from '../described-routes.js';
import { REFUND } from '../example-values.js';
import type { RouteDeps } from '../lifecycle-routes.js';
import { createReplies } from '../lifecycle-routes.js';
import { REFUND_PROBLEMS, replyWithRefund } from '../request-refund.js';
import { ownedRefundsView, refundView } from '../views/refund.js';

export interface OwnedRefunds extends Pick<RouteDeps, 'oware' | 'grants'> {
  /** The lifecycle that collected the money. */
  readonly kind: { readonly prefix: string; readonly noun: string };
  /** Its transactions that money arrived on. */
  readonly transactionsOf: (reference: string) => Promise<readonly RefundableTransaction[]>;
}

/** Adds the refunds of a checkout or an invoice. */
export function addOwnedRefundRoutes(
  routes: Routes,
  { oware, grants, kind, transactionsOf }: OwnedRefunds,
): void {
  routes.post(
    '/:reference/refunds',
    {
      summary: `Refund the ${kind.noun}, in full or in part`,
      detail: 'Of several transactions, the one with enough money left is refunded; or name one.',
      scope: 'pay',
      body: ownedRefundRequest,
      example: REFUND,
      takesKey: true,
      replies: createReplies('refund', refundView),
      problems: [...REFUND_PROBLEMS, 'transaction-required'],
    },
    async (request, response) => {
      const { reference } = request.params;
      const { transactionReference: named, terms } = readOwnedRefundRequest(
        request.body,
        request.get('idempotency-key'),
      );
      const transactions = await transactionsOf(reference);
      const transactionReference = await transactionToRefund(oware, {
        transactions,
        named,
        terms,
        noun: kind.noun,
      });
      const owner = { lifecycle: kind.prefix, reference };
      await replyWithRefund({ oware, grants }, response, {
        transactionReference,
        request: { ...terms, owner },
      }).catch((error: unknown) => {
        throw withRemainders(error, transactions);
      });
    },
  );

  routes.get(
    '/:reference/refunds',
    {
      summary: `List the refunds of the ${kind.noun}`,
      scope: 'read',
      replies: { 200: { about: 'All of them', schema: ownedRefundsView } },
    },
    async (request, response) => {
      const { reference } = request.params;
      const refunds = await listRefunds(oware, await transactionsOf(reference));
      response.json({ reference, refunds });
    },
  );
}
