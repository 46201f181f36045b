import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  createLimitProfile,
  updateReservedAccountLimit,
} from '../../../src/gateway/endpoints/limit-profiles.js';
import { createInvoice } from '../../../src/gateway/endpoints/invoices.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';
import { waitUntil } from '../../support/wait-until.js';

let world: TimeTravelWorld;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  accounts = createReservedAccounts(world);
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

const dropped = (reference: string) => ({
  on: 'event',
  event: 'SUCCESSFUL_TRANSACTION',
  reference,
  fault: { kind: 'drop' },
});
describe('credits of an account', () => {
  it('are reported once, though an event is repeated after two days and after forty', async () => {
    const reference = 'long-life';
    const number = await accounts.open(reference);
    const { transactionReference } = await accounts.pay(number, '2500.00');
    await accounts.receives(reference, 1);
    const { body } = world.deliveryOf(transactionReference)!;
    await world.pass(2 * DAY, 6 * HOUR);
    await world.replayEventOf(transactionReference);
    await world.pass(38 * DAY, DAY);
    // the account no longer remembers its key; a mutated event has a new one
    const mutated = body.replace('"amountPaid":2500', '"amountPaid":9999');
    expect(await world.postEvent(mutated)).toBe(200);
    await accounts.pay(number, '10.00');
    await accounts.receives(reference, 2);
    expect(accounts.webhooks(reference)).toHaveLength(2);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2510.00' });
  });

  it('are found by a sweep when their event never arrived, behind others that were reported', async () => {
    const reference = 'missed';
    const number = await accounts.open(reference);
    await world.planFault(dropped(reference));
    const { transactionReference } = await accounts.pay(number, '450.00');
    for (const amount of ['1.00', '2.00', '3.00']) await accounts.pay(number, amount);
    await accounts.receives(reference, 3);
    expect(await accounts.sweep(reference)).toMatchObject({ status: 200, body: { found: 1 } });
    const received = await accounts.receives(reference, 4);
    expect(received[3]!.data.credit).toMatchObject({ transactionReference, amount: '450.00' });
    expect(await accounts.sweep(reference)).toMatchObject({ body: { found: 0 } });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('are found by the daily sweep', async () => {
    const reference = 'missed-daily';
    const number = await accounts.open(reference);
    await world.planFault(dropped(reference));
    const { transactionReference } = await accounts.pay(number, '450.00');
    await world.pass(DAY + HOUR, 6 * HOUR);
    const [received] = await accounts.receives(reference, 1);
    expect(received!.data.credit).toMatchObject({ transactionReference, amount: '450.00' });
    await world.pass(3 * DAY, DAY);
    expect(accounts.webhooks(reference)).toHaveLength(1);
  });

  it('are found within minutes when the gateway did not answer the daily sweep', async () => {
    const reference = 'unlisted';
    const number = await accounts.open(reference);
    await world.planFault(dropped(reference));
    const { transactionReference } = await accounts.pay(number, '450.00');
    const endpoint = 'listReservedAccountTransactions';
    await world.planFault({ on: 'call', endpoint, reference, times: 6, fault: { kind: 'reset' } });
    await world.pass(DAY, 12 * HOUR);
    expect(accounts.webhooks(reference)).toEqual([]);
    await world.pass(5 * MINUTE, MINUTE);
    const [found] = await accounts.receives(reference, 1);
    expect(found!.data.credit).toMatchObject({ transactionReference, amount: '450.00' });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('are swept page by page, and not when they are older than seven days', async () => {
    const reference = 'pages';
    const number = await accounts.open(reference);
    await world.planFault({ ...dropped(reference), times: 121 });
    // no sweep can read it while it is young enough
    await world.planFault({
      on: 'call',
      endpoint: 'listReservedAccountTransactions',
      reference,
      fault: { kind: 'bad-gateway' },
      times: 1_000,
    });
    await accounts.pay(number, '5.00');
    await world.pass(8 * DAY);
    await world.clearFaults();
    await world.planFault({ ...dropped(reference), times: 120 });
    for (let n = 0; n < 120; n++) await accounts.pay(number, '1.00');
    expect(await accounts.sweep(reference)).toMatchObject({ body: { found: 120 } });
    await accounts.receives(reference, 120);
    expect(await accounts.credits(reference)).toMatchObject({ count: 120, sum: '120.00' });
    const { credits } = (await accounts.credits(reference)) as unknown as { credits: unknown[] };
    expect(credits).toHaveLength(50);
  });
});

describe('rejected payments', () => {
  it('from a source that is not allowed, and over the limit, are reported once', async () => {
    const reference = 'rejects';
    const allowedSources = { accountNames: ['ADA OBI'] };
    const number = await accounts.open(reference, { allowedSources });
    const stranger = { bankCode: '058', accountNumber: '0123456789', accountName: 'CHIDI EZE' };
    expect(await accounts.pay(number, '20.00', stranger)).toMatchObject({ accepted: false });
    const type = 'reserved-account.payment-rejected';
    const [rejected] = await accounts.receives(reference, 1, type);
    expect(rejected!.data.rejection).toMatchObject({ reason: 'PAYMENT_SOURCE_NOT_ALLOWED', amount: '20.00' });
    await world.replayEventOf('PAYMENT_SOURCE_NOT_ALLOWED');

    await world.call('PUT', accounts.path(reference, '/payment-sources'), { restricted: false });
    await limit(reference);
    await accounts.pay(number, '101.00');
    const received = await accounts.receives(reference, 2, type);
    expect(received[1]!.data.rejection).toMatchObject({ reason: 'LIMIT_EXCEEDED' });
    expect(received).toHaveLength(2);
    expect(await accounts.credits(reference)).toMatchObject({ count: 0 });
  });
});

describe('a credit after the account was deallocated', () => {
  it('is reported as late, held for review, and counted once', async () => {
    const reference = 'after-end';
    const number = await accounts.open(reference);
    await world.planFault(dropped(reference));
    // by the gateway's time it is paid after the end
    await world.runAhead(MINUTE);
    const { transactionReference } = await accounts.pay(number, '640.00');
    await accounts.deallocate(reference);
    await accounts.closed(reference);

    await world.replayEventOf(transactionReference);
    const [late] = await accounts.receives(reference, 1, 'reserved-account.credited-after-end');
    expect(late!.data).toMatchObject({
      credit: { amount: '640.00' },
      reservedAccount: { state: 'DEALLOCATED', reviewItems: [{ kind: 'paid-late', atRisk: '640.00' }] },
    });
    await world.replayEventOf(transactionReference);
    const decision = { decision: 'accept', reason: 'the customer was asked' };
    const resolved = await accounts.resolve(reference, `paid-late:${transactionReference}`, decision);
    expect(resolved.body).not.toHaveProperty('reviewItems');
    await world.merchant.receives(reference, 'reserved-account.review-resolved');
    await world.pass(5 * MINUTE);
    await accounts.closed(reference);
    expect(accounts.webhooks(reference, 'reserved-account.credited-after-end')).toHaveLength(1);

    // already reported: a run that this event starts closes at once, without a webhook
    const before = world.merchant.of(reference).length;
    await world.replayEventOf(transactionReference);
    await accounts.closed(reference);
    expect(world.merchant.of(reference)).toHaveLength(before);
    expect(await accounts.credits(reference)).toMatchObject({ count: 1, sum: '640.00' });
  });
});

describe('an invoice that is attached to the account', () => {
  it('gets the money of its transaction, and the account every other credit', async () => {
    const reference = 'with-invoice';
    const number = await accounts.open(reference);
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
    await world.planFault(dropped(reference));
    await accounts.pay(number, '500.00');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(await accounts.sweep(reference)).toMatchObject({ body: { found: 1 } });
    await accounts.pay(number, '30.00');
    const [own] = await accounts.receives(reference, 1);
    expect(own!.data.credit).toMatchObject({ amount: '30.00' });
    await waitUntil(
      'the invoice being known as paid',
      async () => (await accounts.sweep(reference)).body.found === 0,
    );
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
