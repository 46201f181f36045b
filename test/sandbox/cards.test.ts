import { describe, expect, it } from 'vitest';
import { testCards } from '../../src/sandbox/collections/test-cards.js';
import {
  type Answer,
  type Side,
  startListener,
  startSandbox,
  statusOf,
  terms,
  type Wire,
} from './merchant-side.js';

const INIT = '/api/v1/merchant/transactions/init-transaction';
const CARDS = '/api/v1/merchant/cards';

function numberOf(scenario: string): string {
  return testCards().find((card) => card.scenario === scenario)?.number ?? '';
}

function cardOf(scenario: string, changes: Wire = {}): Wire {
  return {
    number: numberOf(scenario),
    expiryMonth: '12',
    expiryYear: '2049',
    cvv: '123',
    pin: '1234',
    ...changes,
  };
}

async function begin(side: Side, changes = {}): Promise<string> {
  const { result } = await side.call('POST', INIT, terms(side, changes));
  return result.transactionReference as string;
}

async function charge(side: Side, transactionReference: string, card: Wire): Promise<Answer> {
  const body = { transactionReference, collectionChannel: 'API_NOTIFICATION', card };
  return side.call('POST', `${CARDS}/charge`, body);
}

async function giveOtp(side: Side, transactionReference: string, given: Wire): Promise<Answer> {
  const body = { transactionReference, collectionChannel: 'API_NOTIFICATION', ...given };
  return side.call('POST', `${CARDS}/otp/authorize`, body);
}

describe('a card without authentication', () => {
  it('is charged at once, and the event does not contain the card number', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const reference = await begin(side);
    const { result } = await charge(side, reference, cardOf('approved'));
    expect(result).toMatchObject({
      status: 'SUCCESS',
      transactionReference: reference,
      authorizedAmount: 4000,
    });
    const status = await statusOf(side, reference);
    expect(status.result).toMatchObject({
      paymentStatus: 'PAID',
      paymentMethod: 'CARD',
      cardDetails: { maskedPan: '411111******1111', last4: '1111', cardToken: null, reusable: false },
    });
    expect(side.sandbox.ledger.balance('card:411111******1111')).toBe(-4000_00);
    await side.sandbox.deliveries.settled();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      eventData: { paymentMethod: 'CARD', cardDetails: { last4: '1111' }, paymentSourceInformation: [] },
    });
    expect(received[0]?.body).not.toContain('4111111111111111');
  });

  it('cannot be charged twice', async () => {
    const side = await startSandbox();
    const reference = await begin(side);
    await charge(side, reference, cardOf('approved'));
    const second = await charge(side, reference, cardOf('approved'));
    expect(second).toMatchObject({ status: 400, reason: 'Payment already exists' });
    expect(side.sandbox.ledger.balance('card:411111******1111')).toBe(-4000_00);
  });

  it.each([
    ['an unknown card number', { number: '4242424242424242' }, 'Invalid Card Number'],
    ['an invalid month', { expiryMonth: '13' }, 'Auth Data error'],
    ['a past year', { expiryYear: '2020' }, 'Auth Data error'],
    ['no PIN', { pin: undefined }, 'Field pin cannot be null'],
  ])('is refused with %s, and the payment stays open', async (_what, changes, reason) => {
    const side = await startSandbox();
    const reference = await begin(side);
    expect(await charge(side, reference, cardOf('approved', changes))).toMatchObject({ status: 400, reason });
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('PENDING');
  });

  it('is refused where only transfers are enabled', async () => {
    const side = await startSandbox();
    const reference = await begin(side, { paymentMethods: ['ACCOUNT_TRANSFER'] });
    expect((await charge(side, reference, cardOf('approved'))).status).toBe(400);
  });
});

describe('a card that is declined', () => {
  it.each([
    ['declined', 'Declined by the card issuer'],
    ['insufficient-funds', 'Insufficient Funds'],
  ])('as %s fails the transaction and moves no money', async (scenario, message) => {
    const side = await startSandbox();
    const reference = await begin(side);
    expect((await charge(side, reference, cardOf(scenario))).result).toMatchObject({
      status: 'FAILED',
      message,
    });
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('FAILED');
    expect(side.sandbox.ledger.entries({ reference })).toEqual([]);
    expect(await charge(side, reference, cardOf('approved'))).toMatchObject({ reason: 'Transaction Failed' });
  });
});

describe('a card with an OTP', () => {
  it('returns the card number in authData, so that tests find a leak', async () => {
    const side = await startSandbox();
    const { result } = await charge(side, await begin(side), cardOf('otp'));
    expect(result).toMatchObject({
      status: 'OTP_AUTHORIZATION_REQUIRED',
      otpData: { authData: numberOf('otp') },
    });
    expect((result.otpData as Wire).id).toMatch(/^4000\.00-[0-9A-F]{32}$/);
  });

  it('is charged with the right code after a wrong one', async () => {
    const side = await startSandbox();
    const reference = await begin(side);
    const { result } = await charge(side, reference, cardOf('otp'));
    const tokenId = (result.otpData as Wire).id;
    const wrong = await giveOtp(side, reference, { tokenId, token: '000000' });
    expect(wrong).toMatchObject({ status: 422, reason: 'Invalid OTP supplied' });
    const right = await giveOtp(side, reference, { tokenId, token: '123456' });
    expect(right.result).toMatchObject({ status: 'SUCCESS' });
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('PAID');
  });

  it('fails after three wrong codes', async () => {
    const side = await startSandbox();
    const reference = await begin(side);
    const { result } = await charge(side, reference, cardOf('otp-refused'));
    const tokenId = (result.otpData as Wire).id;
    await giveOtp(side, reference, { tokenId, token: '123456' });
    await giveOtp(side, reference, { tokenId, token: '123456' });
    const third = await giveOtp(side, reference, { tokenId, token: '123456' });
    expect(third.reason).toContain('too often');
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('FAILED');
  });

  it('refuses a code for a payment without a charge', async () => {
    const side = await startSandbox();
    const answer = await giveOtp(side, await begin(side), { tokenId: 'x', token: '123456' });
    expect(answer).toMatchObject({ status: 422, reason: 'No Card Payment found for this transaction.' });
  });
});

