import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { createBilling } from '../support/invoices.js';
import { withAccounts } from '../support/reserved-accounts.js';
import { createWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 1_000 } });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

let count = 0;
const newReference = () => `recovers-${process.pid}-${(count += 1)}`;
const customer = { email: 'ada@example.com' };

const create = (reference: string, more: object = {}) =>
  world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer, ...more });
const read = (reference: string, lifecycles = 'checkouts') =>
  world.call('GET', `/v1/${lifecycles}/${reference}`);
const terminate = (workflowId: string) => world.client.workflow.getHandle(workflowId).terminate('by hand');

const LOST = {
  status: 404,
  body: {
    type: 'urn:oware:problem:not-found',
    detail: expect.stringMatching(/ended without a result \(TERMINATED\).*same terms.*event/s) as string,
  },
};

describe('a checkout whose run was terminated', () => {
  it('says so when it is read, and the same create brings it back with its page', async () => {
    const reference = newReference();
    const { body: first } = await create(reference);
    await terminate(`checkout:${reference}`);
    expect(await read(reference)).toMatchObject(LOST);

    const again = await create(reference);
    expect(again).toMatchObject({ status: 201, body: { state: 'PENDING' } });
    expect(again.body.checkoutUrl).toContain('/checkout/');
    await world.payOnThePage(again.body.transactionReference);
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    // money on the page that was handed out before would have been found as well
    expect(await world.transactionsOf(reference)).toContain(first.transactionReference);
  });

  it('is found paid, where the payer paid while it was gone', async () => {
    const reference = newReference();
    const { body: first } = await create(reference);
    await world.strike({ on: 'event', reference, fault: { kind: 'drop' } });
    await terminate(`checkout:${reference}`);
    await world.payOnThePage(first.transactionReference);
    expect(await create(reference)).toMatchObject({ status: 200, body: { state: 'PAID' } });
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(await world.transactionsOf(reference)).toEqual([first.transactionReference]);
  });

  it('keeps its terms: other ones are refused, and nothing is asked for under them', async () => {
    const reference = newReference();
    const { body: first } = await create(reference, { channels: ['transfer'] });
    await terminate(`checkout:${reference}`);
    const other = await create(reference, { channels: ['transfer'], amount: '2600.00' });
    expect(other).toMatchObject({ status: 409, body: { differences: ['amount'] } });
    expect(await create(reference, { channels: ['transfer'] })).toMatchObject({ status: 201 });
    expect(await world.transactionsOf(reference)).toEqual([first.transactionReference]);
  });

  it('is created once, however many create it again at the same time', async () => {
    const reference = newReference();
    await create(reference, { channels: ['transfer'] });
    await terminate(`checkout:${reference}`);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create(reference, { channels: ['transfer'] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });

  it('may be lost again and again', async () => {
    const reference = newReference();
    for (let times = 0; times < 3; times++) {
      expect(await create(reference, { channels: ['transfer'] })).toMatchObject({ status: 201 });
      await terminate(`checkout:${reference}`);
    }
    expect(await create(reference, { channels: ['transfer'] })).toMatchObject({ status: 201 });
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });
});

describe('a run that completed', () => {
  it('is not recovered: the same create returns its result', async () => {
    const reference = newReference();
    await create(reference);
    await world.call('POST', `/v1/checkouts/${reference}/cancel`);
    const { runId } = await world.client.workflow.getHandle(`checkout:${reference}`).describe();
    await world.client.workflow.getHandle(`checkout:${reference}`).result();
    expect(await create(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    const after = await world.client.workflow.getHandle(`checkout:${reference}`).describe();
    expect(after.runId).toBe(runId);
  });
});

describe('other lifecycles whose run was terminated', () => {
  it('an invoice is brought back by its create, and made once', async () => {
    const billing = createBilling(world);
    const reference = newReference();
    const terms = billing.terms(reference);
    const first = await world.call('POST', '/v1/invoices', terms);
    await terminate(`invoice:${reference}`);
    expect(await read(reference, 'invoices')).toMatchObject(LOST);
    expect(await world.call('POST', '/v1/invoices', terms)).toMatchObject({
      status: 201,
      body: { transactionReference: first.body.transactionReference, checkoutUrl: first.body.checkoutUrl },
    });
  });

  it('a reserved account is brought back by its create, with its numbers', async () => {
    const accounts = withAccounts(world);
    const reference = newReference();
    const number = await accounts.numberOf(reference);
    await terminate(`reserved-account:${reference}`);
    expect(await read(reference, 'reserved-accounts')).toMatchObject(LOST);
    expect(await accounts.numberOf(reference)).toEqual(number);
  });
});

describe('terms that the workflow refuses', () => {
  const terms = (reference: string, amountKobo: number) =>
    ({ reference, amountKobo: kobo(amountKobo), currency: 'NGN', customer }) as const;

  it('end REFUSED, can be read, and leave the reference free', async () => {
    const reference = newReference();
    // the HTTP API refuses these; the library does not
    const refused = await world.oware.checkouts.create(terms(reference, 0));
    expect(refused).toMatchObject({ kind: 'closed', snapshot: { state: 'REFUSED' } });
    expect(await read(reference)).toMatchObject({
      status: 200,
      body: { reference, state: 'REFUSED', reason: expect.stringContaining('amountKobo') as string },
    });
    expect(await world.transactionsOf(reference)).toEqual([]);
    expect(await create(reference)).toMatchObject({ status: 201, body: { amount: '2500.00' } });
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });

  it('do not stand between a lost run and the create that recovers from it', async () => {
    const reference = newReference();
    const transfer = { channels: ['transfer'] };
    const { body: first } = await create(reference, transfer);
    await terminate(`checkout:${reference}`);
    const refused = await world.oware.checkouts.create(terms(reference, 0));
    expect(refused).toMatchObject({ snapshot: { state: 'REFUSED' } });
    expect(await create(reference, transfer)).toMatchObject({
      status: 201,
      body: { transactionReference: first.transactionReference },
    });
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });
});
