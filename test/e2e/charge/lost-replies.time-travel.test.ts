import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Charges, createCharges, EMAIL } from '../../support/lifecycles/charges.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let charges: Charges;
let cardToken: string;
beforeAll(async () => {
  world = await createTimeTravelWorld({
    settings: { gatewayEventGraceMs: 100, unresolvedAfterMs: HOUR, propagationMs: 2 * MINUTE },
  });
  charges = createCharges(world, 'lost-replies');
  cardToken = await charges.tokenOf(await charges.paidByCard());
});
afterAll(() => world.close());

interface Lost {
  /** Whether the reply is lost before or after its effect, and how often. */
  readonly when: 'before' | 'after';
  readonly times: number;
  /** What happens to its event; it is dropped unless given. */
  readonly event?: { readonly kind: 'delay'; readonly ms: number };
  /** For how long a read by its reference does not show it. */
  readonly lagMs?: number;
}

/** A charge whose first reply was lost. */
async function started({ when, times, event, lagMs = 0 }: Lost): Promise<string> {
  const reference = charges.newReference();
  const paymentReference = `${reference}--c1`;
  const lost = { endpoint: 'chargeCardToken', reference: paymentReference, when, times };
  await world.planFault({ on: 'call', ...lost, fault: { kind: 'reset' } });
  if (event) await world.planFault({ on: 'event', reference: paymentReference, fault: event });
  else await world.dropEvent(paymentReference);
  if (lagMs > 0) {
    const late = { endpoint: 'queryTransaction', reference: paymentReference, times: 200 };
    await world.planFault({ on: 'call', ...late, fault: { kind: 'lag', ms: lagMs } });
  }
  await charges.start(reference, { cardToken, customer: { email: EMAIL } });
  await waitUntil('the lost reply', async () =>
    (await eventsOf(reference)).some(({ activityTaskFailedEventAttributes: failed }) => failed != null),
  );
  return reference;
}

const eventsOf = async (reference: string) =>
  (await world.handle(charges.id(reference)).fetchHistory()).events ?? [];

