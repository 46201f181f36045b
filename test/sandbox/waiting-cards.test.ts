import { describe, expect, it } from 'vitest';
import { cardAsTyped, type CardScenario } from '../../src/sandbox/collections/test-cards.js';
import {
  type Answer,
  beginTransfer,
  pay,
  type Side,
  startListener,
  startSandbox,
  statusOf,
  type Wire,
} from './merchant-side.js';

const CARDS = '/api/v1/merchant/cards';
const CHANNEL = { collectionChannel: 'API_NOTIFICATION' };

/** A payment whose card charge waits for authorization, and that can be paid by transfer too. */
interface Waiting {
  readonly reference: string;
  readonly into: { readonly bankCode: string | undefined; readonly accountNumber: string | undefined };
  readonly answer: (code?: string) => Promise<Answer>;
}

async function charge(side: Side, transactionReference: string, scenario: CardScenario): Promise<Wire> {
  const body = { transactionReference, ...CHANNEL, card: cardAsTyped(scenario) };
  return (await side.call('POST', `${CARDS}/charge`, body)).result;
}

const authorizeOtp = (side: Side, transactionReference: string, tokenId: unknown, token = '123456') =>
  side.call('POST', `${CARDS}/otp/authorize`, { transactionReference, ...CHANNEL, tokenId, token });

const authorize3ds = (side: Side, transactionReference: string, card: Wire) =>
  side.call('POST', '/api/v1/sdk/cards/secure-3d/authorize', {
    transactionReference,
    card,
    apiKey: side.sandbox.merchants.first().apiKey,
  });

async function waitFor(side: Side, at: 'otp' | 'issuer'): Promise<Waiting> {
  const { transactionReference: reference, bankCode, accountNumber } = await beginTransfer(side);
  const { otpData, secure3dData } = await charge(side, reference, at);
  const issuer = `/sandbox/issuer/${encodeURIComponent(String((secure3dData as Wire | undefined)?.id))}`;
  return {
    reference,
    into: { bankCode, accountNumber },
    answer: (code = '123456') =>
      at === 'otp'
        ? authorizeOtp(side, reference, (otpData as Wire).id, code)
        : side.send('POST', issuer, { otp: code }),
  };
}

/** How often the customer was charged for a payment, by the ledger. */
const collected = (side: Side, reference: string): number =>
  side.sandbox.ledger.entries({ reference }).filter(({ cause }) => cause === 'collection').length;

describe.each(['otp', 'issuer'] as const)('authorization by %s', (at) => {
  it.each([
    ['paid by transfer', 4000, 'PAID'],
    ['partly paid by transfer', 1500, 'PARTIALLY_PAID'],
    ['overpaid by transfer', 5000, 'OVERPAID'],
  ])('charges no card once the transaction is %s', async (_what, amount, status) => {
    const side = await startSandbox();
    const { reference, into, answer } = await waitFor(side, at);
    await pay(side, { ...into, amount });
    expect((await answer()).status).toBeGreaterThanOrEqual(400);
    const after = (await statusOf(side, reference)).result;
    expect(after).toMatchObject({ paymentStatus: status, amountPaid: amount.toFixed(2) });
    expect(after.paymentMethod).toBe('ACCOUNT_TRANSFER');
    expect(collected(side, reference)).toBe(1);
  });

  it('charges no card after the transaction has expired', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const { reference, answer } = await waitFor(side, at);
    await side.sandbox.clock.advance(40 * 60_000);
    expect((await answer()).status).toBe(422);
    expect((await answer('000000')).status).toBe(422);
    expect((await statusOf(side, reference)).result).toMatchObject({
      paymentStatus: 'EXPIRED',
      amountPaid: '0.00',
    });
    await side.sandbox.deliveries.settled();
    expect(received).toEqual([]);
  });

  it('charges no card after the invoice was cancelled', async () => {
    const side = await startSandbox();
    const { result } = await side.call('POST', '/api/v1/invoice/create', {
      amount: 2500,
      currencyCode: 'NGN',
      invoiceReference: 'inv-1',
      customerName: 'Ada Obi',
      customerEmail: 'ada@example.com',
      contractCode: side.sandbox.merchants.first().contractCode,
      description: 'School fees',
      expiryDate: '2026-06-30 12:00:00',
    });
    const reference = String(result.transactionReference);
    const { otpData, secure3dData } = await charge(side, reference, at);
    await side.call('DELETE', '/api/v1/invoice/inv-1/cancel');
    const answer =
      at === 'otp'
        ? await authorizeOtp(side, reference, (otpData as Wire).id)
        : await side.send(
            'POST',
            `/sandbox/issuer/${encodeURIComponent(String((secure3dData as Wire).id))}`,
            {
              otp: '123456',
            },
          );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await statusOf(side, reference)).result.paymentStatus).toBe('CANCELLED');
    expect(collected(side, reference)).toBe(0);
  });

  it('charges the card once while the transaction still waits', async () => {
    const side = await startSandbox();
    const { reference, answer } = await waitFor(side, at);
    expect((await answer()).status).toBe(200);
    expect((await answer()).status).toBeGreaterThanOrEqual(400);
    expect((await statusOf(side, reference)).result).toMatchObject({
      paymentStatus: 'PAID',
      amountPaid: '4000.00',
    });
    expect(collected(side, reference)).toBe(1);
  });
});

