import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getWalletBalance } from '../../../src/gateway/endpoints/transfers.js';
import { ACCOUNTS, createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let transfers: Transfers;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  transfers = createTransfers(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
beforeEach(async () => {
  await world.backToNow();
  await world.clearFaults();
});
afterAll(() => world.close());

const PAID = ['transfer-sent', 'transfer-arrived'];
/** Of a transfer of ₦5,000.00, in kobo. */
const FEE = 10_00;

async function walletBalance(): Promise<number> {
  const { body } = await world.gateway.call(getWalletBalance, {});
  return body.availableBalance;
}

describe('a transfer that the bank decides later', () => {
  it('is SUCCESS when the event of the gateway arrives', async () => {
    const { body } = await transfers.create('slow', { to: ACCOUNTS.slow });
    expect(body).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
    await world.pass(3 * MINUTE);
    const webhook = await world.merchant.receives('slow', 'transfer.success');
    expect(webhook.data.transfer).toMatchObject({ sessionId: expect.stringMatching(/^\d{30}$/) as string });
    await transfers.closed('slow');
    expect(transfers.causesOf('slow')).toEqual(PAID);
    expect(world.merchant.typesOf('slow')).toEqual(['transfer.success']);
  });

  it('is SUCCESS by checking when the event is lost', async () => {
    await world.dropEvent('lost-event');
    await transfers.create('lost-event', { to: ACCOUNTS.slow });
    await world.pass(10 * MINUTE, MINUTE);
    await world.merchant.receives('lost-event', 'transfer.success');
    await world.pass(5 * MINUTE);
    await transfers.closed('lost-event');
    expect(transfers.causesOf('lost-event')).toEqual(PAID);
  });

  it('is FAILED, and safe to pay again only after a second read five minutes later', async () => {
    await transfers.create('slow-failure', { to: ACCOUNTS.slowFailure });
    await world.pass(3 * MINUTE, MINUTE);
    const failed = await world.merchant.receives('slow-failure', 'transfer.failed');
    expect(failed.data.transfer).toMatchObject({
      state: 'FAILED',
      safeToPayAgain: false,
      reason: 'the gateway reports FAILED: Transaction rejected by destination',
    });
    expect(await transfers.read('slow-failure')).toMatchObject({ safeToPayAgain: false });
    await world.pass(6 * MINUTE, MINUTE);
    const safe = await world.merchant.receives('slow-failure', 'transfer.safe-to-pay-again');
    expect(safe.data.transfer).toMatchObject({ safeToPayAgain: true });
    await transfers.closed('slow-failure');
    expect(transfers.paidOut('slow-failure')).toBe(0);
    expect(world.merchant.typesOf('slow-failure')).toEqual(['transfer.failed', 'transfer.safe-to-pay-again']);
  });

  it('is pending, not FAILED, while the bank may still pay it', async () => {
    await transfers.create('false-failure', { to: ACCOUNTS.falseFailure });
    await world.pass(2 * MINUTE, MINUTE);
    expect(await transfers.statusAtGateway('false-failure')).toBe('FAILED');
    expect(await transfers.read('false-failure')).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
    await world.pass(8 * MINUTE, MINUTE);
    await world.merchant.receives('false-failure', 'transfer.success');
    expect(world.merchant.typesOf('false-failure')).toEqual(['transfer.success']);
    expect(transfers.paidOut('false-failure')).toBe(500_000);
  });

  it('needs review after a day without an outcome, and an operator concludes it', async () => {
    await transfers.create('never', { to: ACCOUNTS.neverDecided });
    await world.pass(DAY + HOUR, 6 * HOUR);
    const body = await transfers.read('never');
    expect(body).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
    expect(reviewItems(body)).toMatchObject([{ key: 'unresolved:status', atRisk: '5000.00' }]);
    const conclude = (decision: string) =>
      transfers.resolve('never', 'unresolved:status', { decision, reason: 'the bank wrote so' });
    // its record says that it is under way
    expect(await conclude('did-not-happen')).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('it may be: happened') as string },
    });
    expect((await conclude('happened')).body).toMatchObject({ state: 'SUCCESS', safeToPayAgain: false });
    await world.merchant.receives('never', 'transfer.success');
    await transfers.closed('never');
  });

  it.each([
    ['with its fee', '0199900009', 0],
    ['without its fee', '0199900010', FEE],
  ])('is REVERSED three days later %s: the money is back, and it needs review', async (_what, to, lost) => {
    const reference = `reversed-${to}`;
    const before = await walletBalance();
    await transfers.create(reference, { to });
    await world.pass(3 * MINUTE);
    await transfers.closed(reference);
    await world.pass(3 * DAY);
    // a return counts when it is read twice
    await world.pass(10 * MINUTE, 5 * MINUTE);
    await world.merchant.receives(reference, 'transfer.reversed');
    const body = await transfers.read(reference);
    expect(body).toMatchObject({ state: 'REVERSED', safeToPayAgain: true });
    expect(reviewItems(body)).toMatchObject([{ kind: 'payout-reversed', atRisk: '5000.00' }]);
    expect(transfers.paidOut(reference)).toBe(0);
    expect(before - (await walletBalance())).toBe(lost);
  });

  it('is REVERSED after its end: the event starts a new run, and an operator resolves it', async () => {
    await transfers.create('reversed', { to: ACCOUNTS.reversed });
    await world.pass(3 * MINUTE);
    await transfers.closed('reversed');
    const first = await transfers.runIdOf('reversed');
    await world.pass(20 * MINUTE, 5 * MINUTE);
    await world.merchant.receives('reversed', 'transfer.reversed');
    expect(await transfers.runIdOf('reversed')).not.toBe(first);
    const body = await transfers.read('reversed');
    expect(body).toMatchObject({ state: 'REVERSED', safeToPayAgain: true });
    expect(reviewItems(body)).toMatchObject([{ kind: 'payout-reversed', atRisk: '5000.00' }]);
    expect(transfers.paidOut('reversed')).toBe(0);
    expect(world.merchant.typesOf('reversed')).toEqual(['transfer.success', 'transfer.reversed']);
    const resolved = await transfers.resolve('reversed', 'payout-reversed', {
      decision: 'dismiss',
      reason: 'paid again as salary-2',
    });
    expect(resolved.status).toBe(200);
    await world.pass(3 * MINUTE);
    await transfers.closed('reversed');
  });
});

