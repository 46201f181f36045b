import { expect, it, vi } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import type { Compared, Listed } from '../../src/domain/settlement/settlement.js';

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  workflowInfo: () => ({ workflowId: 'settlement:S1', unsafe: { isReplaying: false } }),
}));
vi.resetModules();
const { createSettlement, newSnapshot } = await import('../../workflows/settlement/state.js');

const AT = '2026-11-18T08:00:00Z';
const listed = (count: number): Listed => ({
  count,
  paidKobo: kobo(count * 100_00),
  netKobo: kobo(count * 100_00),
  at: AT,
});
const compared = (count: number, unread?: number): Compared => ({
  count,
  held: count - (unread ?? 0),
  woken: unread ?? 0,
  notFollowed: 0,
  ...(unread !== undefined && { unread }),
  differences: [],
});

/** One check: the listing, and how its payments compare; none where the comparison has no answer. */
function checked(settlement: ReturnType<typeof createSettlement>, of: Listed, found?: Compared) {
  settlement.setListed(of);
  if (found) settlement.setCompared(found);
  return settlement.prove(of.netKobo, of).map(({ type }) => type);
}

function completed() {
  const settlement = createSettlement(newSnapshot({ reference: 'S1' }, AT));
  expect(checked(settlement, listed(2), compared(2))).toEqual(['settlement.completed']);
  expect(settlement.isOver()).toBe(true);
  return settlement;
}
const keysOf = (settlement: ReturnType<typeof createSettlement>) =>
  settlement.snapshot().review.map(({ key }) => key);

it('a completed settlement that has grown is checked until its new payments were compared as well', () => {
  const settlement = completed();
  expect(checked(settlement, listed(3))).toEqual(['settlement.changed']);
  expect([settlement.snapshot().state, keysOf(settlement)]).toEqual(['COMPLETED', ['incomplete-comparison']]);
  expect(settlement.isOver()).toBe(false);
  expect(checked(settlement, listed(3), compared(3, 1))).toEqual([]);
  expect(settlement.isOver()).toBe(false);
  expect(checked(settlement, listed(3), compared(3))).toEqual([]);
  expect([settlement.isOver(), keysOf(settlement)]).toEqual([true, []]);
});

it('nor is it checked again for what a person has accepted as not compared', () => {
  const settlement = completed();
  checked(settlement, listed(3), compared(3, 3));
  const [item] = settlement.snapshot().review;
  settlement.resolve(item!, { decision: 'accept', reason: 'compared by hand' });
  expect(settlement.acceptUncompared()).toEqual([]);
  expect(checked(settlement, listed(3), compared(3, 3))).toEqual([]);
  expect([settlement.isOver(), keysOf(settlement)]).toEqual([true, []]);
});

it('sends sums that come back under another id: the merchant has had others meanwhile', () => {
  const settlement = completed();
  const effects = [3, 2, 3, 2].flatMap((count) => {
    settlement.setListed(listed(count));
    settlement.setCompared(compared(count));
    return settlement.prove(undefined, listed(count)).map(({ effect }) => effect);
  });
  expect(effects[0]).toBe('changed:3:30000');
  expect(new Set(effects).size).toBe(4);
});

it('after a lost run sends its sums as a change as well: its completion may have been sent with others', () => {
  const rebuilt = (rebuiltAt: string) => {
    const settlement = createSettlement({ ...newSnapshot({ reference: 'S1' }, AT), rebuiltAt });
    settlement.setListed(listed(3));
    settlement.setCompared(compared(3));
    return settlement.prove(undefined, listed(3));
  };
  const [once, again] = ['2026-11-18T09:00:00Z', '2026-11-18T10:00:00Z'].map(rebuilt);
  expect(once?.map(({ type }) => type)).toEqual(['settlement.completed', 'settlement.changed']);
  // a lost run may have sent the same change before another one
  expect(again?.at(-1)?.effect).not.toBe(once?.at(-1)?.effect);
});

it('is not completed by a word about sums that its listing no longer shows', () => {
  const settlement = createSettlement(newSnapshot({ reference: 'S1' }, AT));
  checked(settlement, listed(2));
  settlement.setListed(listed(3));
  expect(settlement.acceptUncompared()).toEqual([]);
  expect(settlement.snapshot().state).toBe('PENDING');
  settlement.setListed(listed(2));
  expect(settlement.acceptUncompared()).toEqual([{ type: 'settlement.completed' }]);
});