async function sendsOf(reference: string): Promise<number> {
  const events = await eventsOf(reference);
  return events.filter(
    ({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled?.activityType?.name === 'chargeCardToken',
  ).length;
}

describe('a token charge whose two requests had no reply', () => {
  it('is PENDING while its record is missing, and PAID once a read finds it, with one webhook before', async () => {
    const reference = await started({ when: 'after', times: 2, lagMs: 30 * MINUTE });
    await world.pass(20 * MINUTE, MINUTE);
    expect(await charges.read(reference)).toMatchObject({ state: 'PENDING', safeToChargeAgain: false });
    expect(world.merchant.typesOf(reference)).toEqual(['charge.outcome-unknown']);
    await world.pass(2 * HOUR, 10 * MINUTE);
    await charges.becomes(reference, 'PAID');
    await charges.closed(reference);
    expect(await charges.collected(`${reference}--c1`)).toEqual([150_000]);
    expect(world.merchant.typesOf(reference)).toEqual(['charge.outcome-unknown', 'charge.paid']);
  });

  it('is for a person after an hour, FAILED and safe to charge again only a day later, and never sent a third time', async () => {
    const reference = await started({ when: 'before', times: 3 });
    await world.pass(2 * HOUR, 10 * MINUTE);
    expect(await charges.read(reference)).toMatchObject({
      state: 'PENDING',
      safeToChargeAgain: false,
      reviewItems: [{ kind: 'unresolved', atRisk: '1500.00' }],
    });
    expect((await charges.cancel(reference)).status).toBe(409);
    await world.pass(26 * HOUR, HOUR);
    expect(await charges.becomes(reference, 'FAILED')).toMatchObject({ safeToChargeAgain: true });
    expect(await charges.read(reference)).not.toHaveProperty('reviewItems');
    await charges.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['charge.outcome-unknown', 'charge.failed']);
    expect(await charges.collected(`${reference}--c1`)).toEqual([]);
    expect(await sendsOf(reference)).toBe(2);
  });

  it('has money on hold when it is made after it was FAILED', async () => {
    const reference = await started({ when: 'before', times: 2 });
    await world.pass(27 * HOUR, HOUR);
    await charges.becomes(reference, 'FAILED');
    await charges.closed(reference);
    await world.clearFaults(`${reference}--c1`);
    await charges.chargeAtGateway(`${reference}--c1`, cardToken);
    await world.merchant.receives(reference, 'charge.on-hold');
    expect(await charges.read(reference)).toMatchObject({
      state: 'PAID',
      fulfillable: false,
      safeToChargeAgain: false,
      reviewItems: [{ kind: 'paid-late', atRisk: '1500.00' }],
    });
    expect(world.merchant.typesOf(reference)).toEqual([
      'charge.outcome-unknown',
      'charge.failed',
      // at once, by the event: the merchant may be about to charge again
      'charge.conflicting-records',
      'charge.on-hold',
    ]);
  });
});

describe('a token charge whose first request had no reply', () => {
  it('is not sent again once an event names it', async () => {
    const reference = await started({
      when: 'after',
      times: 1,
      event: { kind: 'delay', ms: MINUTE },
      lagMs: HOUR,
    });
    await world.pass(10 * MINUTE, MINUTE);
    await charges.becomes(reference, 'PAID');
    await charges.closed(reference);
    expect(await sendsOf(reference)).toBe(1);
    expect(world.merchant.typesOf(reference)).toEqual(['charge.paid']);
  });

  it('is read when the merchant asks for a check, and PAID', async () => {
    const reference = await started({ when: 'after', times: 1, lagMs: 5_000 });
    await world.pass(10_000, 1_000);
    const { body } = await world.call('POST', `/v1/charges/${reference}/confirm`);
    expect(body).toMatchObject({ state: 'PAID' });
    expect(await sendsOf(reference)).toBe(1);
  });

  it('is not sent again after a cancel, which is refused: it may have been sent', async () => {
    const reference = await started({ when: 'before', times: 1 });
    expect(await charges.cancel(reference)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('is not sent again') as string },
    });
    await world.pass(26 * HOUR, HOUR);
    expect(await charges.becomes(reference, 'FAILED')).toMatchObject({ safeToChargeAgain: true });
    expect(await sendsOf(reference)).toBe(1);
  });

  it('is not sent by the run that replaces a lost one, which may have accepted a cancel', async () => {
    const reference = await started({ when: 'before', times: 1 });
    expect((await charges.cancel(reference)).status).toBe(409);
    await world.handle(charges.id(reference)).terminate('lost');
    const customer = { email: EMAIL };
    const again = await charges.create(reference, { cardToken, customer });
    expect(again.body).toMatchObject({ state: 'PENDING', safeToChargeAgain: false });
    await world.pass(26 * HOUR, HOUR);
    expect(await charges.becomes(reference, 'FAILED')).toMatchObject({ safeToChargeAgain: true });
    expect(await sendsOf(reference)).toBe(0);
    expect(await charges.collected(`${reference}--c1`)).toEqual([]);
  });

  const concluded = async (reference: string, resolution: object) => {
    const { reviewItems } = await charges.read(reference);
    const [{ key = '' } = {}] = reviewItems as { key?: string }[];
    return charges.resolve(reference, key, { reason: 'the bank says so', ...resolution });
  };

  it('is PAID by its record, when a person names its transaction', async () => {
    const reference = await started({ when: 'after', times: 2, lagMs: 10 * HOUR });
    await world.pass(2 * HOUR, 10 * MINUTE);
    expect(await concluded(reference, { decision: 'happened' })).toMatchObject({ status: 400 });
    await world.clearFaults(`${reference}--c1`);
    const gatewayReference = await charges.transactionOf(`${reference}--c1`);
    await concluded(reference, { decision: 'happened', gatewayReference });
    expect(await charges.becomes(reference, 'PAID')).toMatchObject({ fulfillable: true });
    await charges.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual([
      'charge.outcome-unknown',
      'charge.review-resolved',
      'charge.paid',
    ]);
  });

  it('is FAILED, and safe to charge again, when a person concludes that it did not happen', async () => {
    const reference = await started({ when: 'before', times: 2 });
    await world.pass(2 * HOUR, 10 * MINUTE);
    await concluded(reference, { decision: 'did-not-happen' });
    expect(await charges.becomes(reference, 'FAILED')).toMatchObject({
      reason: 'an operator concluded that it was not paid: the bank says so',
      safeToChargeAgain: true,
    });
    await charges.closed(reference);
    expect(await sendsOf(reference)).toBe(2);
  });
});
