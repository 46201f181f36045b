import { progressOf } from '../payout/progress.js';
import type { Holdings } from '../sweep/record.js';
import type { PaycodeSnapshot } from './paycode.js';

export function paycodeHoldings(paycode: PaycodeSnapshot): Holdings {
  const { terms, state } = paycode;
  const held = { source: 'paycodes', key: terms.reference, state, amountKobo: terms.amountKobo } as const;
  return { held: [{ ...held, progress: progressOf(paycode) }] };
}
