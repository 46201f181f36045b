import type { Router } from 'express';
import { NotFoundError, type OwareClient, RefusedError } from '../../client/client.js';
import {
  chooseTransaction,
  type RefundableTransaction,
  remainderOf,
} from '../../domain/collection/refundable.js';
import { toNaira } from '../../domain/money.js';
import type { RefundTerms, RefundsSnapshot } from '../../domain/refund/refund.js';
import { toRefund } from '../../domain/refund/view.js';
import { invalid } from '../parse.js';
import { Problem } from '../problem.js';
import { readOwnedRefundRequest } from '../refund-request.js';
import type { RouteDeps } from '../lifecycle-routes.js';
import { requestRefund } from '../request-refund.js';

export interface OwnedRefunds extends Pick<RouteDeps, 'oware' | 'grants'> {
  /** The lifecycle that collected the money. */
  readonly kind: { readonly prefix: string; readonly noun: string };
  /** Its transactions that money arrived on. */
  readonly transactionsOf: (reference: string) => Promise<readonly RefundableTransaction[]>;
}

/** Adds the refunds of a checkout or an invoice. */
export function addOwnedRefundRoutes(
  router: Router,
  { oware, grants, kind, transactionsOf }: OwnedRefunds,
): void {
  router.post('/:reference/refunds', async (request, response) => {
    const { reference } = request.params;
    const { transactionReference: named, terms } = readOwnedRefundRequest(
      request.body,
      request.get('idempotency-key'),
    );
    const transactions = await transactionsOf(reference);
    const transactionReference =
      named === undefined
        ? await findTransaction(oware, transactions, terms)
        : refuseForeign(transactions, named, kind);
    const owner = { lifecycle: kind.prefix, reference };
    await requestRefund({ oware, grants }, response, {
      transactionReference,
      request: { ...terms, owner },
    }).catch((error: unknown) => {
      throw withRemainders(error, transactions);
    });
  });

  router.get('/:reference/refunds', async (request, response) => {
    const { reference } = request.params;
    const all = await refundsOf(oware, await transactionsOf(reference));
    const refunds = all.flatMap((snapshot) =>
      snapshot.refunds.map(({ terms }) => toRefund(snapshot, terms.refundReference)),
    );
    response.json({ reference, refunds });
  });
}

/** Says what is left of the other transactions, where this one has too little. */
function withRemainders(error: unknown, transactions: readonly RefundableTransaction[]): unknown {
  const isTooMuch = error instanceof RefusedError && error.reason === 'refund-exceeds-payment';
  if (!isTooMuch || transactions.length < 2) return error;
  return new RefusedError(error.reason, error.message, {
    ...error.more,
    transactions: transactions.map(toRemainder),
  });
}

function refuseForeign(
  transactions: readonly RefundableTransaction[],
  named: string,
  { noun }: OwnedRefunds['kind'],
): string {
  if (transactions.some(({ transactionReference }) => transactionReference === named)) return named;
  throw invalid([{ field: 'transactionReference', message: `must be a paid transaction of this ${noun}` }]);
}

/** The only one with enough money left. A repeat finds the one that has this refund already. */
async function findTransaction(
  oware: OwareClient,
  transactions: readonly RefundableTransaction[],
  { refundReference, amountKobo }: RefundTerms,
): Promise<string> {
  const known = transactions.length > 1 ? await refundsOf(oware, transactions) : [];
  const existing = known.find((snapshot) => toRefund(snapshot, refundReference) !== undefined);
  if (existing) return existing.terms.reference;
  const choice = chooseTransaction(transactions, amountKobo);
  const more = { transactions: transactions.map(toRemainder) };
  switch (choice.kind) {
    case 'one':
      return choice.transactionReference;
    case 'unpaid':
      throw new Problem('not-refundable', 'No money arrived that could be refunded.');
    case 'several':
      throw new Problem(
        'transaction-required',
        'Give the transactionReference: several have enough money.',
        more,
      );
    case 'too-little':
      throw new Problem('refund-exceeds-payment', 'No transaction has enough money left.', more);
  }
}

function toRemainder(transaction: RefundableTransaction) {
  const { transactionReference, paidKobo, refundedKobo } = transaction;
  return {
    transactionReference,
    paid: toNaira(paidKobo),
    refunded: toNaira(refundedKobo),
    remaining: toNaira(remainderOf(transaction)),
  };
}

/** The refunds of each transaction that has any. */
async function refundsOf(
  { refunds }: OwareClient,
  transactions: readonly RefundableTransaction[],
): Promise<readonly RefundsSnapshot[]> {
  const found = transactions.map(({ transactionReference }) =>
    refunds.get(transactionReference).catch((error: unknown) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }),
  );
  return (await Promise.all(found)).filter((snapshot) => snapshot !== undefined);
}