describe('a scheduled transfer', () => {
  it('is sent at its time, not before', async () => {
    const startAt = new Date(Date.now() + 2 * HOUR).toISOString();
    const { body } = await transfers.create('scheduled', { startAt });
    expect(body).toMatchObject({ state: 'SCHEDULED' });
    await world.pass(HOUR);
    expect(transfers.causesOf('scheduled')).toEqual([]);
    await world.pass(70 * MINUTE, 10 * MINUTE);
    await world.merchant.receives('scheduled', 'transfer.success');
    expect(transfers.causesOf('scheduled')).toEqual(PAID);
  });

  it('is cancelled while it waits, and nothing is sent', async () => {
    const startAt = new Date(Date.now() + 2 * HOUR).toISOString();
    await transfers.create('scheduled-cancelled', { startAt });
    const { status, body } = await transfers.cancel('scheduled-cancelled');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', reason: 'the merchant cancelled it', safeToPayAgain: true },
    });
    await transfers.closed('scheduled-cancelled');
    expect(await transfers.cancel('scheduled-cancelled')).toMatchObject({ status: 200 });
    expect(transfers.causesOf('scheduled-cancelled')).toEqual([]);
    expect(world.merchant.typesOf('scheduled-cancelled')).toEqual(['transfer.cancelled']);
  });
});

