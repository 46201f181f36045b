import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setDispatch } from '../../../activities/set-dispatch.js';
import type { Settings } from '../../../src/config/settings.js';
import { toTransfer } from '../../../src/domain/transfer/view.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createGate,
  createScriptedWorld,
  fails,
  ok,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import {
  createScriptedPayouts,
  PAYOUT_KINDS,
  type ScriptedPayout,
} from '../../support/world/scripted-payout-kinds.js';
import {
  createScriptedTransfers,
  noTransfer as notFound,
  transferRecord,
} from '../../support/world/scripted-payouts.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let payouts: ReturnType<typeof createScriptedPayouts>;
let transfers: ReturnType<typeof createScriptedTransfers>;
let original: Settings;
beforeAll(async () => {
  world = await createScriptedWorld();
  payouts = createScriptedPayouts(world);
  transfers = createScriptedTransfers(world);
  original = { ...world.settings };
});
beforeEach(() => {
  world.clearScript();
  payouts.install();
});
afterEach(async () => {
  for (const name of Object.keys(world.settings)) Reflect.deleteProperty(world.settings, name);
  Object.assign(world.settings, original);
  await world.endAll();
});
afterAll(() => world.close());

const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');
const down = fails('unreachable', 'HTTP 503 from the gateway');
const paused = () => ({ paused: { reason: 'month end', since: new Date().toISOString() } });
const kindOf = (name: string) => PAYOUT_KINDS.find((kind) => kind.name === name)!;
const [TRANSFER, PAYCODE] = [kindOf('transfer'), kindOf('paycode')];
const keysOf = async ({ read }: Pick<ScriptedPayout, 'read'>) => (await read()).review.map(({ key }) => key);
const isHeld = (payout: ScriptedPayout, key: string) =>
  waitUntil(`${key} of ${payout.reference}`, async () =>
    (await keysOf(payout).catch((): string[] => [])).includes(key),
  );

/** A transfer that waits for its OTP. */
async function awaitingOtp(what: string): Promise<string> {
  const reference = await transfers.sent(what, 'PENDING_AUTHORIZATION');
  await transfers.becomes(reference, 'PENDING_AUTHORIZATION');
  return reference;
}

describe('a cancel', () => {
  it('withdraws an OTP that the vault has not picked up', async () => {
    Object.assign(world.settings, { vaultTimeoutMs: 60_000 });
    const reference = await awaitingOtp('otp-scheduled');
    const submission = { handle: 'otp', taskQueue: `vault-of-${reference}` };
    const submitting = world.oware.transfers.submitOtp(reference, submission);
    const refused = expect(submitting).rejects.toMatchObject({ reason: 'not-sent' });
    await waitUntil(
      'the OTP',
      async () => (await transfers.read(reference)).movement.sending === 'authorise',
    );
    await world.oware.transfers.cancel(reference);
    await refused;
    const view = async () => toTransfer(await transfers.read(reference));
    await waitUntil('the read', async () => (await view()).authorization?.withheld === true);
    expect(await view()).toMatchObject({ state: 'PENDING_AUTHORIZATION', cancel: 'requested' });
  });

  it('does not say that an OTP is withheld which is on its way', async () => {
    const reference = await awaitingOtp('otp-on-its-way');
    const gate = createGate();
    world.script.validateTransferOtp = (request) =>
      gate.opened.then(() => transferRecord('SUCCESS')(request));
    const submitting = transfers.submitOtp(reference);
    await waitUntil('the OTP', () => world.callsTo('validateTransferOtp') > 0);
    const cancelling = world.oware.transfers.cancel(reference).catch((error: unknown) => error);
    const view = async () => toTransfer(await transfers.read(reference));
    await waitUntil('the cancel', async () => (await view()).cancel === 'requested');
    expect((await view()).authorization?.withheld).toBeUndefined();
    world.script.getTransfer = transferRecord('SUCCESS');
    gate.open();
    await submitting;
    await cancelling;
    await transfers.becomes(reference, 'SUCCESS');
  });

  it('withdraws a request that waits in a stopped queue: it is not sent when the queue runs again', async () => {
    const paused = { by: 'ada', reason: 'the queue is stopped' };
    await setDispatch(world.client, world.taskQueue, { queue: 'payouts', paused });
    try {
      // pollers that are waiting already get one task each
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const all = PAYOUT_KINDS.map((kind) =>
        payouts.start(kind, 'queued', { send: kind.record(kind.done), read: notFound }),
      );
      for (const payout of all) {
        const read = () => payout.read().catch(() => undefined);
        await waitUntil('the request', async () => (await read())?.movement.sending === 'request');
        expect(await payout.client.cancel(payout.reference)).toMatchObject({ state: 'CANCELLED' });
        expect(await payout.view()).toMatchObject({ safeToPayAgain: true });
      }
      await setDispatch(world.client, world.taskQueue, { queue: 'payouts' });
      await world.pass(HOUR, 10 * MINUTE);
      expect(all.map(({ sends }) => sends())).toEqual(all.map(() => 0));
    } finally {
      await setDispatch(world.client, world.taskQueue, { queue: 'payouts' });
    }
  });

  it('of a paycode that the gateway does not find at once is repeated, and given up in the open', async () => {
    const payout = payouts.start(PAYCODE, 'cancel-not-found', { send: lost, read: down });
    await payout.sent();
    await payout.client.cancel(payout.reference);
    world.script.cancelPaycode = () => ({ kind: 'not-found', code: '99', message: 'not found' });
    payout.answers({ read: PAYCODE.record('PENDING') });
    await world.pass(30 * MINUTE, 5 * MINUTE);
    expect(world.callsTo('cancelPaycode')).toBeGreaterThan(1);
    await isHeld(payout, 'cancel-refused');
  });
});

