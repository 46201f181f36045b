import type { OwareClient } from '../client/client.js';
import type { RefundableTransaction } from '../domain/collection/refundable.js';
import { toNaira } from '../domain/money.js';
import { partsIn } from '../domain/settlement/row.js';
import { Problem } from '../requests/problem.js';

/** Money arrives on one transaction, seldom on a second: each costs a read of the gateway. */
const MOST_READS = 5;

/** Where the money of a lifecycle went, by the gateway's settlement detail; empty while nothing is settled. */
export async function readSettlementsOf(
  { readFromGateway }: Pick<OwareClient, 'readFromGateway'>,
  transactions: readonly RefundableTransaction[],
): Promise<readonly object[]> {
  const reads = transactions.slice(0, MOST_READS).map(async ({ transactionReference }) => {
    const answer = await readFromGateway('getSettlementDetail', { transactionReference });
    if (answer.kind === 'refused') throw new Problem('refused', answer.message);
    const parts = answer.kind === 'ok' ? partsIn(transactionReference, answer.body) : [];
    return parts.map(({ reference, amountKobo, at }) => ({
      reference,
      transactionReference,
      amount: toNaira(amountKobo),
      amountKobo,
      settledOn: at,
    }));
  });
  return (await Promise.all(reads)).flat();
}
