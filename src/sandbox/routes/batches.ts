import { type Fields, fieldsOf, list, optionalInteger, optionalText, text } from '../http/fields.js';
import { PAGE_NO, pageOf, windowOf } from '../http/paging.js';
import { badRequest, notFound, orRefusal, Refusal } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { batchStatus, rowsOf } from '../payouts/batch-status.js';
import { authorizeBatch, type BatchRow, type BatchTerms, beginBatch } from '../payouts/batches.js';
import { readUnreadableRow, readTransfer } from '../payouts/begin-transfer.js';
import { sendOtp, checkOtp } from '../payouts/otp.js';
import { batchRecord, batchSummary, transferRecord } from '../payouts/payout-records.js';
import { refusePayout } from '../payouts/payout-refusals.js';
import { type Batch } from '../types/batch.js';
import { keyOf } from '../types/key.js';
import { refuseForeignWallet, refuseIneligible } from './transfers.js';

export const BATCH_ROUTES: readonly Route[] = [
  route('initiateBatch', 'POST /api/v2/disbursements/batch', initiate),
  route('validateBatchOtp', 'POST /api/v2/disbursements/batch/validate-otp', validateOtp),
  route('resendBatchOtp', 'POST /api/v2/disbursements/batch/resend-otp', resendOtp),
  route('listBatches', 'GET /api/v2/disbursements/bulk/transactions', listBatchesIfThere),
  route('listWalletBatches', 'GET /api/v2/disbursements/bulk', listBatches),
  route('listBatchTransfers', 'GET /api/v2/disbursements/bulk/{batchReference}/transactions', listRows),
  route('getBatchSummary', 'GET /api/v2/disbursements/batch/summary', summary),
];

function initiate(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  refuseIneligible(call);
  const terms = readTerms(fields);
  refuseForeignWallet(call, text(fields, 'sourceAccountNumber'));
  return batchRecord(call.world, beginBatch(call.world, call.merchant, terms));
}

function readTerms(fields: Fields): BatchTerms {
  const rows = list(fields, 'transactionList');
  if (rows.length === 0) throw badRequest('Field transactionList cannot be empty');
  const onValidationFailure = text(fields, 'onValidationFailure');
  if (onValidationFailure !== 'BREAK' && onValidationFailure !== 'CONTINUE') {
    throw badRequest('Field onValidationFailure must be CONTINUE or BREAK');
  }
  optionalInteger(fields, 'notificationInterval');
  return {
    batchReference: text(fields, 'batchReference'),
    title: text(fields, 'title'),
    narration: text(fields, 'narration'),
    onValidationFailure,
    rows: readRows(rows, onValidationFailure),
  };
}

/** BREAK refuses the batch for an invalid row; CONTINUE fails only that row, if it has a reference. */
function readRows(rows: readonly unknown[], onValidationFailure: 'BREAK' | 'CONTINUE'): BatchRow[] {
  const read = rows.flatMap((row): BatchRow[] => {
    const terms = orRefusal(() => readTransfer(fieldsOf(row, 'transactionList')));
    if (!(terms instanceof Refusal)) return [{ terms, unreadable: null }];
    if (onValidationFailure === 'BREAK') throw terms;
    const remains = readUnreadableRow(row);
    return remains ? [{ terms: remains, unreadable: terms.message }] : [];
  });
  if (read.length === 0) throw badRequest('Field transactionList holds no transfer that can be read');
  return read;
}

/** The batch's reference is called reference here, and batchReference at resend-otp. */
function validateOtp(call: MerchantCall) {
  const { world, body } = call;
  const fields = fieldsOf(body);
  const batch = batchOf(call, text(fields, 'reference'));
  const code = text(fields, 'authorizationCode');
  const { otp, refusal } = checkOtp(codeOf(call, batch), code);
  if (!refusal) return batchRecord(world, authorizeBatch(world, batch));
  world.batches.put({ ...batch, otp });
  return refusal;
}

function resendOtp(call: MerchantCall) {
  const { world, merchant, body } = call;
  const batch = batchOf(call, text(fieldsOf(body), 'batchReference'));
  codeOf(call, batch);
  world.batches.put({ ...batch, otp: sendOtp(world, merchant, batch.batchReference) });
  return { message: 'Authorization code will be processed and sent to predefined email addresses(s)' };
}

function codeOf({ world }: MerchantCall, batch: Batch) {
  const status = batchStatus(batch, world.clock.now());
  if (status === 'EXPIRED') throw refusePayout('D01', 'Transaction has expired');
  if (batch.otp === null) throw refusePayout('D01', `Batch is ${status}, it waits for no authorization`);
  return batch.otp;
}

function listBatchesIfThere(call: MerchantCall) {
  if (call.merchant.switches.batchListMissing) throw notFound('Not found: GET bulk/transactions');
  return listBatches(call);
}

function listBatches(call: MerchantCall) {
  const { world, merchant, query } = call;
  const wallet = optionalText(query, 'sourceAccountNumber');
  if (wallet !== undefined) refuseForeignWallet(call, wallet);
  const window = windowOf(call, PAGE_NO);
  const batches = [...world.batches.filter('merchant', merchant.id)].reverse();
  return pageOf(batches, window, (batch) => batchRecord(world, batch));
}

function listRows(call: MerchantCall) {
  const { world, params } = call;
  const window = windowOf(call, PAGE_NO);
  const batch = batchOf(call, params['batchReference'] ?? '');
  return pageOf(rowsOf(world, batch), window, (row) => transferRecord(world, row));
}

/** Finds completed batches only, as the gateway does. */
function summary(call: MerchantCall) {
  const batch = batchOf(call, text(call.query, 'reference'));
  if (batch.recorded !== 'COMPLETED') throw refusePayout('D02');
  return batchSummary(call.world, batch);
}

function batchOf({ world, merchant }: MerchantCall, reference: string): Batch {
  const batch = world.batches.get(keyOf(merchant.id, reference));
  if (!batch) throw refusePayout('D02');
  return batch;
}