describe('a cancel while the request is on its way', () => {
  it('does not keep what follows from the reply from its webhook', async () => {
    const gate = createGate();
    const payout = payouts.start(PAYCODE, 'cancelled-in-flight', {
      send: (request) => gate.opened.then(() => PAYCODE.record('PENDING')(request)),
      read: PAYCODE.record('PENDING'),
    });
    await payout.sent();
    world.script.cancelPaycode = PAYCODE.record('CANCELLED');
    const cancelled = payout.client.cancel(payout.reference);
    await waitUntil('the cancel', async () => (await payout.view()).cancel === 'requested');
    gate.open();
    await cancelled;
    await payout.becomes('CANCELLED');
    await waitUntil('the webhooks', () =>
      ['paycode.issued', 'paycode.cancelled'].every((type) =>
        world.webhookTypes(payout.reference).includes(type),
      ),
    );
  });

  it('is not kept when the gateway has it, however often it was cancelled meanwhile', async () => {
    const gate = createGate();
    const payout = payouts.start(TRANSFER, 'cancelled-at-once', {
      send: (request) => gate.opened.then(() => TRANSFER.record('PENDING')(request)),
      read: TRANSFER.record('PENDING'),
    });
    await payout.sent();
    const cancels = ['one', 'two'].map((idempotencyKey) => {
      const cancel = payout.client.cancel(payout.reference, { idempotencyKey });
      return expect(cancel).rejects.toMatchObject({ reason: 'not-open' });
    });
    await waitUntil('the cancel', async () => (await payout.view()).cancel === 'requested');
    gate.open();
    await Promise.all(cancels);
    expect((await payout.view()).cancel).toBeUndefined();
    payout.answers({ read: TRANSFER.record('PENDING_AUTHORIZATION') });
    await payout.client.requestCheck(payout.reference);
    await payout.becomes('PENDING_AUTHORIZATION');
    world.script.validateTransferOtp = TRANSFER.record('SUCCESS');
    payout.isPaid();
    await transfers.submitOtp(payout.reference);
    await payout.becomes('SUCCESS');
  });

  it('is not taken back by a reading that was asked before it', async () => {
    const payout = payouts.start(PAYCODE, 'read-before', {
      send: PAYCODE.record('PENDING'),
      read: PAYCODE.record('PENDING'),
    });
    await payout.sent();
    await waitUntil('its record', async () => (await payout.read()).movement.lastSeen !== undefined);
    const gate = createGate();
    let reads = 0;
    payout.answers({
      read: (request) => {
        reads += 1;
        return reads === 1
          ? gate.opened.then(() => PAYCODE.record('PENDING')(request))
          : PAYCODE.record('CANCELLED')(request);
      },
    });
    world.script.cancelPaycode = PAYCODE.record('CANCELLED');
    const before = world.callsTo('cancelPaycode');
    await payout.client.requestCheck(payout.reference);
    await waitUntil('the read', () => reads > 0);
    await payout.client.cancel(payout.reference);
    gate.open();
    await world.pass(20 * MINUTE, 6 * MINUTE);
    await payout.becomes('CANCELLED');
    expect(world.callsTo('cancelPaycode') - before).toBe(1);
    expect(world.webhookTypes(payout.reference)).not.toContain('paycode.conflicting-records');
  });

  it('is not lifted by a second cancel that comes too late', async () => {
    const payout = payouts.start(TRANSFER, 'cancelled-twice', { send: lost, read: down });
    await payout.sent();
    await payout.client.cancel(payout.reference);
    payout.answers({ read: fails('contract-violated', 'HTML instead of JSON') });
    await world.passUntil('the item', async () => (await keysOf(payout)).length > 0, MINUTE);
    await payout.client.cancel(payout.reference).catch(() => undefined);
    expect((await payout.view()).cancel).toBe('requested');
    payout.answers({ read: TRANSFER.record('PENDING_AUTHORIZATION') });
    await world.passUntil(
      'the OTP is asked for',
      async () => (await transfers.read(payout.reference)).state === 'PENDING_AUTHORIZATION',
      MINUTE,
    );
    await expect(transfers.submitOtp(payout.reference)).rejects.toMatchObject({ reason: 'not-open' });
  });
});

