import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createHostile,
  expectOthersServed,
  GARBAGE,
  HUGE,
  value,
  withDeepField,
} from '../../support/hostile/payloads.js';
import {
  ASKED,
  createScriptedWorld,
  eventOf,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let hostile: ReturnType<typeof createHostile>;

beforeAll(async () => {
  world = await createScriptedWorld();
  hostile = createHostile(world);
  world.script.initTransaction = opens;
  world.script.getTransaction = record('PENDING');
});
afterEach(() => world.endAll());
afterAll(() => world.close());

async function isPaidByEvent(reference: string): Promise<void> {
  world.script.getTransaction = record('PAID', ASKED);
  await world.report(reference);
  await world.becomes(reference, 'PAID');
  world.script.getTransaction = record('PENDING');
  await world.receives(reference, ['checkout.paid']);
  expect(await world.failedTasks(`checkout:${reference}`)).toEqual([]);
}

let count = 0;

async function checkout(what: string): Promise<string> {
  const reference = world.name(`${what}-${++count}`);
  await world.oware.checkouts.create(terms(reference));
  return reference;
}

describe('signals', () => {
  it.each(['gatewayEvent', 'requestCheck', 'noSuchSignal'])(
    '%s with garbage fails no workflow task, and the real event is applied after it',
    async (signal) => {
      const reference = await checkout(`signal-${signal}`);
      const id = `checkout:${reference}`;
      for (const payloads of Object.values(GARBAGE)) await hostile.signal(id, signal, payloads);
      expect(await world.read(reference)).toMatchObject({
        state: 'PENDING',
        review: [],
        seen: [],
      });
      await isPaidByEvent(reference);
      await expectOthersServed(world, `beside-${signal}`);
    },
  );

  it('an event with one field of a wrong type is dropped without a check', async () => {
    const reference = await checkout('odd-fields');
    const good = eventOf(reference);
    const checks = world.callsTo('getTransaction');
    const odd = [
      { amountKobo: null },
      { amountKobo: 'NaN' },
      { amountKobo: -1 },
      { amountKobo: 0.5 },
      { amountKobo: 1e300 },
      { key: '' },
      { key: 7 },
      { key: HUGE },
      { kind: 'refund' },
      { eventType: 5 },
      { transactionReference: null },
      { paymentReference: ['a'] },
      { cash: 'yes' },
      { cash: { currency: 'NGN' } },
      { cash: { currency: 'NGN', status: 'PAID', at: {} } },
    ];
    for (const field of odd) {
      await hostile.signal(`checkout:${reference}`, 'gatewayEvent', value({ ...good, ...field }));
    }
    await world.pass(MINUTE);
    expect(world.callsTo('getTransaction')).toBe(checks);
    expect(await world.read(reference)).toMatchObject({ state: 'PENDING', seen: [] });
    await isPaidByEvent(reference);
  });

  it('unknown fields of an event are dropped: neither a megabyte nor unserialisable values are kept', async () => {
    const reference = await checkout('ballast');
    const id = `checkout:${reference}`;
    const cash = { currency: 'NGN', status: 'PENDING', ballast: HUGE };
    await hostile.signal(id, 'gatewayEvent', value({ ...eventOf(reference, { key: 'a' }), ballast: HUGE }));
    await hostile.signal(id, 'gatewayEvent', value({ ...eventOf(reference, { key: 'b' }), cash }));
    await hostile.signal(id, 'gatewayEvent', withDeepField({ ...eventOf(reference, { key: 'c' }) }));
    await hostile.signal(id, 'gatewayEvent', withDeepField({ ...eventOf(reference, { key: 'd' }), cash }));
    await world.pass(MINUTE, 10_000);
    expect(JSON.stringify(await world.read(reference)).length).toBeLessThan(10_000);
    await isPaidByEvent(reference);
  });

  it('the reason of a rejected payment is cut: a megabyte is not forwarded', async () => {
    const reference = await checkout('long-reason');
    const rejected = {
      kind: 'rejected-payment',
      key: 'r-1',
      eventType: 'REJECTED_PAYMENT',
      transactionReference: `T-${reference}`,
      reason: HUGE,
    };
    await hostile.signal(`checkout:${reference}`, 'gatewayEvent', value(rejected));
    const webhook = await waitUntil('the webhook', () =>
      world.delivered.find(
        (each) => each.reference === reference && each.type === 'checkout.payment-rejected',
      ),
    );
    expect(JSON.stringify(webhook).length).toBeLessThan(10_000);
    expect(await world.failedTasks(`checkout:${reference}`)).toEqual([]);
  });

  it('a check request from the Web UI without an argument causes a check', async () => {
    const reference = await checkout('click');
    world.script.getTransaction = record('PAID', ASKED);
    await hostile.signal(`checkout:${reference}`, 'requestCheck', []);
    await world.becomes(reference, 'PAID');
    world.script.getTransaction = record('PENDING');
  });
});
