import { describe, expect } from 'vitest';
import { type Kobo, kobo } from '../../src/domain/money.js';
import { type Gateway, newReference, type Request, test } from './gateway.js';

/** The first product, with a valid price. */
async function somethingToBuy(gateway: Gateway): Promise<{ productCode: string; amount: Kobo }> {
  const [category] = (await gateway.ok('listBillerCategories', {})).content;
  const billers = await gateway.ok('listBillers', { category_code: category!.code, page: 0, size: 20 });
  const [biller] = billers.content;
  const products = await gateway.ok('listBillerProducts', { biller_code: biller!.code });
  const [{ code, price, minAmount } = { code: '', price: null, minAmount: null }] = products.content;
  return { productCode: code, amount: price ?? kobo(Math.max(minAmount ?? 0, 100_00)) };
}

async function billTerms(
  gateway: Gateway,
  changes: Partial<Request<'vendBill'>> = {},
): Promise<Request<'vendBill'>> {
  return {
    ...(await somethingToBuy(gateway)),
    customerId: '08030000009',
    reference: newReference('bill'),
    emailAddress: 'ada@example.com',
    phoneNumber: '08030000009',
    ...changes,
  };
}

describe('a bill', () => {
  test('is for a product of a biller and a validated customer', async ({ gateway }) => {
    const { productCode, amount } = await somethingToBuy(gateway);
    expect(productCode).not.toBe('');
    expect(amount).toBeGreaterThan(0);
    const customer = await gateway.ok('validateBillCustomer', { productCode, customerId: '08030000009' });
    expect(customer.customerName).toBeTruthy();
  });

  test('for an unknown product is refused', async ({ gateway }) => {
    const asked = { productCode: 'NO-SUCH-PRODUCT', customerId: '08030000009' };
    expect((await gateway.call('validateBillCustomer', asked)).kind).not.toBe('ok');
    const { productCode } = asked;
    const refused = await gateway.failure('vendBill', await billTerms(gateway, { productCode }));
    expect(refused.kind).toBe('rejected-request');
  });

  test('is paid once for each reference', async ({ gateway }) => {
    const terms = await billTerms(gateway);
    const { reference, amount } = terms;
    const paid = await gateway.ok('vendBill', terms);
    expect(paid).toMatchObject({ vendReference: reference, vendStatus: 'SUCCESS', vendAmount: amount });
    const balance = await gateway.ok('getWalletBalance', { accountNumber: gateway.wallet });
    expect(await gateway.call('vendBill', terms)).toMatchObject({ kind: 'reference-used' });
    expect(await gateway.ok('getWalletBalance', { accountNumber: gateway.wallet })).toEqual(balance);
    expect(await gateway.ok('requeryBill', { reference })).toEqual(paid);
  });

  test('that does not exist is not found', async ({ gateway }) => {
    expect(await gateway.call('requeryBill', { reference: newReference('unknown') })).toMatchObject({
      kind: 'not-found',
    });
  });

  test('can be pending at its biller, and can be rejected', async ({ gateway }) => {
    const { wait } = gateway.people();
    const slow = await billTerms(gateway, { customerId: '08030000002' });
    expect(await gateway.ok('vendBill', slow)).toMatchObject({ vendStatus: 'PENDING' });
    await wait('2m');
    expect(await gateway.ok('requeryBill', { reference: slow.reference })).toMatchObject({
      vendStatus: 'SUCCESS',
    });
    const refused = await billTerms(gateway, { customerId: '08030000001' });
    expect(await gateway.ok('vendBill', refused)).toMatchObject({ vendStatus: 'FAILED' });
  });
});