describe('an OTP', () => {
  it('is withheld after its run was lost, until a person releases the transfer', async () => {
    const payout = payouts.start(TRANSFER, 'otp-after-loss', {
      send: TRANSFER.record('PENDING_AUTHORIZATION'),
      read: TRANSFER.record('PENDING_AUTHORIZATION'),
    });
    await payout.becomes('PENDING_AUTHORIZATION');
    await payout.client.cancel(payout.reference);
    await payout.loseRun();
    await payout.becomes('PENDING_AUTHORIZATION');
    await isHeld(payout, 'recovered');
    await expect(transfers.submitOtp(payout.reference)).rejects.toMatchObject({ reason: 'not-open' });
    await payout.conclude('release', 'recovered');
    world.script.validateTransferOtp = TRANSFER.record('SUCCESS');
    payout.isPaid();
    await transfers.submitOtp(payout.reference);
    await payout.becomes('SUCCESS');
  });

  it('of a transfer that was not created here is withheld', async () => {
    const reference = world.name('otp-not-ours');
    world.script.getTransfer = transferRecord('PENDING_AUTHORIZATION');
    await transfers.report(reference, 'FAILED');
    await transfers.becomes(reference, 'PENDING_AUTHORIZATION');
    await expect(transfers.submitOtp(reference)).rejects.toMatchObject({ reason: 'not-open' });
  });
});

