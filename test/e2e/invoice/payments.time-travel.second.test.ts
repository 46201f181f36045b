import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { createInvoiceReservedAccount } from '../../../src/gateway/endpoints/reserved-accounts.js';
import { costOf } from '../../support/temporal/history.js';
import { type Invoices, createInvoices } from '../../support/lifecycles/invoices.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, DEFAULT_RECHECKS, HOUR, MINUTE, WORLD_SETTINGS } from '../../support/world/world.js';

let world: TimeTravelWorld;
let invoices: Invoices;
beforeAll(async () => {
  const underpaid = { action: 'accept', upToKobo: kobo(10_000) } as const;
  world = await createTimeTravelWorld({
    settings: { policies: { ...WORLD_SETTINGS.policies, underpaid }, recheckScheduleMs: DEFAULT_RECHECKS },
  });
  invoices = createInvoices(world);
  await invoices.recordWrites();
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

describe('cash for an invoice', () => {
  it('counts by the signed event alone, with its amount', async () => {
    await invoices.open('cash');
    await invoices.payCash('cash', 15_000);
    const webhook = await world.merchant.receives('cash', 'invoice.paid');
    expect(webhook.data.invoice).toMatchObject({ paid: { amount: '15000.00', method: 'CASH' } });
    await invoices.closed('cash');
  });

  it('is an underpayment when it is less than the amount', async () => {
    await invoices.open('cash-short');
    await invoices.payCash('cash-short', 14_000);
    await world.merchant.receives('cash-short', 'invoice.partially-paid');
    await world.pass(6 * HOUR + MINUTE, HOUR);
    expect(await invoices.becomes('cash-short', 'PARTIALLY_PAID')).toMatchObject({
      reviewItems: [{ kind: 'underpaid', atRisk: '1000.00' }],
    });
  });

  it('after a transfer is a duplicate payment, and held for review', async () => {
    const { account, transactionReference } = await invoices.open('cash-and-transfer');
    await world.pay(account, '15000.00');
    await world.merchant.receives('cash-and-transfer', 'invoice.paid');
    await invoices.closed('cash-and-transfer');
    await invoices.payCash('cash-and-transfer', 15_000);
    const webhook = await world.merchant.receives('cash-and-transfer', 'invoice.duplicate-payment');
    expect(webhook.data.invoice).toMatchObject({
      state: 'PAID',
      duplicatePayment: { amount: '15000.00' },
      reviewItems: [{ kind: 'duplicate-payment', atRisk: '15000.00' }],
    });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('that the gateway’s record shows too is the same payment', async () => {
    const { account, transactionReference } = await invoices.open('cash-on-record');
    await world.dropEvent('cash-on-record');
    await world.pay(account, '15000.00');
    await invoices.payCash('cash-on-record', 15_000, transactionReference);
    await world.merchant.receives('cash-on-record', 'invoice.paid');
    await invoices.closed('cash-on-record');
    expect(await invoices.read('cash-on-record')).toMatchObject({ paid: { method: 'ACCOUNT_TRANSFER' } });
    expect(world.merchant.typesOf('cash-on-record')).toEqual(['invoice.paid']);
  });
});

describe('an underpaid invoice', () => {
  it('within the tolerance of the policy needs no review', async () => {
    const { account } = await invoices.open('short-enough');
    await world.pay(account, '14900.00');
    await world.merchant.receives('short-enough', 'invoice.partially-paid');
    await world.pass(6 * HOUR + MINUTE, HOUR);
    await invoices.closed('short-enough');
    expect(await invoices.read('short-enough')).not.toHaveProperty('reviewItems');
  });
});

describe('an event about an invoice', () => {
  it('that arrives three times is applied once', async () => {
    const { account, transactionReference } = await invoices.open('thrice');
    await world.planFault({ on: 'event', reference: 'thrice', fault: { kind: 'duplicate', copies: 3 } });
    await world.pay(account, '15000.00');
    await world.merchant.receives('thrice', 'invoice.paid');
    await world.sandbox.deliveries.settled();
    await invoices.closed('thrice');
    await world.replayEventOf('"thrice"');
    await invoices.closed('thrice');
    expect(world.merchant.typesOf('thrice')).toEqual(['invoice.paid']);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('does not decide the amount', async () => {
    const { account } = await invoices.open('mutated');
    await world.planFault({
      on: 'event',
      reference: 'mutated',
      fault: { kind: 'mutate-amount', amount: 15_000 },
    });
    await world.pay(account, '20.00');
    await world.merchant.receives('mutated', 'invoice.partially-paid');
    expect(await invoices.read('mutated')).toMatchObject({ paid: { amount: '20.00' } });
  });

  it('that arrives before its record is rechecked', async () => {
    const { account, transactionReference } = await invoices.open('overtaken');
    const lag = { kind: 'lag', ms: 5 * MINUTE };
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      fault: lag,
    });
    await world.pay(account, '15000.00');
    await world.sandbox.deliveries.settled();
    expect(await invoices.read('overtaken')).toMatchObject({ state: 'PENDING' });
    await world.pass(10 * MINUTE, MINUTE);
    await world.merchant.receives('overtaken', 'invoice.paid');
    expect(world.merchant.typesOf('overtaken')).toEqual(['invoice.paid']);
  });

  it('that no record ever shows needs review, and is not checked for months', async () => {
    const expiresAt = new Date(invoices.now() + 20 * DAY).toISOString();
    const { account, transactionReference } = await invoices.open('never-shown', { expiresAt });
    const lag = { kind: 'lag', ms: DAY };
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      fault: lag,
    });
    await world.pay(account, '15000.00');
    await world.sandbox.deliveries.settled();
    await world.pass(HOUR);
    expect(await invoices.read('never-shown')).toMatchObject({
      state: 'PENDING',
      reviewItems: [
        {
          kind: 'unproven-event',
          reason: "the gateway's record does not show what the gateway reported",
          atRisk: '15000.00',
        },
      ],
    });
    const asked = async () =>
      (await costOf(world.client, 'invoice:never-shown')).counts['ACTIVITY_TASK_SCHEDULED'];
    const before = await asked();
    await world.pass(10 * HOUR, HOUR);
    expect(await asked()).toBe(before);
    await world.pass(14 * HOUR, HOUR);
    await world.oware.invoices.requestCheck('never-shown');
    const webhook = await world.merchant.receives('never-shown', 'invoice.paid');
    expect(webhook.data.invoice).not.toHaveProperty('reviewItems');
    await invoices.closed('never-shown');
  });
});

describe('an invoice attached to a reserved account', () => {
  it('returns the account’s number, and is PAID by a transfer to it', async () => {
    const reserved = await world.gateway.call(createInvoiceReservedAccount, {
      accountName: 'Ada Obi',
      currencyCode: 'NGN',
      accountReference: 'ada',
      customerEmail: 'ada@example.com',
      customerName: 'Ada Obi',
      bvn: '22200000001',
    });
    const { account, transactionReference } = await invoices.open('attached', { accountReference: 'ada' });
    expect(reserved).toMatchObject({ kind: 'ok', body: { accountNumber: account.accountNumber } });
    await world.pay(account, '15000.00');
    await world.merchant.receives('attached', 'invoice.paid');
    await invoices.closed('attached');
    expect(await invoices.read('attached')).toMatchObject({ accountReference: 'ada' });
    expect(world.collected(transactionReference)).toHaveLength(1);
    const { counts } = await costOf(world.client, 'invoice:attached', 'invoice-attached');
    // create, notify the account, check, webhook
    expect(counts).toMatchObject({ ACTIVITY_TASK_SCHEDULED: 4, UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 2 });
  });

  it('is refused when the account does not exist at the gateway', async () => {
    const { status, body } = await invoices.create('attached-nowhere', {
      accountReference: 'no-such-account',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body.reason).toContain('Cannot find reserved account');
    await world.merchant.receives('attached-nowhere', 'invoice.refused');
    await invoices.closed('attached-nowhere');
  });
});
