import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { AS_APPROVER, createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { API_KEY, DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let transfers: Transfers;
beforeAll(async () => {
  world = await createTimeTravelWorld({ settings: { approvalAboveKobo: kobo(1_000_000) } });
  transfers = createTransfers(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

const PAID = ['transfer-sent', 'transfer-arrived'];
const problem = (name: string) => ({ type: `/problems/${name}` });
const LARGE = { amount: '10000.01' };

describe('a transfer above the limit', () => {
  it('waits for another person, and is sent once they approve', async () => {
    const { body } = await transfers.create('approved', LARGE);
    expect(body).toMatchObject({
      state: 'WAITING_FOR_APPROVAL',
      reason: 'the amount is ₦10,000.01, above ₦10,000.00',
      approval: { status: 'waiting', needed: 1, maker: { subject: 'maker' } },
    });
    await world.merchant.receives('approved', 'transfer.waiting-for-approval');
    await world.pass(2 * HOUR);
    expect(transfers.causesOf('approved')).toEqual([]);
    expect(await transfers.decide('approved', 'approve')).toMatchObject({ status: 200 });
    await world.merchant.receives('approved', 'transfer.success');
    expect(await transfers.read('approved')).toMatchObject({
      approval: { status: 'approved', given: [{ subject: 'checker', reason: 'checked' }] },
    });
    expect(transfers.causesOf('approved')).toEqual(PAID);
  });

  it('is not approved by its maker, nor without the scope', async () => {
    await transfers.create('own', LARGE);
    expect(await transfers.decide('own', 'approve', { authorization: `Bearer ${API_KEY}` })).toMatchObject({
      status: 403,
      body: problem('forbidden'),
    });
    const byApprover = await world.call(
      'POST',
      '/v1/transfers',
      await transfers.terms('made-by-approver', LARGE),
      AS_APPROVER,
    );
    expect(byApprover.body).toMatchObject({ state: 'WAITING_FOR_APPROVAL' });
    expect(await transfers.decide('made-by-approver', 'approve')).toMatchObject({
      status: 403,
      body: problem('approver-is-maker'),
    });
    expect(transfers.causesOf('made-by-approver')).toEqual([]);
  });

  it('is decided once when an approval and a decline come at once', async () => {
    await transfers.create('raced', LARGE);
    const replies = await Promise.all([
      transfers.decide('raced', 'decline'),
      transfers.decide('raced', 'approve'),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { state } = await transfers.read('raced');
    const isDeclined = state === 'CANCELLED';
    expect(transfers.paidOut('raced')).toBe(isDeclined ? 0 : 1_000_001);
  });

  it('is approved once by two clicks', async () => {
    await transfers.create('clicked', LARGE);
    const replies = await Promise.all([1, 2].map(() => transfers.decide('clicked', 'approve')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    await world.merchant.receives('clicked', 'transfer.success');
    expect(transfers.causesOf('clicked')).toEqual(PAID);
  });

  it('is cancelled when the other person declines', async () => {
    await transfers.create('declined', LARGE);
    await transfers.decide('declined', 'decline');
    const body = await transfers.becomes('declined', 'CANCELLED');
    expect(body).toMatchObject({ reason: 'declined by checker (checked)', safeToPayAgain: true });
    expect(transfers.causesOf('declined')).toEqual([]);
    expect(await transfers.decide('declined', 'approve')).toMatchObject({
      status: 409,
      body: problem('already-decided'),
    });
  });

  it('expires without a decision', async () => {
    await transfers.create('undecided', LARGE);
    await world.pass(DAY + MINUTE, 6 * HOUR);
    expect(await transfers.becomes('undecided', 'EXPIRED')).toMatchObject({ safeToPayAgain: true });
    expect(await transfers.decide('undecided', 'approve')).toMatchObject({
      status: 409,
      body: problem('not-awaiting-approval'),
    });
    expect(transfers.causesOf('undecided')).toEqual([]);
  });

  it('started by a client of Temporal, without a signed maker, needs two people', async () => {
    const { destination, narration } = await transfers.terms('unsigned');
    await world.oware.transfers.create({
      reference: 'unsigned',
      amountKobo: kobo(1_000_001),
      currency: 'NGN',
      destination,
      narration,
    });
    expect(await transfers.read('unsigned')).toMatchObject({ approval: { needed: 2 } });
    await transfers.decide('unsigned', 'approve');
    await transfers.decide('unsigned', 'approve');
    expect(await transfers.read('unsigned')).toMatchObject({ state: 'WAITING_FOR_APPROVAL' });
    expect(transfers.causesOf('unsigned')).toEqual([]);
  });

  it('is not released by a decision that the api did not sign', async () => {
    const destination = { bankCode: '058', accountNumber: '0100090002', accountName: 'Another Person' };
    await transfers.create('unsigned-release', { destination });
    const forged = world.oware.transfers.resolve('unsigned-release', 'name-mismatch', {
      decision: 'release',
      reason: 'trust me',
    });
    await expect(forged).rejects.toMatchObject({ reason: 'grant-invalid' });
    expect(reviewItems(await transfers.read('unsigned-release'))).toHaveLength(1);
    expect(transfers.causesOf('unsigned-release')).toEqual([]);
  });
});

describe('a transfer while payouts are paused', () => {
  const pause = (body: object) =>
    world.call('POST', '/v1/pauses', { queue: 'payouts', reason: 'bank outage', ...body }, AS_APPROVER);
  const resume = (query = '') => world.call('DELETE', `/v1/pauses/payouts${query}`, undefined, AS_APPROVER);
  afterEach(async () => {
    await resume();
    await resume('?bank=058');
  });

  it('waits, is listed with its deadline, and is sent after the resume', async () => {
    await pause({});
    await transfers.start('paused');
    const body = await transfers.becomes('paused', 'PAUSED');
    expect(body).toMatchObject({ reason: 'an operator has paused payouts: bank outage' });
    expect(transfers.causesOf('paused')).toEqual([]);
    const [waiting] = await waitUntil('the transfer in the list', async () => {
      const { operations } = await world.oware.pauses.waiting();
      return operations.length > 0 && operations;
    });
    expect(waiting).toMatchObject({ lifecycle: 'transfer', reference: body.reference });
    expect(Date.parse(waiting?.notAfter ?? '')).toBeGreaterThan(Date.now());
    await resume();
    await transfers.becomes('paused', 'SUCCESS');
    expect(transfers.causesOf('paused')).toEqual(PAID);
  });

  it('to another bank is not paused', async () => {
    await pause({ bank: '058' });
    const to058 = await transfers.start('paused-bank');
    await transfers.becomes('paused-bank', 'PAUSED');
    const terms = await transfers.terms('other-bank');
    const { body } = await world.call('POST', '/v1/transfers', {
      ...terms,
      destination: { ...terms.destination, bankCode: '044' },
    });
    expect(body).toMatchObject({ state: 'SUCCESS' });
    await resume('?bank=058');
    await transfers.becomes('paused-bank', 'SUCCESS');
    await to058.reply;
  });

  it('is cancelled, or ends at its last moment', async () => {
    await pause({});
    await transfers.start('paused-cancelled');
    await transfers.becomes('paused-cancelled', 'PAUSED');
    expect(await transfers.cancel('paused-cancelled')).toMatchObject({ body: { state: 'CANCELLED' } });
    await transfers.start('paused-expired');
    await transfers.becomes('paused-expired', 'PAUSED');
    await world.pass(DAY + MINUTE, 6 * HOUR);
    await transfers.becomes('paused-expired', 'EXPIRED');
    expect([...transfers.causesOf('paused-cancelled'), ...transfers.causesOf('paused-expired')]).toEqual([]);
  });

  it('keeps its OTP, which is refused as paused and not used up', async () => {
    await world.setSwitches({ otpOn: true });
    await transfers.create('paused-otp');
    await transfers.becomes('paused-otp', 'PENDING_AUTHORIZATION');
    await world.setSwitches({ otpOn: false });
    const otp = await transfers.otpOf('paused-otp');
    await pause({});
    expect(await transfers.submitOtp('paused-otp', otp)).toMatchObject({
      status: 409,
      body: problem('paused'),
    });
    await resume();
    await waitUntil(
      'the end of the pause',
      async () => (await transfers.submitOtp('paused-otp', otp)).body.state === 'SUCCESS',
    );
    expect(transfers.causesOf('paused-otp')).toEqual(PAID);
  });
});

describe('a transfer that the wallet cannot cover', () => {
  const setBalance = (balance: string) => world.control(`merchants/${world.account.id}/wallet`, { balance });
  afterEach(() => setBalance('1000000.00'));

  it('waits for funds, and is sent within minutes after the wallet was funded', async () => {
    await setBalance('5009.99');
    await transfers.start('unfunded');
    const body = await transfers.becomes('unfunded', 'WAITING_FOR_FUNDS');
    // workers share a balance for a minute, so the gateway may have refused it first
    expect(body.reason).toMatch(/the wallet has ₦5,009.99, the payment needs ₦5,010.00|Insufficient balance/);
    await world.merchant.receives('unfunded', 'transfer.waiting-for-funds');
    await world.pass(10 * MINUTE, 2 * MINUTE);
    expect(transfers.causesOf('unfunded')).toEqual([]);
    await setBalance('5010.00');
    await world.pass(3 * MINUTE, MINUTE);
    await transfers.becomes('unfunded', 'SUCCESS');
    expect(transfers.causesOf('unfunded')).toEqual(PAID);
    expect(world.merchant.typesOf('unfunded')).toEqual(['transfer.waiting-for-funds', 'transfer.success']);
  });

  it('is FAILED when the gateway has spent its reference on a refusal', async () => {
    await world.setSwitches({ refusedTransfersRecorded: true });
    await setBalance('1.00');
    // the balance is advisory: without it the gateway decides
    await world.planFault({ on: 'call', endpoint: 'getWalletBalance', times: 20, fault: { kind: 'error' } });
    await transfers.start('spent');
    await transfers.becomes('spent', 'WAITING_FOR_FUNDS');
    await world.clearFaults();
    await setBalance('1000000.00');
    await world.pass(10 * MINUTE, MINUTE);
    await world.setSwitches({ refusedTransfersRecorded: false });
    const body = await transfers.becomes('spent', 'FAILED');
    expect(body.reason).toContain('the gateway reports FAILED');
    expect(transfers.causesOf('spent')).toEqual([]);
  });
});