describe('a pause', () => {
  it('that begins while the record is read holds an OTP back', async () => {
    Object.assign(world.settings, { safetyChecksMs: [3 * HOUR], transferOtpWindowMs: 3 * HOUR });
    const reference = await awaitingOtp('otp-paused');
    await world.pass(6 * MINUTE);
    const gate = createGate();
    const [reads, submitted] = [world.callsTo('getTransfer'), world.callsTo('validateTransferOtp')];
    world.script.getTransfer = (request) =>
      gate.opened.then(() => transferRecord('PENDING_AUTHORIZATION')(request));
    const submitting = transfers.submitOtp(reference);
    const refused = expect(submitting).rejects.toMatchObject({ reason: 'paused' });
    await waitUntil('the read', () => world.callsTo('getTransfer') > reads);
    world.script.readiness = paused;
    gate.open();
    await refused;
    expect(world.callsTo('validateTransferOtp')).toBe(submitted);
  });

  it('that begins while the record is read holds the second request back', async () => {
    const payout = payouts.start(TRANSFER, 'repeat-paused', { send: lost, read: down });
    await payout.sent();
    world.script.readiness = paused;
    payout.answers({ read: notFound, send: TRANSFER.record('SUCCESS') });
    await world.pass(10 * MINUTE, MINUTE);
    const gate = createGate();
    let [hasLooked, isRead] = [false, false];
    world.script.readiness = () => {
      hasLooked = true;
      return {};
    };
    const read = () => {
      if (!hasLooked) return notFound();
      isRead = true;
      return gate.opened.then(notFound);
    };
    payout.answers({ read });
    const passing = world.pass(10 * MINUTE, MINUTE);
    // the look found no pause, and the record was read once more before the send
    await waitUntil('the read', () => isRead);
    world.script.readiness = paused;
    gate.open();
    await passing;
    expect(payout.sends()).toBe(1);
  });
});

describe('a pause that begins while something else is read', () => {
  it.each([
    ['the name at the bank', TRANSFER, 'enquireName'],
    ['the customer of a bill', kindOf('bill'), 'validateBillCustomer'],
  ] as const)('such as %s, holds the request back', async (_what, kind, enquiry) => {
    const gate = createGate();
    const answer = world.script[enquiry]!;
    world.script[enquiry] = (request) => gate.opened.then(() => answer(request));
    const payout = payouts.start(kind, 'slow-enquiry', {
      send: kind.record('SUCCESS'),
      read: kind.record('SUCCESS'),
    });
    await waitUntil('the enquiry', () => world.callsTo(enquiry) > 0);
    world.script.readiness = paused;
    gate.open();
    await payout.becomes('PAUSED');
    expect(payout.sends()).toBe(0);
  });
});

describe('sums of the day that cannot be read', () => {
  it('keep nothing from being read that may have left', async () => {
    Object.assign(world.settings, { approvalAboveDailyKobo: 1_000_000_000_000 });
    world.script.countPayout = () => ({ sumKobo: 1, keySumKobo: 1 });
    const payout = payouts.start(TRANSFER, 'sums-after-loss', { send: lost, read: notFound });
    await payout.sent();
    await payout.loseRun();
    world.script.countPayout = () => fails('unreachable', 'no sums')();
    await world.pass(5 * MINUTE, MINUTE);
    await payout.conclude('release', 'recovered');
    await world.pass(10 * MINUTE, MINUTE);
    payout.isPaid();
    await transfers.report(payout.reference, 'SUCCESS');
    await payout.becomes('SUCCESS');
    expect(payout.sends()).toBe(1);
  });
});

describe('a pause of a bank', () => {
  it('that begins while the sums of the day do not answer holds the request back', async () => {
    Object.assign(world.settings, { approvalAboveDailyKobo: 1_000_000_000_000 });
    let isUp = false;
    world.script.countPayout = () =>
      isUp ? { sumKobo: 1, keySumKobo: 1 } : fails('unreachable', 'no sums')();
    const payout = payouts.start(TRANSFER, 'sums-away', { send: TRANSFER.record('SUCCESS') });
    await waitUntil('the sums', () => world.callsTo('countPayout') > 0);
    world.script.readiness = paused;
    await world.pass(HOUR, 10 * MINUTE);
    isUp = true;
    await world.passUntil('the pause', async () => (await payout.read()).state === 'PAUSED', 10 * MINUTE);
    expect(payout.sends()).toBe(0);
  });
});

