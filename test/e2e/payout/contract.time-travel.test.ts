import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createPayoutContract,
  done,
  down,
  lost,
  type PayoutContract,
  withFailures,
} from '../../support/world/payout-contract.js';
import { createGate, fails, inTurn, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import {
  each,
  PAYOUT_KINDS,
  type PayoutKind,
  type ScriptedPayout,
} from '../../support/world/scripted-payout-kinds.js';
import { noTransfer as notFound, PAYOUT, referenceUsed } from '../../support/world/scripted-payouts.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

/* What becomes of every payout, whatever it pays; what takes days, and what people decide about it, is in the files beside this one. */

let world: ScriptedWorld;
let contract: PayoutContract;
let payouts: PayoutContract['payouts'];
beforeAll(async () => {
  contract = await createPayoutContract();
  ({ world, payouts } = contract);
});
beforeEach(() => contract.begin());
afterEach(() => contract.end());
afterAll(() => world.close());

describe('a payout whose reply proves nothing', () => {
  it('is found by its reference, and sent once', async () => {
    // the first read comes before the record
    Object.assign(world.settings, { propagationMs: 5_000 });
    const replies: Readonly<Record<string, (kind: PayoutKind) => ReturnType<PayoutKind['record']>>> = {
      'no-reply': () => lost,
      unreadable: () => fails('contract-violated', 'status: missing'),
      'about-another':
        ({ record, done: word }) =>
        () =>
          record(word)({ reference: 'another', paycodeReference: 'another', refundReference: 'another' }),
      'another-amount': ({ record, done: word, foreign }) => record(word, foreign),
    };
    const all = Object.entries(replies).flatMap(([what, send]) =>
      payouts.startAll(what, (kind) => ({ send: send(kind), read: inTurn(notFound, done(kind)) })),
    );
    await each(all, ({ sent }) => sent());
    await world.pass(MINUTE);
    await each(all, (payout) => contract.ends(payout, 'SUCCESS', 1));
  });

  it('and that is proven absent is sent again under the same reference', async () => {
    const all = payouts.startAll('absent', (kind) => ({ send: inTurn(lost, done(kind)), read: notFound }));
    await each(all, ({ sent }) => sent());
    await world.pass(MINUTE);
    await each(all, (payout) => contract.ends(payout, 'SUCCESS', 2));
  });

  it('twice, and is not found for a day, is FAILED, and safe to pay again', async () => {
    const all = payouts.startAll('never-arrived', () => ({ send: lost, read: notFound }));
    await each(all, ({ sent }) => sent());
    await world.pass(2 * HOUR);
    await each(all, async ({ read, receives }) => {
      await receives('outcome-unknown');
      expect((await read()).review).toMatchObject([{ kind: 'unresolved' }]);
    });
    await world.pass(21 * HOUR);
    await each(all, async ({ view }) =>
      expect(await view()).toMatchObject({ state: 'PENDING', outcome: 'unknown', safeToPayAgain: false }),
    );
    await world.pass(3 * HOUR);
    await each(all, async (payout) => {
      await contract.ends(payout, 'FAILED', 2);
      expect(await payout.view()).toMatchObject({ state: 'FAILED', safeToPayAgain: true });
      await payout.receives('outcome-unknown', 'failed');
    });
  });

  it('is ended by the gateway alone, when the next run finds it cancelled', async () => {
    Object.assign(world.settings, {
      approvalAboveKobo: kobo(100_000),
      continueAsNewAfterHistoryEvents: 60,
    });
    const all = payouts.startAll('cancelled-unknown', () => ({ send: lost, read: down }));
    await each(all, async ({ becomes, approve, sent, client, reference, read }) => {
      await becomes('WAITING_FOR_APPROVAL');
      await approve();
      await sent();
      client.cancel(reference).catch(() => undefined);
      await waitUntil('the cancel', async () => (await read()).unwanted !== undefined);
    });
    await contract.passToNextRun(all, await each(all, ({ runId }) => runId()));
    await each(all, async ({ read, isPaid }) => {
      expect(await read()).toMatchObject({ state: 'PENDING' });
      isPaid();
    });
    await world.pass(DAY);
    await each(all, (payout) => contract.ends(payout, 'SUCCESS', 1));
  });
});

describe('a payout that the gateway answers', () => {
  it('with a reference that another system has used is REFUSED, and names that record', async () => {
    const all = payouts.startAll('used', ({ record, done: word, foreign }) => ({
      send: referenceUsed,
      read: record(word, foreign),
    }));
    await each(all, async (payout) => {
      const { reason, review } = await payout.becomes('REFUSED');
      const { name, done: word } = payout.kind;
      expect(reason).toContain(`reference-used-elsewhere: ${name} ${payout.reference}`);
      expect(reason).toContain(`, ${word}`);
      const key = `identity-mismatch:${payout.reference}`;
      expect(review).toMatchObject([{ key, atRiskKobo: PAYOUT }]);
      expect(await payout.view()).toMatchObject({ safeToPayAgain: false });
      await payout.conclude('did-not-happen', key);
      await contract.ends(payout, 'REFUSED', 1);
      expect(await payout.view()).toMatchObject({ safeToPayAgain: true });
    });
  });

  it('with a failure is not FAILED by that reply: the record decides', async () => {
    const all = payouts.startAll(
      'failed-reply',
      (kind) => ({ send: kind.record(kind.failed ?? ''), read: done(kind) }),
      withFailures,
    );
    await each(all, ({ sent }) => sent());
    await world.pass(MINUTE);
    await each(all, async (payout) => {
      await contract.ends(payout, 'SUCCESS', 1);
      await payout.receives('success');
    });
  });

  it('with too little money in the wallet waits for funds, and is sent once they are there', async () => {
    const short = () => ({ kind: 'insufficient-funds', code: 'D04', message: 'Insufficient balance' });
    world.script.readiness = () => ({ balanceKobo: 1_000_000_00, balanceAt: Date.now() });
    const all = payouts.startAll('funds', (kind) => ({ send: inTurn(short, done(kind)), read: done(kind) }));
    await each(all, ({ becomes }) => becomes('WAITING_FOR_FUNDS'));
    await world.pass(10 * MINUTE);
    await each(all, (payout) => contract.ends(payout, 'SUCCESS', 2));
  });
});

describe('a payout over several runs', () => {
  it('that is cancelled before the send is CANCELLED, and nothing is sent', async () => {
    contract.pausePayouts();
    const all = payouts.startAll('cancelled', () => ({}));
    await each(all, async (payout) => {
      await payout.becomes('PAUSED');
      const reason = 'the merchant cancelled it';
      expect(await payout.client.cancel(payout.reference)).toMatchObject({ state: 'CANCELLED', reason });
      await contract.ends(payout, 'CANCELLED', 0);
    });
  });

  it('that stays under way continues as new, and is sent once', async () => {
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents: 40 });
    const all = payouts.startAll('continued', ({ record, underWay }) => ({
      send: record(underWay),
      read: record(underWay),
    }));
    await each(all, ({ sent }) => sent());
    await contract.passToNextRun(all, await each(all, ({ runId }) => runId()));
    Object.assign(world.settings, contract.original);
    await each(all, async ({ isPaid, client, reference }) => {
      isPaid();
      await client.requestCheck(reference);
    });
    await world.pass(6 * HOUR);
    await each(all, (payout) => contract.ends(payout, 'SUCCESS', 1));
  });

  it('whose run is lost before the send is sent once a person releases it', async () => {
    contract.pausePayouts();
    const all = payouts.startAll('lost-before', (kind) => ({ send: done(kind), read: notFound }));
    await each(all, ({ becomes }) => becomes('PAUSED'));
    contract.resumePayouts();
    await each(all, ({ loseRun }) => loseRun());
    await world.pass(MINUTE);
    await each(all, async (payout) => {
      expect(payout.sends()).toBe(0);
      await payout.conclude('release', 'recovered');
      await contract.ends(payout, 'SUCCESS', 1);
    });
  });

  it('whose run is lost after the send is found by the next create, and not sent again', async () => {
    const all = payouts.startAll('lost-after', ({ record, underWay }) => ({
      send: record(underWay),
      read: record(underWay),
    }));
    await each(all, async ({ read, isPaid, loseRun }) => {
      await waitUntil('the send', async () => (await read().catch(() => undefined))?.sentAt);
      isPaid();
      await loseRun();
    });
    await each(all, (payout) => contract.ends(payout, 'SUCCESS', 1));
  });
});

