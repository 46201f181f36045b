import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { type Invoices, createInvoices } from '../../support/lifecycles/invoices.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let invoices: Invoices;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  invoices = createInvoices(world);
  await invoices.recordWrites();
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

describe('an invoice', () => {
  it('returns its page and account, and is PAID on the page', async () => {
    const invoice = await invoices.open('paid-on-page');
    expect(invoice).toMatchObject({
      state: 'PENDING',
      amount: '15000.00',
      account: { bankName: 'Wema Bank' },
    });
    expect(invoice.checkoutUrl).toContain(world.gatewayUrl);
    await world.pass(2 * HOUR, HOUR);
    await world.payOnHostedPage(invoice.transactionReference);
    const webhook = await world.merchant.receives('paid-on-page', 'invoice.paid');
    expect(webhook.data.invoice).toMatchObject({
      state: 'PAID',
      paid: { amount: '15000.00', method: 'CARD' },
    });
    await invoices.closed('paid-on-page');
    expect(world.collected(invoice.transactionReference)).toHaveLength(1);
  });

  it('is PAID by a transfer to its account', async () => {
    const { account, transactionReference } = await invoices.open('paid-by-transfer');
    await world.pay(account, '15000.00');
    await world.merchant.receives('paid-by-transfer', 'invoice.paid');
    await invoices.closed('paid-by-transfer');
    expect(await invoices.read('paid-by-transfer')).toMatchObject({
      reason: '₦15,000.00 of ₦15,000.00 paid',
      paid: { method: 'ACCOUNT_TRANSFER' },
    });
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.merchant.typesOf('paid-by-transfer')).toEqual(['invoice.paid']);
  });

  it('is reported with every part payment, and PAID with the last', async () => {
    const { account, transactionReference } = await invoices.open('topped-up');
    await world.pay(account, '5000.00');
    await world.merchant.receives('topped-up', 'invoice.partially-paid');
    await world.pay(account, '4000.00');
    await invoices.becomes('topped-up', 'PARTIALLY_PAID');
    await world.pass(MINUTE);
    await world.pay(account, '6000.00');
    await world.merchant.receives('topped-up', 'invoice.paid');
    expect(world.merchant.typesOf('topped-up')).toEqual([
      'invoice.partially-paid',
      'invoice.partially-paid',
      'invoice.paid',
    ]);
    const parts = world.merchant.of('topped-up').map(({ data }) => data.invoice);
    expect(parts).toMatchObject([
      { paid: { amount: '5000.00' } },
      { paid: { amount: '9000.00' } },
      { paid: { amount: '15000.00' } },
    ]);
    expect(world.collected(transactionReference)).toHaveLength(3);
  });

  it('that is underpaid at its expiry is held for review until an operator resolves it', async () => {
    const { account, transactionReference } = await invoices.open('short');
    await world.pay(account, '14999.00');
    await world.merchant.receives('short', 'invoice.partially-paid');
    expect(await invoices.read('short')).not.toHaveProperty('reviewItems');
    await world.pass(6 * HOUR + MINUTE, HOUR);
    const held = await invoices.becomes('short', 'PARTIALLY_PAID');
    expect(reviewItems(held)).toMatchObject([{ kind: 'underpaid', atRisk: '1.00' }]);
    const decision = { decision: 'accept', reason: 'a naira is a naira' };
    expect(await invoices.resolve('short', 'underpaid', decision)).toMatchObject({
      status: 200,
    });
    await invoices.closed('short');
    expect(world.merchant.typesOf('short')).toEqual([
      'invoice.partially-paid',
      'invoice.underpaid',
      'invoice.review-resolved',
      'invoice.paid',
    ]);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is OVERPAID when the payer sends more', async () => {
    const { account, transactionReference } = await invoices.open('over');
    await world.pay(account, '15001.00');
    await world.merchant.receives('over', 'invoice.overpaid');
    expect(await invoices.read('over')).toMatchObject({ reason: '₦15,001.00 of ₦15,000.00 paid' });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is EXPIRED without a payment, not before the gateway’s record is, and then rejects payments', async () => {
    const { account, transactionReference } = await invoices.open('expired');
    await world.pass(5 * HOUR, HOUR);
    expect(await invoices.read('expired')).toMatchObject({ state: 'PENDING' });
    await world.pass(HOUR + MINUTE);
    const expired = await invoices.becomes('expired', 'EXPIRED');
    expect(expired.reason).toBe('the gateway reports EXPIRED');
    await invoices.closed('expired');
    expect(world.merchant.typesOf('expired')).toEqual(['invoice.expired']);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    expect(world.collected(transactionReference)).toHaveLength(0);
    const { counts } = await costOf(world.client, 'invoice:expired', 'invoice-expired');
    expect(counts).toEqual({
      WORKFLOW_EXECUTION_STARTED: 1,
      WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 1,
      WORKFLOW_EXECUTION_UPDATE_COMPLETED: 1,
      // a safety check reads the transaction and the invoice
      ACTIVITY_TASK_SCHEDULED: 6,
      ACTIVITY_TASK_STARTED: 6,
      ACTIVITY_TASK_COMPLETED: 6,
      TIMER_STARTED: 2,
      TIMER_FIRED: 2,
      UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 2,
      WORKFLOW_EXECUTION_COMPLETED: 1,
    });
  });

  it('stays open for months, and is checked once a day', async () => {
    const expiresAt = new Date(invoices.now() + 60 * DAY).toISOString();
    const { account } = await invoices.open('months', { expiresAt });
    await world.pass(59 * DAY, DAY);
    await world.pay(account, '15000.00');
    await world.merchant.receives('months', 'invoice.paid');
    await invoices.closed('months');
    const { counts } = await costOf(world.client, 'invoice:months');
    // after five minutes, and then once a day; several days that pass in one step cost one check
    expect(counts.TIMER_FIRED).toBeLessThanOrEqual(60);
    expect(counts.TIMER_FIRED).toBeGreaterThan(50);
  });
});
