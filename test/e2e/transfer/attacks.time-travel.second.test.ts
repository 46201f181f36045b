import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { toPayoutView } from '../../../src/domain/payout/view.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createGate,
  createScriptedWorld,
  fails,
  inTurn,
  ok,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import {
  createScriptedTransfers,
  noTransfer,
  PAYOUT,
  transferRecord,
} from '../../support/world/scripted-payouts.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let transfers: ReturnType<typeof createScriptedTransfers>;
beforeAll(async () => {
  world = await createScriptedWorld();
  transfers = createScriptedTransfers(world);
});
beforeEach(() => {
  world.clearScript();
  world.script.enquireName = (request) => ok({ ...request, accountName: 'ADA OBI' });
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const sent = (what: string, status: string) => transfers.sent(what, status);
const read = (reference: string) => transfers.read(reference);
const becomes = (reference: string, state: string) => transfers.becomes(reference, state);
const report = (...given: Parameters<typeof transfers.report>) => transfers.report(...given);
const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');
const shows = (status: string, more?: object) => (world.script.getTransfer = transferRecord(status, more));
const closedAndReplayed = async (reference: string) => {
  await transfers.closed(reference);
  await replayClosedRuns(world.client, transfers.id(reference), inject('bundlePath'));
};

describe('a transfer that ended without money and was paid after all', () => {
  const CONFLICT = {
    kind: 'conflicting-records',
    reason: 'the gateway reports money after it was reported as safe to pay again',
    atRiskKobo: PAYOUT,
  };

  async function expired(what: string) {
    const reference = await sent(what, 'PENDING_AUTHORIZATION');
    shows('EXPIRED');
    await world.pass(31 * MINUTE);
    await becomes(reference, 'EXPIRED');
    await world.pass(6 * MINUTE);
    return reference;
  }

  async function failed(what: string) {
    const reference = await sent(what, 'PENDING');
    shows('FAILED', { transactionDescription: 'Dormant account' });
    await world.pass(10_000);
    await becomes(reference, 'FAILED');
    return reference;
  }

  it.each([
    {
      title: 'EXPIRED',
      make: () => expired('expired'),
      before: ['transfer.pending-authorization', 'transfer.expired', 'transfer.safe-to-pay-again'],
    },
    {
      title: 'CANCELLED, its OTP withheld until it expired',
      make: async () => {
        const reference = await sent('withheld', 'PENDING_AUTHORIZATION');
        expect(await world.oware.transfers.cancel(reference)).toMatchObject({
          state: 'PENDING_AUTHORIZATION',
          unwanted: 'the merchant cancelled it',
        });
        shows('EXPIRED');
        await world.pass(40 * MINUTE);
        await becomes(reference, 'CANCELLED');
        return reference;
      },
      before: ['transfer.pending-authorization', 'transfer.cancelled'],
    },
    {
      title: 'FAILED, read twice five minutes apart',
      make: async () => {
        const reference = await failed('failed-twice');
        await world.pass(6 * MINUTE);
        expect(toPayoutView(await read(reference))).toMatchObject({ safeToPayAgain: true });
        return reference;
      },
      before: ['transfer.failed', 'transfer.safe-to-pay-again'],
    },
  ])('$title: both are reported, and it needs review', async ({ make, before }) => {
    const reference = await make();
    await closedAndReplayed(reference);
    shows('SUCCESS');
    await report(reference, 'SUCCESS', { sessionId: 'NIP-1' });
    expect(await becomes(reference, 'SUCCESS')).toMatchObject({ review: [CONFLICT], sessionId: 'NIP-1' });
    await world.receives(reference, [...before, 'transfer.conflicting-records', 'transfer.success']);
  });

  it('FAILED once: it was not reported as safe to pay again, so nothing needs review', async () => {
    const reference = await failed('failed-once');
    shows('SUCCESS');
    await report(reference, 'SUCCESS');
    expect(await becomes(reference, 'SUCCESS')).toMatchObject({ review: [] });
    await world.pass(MINUTE);
    await closedAndReplayed(reference);
    await world.receives(reference, ['transfer.failed', 'transfer.success']);
  });

  it('FAILED, then not found: a record that is missing does not confirm the failure', async () => {
    const reference = await failed('then-missing');
    world.script.getTransfer = noTransfer;
    await world.pass(HOUR);
    expect(await read(reference)).toMatchObject({ state: 'FAILED' });
    expect(world.webhookTypes(reference)).toEqual(['transfer.failed']);
    shows('SUCCESS');
    await report(reference, 'SUCCESS');
    expect(await becomes(reference, 'SUCCESS')).toMatchObject({ review: [] });
    await world.receives(reference, ['transfer.failed', 'transfer.success']);
  });
});

describe('an event', () => {
  it('that arrives before its record is checked until the record shows it', async () => {
    const reference = await sent('event-first', 'PENDING');
    world.script.getTransfer = inTurn(
      transferRecord('PENDING'),
      transferRecord('PENDING'),
      transferRecord('SUCCESS'),
    );
    await report(reference, 'SUCCESS');
    await world.pass(2 * MINUTE);
    expect(await becomes(reference, 'SUCCESS')).toMatchObject({ review: [] });
    await closedAndReplayed(reference);
    await world.receives(reference, ['transfer.success']);
  });

  it('of a reversal that arrives before its record is checked until the record shows it', async () => {
    const reference = await sent('reversal-first', 'SUCCESS');
    await world.pass(MINUTE);
    await transfers.closed(reference);
    world.script.getTransfer = inTurn(
      transferRecord('SUCCESS'),
      transferRecord('SUCCESS'),
      transferRecord('REVERSED'),
    );
    await report(reference, 'REVERSED');
    await world.pass(2 * MINUTE);
    await world.pass(6 * MINUTE);
    expect(await becomes(reference, 'REVERSED')).toMatchObject({ review: [{ kind: 'payout-reversed' }] });
    await world.receives(reference, ['transfer.success', 'transfer.reversed']);
  });

  it.each(['before', 'after'])('%s the check that shows the same changes nothing else', async (order) => {
    const reference = await sent(`${order}-check`, 'PENDING');
    shows('SUCCESS');
    if (order === 'before') await report(reference, 'SUCCESS');
    else {
      await world.oware.transfers.requestCheck(reference);
      await becomes(reference, 'SUCCESS');
      await report(reference, 'SUCCESS');
    }
    await becomes(reference, 'SUCCESS');
    await world.pass(MINUTE);
    await closedAndReplayed(reference);
    const run = await world.runIdOf(transfers.id(reference));
    await report(reference, 'SUCCESS');
    expect(await world.runIdOf(transfers.id(reference))).toBe(run);
    await world.receives(reference, ['transfer.success']);
  });

  it('of another transfer with the same amount is not believed, and neither is its record', async () => {
    const [reference, other] = [await sent('same-amount', 'PENDING'), world.name('the-other')];
    world.script.getTransfer = () => transferRecord('SUCCESS')({ reference: other });
    await report(reference, 'SUCCESS', { reference: other });
    await world.oware.transfers.requestCheck(reference);
    await world.pass(10 * MINUTE);
    expect(await read(reference)).toMatchObject({ state: 'PENDING', review: [] });
    expect(world.webhookTypes(reference)).toEqual([]);
  });

  it.each([
    ['another amount', { amount: 1 }],
    ['another account', { destinationAccountNumber: '0100090003' }],
    ['another bank', { destinationBankCode: '044' }],
    ['another currency', { currency: 'USD' }],
  ])('whose record is about %s proves nothing, and needs review', async (_what, wrong) => {
    const reference = await sent(`wrong-${Object.keys(wrong)[0]}`, 'PENDING');
    shows('SUCCESS', wrong);
    await report(reference, 'SUCCESS');
    await waitUntil('the review item', async () => (await read(reference)).review.length > 0);
    expect(await read(reference)).toMatchObject({
      state: 'PENDING',
      review: [{ kind: 'identity-mismatch', atRiskKobo: PAYOUT }],
    });
  });
});

describe('an OTP that races with a cancel', () => {
  const otpAccepted = (request: Request) => transferRecord('SUCCESS')(request);

  it('after the cancel is refused, and the gateway never gets it', async () => {
    const reference = await sent('cancel-then-otp', 'PENDING_AUTHORIZATION');
    await world.oware.transfers.cancel(reference);
    await expect(transfers.submitOtp(reference)).rejects.toMatchObject({ reason: 'not-open' });
    expect(world.callsTo('validateTransferOtp')).toBe(0);
  });

  it('and was accepted, but not sent before the cancel, never reaches the gateway', async () => {
    const reference = await sent('cancel-during-otp', 'PENDING_AUTHORIZATION');
    const gate = createGate();
    let reading = false;
    world.script.readiness = async () => {
      reading = true;
      await gate.opened;
      return {};
    };
    world.script.validateTransferOtp = otpAccepted;
    const before = world.callsTo('validateTransferOtp');
    const submitted = transfers.submitOtp(reference);
    submitted.catch(() => undefined);
    await waitUntil('the OTP under way', () => reading);
    await world.oware.transfers.cancel(reference);
    gate.open();
    await expect(submitted).rejects.toMatchObject({ reason: 'not-open' });
    expect(world.callsTo('validateTransferOtp')).toBe(before);
    expect(await read(reference)).toMatchObject({
      unwanted: 'the merchant cancelled it',
      authorization: { attempts: 0 },
    });
  });

  it('and was sent before the cancel counts: the transfer is not reported as cancelled', async () => {
    const reference = await sent('otp-then-cancel', 'PENDING_AUTHORIZATION');
    const gate = createGate();
    const before = world.callsTo('validateTransferOtp');
    world.script.validateTransferOtp = (request) => gate.opened.then(() => otpAccepted(request));
    const submitted = transfers.submitOtp(reference);
    submitted.catch(() => undefined);
    await waitUntil('the OTP', () => world.callsTo('validateTransferOtp') > before);
    const cancelled = world.oware.transfers.cancel(reference);
    cancelled.catch(() => undefined);
    await waitUntil('the cancel', async () => (await read(reference)).unwanted !== undefined);
    gate.open();
    expect(await submitted).toMatchObject({ state: 'SUCCESS' });
    await expect(cancelled).rejects.toMatchObject({ reason: 'not-open' });
    await world.receives(reference, ['transfer.pending-authorization', 'transfer.success']);
  });

  it('of the same moment is validated once', async () => {
    const reference = await sent('otp-twice', 'PENDING_AUTHORIZATION');
    const gate = createGate();
    const before = world.callsTo('validateTransferOtp');
    world.script.validateTransferOtp = (request) => gate.opened.then(() => otpAccepted(request));
    const [first, second] = [transfers.submitOtp(reference), transfers.submitOtp(reference)];
    const refused = await Promise.race([first, second]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: 'otp-in-progress' });
    gate.open();
    const ends = await Promise.allSettled([first, second]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(world.callsTo('validateTransferOtp') - before).toBe(1);
  });
});

it.each(['PENDING_AUTHORIZATION', 'OTP_EMAIL_DISPATCH_FAILED'])(
  'an OTP without a reply is not reported as accepted while the status stays %s',
  async (status) => {
    const reference = await sent(`otp-lost-${status.slice(0, 3).toLowerCase()}`, status);
    world.script.validateTransferOtp = lost;
    const submitted = transfers.submitOtp(reference);
    submitted.catch(() => undefined);
    await waitUntil('the lost OTP', async () => (await read(reference)).movement.left?.open === 'authorise');
    await world.pass(2 * MINUTE);
    await world.pass(6 * MINUTE);
    await expect(submitted).rejects.toMatchObject({ reason: 'not-sent' });
    expect(await read(reference)).toMatchObject({ state: status });
  },
);

it('an OTP whose refusal ends a run is free for the next OTP in the following run', async () => {
  const limit = world.settings.continueAsNewAfterHistoryEvents;
  Object.assign(world.settings, { continueAsNewAfterHistoryEvents: 60 });
  const reference = await sent('otp-continued', 'PENDING_AUTHORIZATION');
  Object.assign(world.settings, { continueAsNewAfterHistoryEvents: limit });
  const first = await world.runIdOf(transfers.id(reference));
  const gate = createGate();
  const calls = world.callsTo('validateTransferOtp');
  world.script.validateTransferOtp = () =>
    gate.opened.then(() => ({ kind: 'declined', code: 'D01', message: 'Invalid OTP' }));
  const refused = transfers.submitOtp(reference).catch((error: unknown) => error);
  await waitUntil('the OTP', () => world.callsTo('validateTransferOtp') > calls);
  // the history grows beyond its limit while the OTP is under way
  for (let count = 0; count < 60; count++) await world.oware.transfers.requestCheck(reference);
  gate.open();
  await waitUntil('the next run', async () => (await world.runIdOf(transfers.id(reference))) !== first);
  await waitUntil('what became of the OTP', async () => {
    await world.pass(10_000);
    return (await read(reference)).movement.sending === undefined;
  });
  // its request is repeated in the next run, and is the one that is under way there
  expect(await refused).toMatchObject({ reason: 'otp-incorrect' });
  world.script.validateTransferOtp = transferRecord('SUCCESS');
  expect(await transfers.submitOtp(reference)).toMatchObject({ state: 'SUCCESS' });
});

describe('a cancel that races with the send', () => {
  async function sending(what: string, answer: (request: Request) => unknown) {
    const gate = createGate();
    const before = world.callsTo('initiateTransfer');
    world.script.initiateTransfer = (request) => gate.opened.then(() => answer(request));
    const { reference } = transfers.start(what);
    await waitUntil('the send', () => world.callsTo('initiateTransfer') > before);
    const cancelled = world.oware.transfers.cancel(reference);
    cancelled.catch(() => undefined);
    await waitUntil('the cancel', async () => (await read(reference)).unwanted);
    gate.open();
    return { reference, cancelled, sends: () => world.callsTo('initiateTransfer') - before };
  }

  it('and comes first: nothing is sent', async () => {
    const gate = createGate();
    const [asked, sends] = [world.callsTo('enquireName'), world.callsTo('initiateTransfer')];
    world.script.enquireName = (request) =>
      gate.opened.then(() => ok({ ...request, accountName: 'Ada Obi' }));
    const { reference } = transfers.start('cancel-first');
    await waitUntil('the enquiry', () => world.callsTo('enquireName') > asked);
    const cancelled = world.oware.transfers.cancel(reference);
    await waitUntil('the cancel', async () => (await read(reference)).unwanted);
    gate.open();
    expect(await cancelled).toMatchObject({ state: 'CANCELLED' });
    await closedAndReplayed(reference);
    expect(world.callsTo('initiateTransfer')).toBe(sends);
    await world.receives(reference, ['transfer.cancelled']);
  });

  it('and comes too late: it is refused, and the transfer is paid', async () => {
    const { reference, cancelled } = await sending('send-first', transferRecord('SUCCESS'));
    await expect(cancelled).rejects.toMatchObject({ reason: 'not-open' });
    await becomes(reference, 'SUCCESS');
    await world.receives(reference, ['transfer.success']);
  });

  it('and comes too late for a transfer that waits for its OTP: the OTP is withheld', async () => {
    const { reference, cancelled } = await sending('send-first-otp', transferRecord('PENDING_AUTHORIZATION'));
    expect(await cancelled).toMatchObject({
      state: 'PENDING_AUTHORIZATION',
      unwanted: 'the merchant cancelled it',
    });
    await expect(transfers.submitOtp(reference)).rejects.toMatchObject({ reason: 'not-open' });
  });

  it('whose reply is lost: it is CANCELLED only once the gateway is proven not to have it, and sent no more', async () => {
    world.script.getTransfer = noTransfer;
    const { reference, cancelled, sends } = await sending('send-lost', lost);
    expect(toPayoutView(await cancelled)).toEqual({
      safeToPayAgain: false,
      outcome: 'unknown',
      cancel: 'requested',
    });
    await world.pass(23 * HOUR, 6 * HOUR);
    expect(await read(reference)).toMatchObject({ state: 'PENDING' });
    await world.pass(3 * HOUR);
    expect(await becomes(reference, 'CANCELLED')).toMatchObject({ reason: 'the merchant cancelled it' });
    expect(sends()).toBe(1);
    await closedAndReplayed(reference);
  });

  it('whose reply is lost, and that the gateway has: it is not sent again, and the transfer is paid', async () => {
    world.script.getTransfer = inTurn(noTransfer, transferRecord('SUCCESS'));
    const { reference, cancelled, sends } = await sending('send-lost-found', lost);
    expect(await cancelled).toMatchObject({ state: 'PENDING', unwanted: 'the merchant cancelled it' });
    await world.pass(MINUTE);
    await becomes(reference, 'SUCCESS');
    expect(sends()).toBe(1);
  });
});

it('a transfer whose status cannot be read needs review, which the next readable record answers', async () => {
  const reference = await sent('unreadable', 'PENDING');
  world.script.getTransfer = fails('contract-violated', 'status: missing');
  await world.pass(5 * MINUTE);
  expect(await read(reference)).toMatchObject({
    state: 'PENDING',
    review: [{ kind: 'unreadable-record' }],
  });
  shows('SUCCESS');
  await world.oware.transfers.requestCheck(reference);
  expect(await becomes(reference, 'SUCCESS')).toMatchObject({ review: [] });
});
