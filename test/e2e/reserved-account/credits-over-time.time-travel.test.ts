import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  createLimitProfile,
  updateReservedAccountLimit,
} from '../../../src/gateway/endpoints/limit-profiles.js';
import { createInvoice } from '../../../src/gateway/endpoints/invoices.js';
import { signEvent } from '../../../src/gateway/signature.js';
import { createMovedWorld, type MovedWorld } from '../../support/world/time-travel-world.js';
import { withAccounts, type WithAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { MINUTE } from '../../support/world/world.js';
import { waitUntil } from '../../support/wait-until.js';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: MovedWorld;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createMovedWorld();
  accounts = withAccounts(world);
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

const dropped = (reference: string) => ({
  on: 'event',
  event: 'SUCCESSFUL_TRANSACTION',
  reference,
  fault: { kind: 'drop' },
});
const sweep = (reference: string) => world.call('POST', accounts.path(reference, '/sweep'));
const deliveryOf = (text: string) => world.sandbox.deliveries.list().find(({ body }) => body.includes(text))!;

async function isOver(reference: string) {
  const handle = world.client.workflow.getHandle(`reserved-account:${reference}`);
  await waitUntil('its end', async () => (await handle.describe()).status.name === 'COMPLETED');
}

describe('the long life of an account', () => {
  it('a credit is told once, though its event comes again after two days and after forty', async () => {
    const reference = 'long-life';
    const number = await accounts.numberOf(reference);
    const { transactionReference } = await accounts.send(number, '2500.00');
    await accounts.hears(reference, 1);
    const { id, body } = deliveryOf(transactionReference);
    await world.pass(2 * DAY, 6 * HOUR);
    await accounts.replay(id);
    await world.pass(38 * DAY, DAY);
    // its key is forgotten by now; a mutated event has a key that nobody has seen
    await deliver(body.replace('"amountPaid":2500', '"amountPaid":9999'));
    await accounts.send(number, '10.00');
    await accounts.hears(reference, 2);
    expect(accounts.heard(reference)).toHaveLength(2);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2510.00' });
  });

  it('a credit whose event never came is found by the sweep, behind others that were told', async () => {
    const reference = 'missed';
    const number = await accounts.numberOf(reference);
    await accounts.plan(dropped(reference));
    const { transactionReference } = await accounts.send(number, '450.00');
    for (const amount of ['1.00', '2.00', '3.00']) await accounts.send(number, amount);
    await accounts.hears(reference, 3);
    expect(await sweep(reference)).toMatchObject({ status: 200, body: { found: 1 } });
    const heard = await accounts.hears(reference, 4);
    expect(heard[3]!.data.credit).toMatchObject({ transactionReference, amount: '450.00' });
    expect(await sweep(reference)).toMatchObject({ body: { found: 0 } });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is found by the daily sweep when nobody asks for one (K10)', async () => {
    const reference = 'missed-daily';
    const number = await accounts.numberOf(reference);
    await accounts.plan(dropped(reference));
    const { transactionReference } = await accounts.send(number, '450.00');
    await world.pass(DAY + HOUR, 6 * HOUR);
    const [heard] = await accounts.hears(reference, 1);
    expect(heard!.data.credit).toMatchObject({ transactionReference, amount: '450.00' });
    await world.pass(3 * DAY, DAY);
    expect(accounts.heard(reference)).toHaveLength(1);
  });

  it('a daily sweep that the gateway does not answer is repeated within minutes', async () => {
    const reference = 'unlisted';
    const number = await accounts.numberOf(reference);
    await accounts.plan(dropped(reference));
    const { transactionReference } = await accounts.send(number, '450.00');
    const endpoint = 'listReservedAccountTransactions';
    await accounts.plan({ on: 'call', endpoint, reference, times: 6, fault: { kind: 'reset' } });
    await world.pass(DAY, 12 * HOUR);
    expect(accounts.heard(reference)).toEqual([]);
    await world.pass(5 * MINUTE, MINUTE);
    const [found] = await accounts.hears(reference, 1);
    expect(found!.data.credit).toMatchObject({ transactionReference, amount: '450.00' });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('the sweep reads page after page, and not what is older than seven days', async () => {
    const reference = 'pages';
    const number = await accounts.numberOf(reference);
    await accounts.plan({ ...dropped(reference), times: 121 });
    // nobody could ask for it while it was young enough
    await accounts.plan({
      on: 'call',
      endpoint: 'listReservedAccountTransactions',
      reference,
      fault: { kind: 'bad-gateway' },
      times: 1_000,
    });
    await accounts.send(number, '5.00');
    await world.pass(8 * DAY);
    await accounts.forgetFaults();
    await accounts.plan({ ...dropped(reference), times: 120 });
    for (let n = 0; n < 120; n++) await accounts.send(number, '1.00');
    expect(await sweep(reference)).toMatchObject({ body: { found: 120 } });
    await accounts.hears(reference, 120);
    expect(await accounts.credits(reference)).toMatchObject({ count: 120, sum: '120.00' });
    const { credits } = (await accounts.credits(reference)) as unknown as { credits: unknown[] };
    expect(credits).toHaveLength(50);
  });
});

describe('payments that the account does not take', () => {
  it('from a source that is not allowed, and over the limit, are told as rejected, once', async () => {
    const reference = 'rejects';
    const allowedSources = { accountNames: ['ADA OBI'] };
    const number = await accounts.numberOf(reference, { allowedSources });
    const stranger = { bankCode: '058', accountNumber: '0123456789', accountName: 'CHIDI EZE' };
    expect(await accounts.send(number, '20.00', stranger)).toMatchObject({ accepted: false });
    const type = 'reserved-account.payment-rejected';
    const [rejected] = await accounts.hears(reference, 1, type);
    expect(rejected!.data.rejection).toMatchObject({ reason: 'PAYMENT_SOURCE_NOT_ALLOWED', amount: '20.00' });
    await accounts.replay(deliveryOf('PAYMENT_SOURCE_NOT_ALLOWED').id);

    await world.call('PUT', accounts.path(reference, '/payment-sources'), { restricted: false });
    await limit(reference);
    await accounts.send(number, '101.00');
    const heard = await accounts.hears(reference, 2, type);
    expect(heard[1]!.data.rejection).toMatchObject({ reason: 'LIMIT_EXCEEDED' });
    expect(heard).toHaveLength(2);
    expect(await accounts.credits(reference)).toMatchObject({ count: 0 });
  });
});

describe('money that comes after the account was given back', () => {
  it('is told as such, held for a person, and counted once', async () => {
    const reference = 'after-end';
    const number = await accounts.numberOf(reference);
    await accounts.plan(dropped(reference));
    const { transactionReference } = await accounts.send(number, '640.00');
    await world.call('DELETE', accounts.path(reference));
    await isOver(reference);

    await accounts.replay(deliveryOf(transactionReference).id);
    const [late] = await accounts.hears(reference, 1, 'reserved-account.credited-after-end');
    expect(late!.data).toMatchObject({
      credit: { amount: '640.00' },
      reservedAccount: { state: 'DEALLOCATED', reviewItems: [{ kind: 'paid-late', atRisk: '640.00' }] },
    });
    await accounts.replay(deliveryOf(transactionReference).id);
    const decision = { decision: 'accept', reason: 'the customer was asked' };
    const decided = await accounts.resolve(reference, `paid-late:${transactionReference}`, decision);
    expect(decided.body).not.toHaveProperty('reviewItems');
    await world.merchant.hears(reference, 'reserved-account.review-resolved');
    await world.pass(5 * MINUTE);
    await isOver(reference);
    expect(accounts.heard(reference, 'reserved-account.credited-after-end')).toHaveLength(1);

    // told already: a run from this news ends at once, and quietly
    const before = world.merchant.of(reference).length;
    await accounts.replay(deliveryOf(transactionReference).id);
    await world.sandbox.deliveries.settled();
    await isOver(reference);
    expect(world.merchant.of(reference)).toHaveLength(before);
    expect(await accounts.credits(reference)).toMatchObject({ count: 1, sum: '640.00' });
  });
});

describe('an invoice that is attached to the account', () => {
  it('owns the money of its transaction; other money is the account’s', async () => {
    const reference = 'with-invoice';
    const number = await accounts.numberOf(reference);
    const answer = await world.gateway.call(createInvoice, {
      amount: kobo(50_000),
      currencyCode: 'NGN',
      invoiceReference: 'bill-1',
      customerName: 'Ada Obi',
      customerEmail: 'ada@example.com',
      description: 'Rent',
      expiryDate: new Date(world.sandbox.clock.now() + DAY).toISOString(),
      accountReference: reference,
    });
    if (answer.kind !== 'ok') throw new Error(answer.message);
    const transactionReference = answer.body.transactionReference!;
    await world.oware.deliverEvent(
      { lifecycle: 'reserved-account', reference },
      {
        kind: 'invoice-attached',
        key: 'attached:bill-1',
        eventType: 'invoice-attached',
        invoiceReference: 'bill-1',
        transactionReference,
      },
    );
    await accounts.plan(dropped(reference));
    await accounts.send(number, '500.00');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(await sweep(reference)).toMatchObject({ body: { found: 1 } });
    await accounts.send(number, '30.00');
    const [own] = await accounts.hears(reference, 1);
    expect(own!.data.credit).toMatchObject({ amount: '30.00' });
    await waitUntil('the invoice being known as paid', async () => (await sweep(reference)).body.found === 0);
    expect(await accounts.credits(reference)).toMatchObject({ count: 1, sum: '30.00' });
    const { invoices } = await world.oware.reservedAccounts.get(reference);
    expect(invoices).toMatchObject([
      { invoiceReference: 'bill-1', transactionReference, over: true, forwardedKobo: 50_000 },
    ]);
  });
});

async function limit(accountReference: string): Promise<void> {
  const profile = await world.gateway.call(createLimitProfile, {
    limitProfileName: 'small',
    singleTransactionValue: kobo(10_000),
    dailyTransactionValue: kobo(100_000),
    dailyTransactionVolume: 10,
  });
  if (profile.kind !== 'ok') throw new Error(profile.message);
  const { limitProfileCode } = profile.body;
  await world.gateway.call(updateReservedAccountLimit, { accountReference, limitProfileCode });
}

/** Somebody who knows the secret. */
async function deliver(body: string): Promise<void> {
  const headers = { 'service-signature': signEvent(body, world.account.secretKey) };
  const reply = await request(`${world.apiUrl}/webhooks/gateway`, { method: 'POST', headers, body });
  await reply.body.dump();
  expect(reply.statusCode).toBe(200);
}
