import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  ASKED,
  createScriptedWorld,
  eventOf,
  invoiceRecord,
  invoiceTerms,
  noTransactions,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { HOUR, MINUTE } from '../../support/world/world.js';
import { waitUntil } from '../../support/wait-until.js';

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

async function open(what: string): Promise<string> {
  const reference = world.name(what);
  await world.oware.checkouts.create(terms(reference));
  return reference;
}

/** Reads until the window has long closed. */
async function isLongOver(reference: string) {
  await world.passUntil(
    'CLOSING',
    async () => (await world.read(reference)).state !== 'PENDING',
    30 * MINUTE,
  );
  await world.pass(2 * HOUR);
}

describe('a record that says FAILED after it showed money', () => {
  it('is no attempt that failed: it is for a person when it was read twice, and no longer once the money is shown again', async () => {
    const reference = await open('paid-failed');
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference);
    await world.receives(reference, ['checkout.paid']);
    world.script.getTransaction = record('FAILED');
    await world.report(reference, { key: 'failed' });
    const items = async () => (await world.read(reference)).review.map(({ key }) => key);
    await world.passUntil('the item', async () => (await items()).length > 0, MINUTE);
    expect(await items()).toEqual([`conflicting-records:T-${reference}`]);
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference, { key: 'paid-again' });
    await world.passUntil('its end', async () => (await items()).length === 0, MINUTE);
    expect(await world.read(reference)).toMatchObject({ state: 'PAID' });
    expect(world.webhookTypes(reference)).toEqual(['checkout.paid', 'checkout.conflicting-records']);
  });
});

describe('an end without money', () => {
  it('is not believed once a later record may show money', async () => {
    const reference = await open('failed');
    world.script.getTransaction = record('FAILED');
    await world.oware.checkouts.confirm(reference);
    await world.receives(reference, ['checkout.attempt-failed']);
    world.script.getTransaction = record('PAID', 0);
    await isLongOver(reference);
    expect(await world.read(reference)).toMatchObject({
      state: 'CLOSING',
      review: expect.arrayContaining([
        expect.objectContaining({ key: `unreadable-record:T-${reference}`, atRiskKobo: ASKED }),
      ]) as unknown,
    });
    expect(world.webhookTypes(reference)).toEqual(['checkout.attempt-failed']);
  });

  it.each([
    ['an unknown status', { currency: 'NGN', status: 'SUCCESSFUL' }, ASKED, 'unreadable-record'],
    ['another currency', { currency: 'USD', status: 'PAID' }, ASKED, 'identity-mismatch'],
    ['no amount', { currency: 'NGN', status: 'PAID' }, 0, 'unreadable-record'],
  ])('does not outrank signed cash with %s', async (_what, cash, amount, kind) => {
    const reference = await open('cash');
    const transactionReference = `C-${reference}`;
    await world.report(reference, { transactionReference, amountKobo: kobo(amount), cash });
    const item = { key: `${kind}:cash:${transactionReference}`, atRiskKobo: ASKED };
    await waitUntil('the item', async () => (await world.read(reference)).review.length > 0);
    expect(await world.read(reference)).toMatchObject({ state: 'PENDING', review: [item] });
    world.script.getTransaction = record('EXPIRED');
    await isLongOver(reference);
    const { state, review } = await world.read(reference);
    expect(state).toBe('CLOSING');
    expect(review).toContainEqual(expect.objectContaining(item));
    expect(world.webhookTypes(reference)).toEqual([]);
  });

  it('does not outrank signed cash for an invoice', async () => {
    const reference = world.name('cash-invoice');
    const transactionReference = `T-${reference}`;
    world.script.createInvoice = invoiceRecord('PENDING');
    world.script.getInvoice = invoiceRecord('PENDING');
    await world.oware.invoices.create(invoiceTerms(reference, HOUR));
    const cash = { currency: 'USD', status: 'PAID' };
    const event = eventOf(reference, { transactionReference, cash });
    await world.oware.deliverEvent({ lifecycle: 'invoice', reference }, event);
    const read = () => world.oware.invoices.get(reference);
    await waitUntil('the item', async () => (await read()).review.length > 0);
    const item = { key: `identity-mismatch:cash:${transactionReference}`, atRiskKobo: ASKED };
    const { since } = (await read()).review[0] ?? {};
    expect(await read()).toMatchObject({ state: 'PENDING', review: [item] });
    world.script.getInvoice = invoiceRecord('EXPIRED');
    await world.pass(3 * HOUR);
    const { state, review } = await read();
    expect(state).toBe('CLOSING');
    expect(review).toContainEqual(expect.objectContaining({ ...item, since }));
    expect(world.webhookTypes(reference)).toEqual([]);
  });
});
