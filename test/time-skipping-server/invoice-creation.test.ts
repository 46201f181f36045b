import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Invoices, createInvoices } from '../support/lifecycles/invoices.js';
import { createTimeSkippingWorld, type TimeSkippingWorld } from '../support/world/time-skipping-world.js';
import { reviewItems } from '../support/lifecycles/review-items.js';
import { waitUntil } from '../support/wait-until.js';
import { DEFAULT_RECHECKS, HOUR, MINUTE } from '../support/world/world.js';

// on the time-skipping server: a record must be older than the workflow, which elsewhere starts at the machine's time
let world: TimeSkippingWorld;
let invoices: Invoices;
beforeAll(async () => {
  world = await createTimeSkippingWorld({ settings: { recheckScheduleMs: DEFAULT_RECHECKS } });
  invoices = createInvoices(world);
});
afterAll(() => world.close());

const CUSTOMER = { email: 'ada@example.com', name: 'Ada Obi' };

describe('an older invoice with the same reference at the gateway', () => {
  /** Its terms are the same, and our answer is lost: the gateway's clock may be slow, or another system made it. */
  async function thereBefore(reference: string) {
    const made = await invoices.createAtGateway(reference, CUSTOMER);
    await world.pass(3 * MINUTE);
    await world.planFault({ on: 'call', endpoint: 'createInvoice', reference, fault: { kind: 'reset' } });
    await invoices.start(reference);
    await world.pass(MINUTE);
    const item = await waitUntil('the item', async () => reviewItems(await invoices.read(reference))[0]);
    const body = await invoices.read(reference);
    expect(body).toMatchObject({ state: 'PENDING' });
    expect(body).not.toHaveProperty('account');
    expect(item.key).toBe(`unresolved:create:${reference}`);
    return {
      ...made,
      decide: (decision: string) => invoices.resolve(reference, item.key, { decision, reason: 'asked' }),
    };
  }

  it('is ours once a person says so, and is paid', async () => {
    const { account, decide } = await thereBefore('clock-slow');
    await decide('happened');
    await waitUntil('its account', async () => (await invoices.read('clock-slow')).account);
    await world.pay(account, '15000.00');
    await invoices.becomes('clock-slow', 'PAID');
    expect(reviewItems(await invoices.read('clock-slow'))).toEqual([]);
  });

  it('is not adopted where a person says that another system made it', async () => {
    const { account, transactionReference, decide } = await thereBefore('there-before');
    await decide('did-not-happen');
    await invoices.becomes('there-before', 'FAILED');
    await invoices.closed('there-before');
    // a payment on it does not belong to this invoice either, and needs review
    await world.pay(account, '15000.00');
    await waitUntil('a review item', async () => reviewItems(await invoices.read('there-before'))[0]);
    expect(await invoices.read('there-before')).toMatchObject({
      state: 'PAID',
      fulfillable: false,
      reviewItems: [{ kind: 'paid-late', reason: 'paid after it was already FAILED', atRisk: '15000.00' }],
    });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });
});

describe('a gateway that is unavailable for hours', () => {
  async function leave(reference: string, when: 'before' | 'after', hours: number): Promise<void> {
    await world.planFault({
      on: 'call',
      endpoint: 'createInvoice',
      reference,
      when,
      fault: { kind: 'reset' },
    });
    const away = { when: 'before', times: null, fault: { kind: 'error' } };
    await world.planFault({ on: 'call', endpoint: 'getInvoice', reference, ...away });
    await invoices.start(reference, { expiresAt: new Date(invoices.now() + 2 * hours * HOUR).toISOString() });
    await world.pass(hours * HOUR, 30 * MINUTE);
    expect(await invoices.read(reference)).toMatchObject({ state: 'PENDING' });
    await world.clearFaults();
  }

  it('has created the invoice, which then can be paid', async () => {
    await leave('made-after-all', 'after', 2);
    // the checks become less frequent
    await world.pass(HOUR, 10 * MINUTE);
    await waitUntil('its page', async () => (await invoices.read('made-after-all')).checkoutUrl);
    const invoice = await invoices.read('made-after-all');
    const { account } = invoice as unknown as { account: { bankCode: string; accountNumber: string } };
    await world.pay(account, '15000.00');
    await world.merchant.receives('made-after-all', 'invoice.paid');
    expect(world.collected(invoice.transactionReference)).toHaveLength(1);
  });

  it('has not created it: the invoice needs review, and is FAILED only when the gateway confirms that', async () => {
    await leave('never-made', 'before', 25);
    await waitUntil('a review item', async () => reviewItems(await invoices.read('never-made'))[0]);
    expect(await invoices.read('never-made')).toMatchObject({
      state: 'PENDING',
      reviewItems: [{ key: 'unresolved:create:never-made', kind: 'unresolved', atRisk: '15000.00' }],
    });
    await world.pass(8 * HOUR, 30 * MINUTE);
    await world.merchant.receives('never-made', 'invoice.failed');
    expect(await invoices.read('never-made')).toMatchObject({
      state: 'FAILED',
      reason: 'it could not be created: the deadline passed: no invoice never-made',
    });
    expect(await invoices.statusAtGateway('never-made')).toBe('not-found');
  });
});

describe('a gateway that refuses every call', () => {
  it('until the invoice would expire: it is FAILED, because nothing was ever sent', async () => {
    const fault = { kind: 'rate-limited' };
    await world.planFault({
      on: 'call',
      endpoint: 'createInvoice',
      reference: 'not-let-in',
      when: 'before',
      times: null,
      fault,
    });
    await invoices.start('not-let-in', { expiresAt: new Date(invoices.now() + 2 * MINUTE).toISOString() });
    await world.pass(3 * MINUTE, MINUTE);
    await world.merchant.receives('not-let-in', 'invoice.failed');
    const { reason } = await invoices.read('not-let-in');
    expect(reason).toContain('it could not be created: ');
    await invoices.closed('not-let-in');
    expect(await invoices.statusAtGateway('not-let-in')).toBe('not-found');
  });
});
