import { statusRecord } from '../collections/transaction-records.js';
import { text } from '../http/fields.js';
import { pageOf, windowOf } from '../http/paging.js';
import { notFound } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { asNumber } from '../wire/amounts.js';
import { localDate } from '../wire/times.js';

export const SETTLEMENT_ROUTES: readonly Route[] = [
  route(
    'listSettlementTransactions',
    'GET /api/v1/transactions/find-by-settlement-reference',
    listTransactions,
  ),
  route('getSettlementDetail', 'GET /api/v1/settlement-detail', detail),
];

function listTransactions(call: MerchantCall) {
  const { world, merchant, query } = call;
  const reference = text(query, 'reference');
  const window = windowOf(call);
  if (world.settlements.get(reference)?.merchantId !== merchant.id) {
    throw notFound(`Could not find settlement with reference ${reference}`);
  }
  const rows = [...world.transactions.filter('settlement', reference)];
  return pageOf(rows, window, (transaction) => ({
    ...statusRecord(transaction, world.clock.now()),
    transactionHash: null,
  }));
}

function detail({ world, merchant, query }: MerchantCall) {
  const transaction = world.transactions.get(text(query, 'transactionReference'));
  const settlement = world.settlements.get(transaction?.settlementReference ?? '');
  if (transaction?.merchantId !== merchant.id || !settlement) {
    throw notFound('Settlement detail for the transaction was not found');
  }
  return {
    transactionReference: transaction.transactionReference,
    settlementReference: settlement.reference,
    settlementDate: localDate(settlement.at),
    settlementAmount: asNumber(transaction.settledKobo),
    currency: 'NGN',
  };
}