describe('an event', () => {
  it('that comes during the look before a repeat is read before anything is sent', async () => {
    const gate = createGate();
    let looks = 0;
    world.script.readiness = () => {
      looks += 1;
      return looks < 2 ? {} : gate.opened.then(() => ({}));
    };
    const payout = payouts.start(TRANSFER, 'event-in-look', { send: lost, read: notFound });
    await payout.sent();
    const passing = world.pass(10 * MINUTE, MINUTE);
    await waitUntil('the second look', () => looks >= 2);
    await transfers.report(payout.reference, 'SUCCESS');
    payout.isPaid();
    gate.open();
    await passing;
    await payout.becomes('SUCCESS');
    expect(payout.sends()).toBe(1);
  });

  it('about money while a return is being confirmed is not answered by a copy that lags', async () => {
    const payout = payouts.start(TRANSFER, 'out-meanwhile', {
      send: TRANSFER.record('SUCCESS'),
      read: TRANSFER.record('SUCCESS'),
    });
    await payout.becomes('SUCCESS');
    payout.answers({ read: TRANSFER.record('REVERSED') });
    await transfers.report(payout.reference, 'REVERSED');
    await waitUntil(
      'the return',
      async () => (await transfers.read(payout.reference)).movement.run?.shows === 'return',
    );
    await world.pass(4 * MINUTE, MINUTE);
    const reads = world.callsTo('getTransfer');
    await transfers.report(payout.reference, 'SUCCESS');
    await waitUntil('the read', () => world.callsTo('getTransfer') > reads);
    await world.pass(2 * MINUTE, MINUTE);
    expect(await payout.view()).toMatchObject({ state: 'SUCCESS', safeToPayAgain: false });
    payout.isPaid();
    await world.pass(HOUR, 10 * MINUTE);
    expect(await payout.view()).toMatchObject({ state: 'SUCCESS', safeToPayAgain: false });
    expect(world.webhookTypes(payout.reference)).toEqual(['transfer.success']);
  });

  it('about money after a return is not answered by a copy that lags: it is not called safe', async () => {
    const payout = payouts.start(TRANSFER, 'again', {
      send: TRANSFER.record('SUCCESS'),
      read: TRANSFER.record('REVERSED'),
    });
    await payout.becomes('SUCCESS');
    await transfers.report(payout.reference, 'REVERSED');
    await world.passUntil(
      'the return',
      async () => (await transfers.read(payout.reference)).state === 'REVERSED',
      6 * MINUTE,
    );
    await payout.resolve('accept', 'payout-reversed');
    const reads = world.callsTo('getTransfer');
    await transfers.report(payout.reference, 'SUCCESS');
    await waitUntil('the read', () => world.callsTo('getTransfer') > reads);
    payout.isPaid();
    await world.passUntil('the money', async () => (await payout.read()).state === 'SUCCESS', 6 * MINUTE);
    expect(world.webhookTypes(payout.reference)).not.toContain('transfer.safe-to-pay-again');
    const decide = payout.resolve('did-not-happen', 'conflicting-records:state');
    await expect(decide).rejects.toMatchObject({ reason: 'invalid' });
  });

  it('about a transfer that was not created here makes Oware send nothing', async () => {
    Object.assign(world.settings, { policyNameMismatch: 'accept' });
    const reference = world.name('not-ours');
    const sent = world.callsTo('initiateTransfer');
    let reads = 0;
    world.script.getTransfer = (request) =>
      (reads += 1) === 1 ? transferRecord('PENDING')(request) : notFound();
    await transfers.report(reference, 'FAILED');
    await transfers.becomes(reference, 'PENDING');
    await world.pass(3 * DAY, 6 * HOUR);
    expect(world.callsTo('initiateTransfer')).toBe(sent);
    expect(toTransfer(await transfers.read(reference))).toMatchObject({
      unexpected: true,
      safeToPayAgain: false,
    });
  });

  it('that reports a failure after the success makes Oware read the record', async () => {
    const reference = await transfers.sent('failed-after-success', 'SUCCESS');
    await transfers.becomes(reference, 'SUCCESS');
    await world.pass(MINUTE);
    await transfers.closed(reference);
    world.script.getTransfer = transferRecord('FAILED', { transactionDescription: 'returned by the bank' });
    await transfers.report(reference, 'FAILED');
    await world.passUntil(
      'the item',
      async () => (await transfers.read(reference)).review.length > 0,
      MINUTE,
    );
    expect(await transfers.read(reference)).toMatchObject({
      state: 'SUCCESS',
      review: [{ key: 'conflicting-records:records' }],
    });
  });
});

