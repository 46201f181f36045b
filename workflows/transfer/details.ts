import { masked } from '../../src/domain/mask.js';
import { showNaira } from '../../src/domain/money.js';
import { isAuthorising } from '../../src/domain/payout/state.js';
import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a transfer in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeTransfer(transfer: TransferSnapshot): string {
  const { terms, state, reason, review, sentAt, transactionReference, sessionId, unwanted } = transfer;
  const { bankCode, accountNumber } = terms.destination;
  return describeLines([
    `**${state}** ${showNaira(terms.amountKobo)}: ${reason}`,
    ...review.map(({ kind, reason: why }) => `**Needs review (${kind})**: ${why}`),
    `To account ${masked(accountNumber)} at bank ${bankCode}`,
    terms.startAt && state === 'SCHEDULED' && `To be sent at ${terms.startAt}`,
    sentAt ? `Sent at ${sentAt}` : 'Not sent',
    unwanted !== undefined &&
      isAuthorising(state) &&
      'Cancelled: the OTP is withheld until the transfer expires at the gateway',
    transactionReference && `Gateway reference \`${transactionReference}\``,
    sessionId && `NIP session \`${sessionId}\``,
  ]);
}
