import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInvoices, type Invoices } from '../../support/lifecycles/invoices.js';
import { historyEvents, testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let invoices: Invoices;
beforeAll(async () => {
  world = await createWorld();
  invoices = createInvoices(world);
});
afterAll(() => world.close());

async function closed(reference: string): Promise<string> {
  await invoices.closed(reference);
  return invoices.id(reference);
}

async function paidOnHostedPage(): Promise<string> {
  const { reference, transactionReference } = await invoices.open(`cost-page-${process.pid}`);
  await world.payOnHostedPage(transactionReference);
  return closed(reference);
}

async function paidByTransfer(): Promise<string> {
  const { reference, account } = await invoices.open(`cost-transfer-${process.pid}`);
  await world.pay(account, '15000.00');
  return closed(reference);
}

async function cancelled(): Promise<string> {
  const { reference } = await invoices.open(`cost-cancelled-${process.pid}`);
  await invoices.cancel(reference);
  return closed(reference);
}

// activities: create, check, webhook; search attributes: the gateway's reference, PAID
const PAID = historyEvents({ activities: 3, signals: 1, searchAttributes: 2 });

testCosts(() => world, {
  'an invoice paid on the hosted page': {
    scenario: paidOnHostedPage,
    recordAs: 'invoice-page-paid',
    events: PAID,
    total: 37,
  },
  'an invoice paid by bank transfer': {
    scenario: paidByTransfer,
    recordAs: 'invoice-transfer-paid',
    events: PAID,
    total: 37,
  },
  'a cancelled invoice': {
    scenario: cancelled,
    recordAs: 'invoice-cancelled',
    // create, cancel, webhook
    events: historyEvents({ activities: 3, updates: 2, searchAttributes: 2 }),
    total: 39,
  },
});

it('a duplicate event after the invoice has closed starts no run', async () => {
  const { reference, account } = await invoices.open(`cost-duplicate-${process.pid}`);
  await world.pay(account, '15000.00');
  await invoices.closed(reference);
  const first = await invoices.runIdOf(reference);
  await world.replayEventOf(`"${reference}"`);
  expect(await invoices.runIdOf(reference)).toBe(first);
});
