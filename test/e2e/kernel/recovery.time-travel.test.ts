import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  ASKED,
  createScriptedWorld,
  fails,
  foundTransaction,
  inTurn,
  invoiceRecord,
  invoiceTerms,
  noTransactions,
  opens,
  record,
  type Request,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { DEFAULT_RECHECKS, MINUTE } from '../../support/world/world.js';
import { resolveSeen } from '../../support/lifecycles/review-items.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld({ settings: { recheckScheduleMs: DEFAULT_RECHECKS } });
});
beforeEach(() => {
  world.script.initTransaction = opens;
  world.script.searchTransactions = findsFirst;
  world.script.getTransaction = record('PENDING');
});
afterAll(() => world.close());

/** The search alone knows the amount that was asked for; it finds the first transaction, and no later one. */
const findsFirst = (request: Request) =>
  request.paymentReference?.includes('--') ? noTransactions() : foundTransaction(request);

const terminate = (reference: string) => world.handle(`checkout:${reference}`).terminate('by hand');

describe('a checkout whose run was terminated', () => {
  it('keeps its amount, and is PAID when the rest arrives', async () => {
    const reference = world.name('in-two-parts');
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    world.script.getTransaction = record('PARTIALLY_PAID', 6_000_00);
    await world.report(reference, { amountKobo: kobo(6_000_00) });
    const part = await world.becomes(reference, 'PARTIALLY_PAID');
    expect(part).toMatchObject({ terms: { amountKobo: ASKED }, paid: { amountKobo: 6_000_00 } });
    expect(part).not.toHaveProperty('unexpected');
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference);
    await world.becomes(reference, 'PAID');
    await world.receives(reference, ['checkout.partially-paid', 'checkout.paid']);
  });

  it('sends webhooks that come after all that the lost run has sent', async () => {
    const reference = world.name('ordered');
    await world.oware.checkouts.create(terms(reference));
    await world.oware.checkouts.cancel(reference);
    await world.closed(`checkout:${reference}`);
    // a second run reports the late money, and is lost: the third one loads the result of the first
    world.script.getTransaction = record('PARTIALLY_PAID', 6_000_00);
    await world.report(reference, { key: 'part', amountKobo: kobo(6_000_00) });
    await waitUntil('the news of the part', () => world.webhooks(reference).length === 2);
    await terminate(reference);
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference, { key: 'all' });
    await waitUntil('the news of the rest', () => world.webhooks(reference).length > 2);
    const order = world.webhooks(reference).map(({ epoch, sequence }) => `${epoch} ${sequence}`);
    expect(order).toEqual([...order].sort());
    expect(new Set(order).size).toBe(order.length);
  });

  it('is checked at the end of its window', async () => {
    const reference = world.name('unpaid');
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    world.script.getTransaction = inTurn(record('PENDING'), record('EXPIRED'));
    await world.report(reference);
    await waitUntil(
      'its recovery',
      async () => (await world.read(reference).catch(() => undefined)) !== undefined,
    );
    await world.pass(60 * MINUTE, 5 * MINUTE);
    // an end is not believed while an event says otherwise: a person decides
    const { review } = await world.becomes(reference, 'CLOSING');
    expect(review).toMatchObject([{ kind: 'unproven-event' }]);
    const resolution = { decision: 'did-not-happen', reason: 'the payer confirms it' } as const;
    await resolveSeen(world.oware.checkouts, reference, review[0]?.key ?? '', resolution);
    expect(await world.becomes(reference, 'EXPIRED')).toMatchObject({ review: [] });
  });

  it('is recovered by the same create, which checks before it sends', async () => {
    const reference = world.name('same-create');
    await world.oware.checkouts.create(terms(reference, { channels: ['transfer'] }));
    const sent = world.callsTo('initTransaction');
    await terminate(reference);
    const again = await world.oware.checkouts.create(terms(reference, { channels: ['transfer'] }));
    expect(again).toMatchObject({
      kind: 'open',
      snapshot: { state: 'PENDING', transactions: [{ transactionReference: `T-${reference}` }] },
    });
    expect(world.callsTo('initTransaction')).toBe(sent);
  });

  it('gets a new transaction where the terminated run is proven to have sent nothing', async () => {
    const reference = world.name('nothing-sent');
    world.script.searchTransactions = noTransactions;
    await world.oware.checkouts.create(terms(reference));
    await terminate(reference);
    const sent = world.callsTo('initTransaction');
    const creating = world.oware.checkouts.create(terms(reference));
    await world.pass(2 * MINUTE, 10_000);
    expect((await creating).kind).toMatch(/open|working/);
    await waitUntil('its page', async () => (await world.read(reference)).transactions.length === 1);
    expect(world.callsTo('initTransaction')).toBe(sent + 1);
  });
});

