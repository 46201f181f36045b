import { describe, expect, it } from 'vitest';
import { startSandbox, terms } from './merchant-side.js';

const INIT = '/api/v1/merchant/transactions/init-transaction';

describe('opening a payment', () => {
  it('returns a reference and a checkout URL', async () => {
    const side = await startSandbox();
    const answer = await side.call('POST', INIT, terms(side));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      requestSuccessful: true,
      responseMessage: 'success',
      responseCode: '0',
    });
    const { transactionReference, checkoutUrl, ...rest } = answer.result;
    expect(transactionReference).toMatch(/^MNFY\|\d\d\|20260627090811\|\d{6}$/);
    // a `|` pasted into a shell would start another command
    expect(checkoutUrl).toBe(`${side.url}/checkout/${String(transactionReference).replaceAll('|', '%7C')}`);
    expect(rest).toMatchObject({
      paymentReference: 'order-1',
      merchantName: 'Calabash Stores',
      apiKey: side.sandbox.merchants.first().apiKey,
      enabledPaymentMethod: ['CARD', 'ACCOUNT_TRANSFER'],
    });
  });

  it('offers only the requested methods', async () => {
    const side = await startSandbox();
    const answer = await side.call('POST', INIT, terms(side, { paymentMethods: ['ACCOUNT_TRANSFER'] }));
    expect(answer.result.enabledPaymentMethod).toEqual(['ACCOUNT_TRANSFER']);
  });

  it.each([
    ['a duplicate reference', {}, 422, 'Duplicate payment reference'],
    ['less than 20 naira', { paymentReference: 'b', amount: 19.99 }, 422, 'Amount must not be less than 20.'],
    [
      'an unknown contract',
      { paymentReference: 'b', contractCode: '1' },
      422,
      'Could not find specified contract',
    ],
    [
      'another currency',
      { paymentReference: 'b', currencyCode: 'XYZ' },
      422,
      'Unknown currency code supplied',
    ],
    ['no contract code', { contractCode: undefined }, 400, 'Field contractCode cannot be null'],
    ['a blank reference', { paymentReference: ' ' }, 400, 'Field paymentReference cannot be blank'],
    [
      'an invalid e-mail address',
      { customerEmail: 'ada' },
      400,
      'Field customerEmail must be an email address',
    ],
    [
      'a fraction of a kobo',
      { amount: 20.001 },
      400,
      'malformed syntax: amount: "20.001" has a fraction of a kobo',
    ],
    ['a negative amount', { amount: -20 }, 400, 'malformed syntax: amount: "-20" is not an amount in naira'],
    ['a non-numeric amount', { amount: {} }, 400, 'malformed syntax: amount is not a number'],
    ['an unknown method', { paymentMethods: ['CHEQUE'] }, 400, 'malformed syntax: paymentMethods'],
    ['metadata that is not an object', { metaData: [] }, 400, 'malformed syntax: metaData must be an object'],
  ])('refuses %s', async (_what, changes, status, reason) => {
    const side = await startSandbox();
    await side.call('POST', INIT, terms(side));
    const answer = await side.call('POST', INIT, terms(side, changes));
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ requestSuccessful: false, responseCode: '99' });
    expect(answer.reason).toContain(reason);
    expect(answer.body).not.toHaveProperty('responseBody');
  });

  it('lets another merchant use the same reference', async () => {
    const side = await startSandbox();
    await side.call('POST', INIT, terms(side));
    const other = side.sandbox.merchants.open({ name: 'Gourd & Sons' });
    const basic = Buffer.from(`${other.apiKey}:${other.secretKey}`).toString('base64');
    const login = await side.send('POST', '/api/v1/auth/login', undefined, {
      authorization: `Basic ${basic}`,
    });
    const answer = await side.send('POST', INIT, terms(side, { contractCode: other.contractCode }), {
      authorization: `Bearer ${login.result.accessToken as string}`,
    });
    expect(answer.status).toBe(200);
    expect(answer.result.merchantName).toBe('Gourd & Sons');
  });
});
