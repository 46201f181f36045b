import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../../src/gateway/signature.js';
import { BANKS } from '../../src/sandbox/people/banks.js';
import { beginTransfer, pay, startListener, startSandbox, statusOf, terms } from './merchant-side.js';

const FORTY_MINUTES = 40 * 60_000;

describe('the virtual account of a payment', () => {
  it('is valid for forty minutes, with times in West Africa Time', async () => {
    const side = await startSandbox();
    const { account } = await beginTransfer(side);
    expect(account).toMatchObject({
      bankName: 'Wema Bank',
      bankCode: '035',
      accountDurationSeconds: 2400,
      ussdPayment: null,
      requestTime: '2026-06-27T09:08:11',
      expiresOn: '2026-06-27T09:48:11',
      amount: 4000,
      fee: 0,
      totalPayable: 4000,
      collectionChannel: 'API_NOTIFICATION',
      productInformation: null,
    });
  });

  it('stays the same when it is requested again, with the remaining time', async () => {
    const side = await startSandbox();
    const { transactionReference, accountNumber } = await beginTransfer(side);
    await side.sandbox.clock.advance(600_000);
    const again = await side.call('POST', '/api/v1/merchant/bank-transfer/init-payment', {
      transactionReference,
    });
    expect(again.result).toMatchObject({ accountNumber, accountDurationSeconds: 1800 });
  });

  it.each(BANKS)('is at the requested bank: $name, with a USSD code', async ({ code, name }) => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    const { result } = await side.call('POST', '/api/v1/merchant/bank-transfer/init-payment', {
      transactionReference,
      bankCode: code,
    });
    const accountNumber = String(result.accountNumber);
    expect(result).toMatchObject({ bankCode: code, bankName: name });
    expect(result.ussdPayment).toMatch(/^\*\d{3}\*.*#$/);
    expect(result.ussdPayment).toContain(accountNumber);
    const paid = await pay(side, { bankCode: code, accountNumber, amount: 4000 });
    expect(paid.body).toMatchObject({ accepted: true, status: 'PAID', transactionReference });
  });

  it('accepts money at the first bank after another one was requested', async () => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    const init = '/api/v1/merchant/bank-transfer/init-payment';
    const other = await side.call('POST', init, { transactionReference, bankCode: '058' });
    expect(other.result.accountNumber).not.toBe(accountNumber);
    const again = await side.call('POST', init, { transactionReference, bankCode: '058' });
    expect(again.result.accountNumber).toBe(other.result.accountNumber);
    expect((await pay(side, { bankCode, accountNumber, amount: 4000 })).body.status).toBe('PAID');
  });

  it('is refused where only cards are enabled, by the API and by the page', async () => {
    const side = await startSandbox();
    const { result } = await side.call(
      'POST',
      '/api/v1/merchant/transactions/init-transaction',
      terms(side, { paymentMethods: ['CARD'] }),
    );
    const transactionReference = String(result.transactionReference);
    const answer = await side.call('POST', '/api/v1/merchant/bank-transfer/init-payment', {
      transactionReference,
    });
    expect(answer).toMatchObject({
      status: 422,
      reason: 'Bank transfers are not enabled for this transaction',
    });
    const page = await side.send('POST', `/checkout/${encodeURIComponent(transactionReference)}/transfer`);
    expect(page.status).toBe(422);
    expect(page.text).not.toContain('Account number');
  });

  it.each([
    ['an unknown bank', { bankCode: '999' }, 'could not find specified bank'],
    ['an unknown transaction', { transactionReference: 'MNFY|x' }, 'Invalid transaction reference supplied'],
  ])('is refused for %s', async (_what, changes, reason) => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    const body = { transactionReference, ...changes };
    const answer = await side.call('POST', '/api/v1/merchant/bank-transfer/init-payment', body);
    expect(answer.status).toBe(422);
    expect(answer.reason).toBe(reason);
  });
});

