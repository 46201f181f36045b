import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Invoices, createInvoices } from '../../support/lifecycles/invoices.js';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let invoices: Invoices;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 300, 1_000], gatewayEventGraceMs: 500 } });
  invoices = createInvoices(world);
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

async function attached(name: string) {
  const [account, invoice] = [`${name}-account-${process.pid}`, `${name}-invoice-${process.pid}`];
  const number = await accounts.open(account);
  const opened = await invoices.open(invoice, { accountReference: account });
  expect(opened.account.accountNumber).toBe(number.accountNumber);
  return { account, invoice, number, transactionReference: opened.transactionReference };
}

/** The event of a gateway that does not name the invoice. */
async function eventWithoutInvoice(transactionReference: string) {
  const sent = await waitUntil('the event', () => world.deliveryOf(transactionReference));
  const { eventType, eventData } = JSON.parse(sent.body) as { eventType: string; eventData: object };
  const event = { eventType, eventData: { ...eventData, invoiceReference: undefined } };
  expect(await world.postEvent(event)).toBe(200);
}

describe('an invoice that is paid through a reserved account', () => {
  it('gets its amount, and the account every other credit', async () => {
    const { account, invoice, number, transactionReference } = await attached('owns');
    await world.pay(number, '15000.00');
    await world.merchant.receives(invoice, 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.merchant.typesOf(account)).toEqual([]);
    await world.pay(number, '700.00');
    await accounts.receives(account, 1);
    expect(await accounts.credits(account)).toMatchObject({ count: 1, sum: '700.00' });
    expect(world.merchant.typesOf(invoice)).toEqual(['invoice.paid']);
  });

  it('gets its payment from the account when the event does not name the invoice', async () => {
    const { account, invoice, number, transactionReference } = await attached('forwarded');
    await world.dropEvent();
    await world.pay(number, '15000.00');
    await eventWithoutInvoice(transactionReference);
    await world.merchant.receives(invoice, 'invoice.paid');
    expect(world.merchant.typesOf(account)).toEqual([]);
    expect(await accounts.credits(account)).toMatchObject({ count: 0 });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is reported once when both events arrive', async () => {
    const { account, invoice, number, transactionReference } = await attached('both');
    await world.pay(number, '15000.00');
    await eventWithoutInvoice(transactionReference);
    await world.merchant.receives(invoice, 'invoice.paid');
    await invoices.closed(invoice);
    expect(world.merchant.typesOf(invoice)).toEqual(['invoice.paid']);
    expect(world.merchant.typesOf(account)).toEqual([]);
  });

  it('leaves later credits to the account', async () => {
    const { account, invoice, number } = await attached('after');
    await world.pay(number, '15000.00');
    await world.merchant.receives(invoice, 'invoice.paid');
    await world.pay(number, '15000.00');
    await accounts.receives(account, 1);
    expect(world.merchant.typesOf(invoice)).toEqual(['invoice.paid']);
  });
});
