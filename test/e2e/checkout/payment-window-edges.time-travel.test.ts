import { defineSearchAttributeKey } from '@temporalio/common';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardIn, createPayer } from '../../support/lifecycles/cards.js';
import { createMovedWorld, type MovedWorld } from '../../support/world/time-travel-world.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';

let world: MovedWorld;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  world = await createMovedWorld();
  payer = createPayer(world, 'edge');
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

const read = async (reference: string) => (await world.call('GET', `/v1/checkouts/${reference}`)).body;
const heard = (reference: string) => world.merchant.of(reference).map(({ type }) => type);
const isOver = (reference: string) =>
  waitUntil(`the end of ${reference}`, async () => {
    const { status } = await world.client.workflow.getHandle(`checkout:${reference}`).describe();
    return status.name === 'COMPLETED';
  });

describe('at the end of the forty minutes', () => {
  async function account() {
    const reference = await payer.checkout();
    // the gateway counts from its receipt, which on a busy machine is seconds after our attempt
    const closedBy = new Date(world.sandbox.clock.now() + 40 * MINUTE).toISOString();
    const { body } = await payer.at(reference, 'virtual-account');
    const { expiresAt } = await read(reference);
    return {
      reference,
      /** By our clock: the gateway has not closed it before. */
      expiresAt: String(expiresAt),
      /** The gateway has closed it by then. */
      closedBy,
      to: body as unknown as { bankCode: string; accountNumber: string },
    };
  }

  /** The gateway's clock runs ahead to the last second; ours follows with whatever comes next. */
  async function untilSecondsBefore(expiresAt: string, seconds: number): Promise<void> {
    const left = () => Date.parse(expiresAt) - world.sandbox.clock.now();
    await world.pass(left() - MINUTE);
    await world.runAhead(left() - seconds * 1000);
  }

  const takesLate = (latePayment: 'ACCEPTED' | 'REFUSED') =>
    world.control(`merchants/${world.account.id}`, { switches: { latePayment } }, 'PATCH');

  it('a transfer one second before it counts', async () => {
    const { reference, expiresAt, to } = await account();
    await untilSecondsBefore(expiresAt, 1);
    expect(await world.pay(to, '2500.00')).toMatchObject({ accepted: true });
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await read(reference)).not.toHaveProperty('reviewItems');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(heard(reference)).toEqual(['checkout.paid']);
  });

  it('a transfer one second after it goes back, and the checkout is EXPIRED', async () => {
    const { reference, closedBy, to } = await account();
    await untilSecondsBefore(closedBy, -1);
    expect(await world.pay(to, '2500.00')).toMatchObject({ accepted: false });
    await world.pass(2 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    await isOver(reference);
    expect(await world.collectedFor(reference)).toHaveLength(0);
    expect(heard(reference)).toEqual(['checkout.expired']);
  });

  it('a transfer that the gateway takes a second too late is money all the same', async () => {
    await takesLate('ACCEPTED');
    const { reference, closedBy, to } = await account();
    await untilSecondsBefore(closedBy, -1);
    expect(await world.pay(to, '2500.00')).toMatchObject({ accepted: true });
    await world.merchant.hears(reference, 'checkout.paid');
    await isOver(reference);
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(heard(reference)).toEqual(['checkout.paid']);
    await takesLate('REFUSED');
  });

  it('a code that comes after them is not taken, and the checkout is EXPIRED', async () => {
    const reference = await payer.checkout();
    expect(cardIn(await payer.gives(reference, 'otp'))).toMatchObject({ state: 'OTP_REQUIRED' });
    await world.pass(42 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    expect(await payer.types(reference, '123456')).toMatchObject({ status: 409 });
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });
});

describe('a status that the gateway has never used before', () => {
  const UNKNOWN = 'ON_HOLD';
  const REVIEW = defineSearchAttributeKey('OwareReview', 'KEYWORD_LIST');
  const reason = `the gateway says ${UNKNOWN}, a word that is not known here`;

  /** One rule spoils every other answer; two of them, one answer apart, spoil all. */
  async function saysForEver(transaction: string): Promise<void> {
    const rule = { on: 'call', endpoint: 'getTransaction', reference: transaction };
    const fault = { kind: 'flap', status: UNKNOWN };
    await world.strike({ ...rule, fault });
    await world.strike({ ...rule, fault, skip: 1 });
  }

  const wordPasses = () => request(`${world.gatewayUrl}/sandbox/faults`, { method: 'DELETE' });

  async function checkoutOnHold() {
    const reference = await payer.checkout();
    const [transaction = ''] = await world.transactionsOf(reference);
    await saysForEver(transaction);
    return { reference, transaction };
  }

  const needsReview = (reference: string) =>
    waitUntil(`a review item of ${reference}`, async () => reviewItems(await read(reference))[0]);

  it('is shown to a person and alarmed, and what was paid is found when the word passes', async () => {
    const { reference, transaction } = await checkoutOnHold();
    await world.payOnThePage(transaction);
    expect(await needsReview(reference)).toMatchObject({
      kind: 'unreadable-record',
      reason,
      atRisk: '2500.00',
    });
    expect(await read(reference)).toMatchObject({ state: 'PENDING' });
    const listed = await world.client.workflow.getHandle(`checkout:${reference}`).describe();
    expect(listed.typedSearchAttributes.get(REVIEW)).toEqual(['unreadable-record']);
    expect(heard(reference)).toEqual([]);

    await wordPasses();
    await world.pass(10 * MINUTE, MINUTE);
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await read(reference)).not.toHaveProperty('reviewItems');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(heard(reference)).toEqual(['checkout.paid']);
  });

  it('is no end: the checkout is neither FAILED nor EXPIRED while the gateway says it', async () => {
    const { reference } = await checkoutOnHold();
    await world.pass(2 * 60 * MINUTE);
    expect(await needsReview(reference)).toMatchObject({ kind: 'unreadable-record', reason });
    expect(await read(reference)).toMatchObject({ state: 'CLOSING' });
    expect(heard(reference)).toEqual([]);

    await wordPasses();
    // it is asked less and less often
    await world.pass(3 * 60 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    expect(heard(reference)).toEqual(['checkout.expired']);
  });

  it('in answer to a card bars a second one, and the record decides', async () => {
    const reference = await payer.checkout();
    const [transaction = ''] = await world.transactionsOf(reference);
    await saysForEver(transaction);
    await world.strike({ on: 'event', reference, fault: { kind: 'drop' } });
    await world.strike({ on: 'call', endpoint: 'chargeCard', fault: { kind: 'flap', status: UNKNOWN } });
    expect(cardIn(await payer.gives(reference, 'approved'))).toMatchObject({
      state: 'UNKNOWN',
      reason: `the gateway says ${UNKNOWN}`,
    });
    expect(await payer.gives(reference, 'approved')).toMatchObject({
      status: 409,
      body: { type: 'urn:oware:problem:card-unresolved', moneyMoved: 'unknown' },
    });
    await wordPasses();
    await world.pass(10 * MINUTE, MINUTE);
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(heard(reference)).toEqual(['checkout.paid']);
  });
});

describe('a wrong code and the right one at the same moment', () => {
  it('are two codes: one is taken, the other is to be given again, and the payer is charged once', async () => {
    const reference = await payer.checkout();
    await payer.gives(reference, 'otp');
    const both = await Promise.all([payer.types(reference, '111111'), payer.types(reference, '123456')]);
    const statuses = both.map(({ status }) => status);
    // which of the two is first is open: taken, wrong, or told to wait for the other
    expect([
      [409, 200],
      [422, 409],
      [422, 200],
    ]).toContainEqual(statuses);
    if (statuses[1] !== 200) await payer.types(reference, '123456');
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(heard(reference)).toEqual(['checkout.paid']);
  });
});
