import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 1_000 }, payersComeBack: true });
  checkouts = createCheckouts(world, 'both');
});
afterAll(() => world.close());

async function returns(reference: string): Promise<string> {
  const reply = await request(world.returnUrl(reference));
  return reply.body.text();
}

/** The payer has paid on the hosted page; the gateway sends the event each time the test calls `eventArrives`. */
async function paidBeforeItsEvent() {
  const reference = await checkouts.open();
  const [transaction = ''] = await world.transactionsOf(reference);
  await world.dropEvent(reference);
  await world.payOnHostedPage(transaction);
  const eventArrives = () => world.replayEventOf(transaction);
  return { reference, eventArrives };
}

async function expectPaidOnce(reference: string): Promise<void> {
  await world.merchant.receives(reference, 'checkout.paid');
  await checkouts.closed(reference);
  expect(await checkouts.read(reference)).toMatchObject({ state: 'PAID' });
  await checkouts.expectPaidOnce(reference);
}

describe.concurrent('a payment is reported once when the payer returns', () => {
  it('at the same moment as the event', async () => {
    const { reference, eventArrives } = await paidBeforeItsEvent();
    await Promise.all([eventArrives(), returns(reference), eventArrives(), returns(reference)]);
    await expectPaidOnce(reference);
  });

  it('after the event, to a closed run', async () => {
    const { reference, eventArrives } = await paidBeforeItsEvent();
    await eventArrives();
    await expectPaidOnce(reference);
    expect(await returns(reference)).toContain('The shop has received your payment');
    await expectPaidOnce(reference);
  });

  it('before the event, which arrives in the grace period', async () => {
    const { reference, eventArrives } = await paidBeforeItsEvent();
    await returns(reference);
    await world.merchant.receives(reference, 'checkout.paid');
    await eventArrives();
    await expectPaidOnce(reference);
  });

  it('long before the event, which arrives after the run has closed', async () => {
    const { reference, eventArrives } = await paidBeforeItsEvent();
    await returns(reference);
    await expectPaidOnce(reference);
    await eventArrives();
    await returns(reference);
    await expectPaidOnce(reference);
  });
});

describe.concurrent('a payment is reported once when the payer returns from the card issuer', () => {
  async function atTheIssuer() {
    const reference = await checkouts.open();
    const { body } = await checkouts.payByCard(reference, 'issuer');
    const { redirectUrl } = body.card as { redirectUrl: string };
    return { reference, redirectUrl };
  }

  it('twice, and once more after the event', async () => {
    const { reference, redirectUrl } = await atTheIssuer();
    await Promise.all([returns(reference), returns(reference)]);
    await checkouts.answerIssuer(redirectUrl);
    await Promise.all([returns(reference), returns(reference)]);
    await expectPaidOnce(reference);
    await returns(reference);
    await expectPaidOnce(reference);
  });

  it('with the reference of another checkout in the URL, which stays unpaid', async () => {
    const paying = await atTheIssuer();
    const waiting = await atTheIssuer();
    await checkouts.answerIssuer(paying.redirectUrl);
    await request(`${world.returnUrl(waiting.reference)}?paymentReference=${paying.reference}`);
    await expectPaidOnce(paying.reference);
    expect(await checkouts.post(waiting.reference, '3ds')).toMatchObject({
      body: { state: 'PENDING', card: { state: 'THREE_DS_REQUIRED' } },
    });
    expect(await world.collectedFor(waiting.reference)).toHaveLength(0);
    expect(world.merchant.of(waiting.reference)).toEqual([]);
  });
});
