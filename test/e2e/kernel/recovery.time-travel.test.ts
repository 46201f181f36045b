import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  ASKED,
  createScripted,
  inTurn,
  ok,
  opens,
  record,
  type Scripted,
  terms,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';

let world: Scripted;
beforeAll(async () => {
  world = await createScripted();
});
beforeEach(() => {
  world.script.initTransaction = opens;
  world.script.searchTransactions = found;
  world.script.getTransaction = record('PENDING');
});
afterAll(() => world.close());

/** The search alone knows what was asked for. */
const found = ({ paymentReference = '' }: Readonly<Record<string, string>>) =>
  ok({
    content: paymentReference.includes('--')
      ? []
      : [
          {
            paymentReference,
            transactionReference: `T-${paymentReference}`,
            amount: ASKED,
            currencyCode: 'NGN',
            customerDTO: { email: 'ada@example.com' },
            createdOn: new Date().toISOString(),
          },
        ],
  });
const nothing = () => ok({ content: [] });

const read = (reference: string) => world.oware.checkouts.get(reference);
const becomes = (reference: string, state: string) =>
  waitUntil(`${reference} becoming ${state}`, async () => {
    const snapshot = await read(reference).catch(() => undefined);
    return snapshot?.state === state && snapshot;
  });
const terminate = (reference: string) => world.handle(`checkout:${reference}`).terminate('by force');

describe('a checkout whose run was ended by force', () => {
  it('K4: keeps the amount that was asked, is followed, and is PAID when the rest comes', async () => {
    const reference = world.name('in-two-parts');
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    world.script.getTransaction = record('PARTIALLY_PAID', 6_000_00);
    await world.report(reference, { amountKobo: kobo(6_000_00) });
    const part = await becomes(reference, 'PARTIALLY_PAID');
    expect(part).toMatchObject({ terms: { amountKobo: ASKED }, paid: { amountKobo: 6_000_00 } });
    expect(part).not.toHaveProperty('unexpected');
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference);
    await becomes(reference, 'PAID');
    await waitUntil('its webhooks', () => world.types(reference).length === 2);
    expect(world.types(reference)).toEqual(['checkout.partially-paid', 'checkout.paid']);
  });

  it('K4: is asked about at the end of its window like any other', async () => {
    const reference = world.name('nobody-paid');
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    world.script.getTransaction = inTurn(record('PENDING'), record('EXPIRED'));
    await world.report(reference);
    await waitUntil('its recovery', async () => (await read(reference).catch(() => undefined)) !== undefined);
    await world.pass(60 * MINUTE, 5 * MINUTE);
    expect(await becomes(reference, 'EXPIRED')).toMatchObject({ review: [{ kind: 'unproven-event' }] });
  });

  it('K9: comes back with the same create, which asks before it sends', async () => {
    const reference = world.name('same-create');
    await world.oware.checkouts.create(terms(reference, { channels: ['transfer'] }));
    const sent = world.calls.initTransaction;
    await terminate(reference);
    const again = await world.oware.checkouts.create(terms(reference, { channels: ['transfer'] }));
    expect(again).toMatchObject({
      kind: 'open',
      snapshot: { state: 'PENDING', transactions: [{ transactionReference: `T-${reference}` }] },
    });
    expect(world.calls.initTransaction).toBe(sent);
  });

  it('K9: is opened anew where the lost run had sent nothing, once that is proven', async () => {
    const reference = world.name('nothing-sent');
    world.script.searchTransactions = nothing;
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    const sent = world.calls.initTransaction ?? 0;
    const creating = world.oware.checkouts.create(terms(reference));
    await world.pass(2 * MINUTE, 10_000);
    expect((await creating).kind).toMatch(/open|working/);
    await waitUntil('its page', async () => (await read(reference)).transactions.length === 1);
    expect(world.calls.initTransaction).toBe(sent + 1);
  });
});

describe('an event of a payment that nobody here asked for', () => {
  it('K4: never makes an asked amount of zero, and is not OVERPAID by it', async () => {
    const reference = world.name('foreign');
    world.script.getTransaction = inTurn(record('PENDING', 0, { totalPayable: 0 }), record('PAID', ASKED));
    await world.report(reference);
    await world.pass(MINUTE, 5_000);
    const paid = await becomes(reference, 'PAID');
    expect(paid).toMatchObject({ unexpected: true, terms: { amountKobo: ASKED } });
    await waitUntil('its webhook', () => world.types(reference).length > 0);
    expect(world.types(reference)).toEqual(['checkout.unexpected']);
  });
});
