import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { percent } from '../../../src/domain/money.js';
import { createSubAccounts } from '../../../src/gateway/endpoints/sub-accounts.js';
import { createInvoices, type Invoices } from '../../support/lifecycles/invoices.js';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { createSettlements, type Settlements } from '../../support/lifecycles/settlements.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
let accounts: ReservedAccounts;
let invoices: Invoices;
let settlements: Settlements;
beforeAll(async () => {
  world = await createWorld({
    settings: { gatewayEventGraceMs: 100, recheckScheduleMs: [200, 300, 400], checkGapMs: 200 },
  });
  checkouts = createCheckouts(world, 'settled');
  accounts = createReservedAccounts(world);
  invoices = createInvoices(world);
  settlements = createSettlements(world);
});
afterEach(() => world.clearFaults());
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

const LISTING = { on: 'call', endpoint: 'listSettlementTransactions' };

async function paid(more: object = {}, ...amounts: readonly string[]) {
  const checkout = await checkouts.openWithAccount(undefined, more);
  for (const amount of amounts.length === 0 ? ['2500.00'] : amounts)
    await world.pay(checkout.account, amount);
  await world.merchant.receives(checkout.reference, 'checkout.paid');
  return checkout;
}

const ledgerOf = (reference: string) =>
  world.sandbox.ledger
    .entries({ reference })
    .flatMap(({ lines }) => lines)
    .filter(({ amountKobo }) => amountKobo > 0)
    .reduce((total, { amountKobo }) => total + amountKobo, 0);

describe('a settlement', () => {
  it('is COMPLETED when the listed payments sum to its total, to the kobo, and says so once', async () => {
    await paid();
    await paid();
    const settled = await settlements.settle();
    const view = await settlements.isProven(settled);
    expect(view).toMatchObject({
      reason: '2 payments of ₦4,925.00 net are its total',
      announcedCount: 2,
      listed: { paid: '5000.00', net: '4925.00' },
      payments: { count: 2, held: 2, woken: 0, notFollowed: 0, differences: [] },
    });
    expect(ledgerOf(settled.reference)).toBe(settled.amountKobo);
    await settlements.closed(settled.reference);
    const run = await world.runIdOf(settlements.id(settled.reference));
    await world.replayEventOf(settled.reference, 3);
    expect(await world.runIdOf(settlements.id(settled.reference))).toBe(run);
    expect(world.merchant.typesOf(settled.reference)).toEqual(['settlement.completed']);
    const [webhook] = world.merchant.of(settled.reference);
    expect(webhook?.data.settlement).toMatchObject({ state: 'COMPLETED', totalKobo: 4_925_00 });
  });

  it("proves a split payment by the merchant's share", async () => {
    const partner = { bankCode: '058', accountNumber: '0100000007', email: 'partner@example.com' };
    const { body } = await world.gateway.call(createSubAccounts, {
      items: [{ ...partner, currencyCode: 'NGN', defaultSplitPercentage: percent('20') }],
    });
    const [{ subAccountCode } = { subAccountCode: '' }] = body;
    await paid({ incomeSplit: [{ subAccountCode, splitPercentage: '20' }] });
    const settled = await settlements.settle();
    expect(settled.amountKobo).toBe(1_962_50);
    expect(await settlements.isProven(settled)).toMatchObject({
      listed: { paidKobo: 2_500_00, byDetail: 1 },
    });
  });

  it('proves a payment settled in parts by the part in each settlement', async () => {
    const { account, reference } = await checkouts.openWithAccount();
    await world.pay(account, '1000.00');
    await world.becomes(reference, 'PARTIALLY_PAID');
    const first = await settlements.isProven(await settlements.settle());
    await world.pay(account, '1500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    await paid();
    const settled = await settlements.settle();
    const view = await settlements.isProven(settled);
    expect(first.totalKobo).toBe(985_00);
    // the listing shows the whole payment, of which 985.00 were settled before
    expect(view).toMatchObject({ listed: { count: 2, paidKobo: 5_000_00, byDetail: 1 } });
    expect(settled.amountKobo).toBe(1_477_50 + 2_462_50);
  });

  it('wakes a checkout whose event was lost', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await world.dropEvent(reference);
    await world.pay(account, '2500.00');
    await world.sandbox.deliveries.settled();
    expect((await checkouts.read(reference)).state).toBe('PENDING');
    const settled = await settlements.settle();
    await world.merchant.receives(reference, 'checkout.paid');
    const view = await settlements.isProven(settled);
    expect(view.payments).toMatchObject({
      held: 0,
      woken: 1,
      differences: [{ difference: 'not-held', lifecycle: 'checkout', reference, amountKobo: 2_500_00 }],
    });
    expect(await world.collectedFor(reference)).toHaveLength(1);
  });

  it('wakes a reserved account whose event was lost, and finds the owner of an invoice', async () => {
    const [account, invoice] = [checkouts.newReference(), checkouts.newReference()];
    const number = await accounts.open(account);
    const { account: ofInvoice } = await invoices.open(invoice, { amount: '2500.00' });
    await world.pay(number, '100.00');
    await accounts.receives(account, 1);
    await world.dropEvent(account);
    await world.pay(number, '200.00');
    await world.pay(ofInvoice, '2500.00');
    await world.merchant.receives(invoice, 'invoice.paid');
    const view = await settlements.isProven(await settlements.settle());
    expect(view.payments).toMatchObject({
      count: 3,
      held: 2,
      woken: 1,
      differences: [{ amountKobo: 200_00 }],
    });
    await accounts.receives(account, 2);
  });

  it('reads a listing whose pages are capped, reversed and growing', async () => {
    const reference = checkouts.newReference();
    const number = await accounts.open(reference);
    for (let n = 1; n <= 12; n++) await world.pay(number, `${n}.33`);
    await accounts.receives(reference, 12);
    await world.planFault({ ...LISTING, times: 100, fault: { kind: 'page-cap', size: 5 } });
    await world.planFault({ ...LISTING, times: 100, fault: { kind: 'page-order' } });
    await world.planFault({ ...LISTING, times: 3, fault: { kind: 'page-arrivals', rows: 2 } });
    const view = await settlements.isProven(await settlements.settle());
    expect(view.payments).toMatchObject({ count: 12, held: 12, woken: 0 });
  });

  it('waits for a listing that lags behind its event', async () => {
    await paid();
    await paid();
    await world.planFault({
      ...LISTING,
      fault: { kind: 'refusal', status: 404, code: '99', message: 'Could not find settlement' },
    });
    await world.planFault({ ...LISTING, times: 2, fault: { kind: 'page-short', rows: 1 } });
    await settlements.isProven(await settlements.settle());
  });

  it.each(['reset', 'garbage', 'error', 'wrong-envelope', 'truncated'])(
    'is proven although a reply of the gateway is lost: %s',
    async (kind) => {
      await paid();
      await world.planFault({ ...LISTING, fault: { kind } });
      await settlements.isProven(await settlements.settle());
    },
  );
});

