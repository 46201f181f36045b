import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo } from '../../../src/domain/money.js';
import type { WalletDaySnapshot } from '../../../src/domain/wallet-day/wallet-day.js';
import { CAME, type Sample, START, withAbout } from '../sample.js';

const ABOUT: Readonly<Record<string, object>> = {
  activity: {
    activity: {
      reference: 'FUND-20260115-1',
      direction: 'credit',
      amount: '700.00',
      amountKobo: 700_00,
      balance: '1700.00',
      balanceKobo: 1_700_00,
      narration: 'Wallet funding',
      at: CAME,
    },
  },
  'low-balance': {
    lowBalance: {
      balance: '500.00',
      balanceKobo: 500_00,
      threshold: '1000.00',
      thresholdKobo: 1_000_00,
      at: CAME,
    },
  },
};

export function sampleOf(name: string): Sample {
  const isDrift = name === 'drift';
  const reason = 'the wallet holds ₦10.00 less than the day explains';
  const drift = {
    opening: { balanceKobo: kobo(1_000_00), at: '2026-01-14T23:00:01.000Z' },
    closing: { balanceKobo: kobo(1_690_00), at: '2026-01-15T23:00:01.000Z' },
    driftKobo: -10_00,
    review: [
      { key: 'wallet-drift', kind: 'wallet-drift' as const, reason, atRiskKobo: kobo(10_00), since: CAME },
    ],
  };
  const snapshot: WalletDaySnapshot = {
    ...beginning(isDrift ? 'CLOSED' : 'OPEN', isDrift ? 'the day is over' : 'events of the day arrive', CAME),
    epoch: START,
    sequence: 1,
    lifecycle: 'wallet-events',
    terms: { reference: '2026-01-15' },
    credits: { count: 1, sumKobo: kobo(700_00) },
    debits: { count: 0, sumKobo: kobo(0) },
    unclear: 0,
    lowBalances: name === 'low-balance' ? 1 : 0,
    reported: [],
    ...(isDrift && drift),
  };
  const about = ABOUT[name];
  return { snapshot, ...(about ? { about } : withAbout(name)) };
}
