import { describe, expect, test } from 'vitest';
import { type Kobo, kobo } from '../../src/domain/money.js';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { type EndpointName, ENDPOINTS } from '../../src/gateway/endpoints.js';
import { GatewayError } from '../../src/gateway/http/errors.js';
import { CASES } from './contract/cases.js';
import { connect, ok, startLoopback } from './loopback.js';

/** Changes one field of a valid request. */
async function refusalOf(name: EndpointName, change: Record<string, unknown>) {
  const gateway = await startLoopback(() => ok({}));
  const request = { ...CASES[name].request, ...change };
  const error: unknown = await connect(gateway.url)
    .call(ENDPOINTS[name] as Endpoint, request)
    .catch((reason: unknown) => reason);
  expect(gateway.received).toHaveLength(0);
  expect(gateway.logins).toHaveLength(0);
  if (!(error instanceof GatewayError)) throw new Error('it was not refused');
  return error;
}

describe('is refused before anything is sent, naming the field', () => {
  test.each<[string, EndpointName, Record<string, unknown>, string]>([
    ['a fraction of a kobo', 'initTransaction', { amount: 100_50.5 }, 'amount'],
    ['an amount that is not a number', 'initTransaction', { amount: Number.NaN }, 'amount'],
    ['an amount in text', 'initTransaction', { amount: '100.50' }, 'amount'],
    ['a negative amount', 'initiateTransfer', { amount: -1 }, 'amount'],
    ['nothing to pay', 'initiateTransfer', { amount: 0 }, 'amount'],
    ['an amount over the exact range', 'initiateTransfer', { amount: 1_000_000_000_000_000 }, 'amount'],
    ['an amount over the safe range', 'initiateTransfer', { amount: Number.MAX_SAFE_INTEGER + 1 }, 'amount'],
    ['less than the minimum', 'initTransaction', { amount: 19_99 }, 'amount'],
    ['a bank code in words', 'initiateTransfer', { destinationBankCode: 'GTB' }, 'destinationBankCode'],
    ['a bank code of two digits', 'initBankTransfer', { bankCode: '58' }, 'bankCode'],
    [
      'a short account number',
      'initiateTransfer',
      { destinationAccountNumber: '12345' },
      'destinationAccountNumber',
    ],
    ['an account number as a number', 'getWalletBalance', { accountNumber: 1234567890 }, 'accountNumber'],
    ['an e-mail without a domain', 'initTransaction', { customerEmail: 'ada@' }, 'customerEmail'],
    ['a date that does not exist', 'createInvoice', { expiryDate: '2026-02-30T00:00:00Z' }, 'expiryDate'],
    ['a date without a zone', 'createInvoice', { expiryDate: '2026-02-28 23:59:59' }, 'expiryDate'],
    ['a birthday in another form', 'matchBvnDetails', { dateOfBirth: '31-Jan-1990' }, 'dateOfBirth'],
    ['an over-long reference', 'initTransaction', { paymentReference: 'x'.repeat(65) }, 'paymentReference'],
    ['a reference with a space', 'initiateTransfer', { reference: 'pay 1' }, 'reference'],
    ['an empty reference', 'getTransfer', { reference: '' }, 'reference'],
    ['a reference that is a path', 'getTransaction', { transactionReference: '..' }, 'transactionReference'],
    ['a line break in a reference', 'getTransfer', { reference: 'pay\r\n1' }, 'reference'],
    ['another currency', 'initTransaction', { currencyCode: 'USD' }, 'currencyCode'],
    ['a script as an address', 'initTransaction', { redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
    ['an unknown field', 'initTransaction', { ammount: kobo(1) }, 'ammount'],
    ['a missing field', 'initiateTransfer', { destinationAccountName: undefined }, 'destinationAccountName'],
    ['neither reference', 'queryTransaction', { paymentReference: undefined }, 'paymentReference'],
    ['neither BVN nor NIN', 'updateKycInfo', { bvn: undefined, nin: undefined }, 'bvn'],
    ['a short BVN', 'updateReservedAccountBvn', { bvn: '1234' }, 'bvn'],
    [
      'a filter without sources',
      'createReservedAccount',
      { allowedPaymentSource: undefined },
      'allowedPaymentSource',
    ],
    [
      'half a destination',
      'initiateRefund',
      { destinationAccountNumber: undefined },
      'destinationAccountBankCode',
    ],
    ['a note of 17 characters', 'initiateRefund', { customerNote: 'x'.repeat(17) }, 'customerNote'],
    ['a percentage over 100', 'createSubAccounts', { items: [{ defaultSplitPercentage: '101' }] }, 'items.0'],
    ['an empty batch', 'initiateBatch', { transactionList: [] }, 'transactionList'],
  ])('%s', async (_, name, change, field) => {
    const error = await refusalOf(name, change);
    expect(error.kind).toBe('rejected-request');
    expect(error.context.field).toContain(field);
    expect(error.message).toContain(field);
  });
});

test('a row of a batch is named by its number', async () => {
  const row = { amount: 5.5 as Kobo, reference: 'r', narration: 'x', currency: 'NGN' };
  const { context } = await refusalOf('initiateBatch', { transactionList: [row] });
  expect(context.field).toBe('transactionList.0.amount');
});

test('the refused value is not repeated', async () => {
  const { message, context } = await refusalOf('chargeCard', {
    card: { number: '4111-1111-1111-1111', pin: '1234', expiryMonth: '10', expiryYear: '27', cvv: '123' },
  });
  expect(JSON.stringify([message, context])).not.toMatch(/4111/);
});

test('a missing contract code is reported', async () => {
  const gateway = await startLoopback(() => ok({}));
  const request = { ...CASES.initTransaction.request, contractCode: undefined };
  const call = connect(gateway.url, { contractCode: undefined }).call(ENDPOINTS.initTransaction, request);
  await expect(call).rejects.toThrow('contractCode: is required');
});
