import { toApprovalView } from '../approval/view.js';
import { toStanding } from '../lifecycle/state-view.js';
import { toNaira } from '../money.js';
import { feeTaken } from '../payout/fee.js';
import { isOtpWithheld } from '../payout/state.js';
import { toPayoutView } from '../payout/view.js';
import type { TransferSnapshot } from './transfer.js';

/** A transfer as merchants see it, in replies and in webhooks. */
export function toTransfer(transfer: TransferSnapshot) {
  const { terms, name, authorization } = transfer;
  const feeKobo = feeTaken(transfer);
  return {
    reference: terms.reference,
    state: transfer.state,
    reason: transfer.reason,
    unexpected: transfer.unexpected,
    ...toPayoutView(transfer),
    amount: toNaira(terms.amountKobo),
    amountKobo: terms.amountKobo,
    currency: terms.currency,
    destination: { ...terms.destination, ...(name && { nameAtBank: name.held, nameMatches: name.matches }) },
    narration: terms.narration,
    startAt: terms.startAt,
    notAfter: terms.notAfter,
    duplicateIntended: terms.duplicateIntended,
    approval: toApprovalView(transfer.approval),
    sentAt: transfer.sentAt,
    fee: feeKobo === undefined ? undefined : toNaira(feeKobo),
    feeKobo,
    transactionReference: transfer.transactionReference,
    sessionId: transfer.sessionId,
    authorization: authorization && {
      since: authorization.since,
      incorrectOtps: authorization.attempts,
      resentAt: authorization.resentAt,
      withheld: isOtpWithheld(transfer) ? (true as const) : undefined,
    },
    ...toStanding(transfer),
  };
}
