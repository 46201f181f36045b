import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let transfers: Transfers;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  transfers = createTransfers(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `pay-lost-${process.pid}-${(count += 1)}`;
const PAID = ['transfer-sent', 'transfer-arrived'];

describe('a transfer whose run was terminated', () => {
  it('after it was sent is found by the next create, and not sent again', async () => {
    const reference = newReference();
    await transfers.create(reference, { to: ACCOUNTS.slow });
    expect(transfers.causesOf(reference)).toEqual(['transfer-sent']);
    await world.handle(transfers.id(reference)).terminate();
    const { status, body } = await transfers.create(reference, { to: ACCOUNTS.slow });
    expect({ status, body }).toMatchObject({ status: 201, body: { state: 'PENDING' } });
    expect(transfers.causesOf(reference)).toEqual(['transfer-sent']);
  });

  it('before it was sent waits for a person: a cancel may be lost with its run', async () => {
    const reference = newReference();
    const startAt = new Date(Date.now() + 3_600_000).toISOString();
    await transfers.create(reference, { startAt });
    await world.handle(transfers.id(reference)).terminate();
    expect(await transfers.create(reference, { startAt, amount: '1.00' })).toMatchObject({ status: 400 });
    await transfers.create(reference, { startAt });
    // once it is not found at the gateway
    const keys = async () => reviewItems(await transfers.read(reference)).map(({ key }) => key);
    await waitUntil('the item', async () => (await keys()).includes('recovered'));
    expect(await transfers.read(reference)).toMatchObject({ state: 'PENDING', outcome: 'unknown' });
    expect(transfers.causesOf(reference)).toEqual([]);
  });

  it('is restored by an event, whose record shows the outcome', async () => {
    const reference = newReference();
    await transfers.create(reference, { to: ACCOUNTS.reversed });
    await transfers.closed(reference);
    const handle = world.handle(transfers.id(reference));
    await world.replayEventOf(`"${reference}"`);
    expect((await handle.describe()).status.name).toBe('COMPLETED');
  });
});

describe('an event', () => {
  it('of a transfer that another system made is reported as unexpected', async () => {
    const reference = newReference();
    await transfers.payAtGateway(reference, 80);
    const webhook = await world.merchant.receives(reference, 'transfer.unexpected');
    expect(webhook.data.transfer).toMatchObject({
      state: 'SUCCESS',
      unexpected: true,
      amount: '80.00',
      reason: expect.stringContaining('the gateway reports SUCCESS') as string,
    });
    await transfers.closed(reference);
  });

  it('that arrives twice after the end starts no run', async () => {
    const reference = newReference();
    await transfers.create(reference);
    await transfers.closed(reference);
    const first = await transfers.runIdOf(reference);
    await world.replayEventOf(`"${reference}"`, 3);
    expect(await transfers.runIdOf(reference)).toBe(first);
  });

  it('that reports a reversal is not believed without a record, and needs review in the end', async () => {
    const reference = newReference();
    await transfers.create(reference);
    await transfers.closed(reference);
    const eventData = { reference, status: 'REVERSED', amount: 5_000, transactionReference: 'MFDS1' };
    expect(await world.postEvent({ eventType: 'REVERSED_DISBURSEMENT', eventData })).toBe(200);
    const body = await waitUntil(`a review item of ${reference}`, async () => {
      const read = await transfers.read(reference);
      return read.reviewItems && read;
    });
    expect(body).toMatchObject({ state: 'SUCCESS', reviewItems: [{ kind: 'unproven-event' }] });
    expect(transfers.causesOf(reference)).toEqual(PAID);
  });
});

describe('a repeated request', () => {
  it('with the same terms gets the same transfer, with other terms the differences', async () => {
    const reference = newReference();
    const replies = await Promise.all([transfers.create(reference), transfers.create(reference)]);
    expect(replies.map(({ body }) => body.state)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await transfers.create(reference, { amount: '6000.00' })).toMatchObject({
      status: 409,
      body: { differences: ['amount'], moneyMoved: 'no' },
    });
    await transfers.closed(reference);
    expect((await transfers.create(reference)).status).toBe(200);
    expect(await transfers.create(reference, { narration: 'Bonus' })).toMatchObject({
      status: 409,
      body: { differences: ['narration'] },
    });
    expect(transfers.causesOf(reference)).toEqual(PAID);
  });

  it.each([
    ['without a reference', { reference: undefined }, 'reference'],
    ['with an amount below the minimum', { amount: '19.99' }, 'amount'],
    ['in another currency', { currency: 'USD' }, 'currency'],
    ['with a short account number', { destination: { accountNumber: '123' } }, 'destination.accountNumber'],
    ['with a bank code of letters', { destination: { bankCode: 'GTB' } }, 'destination.bankCode'],
    ['without the name', { destination: { accountName: undefined } }, 'destination.accountName'],
    ['with a short narration', { narration: 'ab' }, 'narration'],
    ['with a card number in the narration', { narration: 'card 4111111111111111' }, 'narration'],
    ['with a last moment in the past', { notAfter: '2020-01-01T00:00:00Z' }, 'notAfter'],
    ['with an unknown field', { otp: '123456' }, 'otp'],
  ])('%s is refused, and names the field', async (_, { destination, ...wrong }: Wrong, field) => {
    const terms = await transfers.terms(newReference());
    const request = { ...terms, ...wrong, destination: { ...terms.destination, ...destination } };
    const { status, body } = await world.call('POST', '/v1/transfers', request);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { moneyMoved: 'no', errors: [{ field }] },
    });
    expect(transfers.causesOf(terms.reference)).toEqual([]);
  });
});

interface Wrong {
  readonly destination?: object;
  readonly [field: string]: unknown;
}
