import { temporal } from '@temporalio/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let transfers: Transfers;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  transfers = createTransfers(world);
  await world.setSwitches({ otpOn: true, duplicateGuardOn: false });
});
beforeEach(async () => {
  await world.backToNow();
  await world.clearFaults();
});
afterAll(() => world.close());

const PAID = ['transfer-sent', 'transfer-arrived'];
const problem = (name: string) => ({ type: `/problems/${name}` });

async function waiting(reference: string) {
  const { status, body } = await transfers.create(reference);
  expect({ status, body }).toMatchObject({ status: 201, body: { state: 'PENDING_AUTHORIZATION' } });
  expect(transfers.causesOf(reference)).toEqual([]);
}

describe('a transfer that the gateway wants an OTP for', () => {
  it('is paid once the OTP from the e-mail is submitted', async () => {
    await waiting('otp');
    await world.merchant.receives('otp', 'transfer.pending-authorization');
    const { status, body } = await transfers.submitOtp('otp', await transfers.otpOf('otp'));
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'SUCCESS' } });
    await transfers.closed('otp');
    expect(transfers.causesOf('otp')).toEqual(PAID);
    expect(world.merchant.typesOf('otp')).toEqual(['transfer.pending-authorization', 'transfer.success']);
  });

  it('takes a wrong, a wrong and the right OTP', async () => {
    await waiting('otp-wrong');
    const otp = await transfers.otpOf('otp-wrong');
    const wrong = otp === '000000' ? '111111' : '000000';
    for (const left of ['2 attempts', '1 attempt']) {
      const { status, body } = await transfers.submitOtp('otp-wrong', wrong);
      expect({ status, body }).toMatchObject({ status: 422, body: problem('otp-incorrect') });
      expect(body.detail).toContain(`${left} left`);
    }
    expect(await transfers.submitOtp('otp-wrong', otp)).toMatchObject({ body: { state: 'SUCCESS' } });
    expect(transfers.causesOf('otp-wrong')).toEqual(PAID);
  });

  it('takes no fourth OTP', async () => {
    await waiting('otp-spent');
    const otp = await transfers.otpOf('otp-spent');
    for (let n = 0; n < 3; n++)
      await transfers.submitOtp('otp-spent', otp === '000000' ? '111111' : '000000');
    expect(await transfers.submitOtp('otp-spent', otp)).toMatchObject({
      status: 409,
      body: problem('otp-expired'),
    });
    expect(transfers.causesOf('otp-spent')).toEqual([]);
  });

  it('is authorised once by two OTPs at once', async () => {
    await waiting('otp-twice');
    const otp = await transfers.otpOf('otp-twice');
    const replies = await Promise.all([
      transfers.submitOtp('otp-twice', otp),
      transfers.submitOtp('otp-twice', otp),
    ]);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([200, 409]).toContain(statuses[1]);
    await transfers.becomes('otp-twice', 'SUCCESS');
    expect(transfers.causesOf('otp-twice')).toEqual(PAID);
  });

  it('ends EXPIRED when no OTP comes, and an OTP after that is refused', async () => {
    await waiting('otp-late');
    const otp = await transfers.otpOf('otp-late');
    await world.pass(2 * HOUR, 10 * MINUTE);
    await world.merchant.receives('otp-late', 'transfer.expired');
    expect(await transfers.read('otp-late')).toMatchObject({ state: 'EXPIRED', safeToPayAgain: true });
    expect(await transfers.submitOtp('otp-late', otp)).toMatchObject({
      status: 409,
      body: problem('not-open'),
    });
    expect(transfers.causesOf('otp-late')).toEqual([]);
  });

  it('takes the OTP that was sent again, and refuses a storm of requests for more', async () => {
    await waiting('otp-resent');
    const first = await transfers.otpOf('otp-resent');
    expect(await transfers.resendOtp('otp-resent')).toMatchObject({ status: 429, body: problem('too-soon') });
    await world.pass(2 * MINUTE);
    const replies = await Promise.all([1, 2, 3].map(() => transfers.resendOtp('otp-resent')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(await world.codesFor('otp-resent')).toHaveLength(2);
    const second = await transfers.otpOf('otp-resent');
    expect(second).not.toBe(first);
    expect(await transfers.submitOtp('otp-resent', second)).toMatchObject({ body: { state: 'SUCCESS' } });
  });

  it('asks for another OTP at once when the e-mail could not be sent', async () => {
    const { body } = await transfers.create('otp-lost-mail', { to: ACCOUNTS.lostOtp });
    expect(body).toMatchObject({ state: 'OTP_EMAIL_DISPATCH_FAILED' });
    await world.merchant.receives('otp-lost-mail', 'transfer.otp-email-dispatch-failed');
    expect(await transfers.resendOtp('otp-lost-mail')).toMatchObject({
      status: 200,
      body: { state: 'PENDING_AUTHORIZATION' },
    });
    const otp = await transfers.otpOf('otp-lost-mail');
    expect(await transfers.submitOtp('otp-lost-mail', otp)).toMatchObject({ body: { state: 'SUCCESS' } });
  });

  it('is cancelled only once it has expired at the gateway, and its OTP is withheld until then', async () => {
    await waiting('otp-cancelled');
    const otp = await transfers.otpOf('otp-cancelled');
    expect(await transfers.cancel('otp-cancelled')).toMatchObject({
      status: 200,
      body: { state: 'PENDING_AUTHORIZATION', authorization: { withheld: true }, safeToPayAgain: false },
    });
    expect(await transfers.submitOtp('otp-cancelled', otp)).toMatchObject({
      status: 409,
      body: problem('not-open'),
    });
    await world.pass(2 * HOUR, 10 * MINUTE);
    await world.merchant.receives('otp-cancelled', 'transfer.cancelled');
    expect(await transfers.read('otp-cancelled')).toMatchObject({ state: 'CANCELLED', safeToPayAgain: true });
    expect(transfers.causesOf('otp-cancelled')).toEqual([]);
  });

  it('is found paid when the reply to the OTP was lost', async () => {
    await waiting('otp-reply-lost');
    const otp = await transfers.otpOf('otp-reply-lost');
    await world.planFault({
      on: 'call',
      endpoint: 'validateTransferOtp',
      reference: 'otp-reply-lost',
      fault: { kind: 'reset' },
    });
    const submitting = transfers.submitOtp('otp-reply-lost', otp);
    await world.pass(20_000, 5_000);
    expect(await submitting).toMatchObject({ status: 200, body: { state: 'SUCCESS' } });
    expect(transfers.causesOf('otp-reply-lost')).toEqual(PAID);
  });

  it('takes the OTP again when its request never reached the gateway', async () => {
    await waiting('otp-request-lost');
    const otp = await transfers.otpOf('otp-request-lost');
    await world.planFault({
      on: 'call',
      endpoint: 'validateTransferOtp',
      reference: 'otp-request-lost',
      when: 'before',
      fault: { kind: 'error' },
    });
    const submitting = transfers.submitOtp('otp-request-lost', otp);
    // two reads, five minutes apart, show that it is still awaited
    await world.pass(MINUTE, 5_000);
    await world.pass(10 * MINUTE, 5 * MINUTE);
    expect(await submitting).toMatchObject({ status: 503, body: problem('not-sent') });
    expect(transfers.causesOf('otp-request-lost')).toEqual([]);
    expect(await transfers.submitOtp('otp-request-lost', otp)).toMatchObject({ body: { state: 'SUCCESS' } });
    expect(transfers.causesOf('otp-request-lost')).toEqual(PAID);
  });

  it('never shows the OTP in the history of the workflow', async () => {
    await waiting('otp-secret');
    const otp = await transfers.otpOf('otp-secret');
    await transfers.submitOtp('otp-secret', otp);
    const history = await world.handle(transfers.id('otp-secret')).fetchHistory();
    const bytes = Buffer.from(temporal.api.history.v1.History.encode(history).finish()).toString('latin1');
    expect(bytes).toContain('otp-secret');
    expect(bytes).not.toContain(otp);
  });

  it('is refused without an OTP that it waits for', async () => {
    await world.setSwitches({ otpOn: false });
    await transfers.create('otp-none');
    await world.setSwitches({ otpOn: true });
    const { status } = await transfers.submitOtp('otp-none', '123456');
    expect(status).toBe(409);
    expect(await transfers.submitOtp('otp-none', 'abc')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'otp' }] },
    });
  });
});
