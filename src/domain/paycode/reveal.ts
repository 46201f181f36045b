import { hasOwnRecord, isKnownToWait } from '../payout/state.js';
import type { PaycodeSnapshot } from './paycode.js';

/** Why its code is not shown; undefined when it is. Under its reference may be the code of another system, for other cash. */
export function whyNotRevealed(
  paycode: Pick<PaycodeSnapshot, 'state' | 'record' | 'unwanted' | 'movement'>,
): string | undefined {
  const { state, unwanted } = paycode;
  if (state !== 'PENDING') return `is ${state}`;
  if (!hasOwnRecord(paycode)) return 'was not issued yet';
  if (unwanted !== undefined) return 'is being cancelled';
  return isKnownToWait(paycode) ? undefined : 'is in doubt: its record must be read again first';
}
