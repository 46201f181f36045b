import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { type Batches, createBatches, rowsToPeople } from '../../support/lifecycles/batches.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      recheckScheduleMs: [200, 500, 1_000],
      gatewayEventGraceMs: 300,
      checkGapMs: 200,
      otpResendCooldownMs: 100,
      approvalAboveKobo: kobo(1_000_000_000),
    },
  });
  batches = createBatches(world);
  await world.control(`merchants/${world.account.id}/wallet`, { balance: '90000000.00' });
  await world.setSwitches({ otpOn: true, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `batch-otp-${process.pid}-${(count += 1)}`;

const partState = async (reference: string, part: number) => (await batches.readPart(reference, part)).state;

/** Listings conclude the rows, and hundreds of events would only take time. */
const dropRowEvents = (reference: string) =>
  world.planFault({ on: 'event', reference: `${reference}--b*`, times: null, fault: { kind: 'drop' } });

describe.concurrent('a batch whose parts need an OTP each', () => {
  it('counts an incorrect OTP, and takes the next one', async () => {
    const reference = newReference();
    await batches.create(reference, rowsToPeople(2, 31_000));
    await batches.becomes(reference, 'PENDING_AUTHORIZATION');
    const otp = await batches.otpOf(reference, 1);
    const wrong = otp === '111111' ? '222222' : '111111';
    expect(await batches.otp(reference, 1, wrong)).toMatchObject({
      status: 422,
      body: { type: '/problems/otp-incorrect' },
    });
    expect(await batches.resendOtp(reference, 1)).toMatchObject({ status: 200 });
    await batches.otp(reference, 1, await batches.otpOf(reference, 1));
    await batches.becomes(reference, 'COMPLETED');
    expect(batches.paidOut(reference, 1)).toBe(500_000);
  });

  it('cancels the parts that were not sent, and withholds the OTP of the one that was', async () => {
    const reference = newReference();
    await dropRowEvents(reference);
    await batches.create(reference, rowsToPeople(501, 33_000));
    await batches.becomes(reference, 'PENDING_AUTHORIZATION');
    expect(await batches.cancel(reference)).toMatchObject({ status: 200 });
    expect(await partState(reference, 2)).toBe('CANCELLED');
    expect(await batches.otp(reference, 1, await batches.otpOf(reference, 1))).toMatchObject({ status: 409 });
    expect(await partState(reference, 1)).toBe('PENDING_AUTHORIZATION');
    expect(batches.causesOf(reference, 1)).toEqual([]);
    expect(batches.causesOf(reference, 501)).toEqual([]);
  });
});

// one after the other: each sees a part under way, and the tests above move the gateway’s clock
describe('a batch whose OTPs were accepted', () => {
  it('is sent part by part: the next part follows when the one before was authorised', async () => {
    const reference = newReference();
    await dropRowEvents(reference);
    await batches.create(reference, rowsToPeople(502, 30_000));
    await batches.becomes(reference, 'PENDING_AUTHORIZATION');
    const first = await world.merchant.receives(reference, 'batch.pending-authorization');
    expect(first.data).toMatchObject({ part: 1 });
    expect(await partState(reference, 2)).toBe('READY');
    expect(await batches.otp(reference, 2, '000000')).toMatchObject({
      status: 409,
      body: { type: '/problems/otp-not-expected' },
    });
    const authorised = await batches.otp(reference, 1, await batches.otpOf(reference, 1));
    expect(authorised).toMatchObject({ status: 200, body: { part: 1, state: 'IN_PROGRESS' } });
    await waitUntil('the webhook about part 2', () => world.merchant.typesOf(reference).length === 2);
    await batches.otp(reference, 2, await batches.otpOf(reference, 2));
    const done = await batches.becomes(reference, 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ SUCCESS: 502 });
    expect(batches.paidOut(reference, 502)).toBe(500_000);
    await world.merchant.receives(reference, 'batch.completed');
    expect(world.merchant.typesOf(reference)).toEqual([
      'batch.pending-authorization',
      'batch.pending-authorization',
      'batch.completed',
    ]);
  });

  it('checks the rows when the reply to an OTP is lost', async () => {
    const reference = newReference();
    await batches.create(reference, rowsToPeople(2, 32_000));
    await batches.becomes(reference, 'PENDING_AUTHORIZATION');
    await world.planFault({
      on: 'call',
      endpoint: 'validateBatchOtp',
      reference: `${reference}--p1`,
      when: 'after',
      fault: { kind: 'reset' },
    });
    const reply = await batches.otp(reference, 1, await batches.otpOf(reference, 1));
    expect(reply).toMatchObject({ status: 200, body: { state: 'IN_PROGRESS' } });
    await batches.becomes(reference, 'COMPLETED');
    for (const row of [1, 2]) expect(batches.paidOut(reference, row)).toBe(500_000);
  });
});
