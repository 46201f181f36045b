import { isContradicted } from '../payout/items.js';
import { type Against, reasonsAgainst } from '../payout/next-step.js';
import type { Payout } from '../payout/payout.js';
import { hasOwnRecord, isKnownToWait } from '../payout/state.js';
import type { PaycodeSnapshot } from './paycode.js';

/** The code lets the cash out, as an OTP does: what withholds the one withholds the other. */
const WHY_WITHHELD: Readonly<Record<Against, string>> = {
  cancel: 'is being cancelled',
  declined: 'was declined by an approver',
  'not-ours': 'was not created here, or was ended by an earlier version',
  recovered: 'lost its run, and maybe its cancel: its code is withheld until a person releases it',
};

/** Why its code is not shown; undefined when it is. Under its reference may be the code of another system, for other cash. */
export function whyNotRevealed(
  paycode: Payout & Pick<PaycodeSnapshot, 'state' | 'review'>,
): string | undefined {
  const { state, review } = paycode;
  if (state !== 'PENDING') return `is ${state}`;
  if (!hasOwnRecord(paycode)) return 'was not issued yet';
  const [against] = reasonsAgainst(paycode);
  if (against !== undefined) return WHY_WITHHELD[against];
  if (isContradicted(review)) return 'was safe to pay again before: a person must look at it first';
  return isKnownToWait(paycode) ? undefined : 'is in doubt: its record must be read again first';
}
