import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { DUPLICATE_GUARD_MS, type TransferTerms } from '../../src/domain/transfer/transfer.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';

const { searchTransfers } = proxyActivities<Activities>(GATEWAY_READ);

/** The reference of another recent transfer with the same amount to the same account. */
export async function findLookAlike({
  reference,
  amountKobo,
  destination,
}: TransferTerms): Promise<string | undefined> {
  const startDate = new Date(Date.now() - 2 * DUPLICATE_GUARD_MS).toISOString();
  const request = { startDate, amountFrom: amountKobo, amountTo: amountKobo, pageSize: 50, pageNo: 0 };
  const answer = await searchTransfers
    .executeWithOptions({ summary: 'Find the transfer that it resembles' }, [request])
    .catch(() => undefined);
  const found = answer?.body.content.find(
    (each) =>
      each.reference !== reference &&
      each.destinationAccountNumber === destination.accountNumber &&
      each.destinationBankCode === destination.bankCode,
  );
  return found?.reference;
}
