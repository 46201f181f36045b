import { describe, expect } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { type Gateway, newReference, type Request, test } from './gateway.js';
import type { CardScenario } from './people.js';
import { openCheckout } from './terms.js';

const RIGHT = '123456';
const WRONG = '000000';

async function charge(gateway: Gateway, scenario: CardScenario) {
  const card = await gateway.people().card(scenario);
  const { transactionReference } = await openCheckout(gateway);
  const charged = await gateway.ok('chargeCard', { transactionReference, card });
  return { card, transactionReference, charged };
}

async function statusOf(gateway: Gateway, transactionReference: string): Promise<string> {
  return (await gateway.ok('getTransaction', { transactionReference })).paymentStatus;
}

describe('a card', () => {
  test('without authentication is paid in the response to the charge', async ({ gateway }) => {
    const { transactionReference, charged } = await charge(gateway, 'approved');
    expect(charged).toMatchObject({ status: 'SUCCESS', authorizedAmount: 4_000_00 });
    const record = await gateway.ok('getTransaction', { transactionReference });
    expect(record).toMatchObject({ paymentStatus: 'PAID', paymentMethod: 'CARD', amountPaid: 4_000_00 });
    expect(record.cardDetails?.last4).toMatch(/^\d{4}$/);
  });

  test('is not charged twice for one transaction', async ({ gateway }) => {
    const { transactionReference, card } = await charge(gateway, 'approved');
    expect(await gateway.call('chargeCard', { transactionReference, card })).toMatchObject({
      kind: 'already-charged',
    });
    const collected = (await gateway.people().entriesOf(transactionReference)).filter(
      ({ cause }) => cause === 'collection',
    );
    expect(collected).toHaveLength(1);
  });

  test('that is declined fails its transaction', async ({ gateway }) => {
    const { transactionReference, card, charged } = await charge(gateway, 'declined');
    expect(charged.status).toBe('FAILED');
    expect(await statusOf(gateway, transactionReference)).toBe('FAILED');
    expect(await gateway.call('chargeCard', { transactionReference, card })).toMatchObject({
      kind: 'declined',
    });
  });

  test('with an OTP is not paid before it, allows a wrong code, and accepts the right one', async ({
    gateway,
  }) => {
    const { transactionReference, charged } = await charge(gateway, 'otp');
    expect(charged.status).toBe('OTP_AUTHORIZATION_REQUIRED');
    const tokenId = charged.otpData!.id;
    const wrong = await gateway.call('authorizeOtp', { transactionReference, tokenId, token: WRONG });
    expect(wrong.kind).toBe('wrong-otp');
    expect(await statusOf(gateway, transactionReference)).toBe('PENDING');
    const paid = await gateway.ok('authorizeOtp', { transactionReference, tokenId, token: RIGHT });
    expect(paid.status).toBe('SUCCESS');
    expect(await statusOf(gateway, transactionReference)).toBe('PAID');
  });

  test('fails after three wrong codes', async ({ gateway }) => {
    const { transactionReference, charged } = await charge(gateway, 'otp');
    const guess = { transactionReference, tokenId: charged.otpData!.id, token: WRONG };
    await gateway.call('authorizeOtp', guess);
    await gateway.call('authorizeOtp', guess);
    expect(await gateway.call('authorizeOtp', guess)).toMatchObject({ kind: 'declined' });
    expect(await statusOf(gateway, transactionReference)).toBe('FAILED');
  });

  test('that was not charged cannot be authorized', async ({ gateway }) => {
    const { card } = gateway.people();
    const { transactionReference } = await openCheckout(gateway);
    expect(
      await gateway.call('authorizeOtp', { transactionReference, tokenId: 'none', token: RIGHT }),
    ).toMatchObject({ kind: 'not-charged' });
    expect(
      await gateway.call('authorizeThreeDs', { transactionReference, card: await card('issuer') }),
    ).toMatchObject({ kind: 'not-charged' });
  });

  test("with 3-D Secure redirects the customer to the issuer's page, and is paid after it", async ({
    gateway,
  }) => {
    const { transactionReference, card, charged } = await charge(gateway, 'issuer');
    expect(charged.status).toBe('BANK_AUTHORIZATION_REQUIRED');
    expect(URL.canParse(charged.secure3dData!.redirectUrl!)).toBe(true);
    const early = await gateway.ok('authorizeThreeDs', { transactionReference, card });
    expect(early.status).toBe('BANK_AUTHORIZATION_REQUIRED');
    expect(await statusOf(gateway, transactionReference)).toBe('PENDING');
    await gateway.people().answerIssuer(charged.secure3dData!.id!, { otp: RIGHT });
    expect(await statusOf(gateway, transactionReference)).toBe('PAID');
  });

  test("fails when the customer declines on the issuer's page", async ({ gateway }) => {
    const { transactionReference, charged } = await charge(gateway, 'issuer');
    await gateway.people().answerIssuer(charged.secure3dData!.id!, { decline: true });
    expect(await statusOf(gateway, transactionReference)).toBe('FAILED');
  });

  test("may require a form post to the issuer's page", async ({ gateway }) => {
    const { charged } = await charge(gateway, 'issuer-by-post');
    expect(charged.secure3dData).toMatchObject({ method: 'POST' });
    expect(URL.canParse(charged.secure3dData!.acsUrl!)).toBe(true);
    expect(charged.secure3dData!.paReq).toBeTruthy();
  });
});

function tokenTerms(cardToken: string, changes: Partial<Request<'chargeCardToken'>> = {}) {
  return {
    cardToken,
    amount: kobo(1_500_00),
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    paymentReference: newReference('renewal'),
    paymentDescription: 'July',
    currencyCode: 'NGN' as const,
    ...changes,
  };
}

async function tokenOf(gateway: Gateway, scenario: CardScenario): Promise<string> {
  const { transactionReference } = await charge(gateway, scenario);
  const { cardDetails } = await gateway.ok('getTransaction', { transactionReference });
  expect(cardDetails).toMatchObject({ supportsTokenization: true, reusable: true });
  return cardDetails!.cardToken!;
}

describe('a card token', () => {
  test('that is unknown is refused', async ({ gateway }) => {
    expect(await gateway.call('chargeCardToken', tokenTerms('MNFY_NOBODY'))).toMatchObject({
      kind: 'invalid-token',
    });
  });

  test('charges the card again, once for each reference', async ({ gateway }) => {
    const terms = tokenTerms(await tokenOf(gateway, 'tokenizable'));
    const paid = await gateway.ok('chargeCardToken', terms);
    expect(paid).toMatchObject({ paymentStatus: 'PAID', amountPaid: terms.amount });
    expect(await gateway.call('chargeCardToken', terms)).toMatchObject({ kind: 'reference-used' });
    const { paymentReference } = terms;
    expect(await gateway.ok('queryTransaction', { paymentReference })).toMatchObject({
      transactionReference: paid.transactionReference,
      paymentStatus: 'PAID',
    });
  });

  test('of a card that is declined later creates a failed transaction', async ({ gateway }) => {
    const terms = tokenTerms(await tokenOf(gateway, 'tokenizable-once'));
    const failed = await gateway.ok('chargeCardToken', terms);
    expect(failed).toMatchObject({ paymentStatus: 'FAILED', amountPaid: 0 });
  });

  test('can be used for the first payer only', async ({ gateway }) => {
    const token = await tokenOf(gateway, 'tokenizable');
    const stolen = await gateway.failure(
      'chargeCardToken',
      tokenTerms(token, { customerEmail: 'eve@example.com' }),
    );
    expect(stolen.kind).toBe('rejected-request');
  });
});
