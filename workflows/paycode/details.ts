import { showNaira } from '../../src/domain/money.js';
import type { PaycodeSnapshot } from '../../src/domain/paycode/paycode.js';
import { hasOwnRecord } from '../../src/domain/payout/state.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a paycode in the Web UI. No personal data: everyone with access to the page reads it. */
export function describePaycode(paycode: PaycodeSnapshot): string {
  const { terms, state, reason, review, sentAt, unwanted, transactionReference } = paycode;
  return describeLines([
    `**${state}** ${showNaira(terms.amountKobo)}: ${reason}`,
    ...review.map(({ kind, reason: why }) => `**Needs review (${kind})**: ${why}`),
    sentAt && hasOwnRecord(paycode) ? `Issued at ${sentAt}, until ${terms.expiresAt}` : 'Not issued',
    sentAt && unwanted && state === 'PENDING' && 'Being cancelled at the gateway',
    transactionReference && `Gateway reference \`${transactionReference}\``,
  ]);
}
