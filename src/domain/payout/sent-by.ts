import type { Versioned } from '../rules-version.js';
import type { Payout } from './payout.js';
import type { Shown } from './state.js';
import { PAYOUT_VERSIONS } from './versions.js';
import type { PayoutView } from './webhooks-due.js';

/** What merchants are sent of a payout by a version of the rules. That nothing is known for long depends on time, not on it. */
export function sentBy(
  by: Versioned,
  known: Payout & Shown,
): Pick<PayoutView, 'state' | 'isSafe' | 'isContradicted'> {
  const { stateOf, viewOf } = PAYOUT_VERSIONS.of(by);
  const { state, isSafe, isContradicted } = viewOf(known, stateOf(known, known));
  return { state, isSafe, isContradicted };
}
