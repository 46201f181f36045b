import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import type { SettlementState } from '../../../src/domain/settlement/settlement.js';
import { waitUntil } from '../../support/wait-until.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';
import { resolveSeen } from '../../support/lifecycles/review-items.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
afterAll(() => world.close());

function lists(count: number, naira: number, more: object = {}): void {
  const sums = { count, paidKobo: kobo(naira * 100), netKobo: kobo(naira * 100), ...more };
  world.script.sumSettlement = () => Promise.resolve({ kind: 'listed', sums });
}
function compares(count: number, more: object = {}): void {
  const compared = { count, held: count, woken: 0, notFollowed: 0, differences: [], ...more };
  world.script.compareSettlement = () => Promise.resolve({ kind: 'compared', compared });
}

const read = (reference: string) => world.oware.settlements.get(reference);
const event = (reference: string, key: string, more: object) =>
  world.oware.deliverEvent({ lifecycle: 'settlement', reference }, {
    kind: 'settlement',
    eventType: 'SETTLEMENT',
    key: `${reference}:${key}`,
    settlementReference: reference,
    ...more,
  } as never);
const found = (reference: string, listedCount: number) =>
  event(reference, `found:${listedCount}`, { foundBy: 'T-1', listedCount });
const becomes = (reference: string, state: SettlementState) =>
  waitUntil(state, async () => (await read(reference)).state === state);
const webhooksOf = (reference: string) =>
  world.delivered.filter((each) => each.reference === reference).map(({ type }) => type);

beforeEach(() => {
  lists(2, 2_000);
  compares(2);
});

describe('a settlement that was proven by its listing alone', () => {
  async function provenByListing(name: string): Promise<string> {
    const reference = world.name(name);
    await found(reference, 2);
    await world.pass(10 * MINUTE, MINUTE);
    await becomes(reference, 'COMPLETED');
    await world.closed(`settlement:${reference}`);
    expect((await read(reference)).reason).toBe('2 payments of ₦2,000.00 net; no event announced a total');
    return reference;
  }

  it('is proven again and sent when the late event announces the whole total', async () => {
    const reference = await provenByListing('late-total');
    lists(3, 3_500);
    compares(3);
    await event(reference, 'late', { amountKobo: kobo(350_000), count: 3 });
    await world.pass(10 * MINUTE, MINUTE);
    await waitUntil('the new sums', async () => (await read(reference)).proven?.count === 3);
    expect(await read(reference)).toMatchObject({
      state: 'COMPLETED',
      reason: '3 payments of ₦3,500.00 net are its total',
      announced: { amountKobo: 350_000 },
      review: [],
    });
    await waitUntil('both webhooks', () => webhooksOf(reference).length === 2);
    expect(webhooksOf(reference)).toEqual(['settlement.completed', 'settlement.changed']);
  });

  it('is proven again when a search finds that its listing has grown, once two readings agree', async () => {
    const reference = await provenByListing('grown');
    lists(3, 3_500);
    compares(3);
    await found(reference, 3);
    await world.pass(10 * MINUTE, MINUTE);
    await waitUntil('the new sums', async () => (await read(reference)).proven?.count === 3);
    await waitUntil('both webhooks', () => webhooksOf(reference).length === 2);
    expect(webhooksOf(reference)).toEqual(['settlement.completed', 'settlement.changed']);
    // a search that finds nothing new starts nothing
    await world.closed(`settlement:${reference}`);
    expect(await found(reference, 3)).toBe('repeated');
  });
});

it('a listing that no longer sums to the proven total is a settlement-difference with the remainder at risk', async () => {
  const reference = world.name('shifted');
  await event(reference, 'e1', { amountKobo: kobo(200_000), count: 2 });
  await becomes(reference, 'COMPLETED');
  lists(3, 3_500);
  compares(3);
  await found(reference, 3);
  await world.pass(10 * MINUTE, MINUTE);
  const snapshot = await waitUntil('the item', async () => {
    const latest = await read(reference);
    return latest.review.length > 0 ? latest : undefined;
  });
  expect(snapshot).toMatchObject({
    state: 'COMPLETED',
    proven: { netKobo: 200_000 },
    review: [{ key: 'settlement-difference:200000', atRiskKobo: 150_000 }],
  });
});