describe('a transfer to the virtual account', () => {
  it('of the exact amount pays, posts one collection and sends a signed event', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    const receipt = await pay(side, { bankCode, accountNumber, amount: '4000.00' });
    expect(receipt.body).toMatchObject({ accepted: true, status: 'PAID', transactionReference });

    const { result } = await statusOf(side, transactionReference);
    expect(result).toMatchObject({
      amountPaid: '4000.00',
      totalPayable: '4000.00',
      settlementAmount: '3940.00',
      paidOn: '27/06/2026 09:08:11 AM',
      paymentStatus: 'PAID',
      paymentMethod: 'ACCOUNT_TRANSFER',
      product: { type: 'API_NOTIFICATION', reference: 'order-1' },
      accountPayments: [{ accountNumber: '******0001', bankCode: '000013', amountPaid: '4000.00' }],
      customer: { email: 'ada@example.com', name: 'Ada Obi' },
    });

    const { ledger } = side.sandbox;
    expect(ledger.entries({ reference: transactionReference }).map((entry) => entry.cause)).toEqual([
      'bank-transfer',
      'collection',
    ]);
    expect(ledger.balance('bank:058:0100000001')).toBe(-4000_00);
    expect(ledger.balance('collected:M1')).toBe(3940_00);
    expect(ledger.balance('fees')).toBe(60_00);
    expect(ledger.audit()).toMatchObject({ balanced: true, problems: [] });

    await side.sandbox.deliveries.settled();
    expect(received).toHaveLength(1);
    const [{ body, signature }] = received as [{ body: string; signature: string }];
    expect(isSignedBy(Buffer.from(body), signature, [side.sandbox.merchants.first().secretKey])).toBe(true);
    expect(JSON.parse(body)).toMatchObject({
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        transactionReference,
        paymentReference: 'order-1',
        paidOn: '2026-06-27 09:08:11.000',
        amountPaid: 4000,
        settlementAmount: '3940.00',
        paymentStatus: 'PAID',
        paymentSourceInformation: [{ amountPaid: 4000, accountNumber: '0100000001' }],
        destinationAccountInformation: { bankCode, accountNumber },
      },
    });
  });

  it.each([
    ['more', 5000, 'OVERPAID'],
    ['less', 1500, 'PARTIALLY_PAID'],
  ])('of %s than the amount due, %s naira, is %s', async (_what, amount, status) => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount });
    const { result } = await statusOf(side, transactionReference);
    expect(result).toMatchObject({ paymentStatus: status, amountPaid: `${amount}.00` });
  });

  it('completes an underpayment', async () => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 1500 });
    const second = await pay(side, { bankCode, accountNumber, amount: 2500 });
    expect(second.body.status).toBe('PAID');
    const { result } = await statusOf(side, transactionReference);
    expect(result.accountPayments).toHaveLength(2);
    expect(result.amountPaid).toBe('4000.00');
  });

  it('that is too small is rejected where the merchant accepts the exact amount only', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    await side.send('PATCH', '/sandbox/merchants/M1', { switches: { underPayment: 'REJECTED_PAYMENT' } });
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    const receipt = await pay(side, { bankCode, accountNumber, amount: 1500 });
    expect(receipt.status).toBe(422);
    expect(side.sandbox.ledger.balance('bank:058:0100000001')).toBe(0);
    await side.sandbox.deliveries.settled();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      eventType: 'REJECTED_PAYMENT',
      eventData: { transactionReference, paymentRejectionInformation: { rejectionReason: 'UNDER_PAYMENT' } },
    });
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('PENDING');
  });

  it('after forty minutes is refused, and the payer keeps the money', async () => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await side.sandbox.clock.advance(FORTY_MINUTES);
    const receipt = await pay(side, { bankCode, accountNumber, amount: 4000 });
    expect(receipt.status).toBe(422);
    expect(receipt.reason).toBe('The account has expired. No money moved; the payer keeps it.');
    expect(side.sandbox.ledger.entries({ reference: transactionReference })).toEqual([]);
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('EXPIRED');
  });

  it('after expiry is accepted where the merchant accepts late payments', async () => {
    const side = await startSandbox();
    await side.send('PATCH', '/sandbox/merchants/M1', { switches: { latePayment: 'ACCEPTED' } });
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await side.sandbox.clock.advance(FORTY_MINUTES);
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('EXPIRED');
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('PAID');
  });

  it('to an unknown account is refused', async () => {
    const side = await startSandbox();
    const receipt = await pay(side, { bankCode: '035', accountNumber: '0000000000', amount: 4000 });
    expect(receipt.status).toBe(422);
    expect(receipt.reason).toContain('Wema Bank has no account 0000000000');
  });

  it('for a transaction that is already paid is refused', async () => {
    const side = await startSandbox();
    const { bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    const second = await pay(side, { bankCode, accountNumber, amount: 4000 });
    expect(second.status).toBe(422);
    expect(side.sandbox.ledger.balance('bank:058:0100000001')).toBe(-4000_00);
  });

  it('includes the fee where the customer bears it', async () => {
    const side = await startSandbox();
    await side.send('PATCH', '/sandbox/merchants/M1', { switches: { feeBearer: 'CUSTOMER' } });
    const { transactionReference, bankCode, accountNumber, account } = await beginTransfer(side);
    expect(account).toMatchObject({ amount: 4000, fee: 60, totalPayable: 4060 });
    await pay(side, { bankCode, accountNumber, amount: 4060 });
    expect((await statusOf(side, transactionReference)).result).toMatchObject({
      paymentStatus: 'PAID',
      amountPaid: '4060.00',
      totalPayable: '4060.00',
      settlementAmount: '4000.00',
    });
  });
});
