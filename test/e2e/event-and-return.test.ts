import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayer } from '../support/cards.js';
import { createWorld, type World } from '../support/world.js';

let world: World;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 1_000 }, payersComeBack: true });
  payer = createPayer(world, 'both');
});
afterAll(() => world.close());

async function comesBack(reference: string): Promise<string> {
  const reply = await request(world.returnUrl(reference));
  return reply.body.text();
}

/** The payer has paid on the page; the event of it is sent when the test says so, as often as it says. */
async function paidWithItsEventInHand() {
  const reference = await payer.checkout();
  const [transaction = ''] = await world.transactionsOf(reference);
  await world.strike({ on: 'event', reference, fault: { kind: 'drop' } });
  await world.payOnThePage(transaction);
  const delivery = world.sandbox.deliveries.list().find(({ body }) => body.includes(transaction));
  const eventComes = async () => {
    await world.control(`deliveries/${delivery!.id}/replay`, {});
    await world.sandbox.deliveries.settled();
  };
  return { reference, eventComes };
}

async function paidOnce(reference: string): Promise<void> {
  await world.merchant.hears(reference, 'checkout.paid');
  await world.client.workflow.getHandle(`checkout:${reference}`).result();
  expect(await world.call('GET', `/v1/checkouts/${reference}`)).toMatchObject({ body: { state: 'PAID' } });
  expect(await world.collectedFor(reference)).toHaveLength(1);
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  expect(world.merchant.of(reference).map(({ type }) => type)).toEqual(['checkout.paid']);
}

describe('one payment, told once, when the payer comes back', () => {
  it('within the same millisecond as the event', async () => {
    const { reference, eventComes } = await paidWithItsEventInHand();
    await Promise.all([eventComes(), comesBack(reference), eventComes(), comesBack(reference)]);
    await paidOnce(reference);
  });

  it('after the event, to a run that is over', async () => {
    const { reference, eventComes } = await paidWithItsEventInHand();
    await eventComes();
    await paidOnce(reference);
    expect(await comesBack(reference)).toContain('The shop has received your payment');
    await paidOnce(reference);
  });

  it('before the event, which finds the run lingering', async () => {
    const { reference, eventComes } = await paidWithItsEventInHand();
    await comesBack(reference);
    await world.merchant.hears(reference, 'checkout.paid');
    await eventComes();
    await paidOnce(reference);
  });

  it('long before the event, which finds the run over', async () => {
    const { reference, eventComes } = await paidWithItsEventInHand();
    await comesBack(reference);
    await paidOnce(reference);
    await eventComes();
    await comesBack(reference);
    await paidOnce(reference);
  });
});

describe('one payment, told once, when the payer comes back from the card’s issuer', () => {
  const RIGHT = '123456';
  async function atTheIssuer() {
    const reference = await payer.checkout();
    const { body } = await payer.gives(reference, 'issuer');
    const { redirectUrl } = body.card as { redirectUrl: string };
    return { reference, redirectUrl };
  }

  it('twice, and once more after the event', async () => {
    const { reference, redirectUrl } = await atTheIssuer();
    await Promise.all([comesBack(reference), comesBack(reference)]);
    await payer.answersIssuer(redirectUrl, { otp: RIGHT });
    await Promise.all([comesBack(reference), comesBack(reference)]);
    await paidOnce(reference);
    await comesBack(reference);
    await paidOnce(reference);
  });

  it('and says so for another payment, which is still to be paid', async () => {
    const paying = await atTheIssuer();
    const waiting = await atTheIssuer();
    await payer.answersIssuer(paying.redirectUrl, { otp: RIGHT });
    await request(`${world.returnUrl(waiting.reference)}?paymentReference=${paying.reference}`);
    await paidOnce(paying.reference);
    expect(await payer.at(waiting.reference, 'secure-3d')).toMatchObject({
      body: { state: 'PENDING', card: { state: 'THREE_DS_REQUIRED' } },
    });
    expect(await world.collectedFor(waiting.reference)).toHaveLength(0);
    expect(world.merchant.of(waiting.reference)).toEqual([]);
  });
});
