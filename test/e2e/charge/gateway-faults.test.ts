import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { type Charges, createCharges, EMAIL } from '../../support/lifecycles/charges.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let charges: Charges;
/** The token of a card that paid a checkout. */
let cardToken: string;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  charges = createCharges(world, 'charge-faults');
  cardToken = await charges.tokenOf(await charges.paidByCard());
});
afterAll(() => world.close());

const terms = () => ({ cardToken, customer: { email: EMAIL } });
const planFault = (reference: string, when: string | undefined, fault: object) =>
  world.planFault({
    on: 'call',
    endpoint: 'chargeCardToken',
    reference: `${reference}--c1`,
    ...(when !== undefined && { when }),
    fault,
  });

describe.concurrent('a token charge whose send fails', () => {
  it.each(CALL_FAULTS)('%s: the card is charged once', async (fault) => {
    const reference = charges.newReference();
    const [when, kind] = fault.split('.');
    await planFault(reference, when, { kind });
    await charges.start(reference, terms());
    await charges.becomes(reference, 'PAID');
    await charges.closed(reference);
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
    expect(world.merchant.typesOf(reference)).toEqual(['charge.paid']);
  });

  it('is paid when the gateway refuses its first send because a copy of it had arrived before', async () => {
    const reference = charges.newReference();
    await world.dropEvent(`${reference}--c1`);
    await charges.chargeAtGateway(`${reference}--c1`, cardToken);
    const { body } = await charges.create(reference, terms());
    expect(body).toMatchObject({ state: 'PAID', fulfillable: true });
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
  });

  it('is paid when the gateway refuses the second send because the first had its effect', async () => {
    const reference = charges.newReference();
    await planFault(reference, 'after', { kind: 'reset' });
    // the reads do not show the first send, so that it is sent again
    await world.planFault({
      on: 'call',
      endpoint: 'queryTransaction',
      reference: `${reference}--c1`,
      times: 2,
      fault: { kind: 'lag', ms: 1_500 },
    });
    await charges.start(reference, terms());
    await charges.becomes(reference, 'PAID');
    await charges.closed(reference);
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
  });

  it('is REFUSED when another system has used its reference at the gateway', async () => {
    const reference = charges.newReference();
    await world.dropEvent(`${reference}--c1`);
    await charges.chargeAtGateway(`${reference}--c1`, cardToken, 77);
    const { body } = await charges.create(reference, terms());
    expect(body).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringMatching(/^reference-used-elsewhere: transaction \S+ of \S+--c1, PAID$/) as string,
      // whether that is our charge after all, a person says
      safeToChargeAgain: false,
      reviewItems: [{ kind: 'identity-mismatch' }],
    });
    const [{ key = '' } = {}] = body.reviewItems as { key?: string }[];
    const decision = { decision: 'did-not-happen', reason: 'the other system confirms it' };
    expect((await charges.resolve(reference, key, decision)).body).toMatchObject({ safeToChargeAgain: true });
    await charges.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual([
      'charge.refused',
      'charge.review-resolved',
      'charge.safe-to-charge-again',
    ]);
  });

  it.each([
    { message: 'Card token has expired.', reason: 'card-token-refused: Card token has expired.' },
    { message: 'Expired card', reason: 'card-token-refused: Expired card' },
  ])('"$message" is a refusal of the token', async ({ message, reason }) => {
    const reference = charges.newReference();
    await planFault(reference, 'before', { kind: 'refusal', code: '99', message, status: 422 });
    await charges.start(reference, terms());
    expect(await charges.becomes(reference, 'REFUSED')).toMatchObject({ tokenRefused: true, reason });
    expect(await charges.collected(`${reference}--c1`)).toEqual([]);
  });

  it('does not show a token that the gateway repeats in its refusal', async () => {
    const reference = charges.newReference();
    const message = `Invalid card token ${cardToken}`;
    await planFault(reference, 'before', { kind: 'refusal', code: '99', message, status: 404 });
    const { body } = await charges.create(reference, terms());
    expect(body).toMatchObject({ state: 'REFUSED', tokenRefused: true });
    expect(JSON.stringify(body)).not.toContain(cardToken);
  });

  it('a decline that the record denies is no decline: the card was charged', async () => {
    const reference = charges.newReference();
    const fault = { kind: 'refusal', code: '99', message: 'Transaction declined', status: 422 };
    await planFault(reference, 'after', fault);
    await charges.start(reference, terms());
    await charges.becomes(reference, 'PAID');
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
  });

  it('takes an event that arrives before the reply of its send', async () => {
    const reference = charges.newReference();
    await planFault(reference, 'after', { kind: 'delay', ms: 1_500 });
    await charges.start(reference, terms());
    await waitUntil('its event', () => world.deliveryOf(`${reference}--c1`));
    await charges.becomes(reference, 'PAID');
    await charges.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['charge.paid']);
    expect(await charges.read(reference)).toMatchObject({ paid: { amount: '1500.00' } });
  });

  it('an event that is delivered again changes nothing and starts no run', async () => {
    const reference = charges.newReference();
    await charges.create(reference, terms());
    await waitUntil('its event', () => world.deliveryOf(`${reference}--c1`));
    await charges.closed(reference);
    const runId = await world.runIdOf(charges.id(reference));
    await world.replayEventOf(`${reference}--c1`, 3);
    expect(await world.runIdOf(charges.id(reference))).toBe(runId);
    expect(world.merchant.typesOf(reference)).toEqual(['charge.paid']);
  });
});

/** One without an effect is not sent again: lost-replies. */
describe.concurrent('a token charge that a lost run may have sent', () => {
  it('is found, when the run is terminated and its reply was lost after the effect', async () => {
    const reference = charges.newReference();
    await world.dropEvent(`${reference}--c1`);
    await planFault(reference, 'after', { kind: 'reset' });
    await charges.start(reference, terms());
    const handle = world.handle(charges.id(reference));
    await waitUntil('the lost reply', async () => {
      const { events } = await handle.fetchHistory();
      return events?.some(({ activityTaskFailedEventAttributes: failed }) => failed != null);
    });
    await handle.terminate();
    await charges.create(reference, terms());
    await charges.becomes(reference, 'PAID');
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
  });
});
