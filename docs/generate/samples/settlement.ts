import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo } from '../../../src/domain/money.js';
import type { SettlementSnapshot } from '../../../src/domain/settlement/settlement.js';
import { CAME, type Sample, START, withAbout } from '../sample.js';

const TOTAL = kobo(4_925_00);

export function sampleOf(name: string): Sample {
  const isProven = name !== 'unproven';
  const listed = kobo(isProven ? TOTAL : 2_462_50);
  const reason = isProven
    ? '2 payments of ₦4,925.00 net are its total'
    : 'its 1 listed payments sum to ₦2,462.50 net, ₦2,462.50 less than the announced ₦4,925.00';
  const count = isProven ? 2 : 1;
  const snapshot: SettlementSnapshot = {
    ...beginning(isProven ? 'COMPLETED' : 'UNPROVEN', reason, CAME),
    epoch: START,
    sequence: 1,
    lifecycle: 'settlement',
    terms: { reference: 'ABCDEFGHIJ0123456789' },
    announced: { amountKobo: TOTAL, count: 2, settledOn: '2026-01-15T05:00:00.000Z' },
    listed: { count, paidKobo: kobo(count * 2_500_00), netKobo: listed, at: CAME },
    compared: { count, held: count, woken: 0, notFollowed: 0, differences: [] },
    ...(isProven && { proven: { count, paidKobo: kobo(count * 2_500_00), netKobo: listed } }),
    ...(!isProven && {
      review: [
        {
          key: 'settlement-difference:492500',
          kind: 'settlement-difference' as const,
          reason,
          atRiskKobo: kobo(2_462_50),
          since: CAME,
        },
      ],
    }),
  };
  return { snapshot, ...withAbout(name) };
}
