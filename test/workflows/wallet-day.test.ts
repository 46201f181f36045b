import { expect, it, vi } from 'vitest';
import { kobo, ZERO } from '../../src/domain/money.js';
import type { WalletDaySnapshot } from '../../src/domain/wallet-day/wallet-day.js';

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  workflowInfo: () => ({ workflowId: 'wallet-events:2026-11-17', unsafe: { isReplaying: false } }),
}));
vi.resetModules();
const { createWalletDay, newSnapshot } = await import('../../workflows/wallet-day/state.js');

it('a drift that comes back is sent under another id: the merchant has had another one meanwhile', () => {
  const at = '2026-11-17T23:00:00Z';
  const day = createWalletDay({
    ...newSnapshot({ reference: '2026-11-17' }, at),
    state: 'CLOSED',
    opening: { balanceKobo: ZERO, at: '2026-11-16T23:00:00Z' },
    closing: { balanceKobo: ZERO, at },
  });
  const effectsAfter = (key: string, direction: 'credit' | 'debit', amount: number) => {
    const event = { kind: 'wallet-activity', key, eventType: 'wallet', reference: key, direction } as const;
    day.record({ ...event, amountKobo: kobo(amount) });
    return day.weigh().map(({ effect }) => effect);
  };
  expect(effectsAfter('A', 'credit', 100)).toEqual(['drift:-100']);
  expect(effectsAfter('B', 'credit', 50)).toEqual(['drift#2:-150']);
  expect(effectsAfter('C', 'debit', 50)).toEqual(['drift#3:-100']);
});

const AT = '2026-11-19T08:00:00Z';

it('that a day was not compared stays decided, until more of it was not compared', () => {
  const moved = (count: number) => ({ credits: { count, sumKobo: kobo(count * 100_00) } });
  const day = createWalletDay({
    ...newSnapshot({ reference: '2026-11-18' }, AT),
    ...moved(1),
    state: 'CLOSED',
  } satisfies WalletDaySnapshot);
  const open = () => day.snapshot().review.map(({ key, atRiskKobo }) => [key, atRiskKobo]);
  day.weigh();
  expect(open()).toEqual([['incomplete-comparison', 100_00]]);
  day.resolve(day.snapshot().review[0]!, { decision: 'dismiss', reason: 'before the wallet was watched' });
  day.weigh();
  expect(open()).toEqual([]);
  day.change(moved(2));
  day.weigh();
  expect(open()).toEqual([['incomplete-comparison', 200_00]]);
});
