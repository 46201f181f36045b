import { bankName } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { statusWord } from '../people/scenario-accounts.js';
import { type Batch } from '../types/batch.js';
import { type Transfer, type TransferStatus } from '../types/transfer.js';
import { asNumber } from '../wire/amounts.js';
import { utcWithZone } from '../wire/times.js';
import { type World } from '../world.js';
import { batchStatus, rowsOf, rowStatus } from './batch-status.js';
import { describe } from './transfers.js';

/** The response to a single transfer and to its authorization. */
export function acceptedTransfer(world: World, transfer: Transfer) {
  const { destination } = transfer;
  return {
    amount: asNumber(transfer.amountKobo),
    reference: transfer.reference,
    status: statusWord(destination.accountNumber, rowStatus(world, transfer)),
    dateCreated: utcWithZone(transfer.createdAt),
    totalFee: asNumber(transfer.feeKobo),
    destinationAccountName: destination.accountName,
    destinationBankName: bankName(destination.bankCode),
    destinationAccountNumber: destination.accountNumber,
    destinationBankCode: destination.bankCode,
    ...(transfer.senderInfo && { senderInfo: transfer.senderInfo }),
    ...(transfer.otp === null && { sessionId: transfer.sessionId, comment: transfer.description }),
  };
}

/** The record of status, lists and search. */
export function transferRecord(world: World, transfer: Transfer) {
  const { destination } = transfer;
  const status = rowStatus(world, transfer);
  return {
    amount: asNumber(transfer.amountKobo),
    reference: transfer.reference,
    narration: transfer.narration,
    currency: 'NGN',
    fee: asNumber(transfer.feeKobo),
    twoFaEnabled: transfer.twoFactor,
    status: statusWord(destination.accountNumber, status),
    transactionDescription: describe(transfer, status),
    transactionReference: transfer.transactionReference,
    createdOn: utcWithZone(transfer.createdAt),
    sourceAccountNumber: merchantById(world, transfer.merchantId).walletAccountNumber,
    destinationAccountNumber: destination.accountNumber,
    ...(destination.accountName !== undefined && {
      destinationAccountName: destination.accountName,
      destinationBankName: bankName(destination.bankCode),
    }),
    destinationBankCode: destination.bankCode,
  };
}

export function batchRecord(world: World, batch: Batch) {
  return { ...totals(world, batch), transactionBatchReference: batch.transactionBatchReference };
}

function totals(world: World, batch: Batch) {
  const { batchTotalsIncludeFees } = merchantById(world, batch.merchantId).switches;
  return {
    totalAmount: asNumber(batch.amountKobo + (batchTotalsIncludeFees ? batch.feeKobo : 0)),
    totalFee: asNumber(batch.feeKobo),
    batchReference: batch.batchReference,
    batchStatus: batchStatus(batch, world.clock.now()),
    totalTransactionsCount: batch.count,
    dateCreated: utcWithZone(batch.createdAt),
  };
}

export function batchSummary(world: World, batch: Batch) {
  const rows = rowsOf(world, batch);
  const of = (fits: (status: TransferStatus) => boolean) => {
    const found = rows.filter((row) => fits(rowStatus(world, row)));
    return { count: found.length, amount: asNumber(found.reduce((sum, row) => sum + row.amountKobo, 0)) };
  };
  const failed = of((status) => status === 'FAILED' || status === 'EXPIRED');
  const successful = of((status) => status === 'SUCCESS');
  const pending = of((status) => !['FAILED', 'EXPIRED', 'SUCCESS', 'REVERSED'].includes(status));
  return {
    ...totals(world, batch),
    title: batch.title,
    initiator: merchantById(world, batch.merchantId).apiKey,
    failedCount: failed.count,
    successfulCount: successful.count,
    pendingCount: pending.count,
    pendingAmount: pending.amount,
    failedAmount: failed.amount,
    successfulAmount: successful.amount,
  };
}
