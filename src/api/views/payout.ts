import { z } from 'zod';

/** What every payout shows, beside its state. */
export const PAYOUT = {
  safeToPayAgain: z
    .boolean()
    .meta({ description: 'whether the same debt may be paid under another reference' }),
  outcome: z
    .literal('unknown')
    .optional()
    .meta({ description: 'it was sent, and the gateway has not said what became of it' }),
  cancel: z
    .literal('requested')
    .optional()
    .meta({ description: 'it was cancelled; what may have left before that is not known yet' }),
};
