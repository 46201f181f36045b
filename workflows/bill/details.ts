import type { BillSnapshot } from '../../src/domain/bill/bill.js';
import { masked } from '../../src/domain/mask.js';
import { showNaira } from '../../src/domain/money.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a bill in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeBill(bill: BillSnapshot): string {
  const { terms, state, reason, review, sentAt, transactionReference } = bill;
  return describeLines([
    `**${state}** ${showNaira(terms.amountKobo)}: ${reason}`,
    ...review.map(({ kind, reason: why }) => `**Needs review (${kind})**: ${why}`),
    `Product \`${terms.productCode}\` for customer ${masked(terms.customerId)}`,
    sentAt ? `Sent at ${sentAt}` : 'Not sent',
    transactionReference && `Gateway reference \`${transactionReference}\``,
  ]);
}
