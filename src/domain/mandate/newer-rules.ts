import { type Taken, takenEach } from '../newer-rules.js';
import type { MandateSnapshot } from './mandate.js';
import { shownBy } from './debits.js';

/** Each debit is judged by itself. */
export function takeRules(mandate: MandateSnapshot, version: number): Taken<MandateSnapshot> {
  const { entries, differences } = takenEach(mandate, mandate.debits, version, {
    name: ({ reference }) => `debit ${reference}`,
    viewBy: (debit, by) => ({ state: shownBy(by, mandate.debits, debit).state }),
    atRisk: ({ amountKobo }) => amountKobo,
  });
  return { part: { debits: entries }, differences };
}
