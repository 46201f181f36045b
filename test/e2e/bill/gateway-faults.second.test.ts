import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { type Bills, createBills, CUSTOMERS } from '../../support/lifecycles/bills.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let bills: Bills;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000] } });
  bills = createBills(world);
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `bill-faults-${process.pid}-${(count += 1)}`;

describe.concurrent('a bill whose vend fails', () => {
  it.each(CALL_FAULTS)('%s: is paid once', async (fault) => {
    const reference = newReference();
    const [when, kind] = fault.split('.');
    await world.planFault({ on: 'call', endpoint: 'vendBill', reference, when, fault: { kind } });
    await bills.start(reference);
    await bills.becomes(reference, 'SUCCESS');
    await bills.closed(reference);
    expect(bills.causesOf(reference)).toEqual(['bill']);
    expect(bills.paidOut(reference)).toBe(99_000);
    expect(world.merchant.typesOf(reference)).toEqual(['bill.success']);
  });

  it('is refused when another system has used the reference, and names that bill', async () => {
    const reference = newReference();
    await bills.payAtGateway(reference, 77);
    const { body } = await bills.create(reference);
    expect(body).toMatchObject({ state: 'REFUSED', safeToPayAgain: false });
    expect(body.reason).toContain(`reference-used-elsewhere: bill ${reference}, SUCCESS`);
    expect(bills.causesOf(reference)).toEqual(['bill']);
  });

  it('is not adopted from another system after a lost reply, when the terms differ', async () => {
    const reference = newReference();
    await bills.payAtGateway(reference, 77);
    await world.planFault({ on: 'call', endpoint: 'vendBill', reference, fault: { kind: 'reset' } });
    await bills.start(reference);
    const body = await waitUntil(`a review item of ${reference}`, async () => {
      const read = await bills.read(reference);
      return read.reviewItems && read;
    });
    // whether ours was paid as well, a person decides
    expect(body).toMatchObject({
      state: 'PENDING',
      safeToPayAgain: false,
      reviewItems: [{ kind: 'identity-mismatch' }],
    });
  });

  it('is FAILED only when its status says so, and moved no money', async () => {
    const reference = newReference();
    await bills.create(reference, { customerId: CUSTOMERS.rejected });
    expect(await bills.becomes(reference, 'FAILED')).toMatchObject({
      safeToPayAgain: false,
      reason: 'the gateway reports FAILED: Biller rejected the purchase',
    });
    expect(bills.causesOf(reference)).toEqual([]);
  });
});

describe.concurrent('a bill', () => {
  it('is paid, with a receipt and the name that the biller holds', async () => {
    const reference = newReference();
    const { status, body } = await bills.create(reference, { email: 'ada@example.com' });
    expect({ status, body }).toMatchObject({
      body: {
        state: 'SUCCESS',
        reason: 'the gateway reports SUCCESS',
        amount: '1000.00',
        customerName: 'ADAEZE AMARA ADEYEMI',
        receipt: { description: 'Purchase successful', payable: '990.00', commission: '10.00' },
        transactionReference: expect.stringMatching(/^MFBP/) as string,
      },
    });
    const webhook = await world.merchant.receives(reference, 'bill.success');
    expect(webhook.data.bill).toMatchObject({ reference, receipt: { billerName: 'Savanna Mobile' } });
    const repeated = await bills.create(reference, { email: 'ada@example.com' });
    expect(repeated.body).toMatchObject({ state: 'SUCCESS' });
    expect(await bills.create(reference, { amount: '999.00' })).toMatchObject({ status: 409 });
    expect(bills.causesOf(reference)).toEqual(['bill']);
  });

  it('for a meter names the validation that the biller requires', async () => {
    const reference = newReference();
    const meter = { productCode: 'PRD-PREPAID', customerId: '45000012345' };
    expect((await bills.create(reference, meter)).body).toMatchObject({ state: 'SUCCESS' });
    const skipped = await bills.create(newReference(), { ...meter, withoutValidation: true });
    expect(skipped.body).toMatchObject({ state: 'REFUSED' });
    expect(skipped.body.reason).toContain('ValidationReference is required');
  });

  it.each([
    ['the price of the product', { productCode: 'PRD-DATA-1GB' }, 'the product costs ₦500.00'],
    ['a known product', { productCode: 'PRD-NONE' }, 'the biller does not know the customer'],
    ['at most what the product allows', { amount: '200000.00' }, 'the product costs at most ₦100,000.00'],
  ])('without %s is refused before anything is sent', async (_what, more, reason) => {
    const reference = newReference();
    const { body } = await bills.create(reference, more);
    expect(body).toMatchObject({ state: 'REFUSED', safeToPayAgain: true });
    expect(body.reason).toContain(reason);
    expect(body).not.toHaveProperty('sentAt');
  });

  it('without a reference and without an Idempotency-Key is refused', async () => {
    const terms = { ...bills.terms('none'), reference: undefined };
    expect(await world.call('POST', '/v1/bills', terms)).toMatchObject({ status: 400 });
    const key = { 'idempotency-key': newReference() };
    expect(await world.call('POST', '/v1/bills', terms, key)).toMatchObject({
      body: { state: 'SUCCESS', reference: key['idempotency-key'] },
    });
  });

  it('that was paid cannot be cancelled', async () => {
    const reference = newReference();
    await bills.create(reference, { customerId: CUSTOMERS.slow });
    expect(await bills.cancel(reference)).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open' },
    });
  });

  it('whose run was terminated after the vend is found by the next create, and not sent again', async () => {
    const reference = newReference();
    const terms = { customerId: CUSTOMERS.slow };
    await bills.create(reference, terms);
    await world.handle(bills.id(reference)).terminate();
    expect(await bills.create(reference, terms)).toMatchObject({ status: 201, body: { state: 'PENDING' } });
    expect(await bills.statusAtGateway(reference)).toBe('PENDING');
    const { body } = await world.call('GET', `/v1/bills/${reference}`);
    expect(body).toMatchObject({ sentAt: expect.any(String) as string });
  });
});
