import { statusRecord } from '../collections/transaction-records.js';
import { text } from '../http/fields.js';
import { pageOf, windowOf } from '../http/paging.js';
import { notFound } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { shareOut } from '../money/split.js';
import { type Settlement, type SettlementRow } from '../types/settlement.js';
import { type Transaction } from '../types/transaction.js';
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
  const rows = [...world.settlementRows.filter('settlement', reference)].flatMap(
    ({ transactionReference }) => world.transactions.get(transactionReference) ?? [],
  );
  return pageOf(rows, window, (transaction) => ({
    ...statusRecord(transaction, world.clock.now()),
    transactionHash: null,
  }));
}

/** What was settled, and when. */
type Part = SettlementRow & { readonly settlement: Settlement };

function detail(call: MerchantCall) {
  const { world, merchant, query } = call;
  const transaction = world.transactions.get(text(query, 'transactionReference'));
  const parts = [
    ...world.settlementRows.filter('transaction', transaction?.transactionReference ?? ''),
  ].flatMap((row): Part | [] => {
    const settlement = world.settlements.get(row.settlementReference);
    return settlement ? { ...row, settlement } : [];
  });
  const [first, ...others] = parts;
  if (transaction?.merchantId !== merchant.id || !first) {
    throw notFound('Settlement detail for the transaction was not found');
  }
  const isPlain = others.length === 0 && transaction.split.length === 0;
  return isPlain ? plainDetail(transaction, first) : detailByBeneficiary(call, transaction, parts);
}

function plainDetail({ transactionReference }: Transaction, { amountKobo, settlement }: Part) {
  return {
    transactionReference,
    settlementReference: settlement.reference,
    settlementDate: localDate(settlement.at),
    settlementAmount: asNumber(amountKobo),
    currency: 'NGN',
  };
}

/** The other documented shape: a split payment, or one that was settled in parts. */
function detailByBeneficiary(
  { world, merchant }: MerchantCall,
  transaction: Transaction,
  parts: readonly Part[],
) {
  const { paidKobo, feeKobo, split } = transaction;
  const { shares } = shareOut(paidKobo, feeKobo, split);
  return {
    transaction: statusRecord(transaction, world.clock.now()),
    beneficiaries: [
      ...parts.map(({ amountKobo, settlement }) => ({
        beneficiaryType: 'MERCHANT',
        beneficiaryCode: merchant.code,
        beneficiaryIncome: asNumber(amountKobo),
        incurredFee: 0,
        settlementStatus: 'COMPLETED',
        settlementInformation: {
          settledDate: localDate(settlement.at),
          settlementReference: settlement.reference,
          settlementAmount: asNumber(amountKobo),
          settlementFee: 0,
        },
      })),
      ...shares.map(({ subAccountCode, amountKobo }) => ({
        beneficiaryType: 'SUB_ACCOUNT',
        beneficiaryCode: subAccountCode,
        beneficiaryIncome: asNumber(amountKobo),
        incurredFee: 0,
        settlementStatus: 'COMPLETED',
        settlementInformation: null,
      })),
    ],
  };
}
