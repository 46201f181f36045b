import { type Fields, fieldsOf, has, optionalAmount, optionalInteger, text } from '../http/fields.js';
import { PAGE_NO, pageOf, windowOf } from '../http/paging.js';
import { Refusal } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { walletBalance } from '../money/wallet.js';
import { beginTransfer, readTransfer } from '../payouts/begin-transfer.js';
import { sendMoney } from '../payouts/move-out.js';
import { sendOtp, checkOtp } from '../payouts/otp.js';
import { acceptedTransfer, transferRecord } from '../payouts/payout-records.js';
import { refusePayout } from '../payouts/payout-refusals.js';
import { transferStatus } from '../payouts/transfers.js';
import { keyOf } from '../types/key.js';
import { type Transfer } from '../types/transfer.js';
import { asText } from '../wire/amounts.js';

export const TRANSFER_ROUTES: readonly Route[] = [
  route('initiateTransfer', 'POST /api/v2/disbursements/single', initiate),
  route('validateTransferOtp', 'POST /api/v2/disbursements/single/validate-otp', validateOtp),
  route('resendTransferOtp', 'POST /api/v2/disbursements/single/resend-otp', resendOtp),
  route('getTransfer', 'GET /api/v2/disbursements/single/summary', getTransfer),
  route('listTransfers', 'GET /api/v2/disbursements/single/transactions', listTransfers),
  route('searchTransfers', 'GET /api/v2/disbursements/search-transactions', searchTransfers),
  route('getWalletBalance', 'GET /api/v2/disbursements/wallet-balance', getWalletBalance),
];

function initiate(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  refuseIneligible(call);
  if (!has(fields, 'destinationAccountName')) {
    throw refusePayout('D01', 'Field destinationAccountName cannot be null');
  }
  const terms = readTransfer(fields);
  refuseForeignWallet(call, text(fields, 'sourceAccountNumber'));
  const begun = beginTransfer(call.world, call.merchant, terms);
  return begun instanceof Refusal ? begun : acceptedTransfer(call.world, begun);
}

function validateOtp(call: MerchantCall) {
  const { world, body } = call;
  const fields = fieldsOf(body);
  const transfer = transferOf(call, text(fields, 'reference'));
  const code = text(fields, 'authorizationCode');
  const status = transferStatus(transfer, world.clock.now());
  if (status === 'EXPIRED') throw refusePayout('D01', 'Transaction has expired');
  if (transfer.otp === null)
    throw refusePayout('D01', `Transaction is ${status}, it waits for no authorization`);
  const { otp, refusal } = checkOtp(transfer.otp, code);
  if (refusal) {
    world.transfers.put({ ...transfer, otp });
    return refusal;
  }
  return acceptedTransfer(world, sendMoney(world, { ...transfer, otp: null }));
}

function resendOtp(call: MerchantCall) {
  const { world, merchant, body } = call;
  const transfer = transferOf(call, text(fieldsOf(body), 'reference'));
  const status = transferStatus(transfer, world.clock.now());
  if (transfer.otp === null || status === 'EXPIRED') {
    throw refusePayout('D01', `Transaction is ${status}, it waits for no authorization`);
  }
  world.transfers.put({
    ...transfer,
    recorded: 'PENDING_AUTHORIZATION',
    description: 'Waiting for authorization',
    otp: sendOtp(world, merchant, transfer.reference),
  });
  return { message: 'Authorization code will be processed and sent to predefined email addresses(s)' };
}

function getTransfer(call: MerchantCall) {
  const transfer = transferOf(call, text(call.query, 'reference'));
  const isHidden = transfer.batchKey !== null && call.merchant.switches.batchRowStatusMissing;
  if (isHidden) throw refusePayout('D02');
  return transferRecord(call.world, transfer);
}

function listTransfers(call: MerchantCall) {
  const { world, merchant } = call;
  const window = windowOf(call, PAGE_NO);
  const rows = [...world.transfers.filter('single', merchant.id)].reverse();
  return pageOf(rows, window, (row) => transferRecord(world, row));
}

function searchTransfers(call: MerchantCall) {
  const { world, merchant, query } = call;
  refuseForeignWallet(call, text(query, 'sourceAccountNumber'));
  const matches = readFilter(query);
  const window = windowOf(call, PAGE_NO);
  const rows = [...world.transfers.filter('merchant', merchant.id)].filter(matches).reverse();
  return pageOf(rows, window, (row) => transferRecord(world, row));
}

function readFilter(query: Fields): (transfer: Transfer) => boolean {
  const from = optionalInteger(query, 'startDate') ?? 0;
  const to = optionalInteger(query, 'endDate') ?? Infinity;
  const leastKobo = optionalAmount(query, 'amountFrom') ?? 0;
  const mostKobo = optionalAmount(query, 'amountTo') ?? Infinity;
  return ({ createdAt, amountKobo }) =>
    createdAt >= from && createdAt <= to && amountKobo >= leastKobo && amountKobo <= mostKobo;
}

function getWalletBalance(call: MerchantCall) {
  const { world, merchant, query } = call;
  refuseForeignWallet(call, text(query, 'accountNumber'));
  const balance = asText(walletBalance(world, merchant.id));
  return { availableBalance: balance, ledgerBalance: balance };
}

function transferOf({ world, merchant }: MerchantCall, reference: string): Transfer {
  const transfer = world.transfers.get(keyOf(merchant.id, reference));
  if (!transfer) throw refusePayout('D02');
  return transfer;
}

export function refuseIneligible({ merchant }: MerchantCall): void {
  if (!merchant.switches.transfersEligible) throw refusePayout('D06');
}

export function refuseForeignWallet({ merchant }: MerchantCall, accountNumber: string): void {
  if (accountNumber !== merchant.walletAccountNumber) {
    throw new Refusal(400, 'Supplied account number does not belong to merchant', 'D01');
  }
}
