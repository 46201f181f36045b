import { expect, it, vi } from 'vitest';
import { kobo } from '../../src/domain/money.js';

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  workflowInfo: () => ({ workflowId: 'unmatched-event:2026-11-18', unsafe: { isReplaying: false } }),
}));
vi.resetModules();
const { createUnmatchedEvent, newCollector } = await import('../../workflows/unmatched-event/state.js');

const event = (n: number) => ({
  kind: 'unmatched' as const,
  key: `K-${n}`,
  reference: `R-${n}`,
  eventType: 'ODD',
  reason: 'unknown event type',
  excerpt: '',
  amountKobo: kobo(500),
});

it('a decision on collected events is not about those that arrive after it, though they report as much', () => {
  const day = createUnmatchedEvent(newCollector('2026-11-18', '2026-11-18T08:00:00Z'));
  day.collect(event(1));
  const [seen] = day.snapshot().review;
  day.resolve(seen!, { decision: 'dismiss', reason: 'a test' });
  day.collect(event(2));
  const [next] = day.snapshot().review;
  expect(next).toMatchObject({ key: seen!.key, count: 1, atRiskKobo: 500 });
  expect(next!.version).not.toBe(seen!.version);
});
