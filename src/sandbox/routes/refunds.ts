import { beginRefund, type RefundTerms } from '../collections/refunds.js';
import { amount, type Fields, fieldsOf, has, optionalInteger, optionalText, text } from '../http/fields.js';
import { pageOf, windowOf } from '../http/paging.js';
import { Refusal } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { bankName } from '../people/banks.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type Refund } from '../types/refund.js';
import { asNumber } from '../wire/amounts.js';
import { slashed } from '../wire/times.js';

export const REFUND_ROUTES: readonly Route[] = [
  route('initiateRefund', 'POST /api/v1/refunds/initiate-refund', initiate),
  route('getRefund', 'GET /api/v1/refunds/{refundReference}', getRefund),
  route('listRefunds', 'GET /api/v1/refunds', listRefunds),
];

const LONGEST_REASON = 64;
const LONGEST_NOTE = 16;

function initiate({ world, merchant, body }: MerchantCall) {
  if (!merchant.switches.refundsOn) throw new Refusal(403, 'Refunds are not enabled for this merchant');
  return refundRecord(merchant, beginRefund(world, merchant, readTerms(fieldsOf(body))));
}

function readTerms(fields: Fields): RefundTerms {
  const terms = {
    transactionReference: text(fields, 'transactionReference'),
    refundReference: text(fields, 'refundReference'),
    amountKobo: amount(fields, 'refundAmount'),
    reason: text(fields, 'refundReason'),
    customerNote: text(fields, 'customerNote'),
  };
  if (terms.reason.length > LONGEST_REASON || terms.customerNote.length > LONGEST_NOTE) {
    throw new Refusal(400, 'A value is too long', 'R8');
  }
  const named = has(fields, 'destinationAccountNumber') || has(fields, 'destinationAccountBankCode');
  if (!named) return terms;
  const destination = {
    accountNumber: text(fields, 'destinationAccountNumber'),
    bankCode: text(fields, 'destinationAccountBankCode'),
  };
  return { ...terms, destination };
}

function getRefund({ world, merchant, params }: MerchantCall) {
  const refund = world.refunds.get(keyOf(merchant.id, params['refundReference'] ?? ''));
  if (!refund) throw new Refusal(404, 'Refund with this reference does not exist', 'R7');
  return refundRecord(merchant, refund);
}

/** This listing omits the paging and sorting fields. */
function listRefunds(call: MerchantCall) {
  const { world, merchant, query } = call;
  const transactionReference = optionalText(query, 'transactionReference');
  const status = optionalText(query, 'refundStatus');
  const from = optionalInteger(query, 'from') ?? 0;
  const to = optionalInteger(query, 'to') ?? Infinity;
  const refunds = [...world.refunds.filter('merchant', merchant.id)].filter(
    (refund) =>
      (transactionReference === undefined || refund.transactionReference === transactionReference) &&
      (status === undefined || statusWord(merchant, refund) === status) &&
      refund.createdAt >= from &&
      refund.createdAt <= to,
  );
  const page = pageOf(refunds.reverse(), windowOf(call), (refund) => refundRecord(merchant, refund));
  return { ...page, pageable: null, sort: null };
}

function statusWord({ switches }: Merchant, { status }: Refund): string {
  return status === 'PENDING' && switches.refundsInProgress ? 'IN_PROGRESS' : status;
}

function refundRecord(merchant: Merchant, refund: Refund) {
  const { destination } = refund;
  return {
    refundReference: refund.refundReference,
    transactionReference: refund.transactionReference,
    refundReason: refund.reason,
    customerNote: refund.customerNote,
    refundAmount: asNumber(refund.amountKobo),
    refundType: refund.full ? 'FULL_REFUND' : 'PARTIAL_REFUND',
    refundStatus: statusWord(merchant, refund),
    refundStrategy: 'MERCHANT_WALLET',
    comment: refund.comment,
    createdOn: slashed(refund.createdAt),
    completedOn: refund.completedAt === null ? '' : slashed(refund.completedAt),
    destinationAccountNumber: destination.accountNumber,
    destinationAccountName: destination.accountName,
    destinationAccountBankCode: destination.bankCode,
    destinationBankName: bankName(destination.bankCode),
    currencyCode: 'NGN',
  };
}