/** Its webhooks are not delivered, which keeps the run open until it is lost. */
async function losesOpenRun(id: string, work: () => Promise<unknown>): Promise<void> {
  world.merchantAccepts(false);
  await work();
  await world.handle(id).terminate('by hand');
  world.merchantAccepts(true);
}

describe('what a lost run had learned, and no snapshot says', () => {
  it('is that another system has the reference: its payment is not taken for the late one of the checkout', async () => {
    const reference = world.name('refused');
    const customer = { email: 'bola@example.com' };
    world.script.initTransaction = () => ({ kind: 'reference-used', message: 'used' });
    world.script.searchTransactions = (request) => foundTransaction(request, { customerDTO: customer });
    world.script.getTransaction = record('PAID', ASKED, { paymentMethod: 'ACCOUNT_TRANSFER', customer });
    await losesOpenRun(`checkout:${reference}`, () => world.oware.checkouts.create(terms(reference)));
    await world.oware.checkouts.create(terms(reference));
    await world.report(reference);
    await world.pass(MINUTE, 5_000);
    const { state, review, transactions } = await world.read(reference);
    expect({ state, transactions }).toEqual({ state: 'REFUSED', transactions: [] });
    expect(review).toMatchObject([{ kind: 'unmatched-event', atRiskKobo: ASKED }]);
  });

  it('is that late money was no payment of the order: it is held again', async () => {
    const reference = world.name('dismissed');
    await world.oware.checkouts.create(terms(reference));
    await losesOpenRun(`checkout:${reference}`, async () => {
      await world.oware.checkouts.cancel(reference);
      world.script.getTransaction = record('PAID', ASKED, { paidOn: new Date().toISOString() });
      await world.report(reference);
      await waitUntil('the item', async () => (await world.read(reference)).review.length > 0);
      const resolution = { decision: 'dismiss', reason: 'paid back by hand' } as const;
      await resolveSeen(world.oware.checkouts, reference, 'paid-late', resolution);
    });
    await world.oware.checkouts.create(terms(reference));
    await waitUntil('the item', async () => (await world.read(reference)).review.length > 0);
    expect((await world.read(reference)).review).toMatchObject([{ kind: 'paid-late' }]);
    expect(world.webhookTypes(reference)).not.toContain('checkout.paid');
  });

  it('is cash: its signed event is known again, and no other payment is asked for', async () => {
    const reference = world.name('cash');
    await world.oware.checkouts.create(terms(reference));
    await losesOpenRun(`checkout:${reference}`, async () => {
      const cash = { status: 'PAID', currency: 'NGN', at: new Date().toISOString() };
      await world.report(reference, { transactionReference: `C-${reference}`, cash });
      await world.becomes(reference, 'PAID');
    });
    await world.oware.checkouts.create(terms(reference));
    await world.becomes(reference, 'PAID');
    await world.receives(reference, ['checkout.paid']);
    world.script.getTransaction = record('EXPIRED');
    await world.pass(60 * MINUTE, 5 * MINUTE);
    expect(await world.read(reference)).toMatchObject({ state: 'PAID', review: [] });
  });

  it('is a payment that no record shows: the checkout does not end before a person names its transaction', async () => {
    const reference = world.name('unseen');
    await world.oware.checkouts.create(terms(reference));
    await losesOpenRun(`checkout:${reference}`, async () => {
      world.script.getTransaction = record('PAID', ASKED);
      await world.report(reference);
      await world.becomes(reference, 'PAID');
    });
    world.script.getTransaction = record('EXPIRED');
    await world.oware.checkouts.create(terms(reference));
    const key = 'unresolved:lost-payment';
    await waitUntil('the item', async () =>
      (await world.read(reference)).review.some((item) => item.key === key),
    );
    await world.pass(60 * MINUTE, 5 * MINUTE);
    expect(world.webhookTypes(reference)).not.toContain('checkout.expired');
    const happened = { decision: 'happened', reason: 'the bank confirms it' } as const;
    const resolve = (more: object) =>
      resolveSeen(world.oware.checkouts, reference, key, { ...happened, ...more });
    await expect(resolve({})).rejects.toMatchObject({
      message: expect.stringContaining('gatewayReference') as string,
    });
    await resolve({ gatewayReference: `U-${reference}` });
    const found = (await world.read(reference)).transactions.find(
      ({ transactionReference }) => transactionReference === `U-${reference}`,
    );
    expect(found?.movement.claimed).toBe(ASKED);
    expect((await world.read(reference)).review.map((item) => item.key)).not.toContain(key);
  });

  it('is a payment of an invoice that had expired: its transaction is looked for and read', async () => {
    const reference = world.name('expired-invoice');
    const asked = invoiceTerms(reference, 10 * MINUTE);
    world.script.createInvoice = invoiceRecord('PENDING');
    world.script.getInvoice = invoiceRecord('EXPIRED');
    const read = () => world.oware.invoices.get(reference);
    await world.oware.invoices.create(asked);
    await losesOpenRun(`invoice:${reference}`, async () => {
      await world.pass(20 * MINUTE, 2 * MINUTE);
      await waitUntil('its end', async () => (await read()).state === 'EXPIRED');
      world.script.getTransaction = fails('unreachable');
      await world.report(reference, {}, 'invoice');
    });
    world.script.getTransaction = record('PAID', ASKED);
    await world.oware.invoices.create(asked);
    await waitUntil('its money', async () => (await read()).state === 'PAID');
    expect((await read()).review).toMatchObject([{ kind: 'paid-late', atRiskKobo: ASKED }]);
  });

  it('is a payment of a checkout that was cancelled: it is read, however long the gateway is silent', async () => {
    const reference = world.name('silent');
    await world.oware.checkouts.create(terms(reference));
    await losesOpenRun(`checkout:${reference}`, async () => {
      await world.oware.checkouts.cancel(reference);
      world.script.getTransaction = fails('unreachable');
      await world.report(reference);
    });
    world.script.searchTransactions = fails('unreachable');
    const creating = world.oware.checkouts.create(terms(reference)).catch(() => undefined);
    await world.pass(20 * MINUTE, MINUTE);
    world.script.searchTransactions = findsFirst;
    world.script.getTransaction = record('PAID', ASKED);
    await world.pass(20 * MINUTE, MINUTE);
    await creating;
    await world.becomes(reference, 'PAID');
    expect((await world.read(reference)).review).toMatchObject([{ kind: 'paid-late' }]);
  });
});

describe('an event about a transaction of another system', () => {
  it('never creates a checkout with an amount of zero, which would be OVERPAID', async () => {
    const reference = world.name('foreign');
    world.script.getTransaction = inTurn(record('PENDING', 0, { totalPayable: 0 }), record('PAID', ASKED));
    await world.report(reference);
    await world.pass(MINUTE, 5_000);
    const paid = await world.becomes(reference, 'PAID');
    expect(paid).toMatchObject({ unexpected: true, terms: { amountKobo: ASKED } });
    await world.receives(reference, ['checkout.unexpected']);
  });
});
