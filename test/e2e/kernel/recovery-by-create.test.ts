import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 1_000 } });
  checkouts = createCheckouts(world, 'recovers');
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

const read = (reference: string, lifecycles = 'checkouts') =>
  world.call('GET', `/v1/${lifecycles}/${reference}`);
const terminate = (workflowId: string) => world.handle(workflowId).terminate('by hand');

const LOST = {
  status: 404,
  body: {
    type: '/problems/not-found',
    detail: expect.stringMatching(/ended without a result \(TERMINATED\).*same terms.*event/s) as string,
  },
};

describe.concurrent('a checkout whose run was terminated', () => {
  it('says so when it is read, and the same create recovers it with its page', async () => {
    const reference = checkouts.newReference();
    // the lost run of one that takes cards may have charged one: it gets no page (lost-charge)
    const channels = { channels: ['page'] };
    const { body: first } = await checkouts.create(reference, channels);
    await terminate(`checkout:${reference}`);
    expect(await read(reference)).toMatchObject(LOST);

    const again = await checkouts.create(reference, channels);
    expect(again).toMatchObject({ status: 201, body: { state: 'PENDING' } });
    expect(again.body.checkoutUrl).toContain('/checkout/');
    await world.payOnHostedPage(again.body.transactionReference);
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    // a payment on the first page would be found too
    expect(await world.transactionsOf(reference)).toContain(first.transactionReference);
  });

  it('is found PAID where the payer paid meanwhile', async () => {
    const reference = checkouts.newReference();
    const { body: first } = await checkouts.create(reference);
    await world.dropEvent(reference);
    await terminate(`checkout:${reference}`);
    await world.payOnHostedPage(first.transactionReference);
    expect(await checkouts.create(reference)).toMatchObject({ status: 200, body: { state: 'PAID' } });
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(await world.transactionsOf(reference)).toEqual([first.transactionReference]);
  });

  it('keeps its terms: different ones are refused without a gateway write', async () => {
    const reference = checkouts.newReference();
    const { body: first } = await checkouts.create(reference, { channels: ['transfer'] });
    await terminate(`checkout:${reference}`);
    const other = await checkouts.create(reference, { channels: ['transfer'], amount: '2600.00' });
    expect(other).toMatchObject({ status: 409, body: { differences: ['amount'] } });
    expect(await checkouts.create(reference, { channels: ['transfer'] })).toMatchObject({ status: 201 });
    expect(await world.transactionsOf(reference)).toEqual([first.transactionReference]);
  });

  it('is recovered once by simultaneous creates', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference, { channels: ['transfer'] });
    await terminate(`checkout:${reference}`);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => checkouts.create(reference, { channels: ['transfer'] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });

  it('can be recovered repeatedly', async () => {
    const reference = checkouts.newReference();
    for (let times = 0; times < 3; times++) {
      expect(await checkouts.create(reference, { channels: ['transfer'] })).toMatchObject({ status: 201 });
      await terminate(`checkout:${reference}`);
    }
    expect(await checkouts.create(reference, { channels: ['transfer'] })).toMatchObject({ status: 201 });
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });
});

describe.concurrent('a run that completed', () => {
  it('is not recovered: the same create returns its result', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    await checkouts.cancel(reference);
    const runId = await checkouts.runIdOf(reference);
    await checkouts.closed(reference);
    expect(await checkouts.create(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(await checkouts.runIdOf(reference)).toBe(runId);
  });
});

describe.concurrent('other lifecycles whose run was terminated', () => {
  it('an invoice is recovered by its create, and created once at the gateway', async () => {
    const invoices = createInvoices(world);
    const reference = checkouts.newReference();
    const terms = invoices.terms(reference);
    const first = await world.call('POST', '/v1/invoices', terms);
    await terminate(`invoice:${reference}`);
    expect(await read(reference, 'invoices')).toMatchObject(LOST);
    expect(await world.call('POST', '/v1/invoices', terms)).toMatchObject({
      status: 201,
      body: { transactionReference: first.body.transactionReference, checkoutUrl: first.body.checkoutUrl },
    });
  });

  it('an invoice still counts the cash that its lost run had received: no record of the gateway shows it', async () => {
    const invoices = createInvoices(world);
    const reference = checkouts.newReference();
    const terms = invoices.terms(reference);
    await world.call('POST', '/v1/invoices', terms);
    await invoices.payCash(reference, 700);
    await world.merchant.receives(reference, 'invoice.partially-paid');
    await terminate(`invoice:${reference}`);
    expect(await world.call('POST', '/v1/invoices', terms)).toMatchObject({ status: 201 });
    await invoices.becomes(reference, 'PARTIALLY_PAID');
    expect(await invoices.read(reference)).toMatchObject({ paid: { amount: '700.00', method: 'CASH' } });
  });

  it('a reserved account is recovered by its create, with its numbers', async () => {
    const accounts = createReservedAccounts(world);
    const reference = checkouts.newReference();
    const number = await accounts.open(reference);
    await terminate(`reserved-account:${reference}`);
    expect(await read(reference, 'reserved-accounts')).toMatchObject(LOST);
    expect(await accounts.open(reference)).toEqual(number);
  });
});

describe.concurrent('terms that the workflow refuses', () => {
  const terms = (reference: string, amountKobo: number) =>
    ({
      reference,
      amountKobo: kobo(amountKobo),
      currency: 'NGN',
      customer: { email: 'ada@example.com' },
    }) as const;

  it('end REFUSED, can be read, and leave the reference free', async () => {
    const reference = checkouts.newReference();
    // the HTTP API refuses these; the library does not
    const refused = await world.oware.checkouts.create(terms(reference, 0));
    expect(refused).toMatchObject({ kind: 'closed', snapshot: { state: 'REFUSED' } });
    expect(await read(reference)).toMatchObject({
      status: 200,
      body: { reference, state: 'REFUSED', reason: expect.stringContaining('amountKobo') as string },
    });
    expect(await world.transactionsOf(reference)).toEqual([]);
    expect(await checkouts.create(reference)).toMatchObject({ status: 201, body: { amount: '2500.00' } });
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });

  it('do not prevent the recovery of an earlier terminated run', async () => {
    const reference = checkouts.newReference();
    const transfer = { channels: ['transfer'] };
    const { body: first } = await checkouts.create(reference, transfer);
    await terminate(`checkout:${reference}`);
    const refused = await world.oware.checkouts.create(terms(reference, 0));
    expect(refused).toMatchObject({ snapshot: { state: 'REFUSED' } });
    expect(await checkouts.create(reference, transfer)).toMatchObject({
      status: 201,
      body: { transactionReference: first.transactionReference },
    });
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });
});
