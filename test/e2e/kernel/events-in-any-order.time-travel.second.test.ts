import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { createDice, type Dice } from '../../support/dice.js';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createMandates } from '../../support/lifecycles/mandates.js';
import { createSettlements } from '../../support/lifecycles/settlements.js';
import { failedTasks } from '../../support/temporal/failed-tasks.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

/*
 * The kinds that take events and are about no single payment. The others play in random-order and random-faults, batches in
 * test/workflows/batch.
 */

const ORDERS = Number(process.env.OWARE_TEST_DISORDER_WORLDS ?? 4);
const SEED = Number(process.env.OWARE_TEST_DISORDER_SEED ?? Date.now() % 1_000_000);

let world: TimeTravelWorld;
let dice: Dice;
beforeAll(async () => {
  world = await createTimeTravelWorld({ settings: { gatewayEventGraceMs: 100 } });
  dice = createDice(SEED);
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

type Event = string | object;

/** Each of them once or twice, in random order. */
function inDisorder(events: readonly Event[]): readonly Event[] {
  const rest = events.flatMap((event) => (dice.chance(0.5) ? [event, event] : [event]));
  const order: Event[] = [];
  while (rest.length > 0) order.push(...rest.splice(dice.below(rest.length), 1));
  return order;
}

async function post(events: readonly Event[]): Promise<void> {
  for (const event of inDisorder(events)) expect(await world.postEvent(event)).toBe(200);
}

const eventAbout = async (text: string) =>
  (await waitUntil(`an event about ${text}`, () => world.deliveryOf(text))).body;

const orders = Array.from({ length: ORDERS }, (_, n) => n + 1);

describe(`events in any order (seed ${SEED})`, () => {
  it.each(orders)(
    'of two payments and of their settlement: both count once, and prove its total (%i)',
    async (n) => {
      const checkouts = createCheckouts(world, `any-order-${SEED}-${n}`);
      const settlements = createSettlements(world);
      const references = [checkouts.newReference(), checkouts.newReference()];
      await world.backToNow();
      for (const reference of references) {
        const { account } = await checkouts.openWithAccount(reference);
        await world.dropEvent(reference);
        await world.pay(account, '2500.00');
      }
      const settled = await settlements.settleWithoutEvent();
      const events = await Promise.all([...references, settled.reference].map(eventAbout));
      await post(events);
      const view = await settlements.isProven(settled);
      expect(view).toMatchObject({ listed: { count: 2, paidKobo: 5_000_00 } });
      for (const reference of references) await checkouts.expectPaidOnce(reference);
      await settlements.closed(settled.reference);
      expect(world.merchant.typesOf(settled.reference)).toEqual(['settlement.completed']);
      expect(await failedTasks(world.client, settlements.id(settled.reference))).toEqual([]);
    },
  );

  it.each(orders)('of a day of the wallet: each movement counts and is sent once (%i)', async (n) => {
    const day = addDays('2012-01-01', (SEED % 1_000) * 5 + n);
    const movements = [
      { reference: 'IN', before: 1_000, after: 1_700 },
      { reference: 'OUT', before: 1_700, after: 1_200 },
      { reference: 'IN-2', before: 1_200, after: 1_450 },
      { reference: 'OUT-2', before: 1_450, after: 900 },
    ];
    await balance(day, 'opening', 1_000);
    await post(movements.map((movement) => activity(day, movement)));
    await waitUntil('all of them', () => world.merchant.of(day).length === movements.length);
    await balance(day, 'closing', 900);
    await world.closed(`wallet-events:${day}`);
    const view = (await world.call('GET', `/v1/wallet-days/${day}`)).body;
    expect(view).toMatchObject({
      credits: { count: 2, sumKobo: 950_00 },
      debits: { count: 2, sumKobo: 1_050_00 },
      driftKobo: 0,
    });
    const ids = world.merchant.of(day).map(({ id }) => id);
    expect(new Set(ids).size).toBe(movements.length);
  });

  it.each(orders)('of the states of a mandate: it is what its record says (%i)', async (n) => {
    const mandates = createMandates(world);
    const reference = `any-order-${SEED}-${n}`;
    await mandates.active(reference);
    const bodies = () =>
      world.sandbox.deliveries.list().flatMap(({ body }) => (body.includes(`"${reference}"`) ? [body] : []));
    await post(bodies());
    await world.pass(5 * MINUTE, MINUTE);
    await mandates.becomes(reference, 'ACTIVE');
    const { status } = await world.call('POST', mandates.path(reference, '/cancel'));
    expect([200, 202]).toContain(status);
    await world.pass(15 * MINUTE, 5 * MINUTE);
    await post(bodies());
    await mandates.becomes(reference, 'CANCELLED');
    const sent = world.merchant.typesOf(reference);
    expect(sent).toEqual([...new Set(sent)]);
    expect(sent.at(-1)).toBe('mandate.cancelled');
    expect(await failedTasks(world.client, mandates.id(reference))).toEqual([]);
  });
});

const activity = (
  day: string,
  { reference, before, after }: { reference: string; before: number; after: number },
): object => ({
  eventType: 'ACCOUNT_ACTIVITY',
  eventData: {
    accountType: 'MAIN',
    accountNumber: '8000000001',
    activityType: 'TRANSACTION',
    amount: Math.abs(after - before),
    currency: '566',
    balanceBefore: before,
    balanceAfter: after,
    reference,
    narration: 'Top-up',
    activityTime: `${day} 09:08:AM`,
  },
});

const balance = (day: string, place: 'opening' | 'closing', naira: number) =>
  world.oware.deliverEvent(
    { lifecycle: 'wallet-events', reference: day },
    {
      kind: 'wallet-balance',
      key: `wallet-balance:${place}`,
      eventType: 'wallet-balance',
      place,
      balanceKobo: kobo(naira * 100),
      at: `${day}T12:00:00.000Z`,
    },
  );