describe('an event that cannot be looked into at once', () => {
  it('is looked into once the gateway answers', async () => {
    const reference = await transfers.sent('failed-unread', 'SUCCESS');
    await transfers.becomes(reference, 'SUCCESS');
    await world.pass(MINUTE);
    await transfers.closed(reference);
    world.script.getTransfer = down;
    await transfers.report(reference, 'FAILED');
    await world.pass(HOUR, 10 * MINUTE);
    world.script.getTransfer = transferRecord('FAILED');
    await world.passUntil(
      'the item',
      async () => (await transfers.read(reference)).review.length > 0,
      10 * MINUTE,
    );
    expect(world.webhookTypes(reference)).toEqual(['transfer.success', 'transfer.conflicting-records']);
  });

  it('of a transfer that was not created here stays an item until its record is read, which has its amount', async () => {
    const reference = world.name('unknown-amount');
    world.script.getTransfer = notFound;
    await transfers.report(reference, 'SUCCESS');
    const keys = async () => (await transfers.read(reference).catch(() => undefined))?.review ?? [];
    await waitUntil('its run', () => world.callsTo('getTransfer') > 0);
    await world.pass(2 * DAY, 6 * HOUR);
    expect((await keys()).map(({ kind }) => kind)).toEqual(['unproven-event']);
    world.script.getTransfer = transferRecord('SUCCESS');
    await world.passUntil(
      'the money',
      async () => (await transfers.read(reference)).state === 'SUCCESS',
      DAY,
    );
    expect(await keys()).toEqual([]);
    expect(toTransfer(await transfers.read(reference))).toMatchObject({ amount: '5000.00' });
  });
});

