import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Charges, createCharges, EMAIL } from '../../support/lifecycles/charges.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let charges: Charges;
/** A paid card checkout, and the token that it left. */
let checkout: string;
let cardToken: string;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 100 } });
  charges = createCharges(world, 'charge');
  checkout = await charges.paidByCard();
  cardToken = await charges.tokenOf(checkout);
});
afterAll(() => world.close());

describe.concurrent('a token charge', () => {
  it('charges the card of a paid checkout once, and never shows its token', async () => {
    const reference = charges.newReference();
    const { status, body } = await charges.create(reference, { checkout, description: 'Top-up' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'PAID',
      fulfillable: true,
      checkout,
      card: { token: expect.stringMatching(/^\*+.{3}$/) as string, last4: cardToken && '4081' },
      paid: { amount: '1500.00', method: 'CARD' },
    });
    await charges.closed(reference);
    await world.merchant.receives(reference, 'charge.paid');
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
    expect(world.merchant.typesOf(reference)).toEqual(['charge.paid']);
    const shown = JSON.stringify([await charges.read(reference), world.merchant.of(reference)]);
    expect(shown).not.toContain(cardToken);
  });

  it('charges a token that the merchant has kept, with the e-mail address of its first charge', async () => {
    const reference = charges.newReference();
    const { body } = await charges.create(reference, { cardToken, customer: { email: EMAIL, name: 'Ada' } });
    expect(body).toMatchObject({ state: 'PAID' });
    expect(JSON.stringify(body)).not.toContain(cardToken);
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
  });

  it('returns the same charge to a repeat, and refuses other terms under its reference', async () => {
    const reference = charges.newReference();
    await charges.create(reference, { checkout });
    expect(await charges.create(reference, { checkout })).toMatchObject({
      status: expect.toBeOneOf([200, 201]) as number,
      body: { state: 'PAID' },
    });
    expect(await charges.create(reference, { checkout, amount: '1600.00' })).toMatchObject({
      status: 409,
      body: { type: '/problems/reference-conflict', differences: ['amount'] },
    });
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
  });

  it('needs a reference or an Idempotency-Key, and exactly one source of its card', async () => {
    const post = (body: object, headers = {}) => world.call('POST', '/v1/charges', body, headers);
    const terms = { amount: '1500.00', checkout };
    expect(await post(terms)).toMatchObject({ status: 400 });
    const key = charges.newReference();
    expect(await post(terms, { 'idempotency-key': key })).toMatchObject({ body: { reference: key } });
    expect(await post({ ...terms, reference: charges.newReference(), cardToken })).toMatchObject({
      status: 400,
    });
    expect(await post({ reference: charges.newReference(), amount: '1500.00', cardToken })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'customer.email' }] },
    });
  });

  it('is REFUSED without a send when the checkout has no such card, or belongs to another customer', async () => {
    const unpaid = await charges.checkouts.open();
    const none = charges.newReference();
    expect((await charges.create(none, { checkout: unpaid })).body).toMatchObject({
      state: 'REFUSED',
      reason: `checkout ${unpaid} has no card payment whose card can be charged again`,
    });
    const other = charges.newReference();
    const customer = { email: 'bola@example.com' };
    expect((await charges.create(other, { checkout, customer })).body).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringContaining('customer.email differs') as string,
    });
    expect(await charges.collected(`${other}--c1`)).toEqual([]);
  });

  it('is REFUSED with tokenRefused when the gateway does not know the token', async () => {
    const reference = charges.newReference();
    const unknown = 'MNFY_00000000000000000000000000000000';
    const { body } = await charges.create(reference, { cardToken: unknown, customer: { email: EMAIL } });
    expect(body).toMatchObject({
      state: 'REFUSED',
      tokenRefused: true,
      reason: 'card-token-refused: Invalid card token',
      safeToChargeAgain: true,
    });
    await world.merchant.receives(reference, 'charge.refused');
  });

  it('cannot be cancelled after it was sent', async () => {
    const reference = charges.newReference();
    await charges.create(reference, { checkout });
    expect(await charges.cancel(reference)).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open' },
    });
  });

  it('refuses a refund as for checkouts that were paid by card: the gateway refunds bank transfers only', async () => {
    const reference = charges.newReference();
    await charges.create(reference, { checkout });
    const path = `/v1/charges/${reference}/refunds`;
    const refund = { reference: `${reference}-back`, amount: '1000.00', refundReason: 'Broken' };
    expect(await world.call('POST', path, refund)).toMatchObject({
      status: 422,
      body: { type: '/problems/not-refundable' },
    });
    expect((await world.call('GET', path)).body).toMatchObject({ reference, refunds: [] });
  });

  it('a charge that was not created here is reported as unexpected', async () => {
    const reference = charges.newReference();
    await charges.chargeAtGateway(`${reference}--c1`, cardToken);
    await world.merchant.receives(reference, 'charge.unexpected');
    expect(await charges.read(reference)).toMatchObject({
      state: 'PAID',
      unexpected: true,
      fulfillable: false,
    });
  });
});