describe('the issuer’s page of a payment that has already ended', () => {
  it('is not found, and declining there changes nothing', async () => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    const { secure3dData } = await charge(side, transactionReference, 'issuer');
    const id = encodeURIComponent(String((secure3dData as Wire).id));
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    expect((await side.send('GET', `/issuer/${id}`)).status).toBe(404);
    expect((await side.send('POST', `/sandbox/issuer/${id}`, { decline: true })).status).toBe(404);
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('PAID');
  });

  it('is not found after expiry', async () => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    const { secure3dData } = await charge(side, transactionReference, 'issuer');
    const path = `/issuer/${encodeURIComponent(String((secure3dData as Wire).id))}`;
    await side.sandbox.clock.advance(40 * 60_000);
    expect((await side.send('GET', path)).status).toBe(404);
    expect((await side.send('POST', `/sandbox${path}`, { decline: true })).status).toBe(422);
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('EXPIRED');
  });
});

describe('a charge with 3-D Secure', () => {
  it('is not completed by an OTP from the merchant', async () => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    const { secure3dData } = await charge(side, transactionReference, 'issuer');
    const answer = await authorizeOtp(side, transactionReference, (secure3dData as Wire).id);
    expect(answer).toMatchObject({ status: 422, reason: 'Invalid token id supplied' });
    const path = `/checkout/${encodeURIComponent(transactionReference)}/otp`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await side.send('POST', path, 'otp=123456', form)).status).toBe(422);
    expect((await statusOf(side, transactionReference)).result.paymentStatus).toBe('PENDING');
  });

  it.each([
    ['another card', cardAsTyped('approved')],
    ['another card of its kind', cardAsTyped('issuer-by-post')],
    ['another expiry', { ...cardAsTyped('issuer'), expiryYear: '2048' }],
  ])('is authorized with its own card only, not with %s', async (_what, card) => {
    const side = await startSandbox();
    const { transactionReference } = await beginTransfer(side);
    await charge(side, transactionReference, 'issuer');
    const refused = await authorize3ds(side, transactionReference, card);
    expect(refused).toMatchObject({ status: 422, reason: 'Card is not the card of the charge' });
    const short = { ...cardAsTyped('issuer'), expiryYear: '49' };
    const taken = await authorize3ds(side, transactionReference, short);
    expect(taken.result.status).toBe('BANK_AUTHORIZATION_REQUIRED');
  });

  it('is not authorized after the payment was made by transfer', async () => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await charge(side, transactionReference, 'issuer');
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    const answer = await authorize3ds(side, transactionReference, cardAsTyped('issuer'));
    expect(answer).toMatchObject({ status: 422, reason: 'Transaction is PAID' });
  });
});