describe('a card with 3-D Secure', () => {
  async function atIssuer(side: Side, scenario: string) {
    const reference = await begin(side);
    const { result } = await charge(side, reference, cardOf(scenario));
    const secure = result.secure3dData as Record<string, string>;
    return { reference, status: result.status, secure };
  }

  async function authorize(side: Side, transactionReference: string): Promise<Answer> {
    return side.call('POST', '/api/v1/sdk/cards/secure-3d/authorize', {
      transactionReference,
      card: cardOf('issuer'),
      apiKey: side.sandbox.merchants.first().apiKey,
    });
  }

  it('waits for the issuer and is charged after confirmation there', async () => {
    const side = await startSandbox();
    const { reference, status, secure } = await atIssuer(side, 'issuer');
    expect(status).toBe('BANK_AUTHORIZATION_REQUIRED');
    expect(secure.redirectUrl).toBe(`${side.url}/issuer/${encodeURIComponent(secure.id ?? '')}`);
    expect((await authorize(side, reference)).result.status).toBe('BANK_AUTHORIZATION_REQUIRED');
    const path = `/sandbox/issuer/${encodeURIComponent(secure.id ?? '')}`;
    expect((await side.send('POST', path, { otp: '111111' })).status).toBe(422);
    expect((await side.send('POST', path, { otp: '123456' })).body.status).toBe('PAID');
    expect((await authorize(side, reference)).result.status).toBe('SUCCESS');
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('PAID');
  });

  it('by POST returns all fields of the form', async () => {
    const side = await startSandbox();
    const { secure } = await atIssuer(side, 'issuer-by-post');
    expect(secure).toMatchObject({
      method: 'POST',
      acsUrl: `${side.url}/issuer`,
      termUrl: `${side.url}/issuer/return`,
      md: secure.id,
    });
  });

  it('fails when the customer declines', async () => {
    const side = await startSandbox();
    const { reference, secure } = await atIssuer(side, 'issuer');
    await side.send('POST', `/sandbox/issuer/${encodeURIComponent(secure.id ?? '')}`, { decline: true });
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('FAILED');
    expect((await authorize(side, reference)).reason).toBe('Transaction Failed');
  });

  it('whose issuer never responds stays pending until it expires', async () => {
    const side = await startSandbox();
    const { reference, secure } = await atIssuer(side, 'issuer-silent');
    await side.send('POST', `/sandbox/issuer/${encodeURIComponent(secure.id ?? '')}`, { otp: '123456' });
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('PENDING');
    await side.sandbox.clock.advance(40 * 60_000);
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('EXPIRED');
  });
});

describe('a card token', () => {
  async function tokenOf(side: Side, scenario: string): Promise<unknown> {
    const reference = await begin(side, { paymentReference: 'first' });
    await charge(side, reference, cardOf(scenario));
    return ((await statusOf(side, reference)).result.cardDetails as Wire).cardToken;
  }

  function chargeToken(side: Side, changes: Wire): Promise<Answer> {
    const { apiKey } = side.sandbox.merchants.first();
    const body = terms(side, { paymentReference: 'month-2', amount: 750, apiKey, ...changes });
    return side.call('POST', `${CARDS}/charge-card-token`, body);
  }

  it('charges the card again', async () => {
    const side = await startSandbox();
    const cardToken = await tokenOf(side, 'tokenizable');
    expect(cardToken).toMatch(/^MNFY_[0-9A-F]{32}$/);
    const { result } = await chargeToken(side, { cardToken });
    expect(result).toMatchObject({ paymentStatus: 'PAID', amountPaid: '750.00', paymentMethod: 'CARD' });
    expect(side.sandbox.ledger.balance('card:408408******4081')).toBe(-4750_00);
  });

  it('can be declined on a later charge', async () => {
    const side = await startSandbox();
    const cardToken = await tokenOf(side, 'tokenizable-once');
    expect((await chargeToken(side, { cardToken })).result.paymentStatus).toBe('FAILED');
  });

  it.each([
    ['is unknown', { cardToken: 'MNFY_0' }, 404, 'Invalid card token'],
    ['belongs to another e-mail', { customerEmail: 'eve@example.com' }, 422, 'Customer email does not match'],
    ['has a duplicate reference', { paymentReference: 'first' }, 422, 'Duplicate payment reference'],
  ])('that %s charges nothing', async (_what, changes, status, reason) => {
    const side = await startSandbox();
    const cardToken = await tokenOf(side, 'tokenizable');
    const answer = await chargeToken(side, { cardToken, ...changes });
    expect(answer.status).toBe(status);
    expect(answer.reason).toContain(reason);
  });
});