describe('a transfer', () => {
  it('whose OTP is on its way is not decided on: the OTP may still move the money', async () => {
    const waits = (kind: PayoutKind) => kind.record('PENDING_AUTHORIZATION');
    const [payout] = payouts.startAll(
      'otp-on-its-way',
      (kind) => ({ send: waits(kind), read: waits(kind) }),
      PAYOUT_KINDS.slice(0, 1),
    );
    if (!payout) throw new Error('no transfer');
    const { reference, kind, isPaid } = payout;
    await payout.becomes('PENDING_AUTHORIZATION');
    await world.pass(2 * DAY);
    const gate = createGate();
    world.script.validateTransferOtp = async (request) => {
      await gate.opened;
      isPaid();
      return kind.record('SUCCESS')(request);
    };
    const submitted = world.oware.transfers.submitOtp(reference, {
      handle: 'otp',
      taskQueue: world.taskQueue,
    });
    await waitUntil('the OTP', () => world.callsTo('validateTransferOtp') > 0);
    await expect(payout.conclude('did-not-happen', 'unresolved:status')).rejects.toMatchObject({
      reason: 'send-in-progress',
    });
    gate.open();
    expect(await submitted).toMatchObject({ state: 'SUCCESS' });
    expect(world.webhookTypes(reference)).not.toContain('transfer.failed');
  });

  it('that is paused, and that a later run refuses, closes', async () => {
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents: 60 });
    contract.pausePayouts();
    const all = payouts.startAll('paused-refused', () => ({ read: notFound }), PAYOUT_KINDS.slice(0, 1));
    await each(all, ({ becomes }) => becomes('PAUSED'));
    Object.assign(world.settings, { transferMaxKobo: 100_000 });
    const isRefused = async ({ read }: ScriptedPayout) => (await read()).state === 'REFUSED';
    await world.passUntil(
      'REFUSED',
      async () => (await Promise.all(all.map(isRefused))).every(Boolean),
      HOUR,
    );
    await world.pass(HOUR);
    await each(all, (payout) => contract.ends(payout, 'REFUSED', 0));
  });

  it('that may be sent is not refused by a limit that a later run has', async () => {
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents: 60 });
    const all = payouts.startAll('limit', () => ({ send: lost, read: down }), PAYOUT_KINDS.slice(0, 1));
    await each(all, ({ sent }) => sent());
    Object.assign(world.settings, { transferMaxKobo: 100_000 });
    await contract.passToNextRun(all, await each(all, ({ runId }) => runId()));
    await each(all, async ({ read, isPaid }) => {
      expect(await read()).toMatchObject({ state: 'PENDING' });
      isPaid();
    });
    await world.pass(DAY);
    await each(all, (payout) => contract.ends(payout, 'SUCCESS', 1));
  });
});

it('the histories of all these payouts can be replayed', () => contract.replayClosed());
