import { type Taken, takenAlone, takenEach } from '../newer-rules.js';
import { ZERO } from '../money.js';
import { sentBy } from '../payout/sent-by.js';
import type { PartSnapshot } from './batch-part.js';
import { payoutOf } from './row-payout.js';
import { sumOf } from './totals.js';

/** The request of a part is judged by itself, and so is each of its rows. */
export function takeRules(part: PartSnapshot, version: number): Taken<PartSnapshot> {
  const { terms, rows, request } = part;
  const taken = takenAlone(request, version, {
    viewBy: (by) => sentBy(by, request),
    atRiskKobo: sumOf(terms.rows),
  });
  const each = takenEach(part, rows, version, {
    name: (_known, index) => `row ${terms.rows[index]?.n ?? index}`,
    viewBy: (known, by, index) => {
      const row = terms.rows[index];
      return row ? sentBy(by, payoutOf(row, known, request)) : {};
    },
    atRisk: (_known, index) => terms.rows[index]?.amountKobo ?? ZERO,
  });
  // what is shown of the request alone, merchants see in its rows
  const differences = each.differences.length > 0 ? each.differences : taken.differences;
  return { part: { request: { ...request, ...taken.part }, rows: each.entries }, differences };
}
