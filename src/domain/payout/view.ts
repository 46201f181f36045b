import type { Payout } from './payout.js';
import { isOver, isShownAsSafe, isUnknown } from './state.js';

/** What merchants see of every payout, beside its state. */
export function toPayoutView(payout: Payout) {
  return {
    safeToPayAgain: isShownAsSafe(payout),
    /** It was sent, and the gateway has not said what became of it. */
    outcome: isUnknown(payout) ? ('unknown' as const) : undefined,
    /** It was cancelled; what may have left before that is not known yet. */
    cancel: payout.unwanted !== undefined && !isOver(payout) ? ('requested' as const) : undefined,
  };
}