describe('a person', () => {
  it('who dismisses an item between two readings of a return does not hide it', async () => {
    const payout = payouts.start(TRANSFER, 'dismissed', {
      send: TRANSFER.record('SUCCESS'),
      read: TRANSFER.record('SUCCESS'),
    });
    await payout.becomes('SUCCESS');
    await transfers.report(payout.reference, 'REVERSED');
    const key = `unproven-event:${payout.reference}`;
    await world.passUntil('the item', async () => (await keysOf(payout)).includes(key), 10 * MINUTE);
    payout.shows('REVERSED');
    await payout.client.requestCheck(payout.reference);
    await waitUntil('the return', async () => (await payout.read()).movement.lastSeen === 'return');
    // the second reading settles it: until then there is nothing to decide
    await expect(payout.resolve('dismiss', key)).rejects.toMatchObject({ reason: 'nothing-to-resolve' });
    await world.passUntil(
      'the return',
      async () => (await transfers.read(payout.reference)).state === 'REVERSED',
      6 * MINUTE,
    );
  });

  it('has decided on the record that was shown, and on no other', async () => {
    const foreign = (status: string) => TRANSFER.record(status, { destinationBankCode: '044' });
    const payout = payouts.start(TRANSFER, 'other-record', { send: lost, read: foreign('FAILED') });
    await payout.sent();
    const key = `identity-mismatch:${payout.reference}`;
    await world.passUntil('the item', async () => (await keysOf(payout)).includes(key), MINUTE);
    payout.answers({ read: foreign('SUCCESS') });
    await world.passUntil('another item', async () => (await keysOf(payout)).includes(`${key}-2`), HOUR);
    await expect(payout.resolve('did-not-happen', key)).rejects.toMatchObject({
      reason: 'nothing-to-resolve',
    });
  });

  it('who has not seen an event has not decided on it', async () => {
    const unreadable = fails('contract-violated', 'HTML instead of JSON');
    const payout = payouts.start(TRANSFER, 'unseen-event', { send: lost, read: unreadable });
    await payout.sent();
    const key = `unreadable-record:${payout.reference}`;
    await world.passUntil('the item', async () => (await keysOf(payout)).includes(key), MINUTE);
    await transfers.report(payout.reference, 'SUCCESS');
    await isHeld(payout, `${key}+claim`);
    await expect(payout.resolve('did-not-happen', key)).rejects.toMatchObject({
      reason: 'nothing-to-resolve',
    });
    payout.isPaid();
    await world.passUntil('the money', async () => (await payout.read()).state === 'SUCCESS', HOUR);
  });

  it('may say that a payout did not happen whose record is gone for good', async () => {
    const payout = payouts.start(TRANSFER, 'record-gone', {
      send: TRANSFER.record('IN_PROGRESS'),
      read: notFound,
    });
    await payout.sent();
    await world.pass(3 * DAY, 12 * HOUR);
    await payout.conclude('did-not-happen', 'unresolved:status');
    await payout.becomes('FAILED');
  });

  it('who asks for a check of a failed payout causes no conflict: it stays safe to pay again', async () => {
    Object.assign(world.settings, { gatewayEventGraceMs: 6 * HOUR });
    const failed = TRANSFER.record('FAILED', { transactionDescription: 'Dormant account' });
    const payout = payouts.start(TRANSFER, 'checked', { send: TRANSFER.record('PENDING'), read: failed });
    await payout.sent();
    await world.pass(MINUTE);
    await payout.becomes('FAILED');
    await world.pass(6 * MINUTE);
    const reads = world.callsTo('getTransfer');
    await payout.client.requestCheck(payout.reference);
    await world.passUntil('the read', () => Promise.resolve(world.callsTo('getTransfer') > reads), MINUTE);
    expect(await payout.view()).toMatchObject({ state: 'FAILED', safeToPayAgain: true });
    expect(await keysOf(payout)).toEqual([]);
    expect(world.webhookTypes(payout.reference)).toEqual(['transfer.failed', 'transfer.safe-to-pay-again']);
  });

  it('cannot dismiss what may have moved money: it happened, or it did not', async () => {
    const unreadable = fails('contract-violated', 'status: missing');
    const payout = payouts.start(TRANSFER, 'dismissed', { send: lost, read: unreadable });
    await payout.sent();
    const key = `unreadable-record:${payout.reference}`;
    await world.passUntil('the item', async () => (await keysOf(payout)).includes(key), MINUTE);
    await expect(payout.resolve('dismiss', key)).rejects.toMatchObject({
      message: expect.stringContaining('it may be: happened, did-not-happen') as string,
    });
    expect(await payout.view()).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
  });

  it('who released a payout for one name has not released it for another', async () => {
    Object.assign(world.settings, { policyNameMismatch: 'hold' });
    const bankHas = (accountName: string) => {
      world.script.enquireName = ({ accountNumber }) => ok({ accountNumber, accountName });
    };
    bankHas('JOHN MUSA');
    const payout = payouts.start(TRANSFER, 'other-name', {
      send: TRANSFER.record('SUCCESS'),
      read: TRANSFER.record('SUCCESS'),
    });
    await isHeld(payout, 'name-mismatch');
    world.script.readiness = paused;
    await payout.conclude('release', 'name-mismatch');
    await payout.becomes('PAUSED');
    bankHas('BALA OKORO');
    await world.pass(25 * HOUR, 5 * HOUR);
    world.script.readiness = () => ({});
    await isHeld(payout, 'name-mismatch:2');
    expect(payout.sends()).toBe(0);
    // the bank has the merchant's name again: the cause of the hold is gone
    bankHas('Ada Obi');
    await world.pass(25 * HOUR, 5 * HOUR);
    await payout.client.requestCheck(payout.reference);
    await payout.becomes('SUCCESS');
    expect(await keysOf(payout)).toEqual([]);
  });
});
