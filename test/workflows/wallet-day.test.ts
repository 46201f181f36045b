import { expect, it, vi } from 'vitest';
import { kobo, ZERO } from '../../src/domain/money.js';

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