describe('a total that the listing does not prove', () => {
  it('is a settlement-difference with the remainder at risk, until an operator resolves it', async () => {
    await paid();
    const { reference, amountKobo } = await settlements.settleWithoutEvent();
    expect(await settlements.announce(reference, amountKobo + 1)).toBe(200);
    await settlements.becomes(reference, 'UNPROVEN');
    expect(await settlements.itemsOf(reference)).toEqual([[`settlement-difference:${amountKobo + 1}`, 1]]);
    expect((await settlements.read(reference)).reason).toBe(
      'its 1 listed payments sum to ₦2,462.50 net, ₦0.01 less than the announced ₦2,462.51',
    );
    expect(world.merchant.typesOf(reference)).toEqual(['settlement.unproven']);
    await settlements.resolve(reference, `settlement-difference:${amountKobo + 1}`);
    await settlements.closed(reference);
    expect((await settlements.read(reference)).state).toBe('UNPROVEN');
  });

  it('is proven when a later event announces the right total', async () => {
    await paid();
    const { reference, amountKobo, count } = await settlements.settleWithoutEvent();
    await settlements.announce(reference, amountKobo - 100);
    await settlements.becomes(reference, 'UNPROVEN');
    await settlements.announce(reference, amountKobo);
    await settlements.isProven({ reference, amountKobo, count });
    // that another total was announced is for a person
    expect(await settlements.itemsOf(reference)).toEqual([
      [`settlement-difference:${amountKobo - 100}`, 100],
    ]);
    expect(world.merchant.typesOf(reference)).toEqual(['settlement.unproven', 'settlement.completed']);
  });

  it('leaves a proven settlement COMPLETED, and becomes a review item', async () => {
    await paid();
    const settled = await settlements.settle();
    await settlements.isProven(settled);
    await settlements.announce(settled.reference, settled.amountKobo + 500, 7);
    await expect
      .poll(() => settlements.itemsOf(settled.reference))
      .toEqual([[`settlement-difference:${settled.amountKobo + 500}`, 500]]);
    await settlements.isProven(settled);
    await settlements.resolve(settled.reference, `settlement-difference:${settled.amountKobo + 500}`);
    await settlements.closed(settled.reference);
  });

  it('is an unproven event where the gateway lists no such settlement', async () => {
    const reference = `NOSUCH${process.pid}X`;
    await settlements.announce(reference, 100_00, 3);
    await settlements.becomes(reference, 'UNPROVEN');
    expect(await settlements.itemsOf(reference)).toEqual([['unproven-event:10000', 100_00]]);
    expect(await settlements.read(reference)).not.toHaveProperty('listed');
    await settlements.resolve(reference, 'unproven-event:10000');
    await settlements.closed(reference);
  });
});
