import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardIn, createPayer } from '../support/cards.js';
import { costOf } from '../support/history.js';
import { createMovedWorld, type MovedWorld } from '../support/moved-time.js';
import { MINUTE } from '../support/world.js';

let world: MovedWorld;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  world = await createMovedWorld();
  payer = createPayer(world, 'card-step');
});
afterAll(() => world.close());

const RIGHT = '123456';
const read = (reference: string) => world.call('GET', `/v1/checkouts/${reference}`);

async function record(reference: string, name: string) {
  await world.client.workflow.getHandle(`checkout:${reference}`).result();
  await costOf(world.client, `checkout:${reference}`, name);
}

describe('a card and the forty minutes', () => {
  it('take no code after its time, and another card instead', async () => {
    const reference = await payer.checkout();
    await payer.gives(reference, 'otp');
    await world.pass(11 * MINUTE, 11 * MINUTE);
    expect(await payer.types(reference, RIGHT)).toMatchObject({
      status: 409,
      body: { detail: 'the OTP has expired; charge the card again' },
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
    await payer.gives(reference, 'approved');
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
  });

  it('end EXPIRED when the payer never comes back from the issuer', async () => {
    const reference = await payer.checkout();
    expect(cardIn(await payer.gives(reference, 'issuer'))).toMatchObject({ state: 'THREE_DS_REQUIRED' });
    await world.pass(42 * MINUTE);
    expect(await world.becomes(reference, 'EXPIRED')).toMatchObject({
      reason: 'the gateway reports EXPIRED',
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });

  it('end EXPIRED when the issuer took the code and never answered', async () => {
    const reference = await payer.checkout();
    const { redirectUrl } = cardIn(await payer.gives(reference, 'issuer-silent'));
    await payer.answersIssuer(redirectUrl, { otp: RIGHT });
    await world.pass(42 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });

  it('end FAILED, and not before, when every card was declined', async () => {
    const reference = await payer.checkout();
    await payer.gives(reference, 'declined');
    await payer.gives(reference, 'insufficient-funds');
    expect(await read(reference)).toMatchObject({ body: { state: 'PENDING' } });
    await world.pass(42 * MINUTE);
    expect(await world.becomes(reference, 'FAILED')).toMatchObject({ reason: 'the gateway reports FAILED' });
    await world.merchant.hears(reference, 'checkout.failed');
    await record(reference, 'checkout-card-failed');
  });

  it('never turn a lost answer into a failure: it is asked about to the end, and only the gateway ends it', async () => {
    const reference = await payer.checkout();
    await world.strike({ on: 'call', endpoint: 'chargeCard', when: 'before', fault: { kind: 'reset' } });
    await payer.gives(reference, 'approved');
    await world.pass(20 * MINUTE);
    expect(await read(reference)).toMatchObject({ body: { state: 'PENDING', card: { state: 'UNKNOWN' } } });
    await world.pass(22 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    expect(await world.collectedFor(reference)).toHaveLength(0);
    await record(reference, 'checkout-card-unknown');
  });
});
