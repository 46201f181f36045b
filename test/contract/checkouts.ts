import { describe, expect } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { createGatewayClient } from '../../src/gateway/http/client.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { amount } from '../../src/gateway/formats/request-fields.js';
import { newReference, target, test } from './gateway.js';
import { checkoutTerms, openCheckout, openTransferCheckout } from './terms.js';

const FORTY_MINUTES = 40 * 60;

describe('a checkout', () => {
  test('has a checkout page, and is pending with nothing paid', async ({ gateway }) => {
    const terms = checkoutTerms();
    const opened = await gateway.ok('initTransaction', terms);
    expect(opened.paymentReference).toBe(terms.paymentReference);
    expect(new URL(opened.checkoutUrl).protocol).toMatch(/^https?:$/);
    expect(opened.enabledPaymentMethod).toEqual(expect.arrayContaining(['ACCOUNT_TRANSFER', 'CARD']));

    const { transactionReference } = opened;
    const record = await gateway.ok('getTransaction', { transactionReference });
    expect(record).toMatchObject({
      transactionReference,
      paymentReference: terms.paymentReference,
      paymentStatus: 'PENDING',
      amountPaid: 0,
      currency: 'NGN',
    });
  });

  test('is found by either reference, with the same result', async ({ gateway }) => {
    const { transactionReference, paymentReference } = await openCheckout(gateway);
    const record = await gateway.ok('getTransaction', { transactionReference });
    expect(await gateway.ok('queryTransaction', { transactionReference })).toEqual(record);
    expect(await gateway.ok('queryTransaction', { paymentReference })).toEqual(record);
  });

  test('is refused with a duplicate reference, and the first one is unchanged', async ({ gateway }) => {
    const { transactionReference, ...terms } = await openCheckout(gateway);
    expect(await gateway.call('initTransaction', terms)).toMatchObject({ kind: 'reference-used' });
    const other = { ...terms, amount: kobo(7_000_00), customerEmail: 'eve@example.com' };
    expect(await gateway.call('initTransaction', other)).toMatchObject({ kind: 'reference-used' });

    const { paymentReference } = terms;
    const { content } = await gateway.ok('searchTransactions', { paymentReference });
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({
      transactionReference,
      amount: terms.amount,
      customerDTO: { email: terms.customerEmail },
    });
  });

  test('that does not exist is not found by either reference or in the search', async ({ gateway }) => {
    const paymentReference = newReference('unknown');
    const transactionReference = `MNFY|00|20200101000000|${paymentReference}`;
    for (const answer of [
      await gateway.call('getTransaction', { transactionReference }),
      await gateway.call('queryTransaction', { transactionReference }),
      await gateway.call('queryTransaction', { paymentReference }),
    ]) {
      expect(answer).toMatchObject({ kind: 'not-found' });
    }
    const { content } = await gateway.ok('searchTransactions', { paymentReference });
    expect(content).toEqual([]);
  });

  test('accepts twenty naira, and refuses a kobo less', async ({ gateway }) => {
    await gateway.ok('initTransaction', checkoutTerms({ amount: kobo(20_00) }));
    const { failure } = await withoutOurOwnMinimum(kobo(19_99));
    expect(failure).toMatchObject({ kind: 'rejected-request' });
    expect(String(failure)).toMatch(/amount|20/i);
  });

  test('is listed with its amount, customer and creation time', async ({ gateway }) => {
    const madeAfter = await gateway.inDays(-0.001);
    const { transactionReference, paymentReference } = await openCheckout(gateway);
    const from = await gateway.inDays(-0.1);
    const { content, totalElements } = await gateway.ok('searchTransactions', {
      transactionReference,
      from,
      page: 0,
      size: 10,
    });
    expect(totalElements).toBe(1);
    expect(content[0]).toMatchObject({ paymentReference, amount: 4_000_00, paymentStatus: 'PENDING' });
    expect(Date.parse(content[0]!.createdOn!)).toBeGreaterThan(Date.parse(madeAfter));
  });
});

