import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isFulfillable } from '../../../src/domain/order/state.js';
import { kobo } from '../../../src/domain/money.js';
import {
  ASKED,
  createScriptedWorld,
  noTransactions,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { MINUTE } from '../../support/world/world.js';
import { waitUntil } from '../../support/wait-until.js';
import { resolveSeen } from '../../support/lifecycles/review-items.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => {
  world.script.initTransaction = opens;
  world.script.searchTransactions = noTransactions;
  world.script.getTransaction = record('PENDING');
});
afterEach(() => world.endAll());
afterAll(() => world.close());

/** The payer pays the fee too, which the gateway allows for. */
const FEE = kobo(100_00);

async function open(what: string): Promise<string> {
  const reference = world.name(what);
  await world.oware.checkouts.create(terms(reference));
  return reference;
}

async function pay(reference: string, amountKobo: number): Promise<void> {
  world.script.getTransaction = record('PAID', amountKobo, { totalPayable: ASKED + FEE });
  await world.report(reference, { key: `paid-${amountKobo}`, amountKobo: kobo(amountKobo) });
  await world.becomes(reference, 'PAID');
}

describe('checkout.paid', () => {
  it('is sent once, when the order becomes fulfillable, and not when its amount grows', async () => {
    const reference = await open('grows');
    await pay(reference, ASKED);
    await pay(reference, ASKED + FEE);
    await world.receives(reference, ['checkout.paid', 'checkout.topped-up']);
    expect(isFulfillable(await world.read(reference))).toBe(true);
  });

  it('is sent once the record shows the amount, and until then a review item asks for it', async () => {
    const reference = await open('no-amount');
    world.script.getTransaction = record('PAID', 0);
    await world.report(reference);
    await waitUntil('the review item', async () => (await world.read(reference)).review.length > 0);
    const item = { key: `unreadable-record:T-${reference}`, atRiskKobo: ASKED };
    expect(await world.read(reference)).toMatchObject({ state: 'PENDING', review: [item] });
    world.script.getTransaction = record('PAID', ASKED);
    await world.passUntil('PAID', async () => (await world.read(reference)).state === 'PAID', MINUTE);
    await world.receives(reference, ['checkout.paid']);
    expect(await world.read(reference)).toMatchObject({ state: 'PAID', review: [] });
  });

  it('is not sent for an order on hold whose amount grows, but once an operator accepts it', async () => {
    const reference = await open('held');
    await world.oware.checkouts.cancel(reference);
    await pay(reference, ASKED);
    await pay(reference, ASKED + FEE);
    const held = ['checkout.cancelled', 'checkout.on-hold', 'checkout.topped-up'];
    await world.receives(reference, held);
    expect(isFulfillable(await world.read(reference))).toBe(false);
    const resolution = { decision: 'accept', reason: 'the goods are still there' } as const;
    const resolve = (key: string) => resolveSeen(world.oware.checkouts, reference, key, resolution);
    // the item names what there is now: a person who saw less decides on nothing
    await expect(resolve('paid-late')).rejects.toMatchObject({
      reason: 'nothing-to-resolve',
    });
    await resolve(`paid-late:T-${reference}:${ASKED + FEE}`);
    await world.receives(reference, [...held, 'checkout.review-resolved', 'checkout.paid']);
    expect(isFulfillable(await world.read(reference))).toBe(true);
  });
});
