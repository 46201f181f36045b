import { kobo } from '../../../src/domain/money.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import type { SweepSnapshot } from '../../../src/domain/sweep/sweep.js';
import { ASKED, type Sample, START, TRANSACTION, withAbout } from '../sample.js';

export function sampleOf(name: string): Sample {
  const snapshot: SweepSnapshot = {
    ...beginning('COMPLETED', 'all 1 differences are resolved', START),
    sequence: 1,
    lifecycle: 'sweep',
    terms: { reference: '2026-01-14' },
    startedAt: START,
    until: '2026-01-14T23:00:00.000Z',
    done: 67,
    of: 67,
    here: [{ source: 'transactions', state: 'PAID', count: 120, sumKobo: kobo(300_000_00) }],
    there: [{ source: 'transactions', state: 'PAID', count: 121, sumKobo: kobo(302_500_00) }],
    differences: [
      {
        class: 'late',
        source: 'transactions',
        key: TRANSACTION,
        at: { lifecycle: 'checkout', reference: 'order-1' },
        here: { state: 'PENDING', amountKobo: kobo(0) },
        there: { state: 'PAID', amountKobo: ASKED },
        atRiskKobo: ASKED,
        resolved: true,
      },
    ],
    omitted: 0,
    reversals: [],
    unread: {},
    unreadPeriods: [],
    unreadChecks: [],
    notFollowed: 0,
    repeats: 0,
  };
  return { snapshot, ...withAbout(name) };
}