describe('a virtual account', () => {
  test('is for the whole amount within forty minutes', async ({ gateway }) => {
    const { account, amount: asked, transactionReference } = await openTransferCheckout(gateway);
    expect(account).toMatchObject({ transactionReference, amount: asked });
    expect(account.accountNumber).toMatch(/^\d{10}$/);
    expect(account.totalPayable).toBeGreaterThanOrEqual(asked);
    expect(account.accountDurationSeconds).toBeGreaterThan(FORTY_MINUTES - 60);
    expect(account.accountDurationSeconds).toBeLessThanOrEqual(FORTY_MINUTES);
    const seconds = (Date.parse(account.expiresOn!) - Date.parse(account.requestTime!)) / 1_000;
    expect(Math.abs(seconds - FORTY_MINUTES)).toBeLessThan(60);
  });

  test('stays the same when it is requested again', async ({ gateway }) => {
    const { account, transactionReference } = await openTransferCheckout(gateway);
    const again = await gateway.ok('initBankTransfer', { transactionReference });
    expect(again).toMatchObject({ accountNumber: account.accountNumber, bankCode: account.bankCode });
  });

  test('has a USSD code when the request names the customer’s bank', async ({ gateway }) => {
    const { transactionReference } = await openCheckout(gateway);
    const account = await gateway.ok('initBankTransfer', { transactionReference, bankCode: '058' });
    expect(account.ussdPayment).toMatch(/^\*737\*/);
  });

  test.for([
    ['the exact amount', 'PAID', 4_000_00],
    ['more', 'OVERPAID', 4_500_00],
    ['less', 'PARTIALLY_PAID', 1_500_00],
  ] as const)('that receives %s makes the payment %s', async ([, status, sent], { gateway }) => {
    const { pay, entriesOf } = gateway.people();
    const { account, transactionReference } = await openTransferCheckout(gateway);
    expect(await pay(account, kobo(sent))).toMatchObject({ accepted: true, status });
    const record = await gateway.ok('getTransaction', { transactionReference });
    expect(record).toMatchObject({
      paymentStatus: status,
      amountPaid: sent,
      paymentMethod: 'ACCOUNT_TRANSFER',
    });
    expect(record.accountPayments?.map(({ amountPaid }) => amountPaid)).toEqual([sent]);
    expect(
      (await entriesOf(transactionReference)).filter(({ cause }) => cause === 'collection'),
    ).toHaveLength(1);
  });

  test('expires after forty minutes, and refuses later transfers', async ({ gateway }) => {
    const { pay, wait, entriesOf } = gateway.people();
    const { account, transactionReference } = await openTransferCheckout(gateway);
    await wait('39m');
    expect(await gateway.ok('getTransaction', { transactionReference })).toMatchObject({
      paymentStatus: 'PENDING',
    });
    await wait('61s');
    expect(await gateway.ok('getTransaction', { transactionReference })).toMatchObject({
      paymentStatus: 'EXPIRED',
      amountPaid: 0,
    });
    expect(await pay(account, kobo(4_000_00))).toMatchObject({ accepted: false });
    expect(await entriesOf(transactionReference)).toEqual([]);
  });
});

/** Our client would refuse this amount before it sends the request; here the gateway must refuse it. */
async function withoutOurOwnMinimum(least: ReturnType<typeof kobo>) {
  const { initTransaction } = ENDPOINTS;
  const unguarded = {
    ...initTransaction,
    request: initTransaction.request.extend({ amount: amount() }),
  };
  const client = createGatewayClient({ ...target.credentials, baseUrl: target.url });
  const failure = await client.call(unguarded, checkoutTerms({ amount: least })).then(
    () => undefined,
    (error: unknown) => error,
  );
  await client.close();
  return { failure };
}
