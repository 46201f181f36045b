import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
afterAll(() => world.close());

it('a settlement that its payments did not prove is not completed after a lost run: its total was in an event alone', async () => {
  const reference = world.name('short');
  const sums = { count: 1, paidKobo: 900_00, netKobo: 900_00 };
  const compared = { count: 1, held: 1, woken: 0, notFollowed: 0, differences: [] };
  world.script.sumSettlement = () => ({ kind: 'listed', sums });
  world.script.compareSettlement = () => ({ kind: 'compared', compared });
  const read = () => world.oware.settlements.get(reference);
  const tell = (key: string, more: object) => {
    const event = {
      kind: 'settlement',
      key,
      eventType: key,
      settlementReference: reference,
      ...more,
    } as const;
    return world.oware.deliverEvent({ lifecycle: 'settlement', reference }, event);
  };
  await tell('SETTLEMENT', { amountKobo: kobo(1_000_00) });
  await world.passUntil('its item', async () => (await read()).review.length > 0, HOUR);
  await world.handle(`settlement:${reference}`).terminate('by hand');
  await tell('settlement-found', { foundBy: 'T', listedCount: 1 });
  const isKnown = () => read().then(({ review }) => review.length > 0);
  await world.passUntil('its item again', () => isKnown().catch(() => false), HOUR);
  expect(await read()).toMatchObject({
    state: 'UNPROVEN',
    announced: { amountKobo: 1_000_00 },
    review: [{ key: 'settlement-difference:100000', atRiskKobo: 100_00 }],
  });
  expect(new Set(world.webhookTypes(reference))).toEqual(new Set(['settlement.unproven']));
});

// one namespace has one day of each date: this one is long past
let days = process.pid % 3_000;
const newDay = () => addDays('1990-01-01', (days += 7));

it('a wallet day is explained by every event about it, also by those of a run that was lost', async () => {
  const reference = newDay();
  const read = () => world.oware.walletDays.get(reference);
  const deliver = (event: Parameters<typeof world.oware.deliverEvent>[1]) =>
    world.oware.deliverEvent({ lifecycle: 'wallet-events', reference }, event);
  const moves = (key: string, direction: 'credit' | 'debit', naira: number) =>
    deliver({
      kind: 'wallet-activity',
      key,
      eventType: 'ACCOUNT_ACTIVITY',
      reference: key,
      direction,
      amountKobo: kobo(naira * 100),
    });
  const holds = (place: 'opening' | 'closing', naira: number) =>
    deliver({
      kind: 'wallet-balance',
      key: `wallet-balance:${place}`,
      eventType: 'wallet-balance',
      place,
      balanceKobo: kobo(naira * 100),
      at: `${reference}T12:00:00.000Z`,
    });
  await holds('opening', 0);
  await moves('A', 'credit', 350);
  await holds('closing', 350);
  await world.closed(`wallet-events:${reference}`);
  await moves('B', 'credit', 100);
  await waitUntil('its drift', async () => (await read()).review.length > 0);
  await world.handle(`wallet-events:${reference}`).terminate('by hand');
  await moves('C', 'debit', 100);
  await world.passUntil(
    'its end',
    () =>
      read()
        .then(({ debits }) => debits.count === 1)
        .catch(() => false),
    MINUTE,
  );
  await world.closed(`wallet-events:${reference}`);
  expect(await read()).toMatchObject({
    driftKobo: 0,
    credits: { count: 2 },
    debits: { count: 1 },
    review: [],
  });
});
