import { type Taken, takenEach } from '../newer-rules.js';
import type { Payout } from '../payout/payout.js';
import { sentBy } from '../payout/sent-by.js';
import type { Shown } from '../payout/state.js';
import { within } from '../rules-version.js';
import { type Refund, type RefundsSnapshot, toPayoutState } from './refund.js';

/** A refund as the rules for payouts know it. */
export const payoutOf = (refunds: RefundsSnapshot, refund: Refund): Payout & Shown => ({
  ...refund,
  ...within(refunds, refund),
  state: toPayoutState(refund.state),
});

/** Each refund of a payment is judged by itself. */
export function takeRules(refunds: RefundsSnapshot, version: number): Taken<RefundsSnapshot> {
  const { entries, differences } = takenEach(refunds, refunds.refunds, version, {
    name: ({ terms }) => `refund ${terms.refundReference}`,
    viewBy: (refund, by) => sentBy(by, payoutOf(refunds, refund)),
    atRisk: ({ terms }) => terms.amountKobo,
  });
  return { part: { refunds: entries }, differences };
}