describe('a transfer whose account name differs', () => {
  const destination = { bankCode: '058', accountNumber: '0100090002', accountName: 'Another Person' };

  it('is held, and is sent after an operator releases it', async () => {
    const { body } = await transfers.create('mismatch', { destination });
    expect(body).toMatchObject({ state: 'PENDING', destination: { nameMatches: false } });
    expect(reviewItems(body)).toMatchObject([{ key: 'name-mismatch', atRisk: '5000.00' }]);
    await world.pass(HOUR);
    expect(transfers.causesOf('mismatch')).toEqual([]);
    expect(
      await transfers.resolve('mismatch', 'name-mismatch', { decision: 'accept', reason: 'fine' }),
    ).toMatchObject({ status: 400 });
    await transfers.resolve('mismatch', 'name-mismatch', { decision: 'release', reason: 'her maiden name' });
    await transfers.becomes('mismatch', 'REFUSED');
    // the gateway compares names too
    expect(await transfers.read('mismatch')).toMatchObject({
      reason: expect.stringContaining('Destination account name mismatch') as string,
    });
    expect(world.merchant.typesOf('mismatch')).toEqual([
      'transfer.on-hold',
      'transfer.review-resolved',
      'transfer.refused',
    ]);
  });

  it('is cancelled when the operator refuses it', async () => {
    await transfers.create('mismatch-refused', { destination });
    await transfers.resolve('mismatch-refused', 'name-mismatch', {
      decision: 'refuse',
      reason: 'wrong person',
    });
    const body = await transfers.becomes('mismatch-refused', 'CANCELLED');
    expect(body).toMatchObject({
      reason: 'an operator refused to send it: wrong person',
      safeToPayAgain: true,
    });
    expect(transfers.causesOf('mismatch-refused')).toEqual([]);
  });

  it('expires without a decision before its last moment', async () => {
    await transfers.create('mismatch-expired', { destination });
    await world.pass(DAY + MINUTE, 6 * HOUR);
    const body = await transfers.becomes('mismatch-expired', 'EXPIRED');
    expect(body).toMatchObject({ safeToPayAgain: true });
    expect(reviewItems(body)).toEqual([]);
  });
});

describe('a transfer that resembles another one', () => {
  beforeAll(() => world.setSwitches({ duplicateGuardOn: true }));
  afterAll(() => world.setSwitches({ duplicateGuardOn: false }));

  it('is held with the name of its twin, and is sent two minutes after an operator released it', async () => {
    await transfers.create('twin-1', { amount: '6001.00' });
    const { body } = await transfers.create('twin-2', { amount: '6001.00' });
    expect(reviewItems(body)).toMatchObject([{ key: 'possible-duplicate' }]);
    expect(reviewItems(body)[0]?.reason).toContain('equal to transfer twin-1');
    await transfers.resolve('twin-2', 'possible-duplicate', {
      decision: 'release',
      reason: 'two invoices of the same amount',
    });
    expect(transfers.paidOut('twin-2')).toBe(0);
    await world.pass(5 * MINUTE, MINUTE);
    await world.merchant.receives('twin-2', 'transfer.success');
    expect([transfers.paidOut('twin-1'), transfers.paidOut('twin-2')]).toEqual([600_100, 600_100]);
  });

  it('is sent without a person when the request says that both are intended', async () => {
    await transfers.create('intended-1', { amount: '6002.00' });
    // its create would wait two minutes for the twin
    await transfers.start('intended-2', { amount: '6002.00', duplicateIntended: true });
    await world.pass(5 * MINUTE, MINUTE);
    await world.merchant.receives('intended-2', 'transfer.success');
    expect(world.merchant.typesOf('intended-2')).toEqual(['transfer.success']);
  });

  it('of its own first attempt is found, not sent again', async () => {
    await world.planFault({
      on: 'call',
      endpoint: 'initiateTransfer',
      reference: 'own-twin',
      fault: { kind: 'reset' },
    });
    await transfers.start('own-twin', { amount: '6003.00' });
    await world.pass(MINUTE, 10_000);
    await transfers.becomes('own-twin', 'SUCCESS');
    expect(transfers.causesOf('own-twin')).toEqual(PAID);
  });
});
