import { toApprovalView } from '../approval/view.js';
import { toStanding } from '../lifecycle/state-view.js';
import { toNaira } from '../money.js';
import { feeTaken } from '../payout/fee.js';
import { hasOwnRecord } from '../payout/state.js';
import { toPayoutView } from '../payout/view.js';
import type { PaycodeSnapshot } from './paycode.js';

/** A paycode as merchants see it, in replies and in webhooks. */
export function toPaycode(paycode: PaycodeSnapshot) {
  const { terms } = paycode;
  const feeKobo = feeTaken(paycode);
  return {
    reference: terms.reference,
    state: paycode.state,
    reason: paycode.reason,
    ...toPayoutView(paycode),
    amount: toNaira(terms.amountKobo),
    amountKobo: terms.amountKobo,
    currency: terms.currency,
    beneficiaryName: terms.beneficiaryName,
    expiresAt: terms.expiresAt,
    notAfter: terms.notAfter,
    approval: toApprovalView(paycode.approval),
    issuedAt: hasOwnRecord(paycode) ? paycode.sentAt : undefined,
    maskedCode: paycode.maskedCode,
    fee: feeKobo === undefined ? undefined : toNaira(feeKobo),
    feeKobo,
    transactionReference: paycode.transactionReference,
    ...toStanding(paycode),
  };
}