describe('a settlement whose listing counts payments that it does not show', () => {
  const hidden = { unread: { 'not-listed': 2 } };

  it('is not proven by the total of those that it shows, until it shows all', async () => {
    const reference = world.name('hidden');
    lists(4, 2_000, hidden);
    compares(4, { unread: 2 });
    await event(reference, 'e1', { amountKobo: kobo(200_000), count: 6 });
    await world.pass(2 * DAY, 6 * HOUR);
    const snapshot = await read(reference);
    expect(snapshot).toMatchObject({
      state: 'UNPROVEN',
      review: [{ key: 'settlement-difference:200000' }],
    });
    expect(snapshot.reason).toContain('2 counted by a listing that does not show them');
    expect(snapshot).not.toHaveProperty('proven');
    lists(6, 2_000);
    compares(6);
    await world.pass(2 * DAY, 6 * HOUR);
    await becomes(reference, 'COMPLETED');
    expect(await read(reference)).toMatchObject({ proven: { count: 6 }, review: [] });
  });

  it('is not proven by two equal readings either, where no event announced a total', async () => {
    const reference = world.name('hidden-steady');
    lists(4, 2_000, hidden);
    compares(4, { unread: 2 });
    await found(reference, 4);
    await world.pass(2 * DAY, 6 * HOUR);
    expect(await read(reference)).toMatchObject({
      state: 'UNPROVEN',
      review: [{ key: 'settlement-difference:unknown', atRiskKobo: 200_000 }],
    });
    expect(webhooksOf(reference)).toEqual(['settlement.unproven']);
  });
});

describe('a difference that a person has decided on', () => {
  it('is another item, and another webhook, once the listing differs by more', async () => {
    const reference = world.name('differs-more');
    const key = 'settlement-difference:10000000';
    lists(10, 99_999);
    compares(10);
    await event(reference, 'e1', { amountKobo: kobo(100_000_00), count: 10 });
    await world.pass(2 * DAY, 6 * HOUR);
    await becomes(reference, 'UNPROVEN');
    expect((await read(reference)).review).toMatchObject([{ key, atRiskKobo: 1_00 }]);
    const dismissed = { decision: 'dismiss', reason: 'one naira' } as const;
    await resolveSeen(world.oware.settlements, reference, key, dismissed);
    await world.closed(`settlement:${reference}`);
    lists(1, 1_000);
    compares(1);
    await found(reference, 1);
    await world.pass(2 * DAY, 6 * HOUR);
    const snapshot = await waitUntil('the item', async () => {
      const latest = await read(reference);
      return latest.review.length > 0 ? latest : undefined;
    });
    expect(snapshot.review).toMatchObject([{ key, atRiskKobo: 99_000_00 }]);
    await waitUntil('both webhooks', () => webhooksOf(reference).length >= 3);
    expect(webhooksOf(reference).filter((type) => type === 'settlement.unproven')).toHaveLength(2);
  });
});

it('a proof of one total leaves the item of another one that was announced', async () => {
  const reference = world.name('two-totals');
  lists(2, 1_000);
  await event(reference, 'e1', { amountKobo: kobo(120_000), count: 2 });
  await world.pass(2 * DAY, 6 * HOUR);
  await becomes(reference, 'UNPROVEN');
  await event(reference, 'e2', { amountKobo: kobo(100_000), count: 2 });
  await becomes(reference, 'COMPLETED');
  expect((await read(reference)).review).toMatchObject([
    { key: 'settlement-difference:120000', atRiskKobo: 20_000 },
  ]);
});

describe('a settlement whose payments cannot be compared', () => {
  it('is never UNPROVEN: its sums are proven, it stays open with an item, and completes when the comparison can', async () => {
    const reference = world.name('uncompared');
    world.script.compareSettlement = () => Promise.reject(new Error('took longer than an hour'));
    await event(reference, 'e1', { amountKobo: kobo(200_000), count: 2 });
    await world.pass(2 * DAY, 6 * HOUR);
    const snapshot = await read(reference);
    expect(snapshot).toMatchObject({
      state: 'PENDING',
      proven: { count: 2, netKobo: 200_000 },
      review: [
        {
          key: 'incomplete-comparison',
          reason: 'its 2 payments could not be compared with their lifecycles',
          atRiskKobo: 200_000,
        },
      ],
    });
    expect(webhooksOf(reference)).toEqual([]);
    compares(2);
    await world.pass(2 * DAY, 6 * HOUR);
    await becomes(reference, 'COMPLETED');
    expect((await read(reference)).review).toEqual([]);
    await waitUntil('its webhook', () => webhooksOf(reference).length > 0);
    expect(webhooksOf(reference)).toEqual(['settlement.completed']);
  });

  it('counts lifecycles that did not answer, and a person may complete it without them', async () => {
    const reference = world.name('unread');
    compares(2, { held: 1, woken: 1, unread: 1 });
    await event(reference, 'e1', { amountKobo: kobo(200_000), count: 2 });
    await waitUntil('the item', async () => (await read(reference)).review.length > 0);
    expect((await read(reference)).review[0]?.reason).toBe(
      '1 of its 2 payments could not be compared with their lifecycles',
    );
    const accepted = { decision: 'dismiss', reason: 'compared by hand' } as const;
    await resolveSeen(world.oware.settlements, reference, 'incomplete-comparison', accepted);
    await becomes(reference, 'COMPLETED');
    await waitUntil('its webhook', () => webhooksOf(reference).includes('settlement.completed'));
  });
});
