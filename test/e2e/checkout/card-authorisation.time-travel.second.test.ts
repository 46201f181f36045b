import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardIn, type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  checkouts = createCheckouts(world, 'card-step');
});
afterAll(() => world.close());

describe('card authentication within the payment window', () => {
  it('an OTP after its timeout is refused, and another card can pay', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    await world.pass(11 * MINUTE, 11 * MINUTE);
    expect(await checkouts.submitOtp(reference)).toMatchObject({
      status: 409,
      body: { detail: 'the OTP has expired; charge the card again' },
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
    await checkouts.payByCard(reference, 'approved');
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
  });

  it('the checkout is EXPIRED when the payer never returns from the issuer', async () => {
    const reference = await checkouts.open();
    expect(cardIn(await checkouts.payByCard(reference, 'issuer'))).toMatchObject({
      state: 'THREE_DS_REQUIRED',
    });
    await world.pass(42 * MINUTE);
    expect(await world.becomes(reference, 'EXPIRED')).toMatchObject({
      reason: 'the gateway reports EXPIRED',
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });

  it('the checkout is EXPIRED when the issuer took the OTP and never answered', async () => {
    const reference = await checkouts.open();
    const { redirectUrl } = cardIn(await checkouts.payByCard(reference, 'issuer-silent'));
    await checkouts.answerIssuer(redirectUrl);
    await world.pass(42 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });

  it('the checkout is FAILED at the end of its window when every card was declined', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'declined');
    await checkouts.payByCard(reference, 'insufficient-funds');
    expect(await checkouts.read(reference)).toMatchObject({ state: 'PENDING' });
    await world.pass(42 * MINUTE);
    expect(await world.becomes(reference, 'FAILED')).toMatchObject({ reason: 'the gateway reports FAILED' });
    await world.merchant.receives(reference, 'checkout.failed');
    await checkouts.recordHistory(reference, 'checkout-card-failed');
  });

  it('a lost answer never becomes a failure: the worker checks until the window ends, and only the gateway’s record decides', async () => {
    const reference = await checkouts.open();
    await world.planFault({ on: 'call', endpoint: 'chargeCard', when: 'before', fault: { kind: 'reset' } });
    await checkouts.payByCard(reference, 'approved');
    await world.pass(20 * MINUTE);
    expect(await checkouts.read(reference)).toMatchObject({ state: 'PENDING', card: { state: 'UNKNOWN' } });
    await world.pass(22 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    expect(await world.collectedFor(reference)).toHaveLength(0);
    // the record of a card whose charge had no answer is read a second time
    await world.pass(7 * MINUTE, MINUTE);
    await checkouts.recordHistory(reference, 'checkout-card-unknown');
  });
});
