import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf } from '../../../src/domain/calendar.js';
import type { SweepSnapshot } from '../../../src/domain/sweep/sweep.js';
import { createBatches, rowsToPeople } from '../../support/lifecycles/batches.js';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createRefunds } from '../../support/lifecycles/refunds.js';
import { createReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, DAY, type World } from '../../support/world/world.js';

let world: World;
/** A day of its own: the worlds of all tests share the ids of sweeps. */
const now = () => Date.now() - 3 * DAY;

beforeAll(async () => {
  world = await createWorld({ now, settings: { sweepRecheckScheduleMs: [2_000, 6_000] } });
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

async function sweep(): Promise<SweepSnapshot> {
  const day = dayOf(now());
  await world.call('POST', '/v1/sweeps', { day });
  return waitUntil(
    'the end of the sweep',
    async () => {
      const latest = await world.oware.sweeps.get(day);
      return ['COMPLETED', 'DIFFERENCES', 'INCOMPLETE'].includes(latest.state) ? latest : undefined;
    },
    60_000,
  );
}

it('a sweep finds lost credits of accounts, lost payments of invoices and refunds made elsewhere, and agrees with a batch', async () => {
  const accounts = createReservedAccounts(world);
  const invoices = createInvoices(world);
  const refunds = createRefunds(world, 'swept-back');
  const batches = createBatches(world);
  const suffix = process.pid;

  const account = `swept-account-${suffix}`;
  const number = await accounts.open(account);
  await accounts.pay(number, '300.00');
  await accounts.receives(account, 1);
  await world.dropEvent(account);
  const lost = await accounts.pay(number, '400.00');

  const invoice = `swept-invoice-${suffix}`;
  const expiresAt = new Date(Date.now() + DAY).toISOString();
  const opened = await invoices.open(invoice, { expiresAt });
  await world.dropEvent(invoice);
  await world.pay(opened.account, '15000.00');

  const { reference: refunded, transactionReference } = await refunds.paidCheckout();
  const back = refunds.newReference();
  await world.dropEvent(back);
  await refunds.makeAtGateway(transactionReference, back);
  await refunds.decide();

  const batch = `swept-batch-${suffix}`;
  await batches.create(batch, rowsToPeople(3, 95_000));
  await batches.becomes(batch, 'COMPLETED');

  const { state, differences, reason } = await sweep();
  expect({ state, reason }).toEqual({ state: 'COMPLETED', reason: 'all 3 differences are resolved' });
  const found = differences.map(({ class: one, source, key, at }) => ({
    class: one,
    source,
    key,
    at: at.lifecycle,
  }));
  expect(found).toEqual(
    expect.arrayContaining([
      {
        class: 'missing-here',
        source: 'transactions',
        key: lost.transactionReference,
        at: 'reserved-account',
      },
      { class: 'late', source: 'transactions', key: opened.transactionReference, at: 'invoice' },
      { class: 'missing-here', source: 'refunds', key: back, at: 'refunds-of' },
    ]),
  );
  await accounts.receives(account, 2);
  await world.merchant.receives(invoice, 'invoice.paid');
  await world.merchant.receives(refunded, 'checkout.refunded');
});

it('a repeat of the same request joins the sweep that runs, and a wrong day is refused', async () => {
  expect((await world.call('POST', '/v1/sweeps', { day: '2026-02-30' })).status).toBe(400);
  expect((await world.call('POST', '/v1/sweeps', { day: '2999-01-01' })).status).toBe(400);
  expect((await world.call('GET', '/v1/sweeps/2020-01-01')).status).toBe(404);
});
