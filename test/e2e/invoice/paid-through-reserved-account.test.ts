import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signEvent } from '../../../src/gateway/signature.js';
import { type Billing, createBilling } from '../../support/lifecycles/invoices.js';
import { withAccounts, type WithAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let billing: Billing;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 300, 1_000], gatewayEventGraceMs: 500 } });
  billing = createBilling(world);
  accounts = withAccounts(world);
});
afterAll(() => world.close());

const types = (reference: string) => world.merchant.of(reference).map(({ type }) => type);

async function attached(name: string) {
  const [account, invoice] = [`${name}-account-${process.pid}`, `${name}-invoice-${process.pid}`];
  const number = await accounts.numberOf(account);
  const opened = await billing.open(invoice, { accountReference: account });
  expect(opened.account.accountNumber).toBe(number.accountNumber);
  return { account, invoice, number, transactionReference: opened.transactionReference };
}

/** The event as it would be if the gateway did not say which invoice it was for. */
async function eventWithoutInvoice(transactionReference: string) {
  const sent = await waitUntil('the event', () =>
    world.sandbox.deliveries.list().find(({ body }) => body.includes(transactionReference)),
  );
  const { eventType, eventData } = JSON.parse(sent.body) as { eventType: string; eventData: object };
  const body = JSON.stringify({ eventType, eventData: { ...eventData, invoiceReference: undefined } });
  const reply = await request(`${world.apiUrl}/webhooks/gateway`, {
    method: 'POST',
    headers: { 'service-signature': signEvent(body, world.account.secretKey) },
    body,
  });
  await reply.body.dump();
  expect(reply.statusCode).toBe(200);
}

describe('an invoice that is paid through a customer’s own account', () => {
  it('owns what it asked for, and the account whatever else comes in', async () => {
    const { account, invoice, number, transactionReference } = await attached('owns');
    await world.pay(number, '15000.00');
    await world.merchant.hears(invoice, 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(types(account)).toEqual([]);
    await world.pay(number, '700.00');
    await accounts.hears(account, 1);
    expect(await accounts.credits(account)).toMatchObject({ count: 1, sum: '700.00' });
    expect(types(invoice)).toEqual(['invoice.paid']);
  });

  it('gets its money from the account when the event does not name it', async () => {
    const { account, invoice, number, transactionReference } = await attached('forwarded');
    await world.strike({ on: 'event', fault: { kind: 'drop' } });
    await world.pay(number, '15000.00');
    await eventWithoutInvoice(transactionReference);
    await world.merchant.hears(invoice, 'invoice.paid');
    expect(types(account)).toEqual([]);
    expect(await accounts.credits(account)).toMatchObject({ count: 0 });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is told once when both ways tell of it', async () => {
    const { account, invoice, number, transactionReference } = await attached('both');
    await world.pay(number, '15000.00');
    await eventWithoutInvoice(transactionReference);
    await world.merchant.hears(invoice, 'invoice.paid');
    await world.client.workflow.getHandle(`invoice:${invoice}`).result();
    expect(types(invoice)).toEqual(['invoice.paid']);
    expect(types(account)).toEqual([]);
  });

  it('leaves the account a credit that comes after it was paid', async () => {
    const { account, invoice, number } = await attached('after');
    await world.pay(number, '15000.00');
    await world.merchant.hears(invoice, 'invoice.paid');
    await world.pay(number, '15000.00');
    await accounts.hears(account, 1);
    expect(types(invoice)).toEqual(['invoice.paid']);
  });
});
