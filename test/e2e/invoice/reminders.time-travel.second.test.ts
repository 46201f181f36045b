import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createInvoices, type Invoices } from '../../support/lifecycles/invoices.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let invoices: Invoices;
beforeAll(async () => {
  world = await createTimeTravelWorld({
    // so few that the run continues as new between the reminders
    settings: { invoiceRemindersMs: [HOUR, DAY], continueAsNewAfterHistoryEvents: 40 },
  });
  invoices = createInvoices(world);
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

const dueIn = (ms: number) => ({ expiresAt: new Date(invoices.now() + ms).toISOString() });

/** A second try needs another invoice. */
let tries = 0;

it('an invoice that is not paid is due once for each reminder, over all of its runs, and then expires', async () => {
  const due = `due-${(tries += 1)}`;
  await invoices.open(due, dueIn(3 * DAY));
  const first = await invoices.runIdOf(due);
  await world.pass(2 * DAY - HOUR, 12 * HOUR);
  expect(world.merchant.typesOf(due)).toEqual([]);
  await world.pass(2 * HOUR);
  const webhook = await world.merchant.receives(due, 'invoice.due');
  expect(webhook.data.invoice).toMatchObject({ reference: due, state: 'PENDING' });
  // checks make the history long
  for (let count = 0; count < 12; count++) {
    await world.call('POST', `/v1/invoices/${due}/confirm`);
    await world.pass(MINUTE);
  }
  expect(await invoices.runIdOf(due)).not.toBe(first);
  await world.pass(DAY, HOUR);
  await world.merchant.receives(due, 'invoice.expired');
  expect(world.merchant.typesOf(due)).toEqual(['invoice.due', 'invoice.due', 'invoice.expired']);
});

it('an invoice that was paid before is not due', async () => {
  const { account } = await invoices.open('paid-early', dueIn(2 * DAY));
  await world.pay(account, '15000.00');
  await world.merchant.receives('paid-early', 'invoice.paid');
  await world.pass(2 * DAY, 12 * HOUR);
  expect(world.merchant.typesOf('paid-early')).toEqual(['invoice.paid']);
});

it('an invoice that expires within a day gets only the reminders that are left', async () => {
  await invoices.open('due-within-a-day', dueIn(6 * HOUR));
  await world.pass(5 * HOUR + MINUTE);
  await world.merchant.receives('due-within-a-day', 'invoice.due');
  await invoices.cancel('due-within-a-day');
  await world.merchant.receives('due-within-a-day', 'invoice.cancelled');
  expect(world.merchant.typesOf('due-within-a-day')).toEqual(['invoice.due', 'invoice.cancelled']);
});
