import { bankName } from '../people/banks.js';
import { type Transfer } from '../types/transfer.js';
import { asNumber } from '../wire/amounts.js';
import { slashedShort } from '../wire/times.js';

const KINDS = {
  SUCCESS: 'SUCCESSFUL_DISBURSEMENT',
  FAILED: 'FAILED_DISBURSEMENT',
  REVERSED: 'REVERSED_DISBURSEMENT',
} as const;

/** One shape for three event types; a reversal has no description and no bank name. */
export function disbursementEvent(transfer: Transfer) {
  const { destination, recorded } = transfer;
  const status = recorded === 'SUCCESS' || recorded === 'REVERSED' ? recorded : 'FAILED';
  const isReversal = status === 'REVERSED';
  return {
    eventType: KINDS[status],
    eventData: {
      amount: asNumber(transfer.amountKobo),
      transactionReference: transfer.transactionReference,
      fee: asNumber(transfer.feeKobo),
      ...(!isReversal && { transactionDescription: transfer.description }),
      destinationAccountNumber: destination.accountNumber,
      sessionId: status === 'FAILED' ? '' : transfer.sessionId,
      createdOn: slashedShort(transfer.createdAt),
      destinationAccountName: destination.accountName ?? '',
      reference: transfer.reference,
      destinationBankCode: destination.bankCode,
      completedOn: slashedShort(transfer.completedAt ?? transfer.createdAt),
      narration: transfer.narration,
      currency: 'NGN',
      ...(!isReversal && { destinationBankName: bankName(destination.bankCode) }),
      status,
    },
  };
}
