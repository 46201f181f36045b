import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Settings } from '../../../src/config/settings.js';
import { kobo } from '../../../src/domain/money.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createGate,
  createScriptedWorld,
  fails,
  inTurn,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import {
  createScriptedPayouts,
  each,
  PAYOUT_KINDS,
  type PayoutKind,
  type ScriptedPayout,
} from '../../support/world/scripted-payout-kinds.js';
import { noTransfer as notFound, PAYOUT, referenceUsed } from '../../support/world/scripted-payouts.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

/*
 * What every payout does, whatever it pays. Each test runs one payout of each kind side by side: a transfer, a bill and a
 * paycode.
 */

let world: ScriptedWorld;
let payouts: ReturnType<typeof createScriptedPayouts>;
let original: Settings;
beforeAll(async () => {
  world = await createScriptedWorld();
  payouts = createScriptedPayouts(world);
  original = { ...world.settings };
});
beforeEach(() => {
  world.clearScript();
  payouts.install();
});
afterEach(async () => {
  for (const name of Object.keys(world.settings)) Reflect.deleteProperty(world.settings, name);
  Object.assign(world.settings, original);
  world.merchantAccepts(true);
  await world.endAll();
});
afterAll(() => world.close());

const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');
const down = fails('unreachable', 'HTTP 503 from the gateway');
const done = ({ record, done: word }: PayoutKind) => record(word);
const withFailures = PAYOUT_KINDS.filter(({ failed }) => failed !== undefined);

const closed: ScriptedPayout[] = [];
/** It has ended, was sent so often, and its run closes: nothing is left to do. */
async function ends(payout: ScriptedPayout, state: string, sends: number) {
  const snapshot = await payout.becomes(state);
  await payout.closed();
  expect(payout.sends()).toBe(sends);
  closed.push(payout);
  return snapshot;
}

const pausePayouts = () => {
  const paused = { reason: 'month end', since: new Date().toISOString() };
  world.script.readiness = () => ({ paused });
};
const resumePayouts = () => {
  world.script.readiness = () => ({});
};

/** Until the outcome of the send has been unknown for a day; the next check is hours away. */
const passUnresolved = () => world.pass(DAY + 3 * HOUR);

/** Moves time until every payout runs in another run than these. */
async function passToNextRun(all: readonly ScriptedPayout[], first: readonly string[]) {
  const isNext = async (payout: ScriptedPayout, n: number) => (await payout.runId()) !== first[n];
  await world.passUntil(
    'the next run of each',
    async () => {
      await each(all, ({ client, reference }) => client.requestCheck(reference));
      return (await Promise.all(all.map(isNext))).every(Boolean);
    },
    10 * MINUTE,
  );
}

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
          record(word)({ reference: 'another', paycodeReference: 'another' }),
      'another-amount': ({ record, done: word, foreign }) => record(word, foreign),
    };
    const all = Object.entries(replies).flatMap(([what, send]) =>
      payouts.startAll(what, (kind) => ({ send: send(kind), read: inTurn(notFound, done(kind)) })),
    );
    await each(all, ({ sent }) => sent());
    await world.pass(MINUTE);
    await each(all, (payout) => ends(payout, 'SUCCESS', 1));
  });

  it('and that is proven absent is sent again under the same reference', async () => {
    const all = payouts.startAll('absent', (kind) => ({ send: inTurn(lost, done(kind)), read: notFound }));
    await each(all, ({ sent }) => sent());
    await world.pass(MINUTE);
    await each(all, (payout) => ends(payout, 'SUCCESS', 2));
  });

  it('twice, and is not found for a day, is FAILED, and safe to pay again', async () => {
    const all = payouts.startAll('never-arrived', () => ({ send: lost, read: notFound }));
    await each(all, ({ sent }) => sent());
    await world.pass(23 * HOUR, 6 * HOUR);
    await each(all, async ({ view }) =>
      expect(await view()).toMatchObject({ state: 'PENDING', outcome: 'unknown', safeToPayAgain: false }),
    );
    await world.pass(3 * HOUR);
    await each(all, async (payout) => {
      await ends(payout, 'FAILED', 2);
      expect(await payout.view()).toMatchObject({ state: 'FAILED', safeToPayAgain: true });
      await world.receives(payout.reference, [`${payout.kind.name}.failed`]);
    });
  });

  it('and whose record lags for a day is not sent a third time, never FAILED, and needs review', async () => {
    const all = payouts.startAll('lagging', () => ({ send: inTurn(lost, referenceUsed), read: notFound }));
    await each(all, ({ sent }) => sent());
    await passUnresolved();
    await each(all, async ({ read, isPaid }) => {
      const review = [{ key: 'unresolved:send', atRiskKobo: PAYOUT }];
      expect(await read()).toMatchObject({ state: 'PENDING', review });
      isPaid();
    });
    await world.pass(12 * HOUR);
    await each(all, async (payout) => {
      expect(await ends(payout, 'SUCCESS', 2)).toMatchObject({ review: [] });
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
    await passToNextRun(all, await each(all, ({ runId }) => runId()));
    await each(all, async ({ read, isPaid }) => {
      expect(await read()).toMatchObject({ state: 'PENDING' });
      isPaid();
    });
    await world.pass(DAY);
    await each(all, (payout) => ends(payout, 'SUCCESS', 1));
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
      expect(reason).toContain(`reference-used-elsewhere: ${name} ${payout.reference}, ${word}`);
      const key = `identity-mismatch:${payout.reference}`;
      expect(review).toMatchObject([{ key, atRiskKobo: PAYOUT }]);
      expect(await payout.view()).toMatchObject({ safeToPayAgain: false });
      await payout.conclude('did-not-happen', key);
      await ends(payout, 'REFUSED', 1);
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
      await ends(payout, 'SUCCESS', 1);
      await world.receives(payout.reference, [`${payout.kind.name}.success`]);
    });
  });

  it('with too little money in the wallet waits for funds, and is sent once they are there', async () => {
    const short = () => ({ kind: 'insufficient-funds', code: 'D04', message: 'Insufficient balance' });
    world.script.readiness = () => ({ balanceKobo: 1_000_000_00, balanceAt: Date.now() });
    const all = payouts.startAll('funds', (kind) => ({ send: inTurn(short, done(kind)), read: done(kind) }));
    await each(all, ({ becomes }) => becomes('WAITING_FOR_FUNDS'));
    await world.pass(10 * MINUTE, 5 * MINUTE);
    await each(all, (payout) => ends(payout, 'SUCCESS', 2));
  });
});

describe('a person who concludes', () => {
  it('that a payout did not happen ends it as FAILED, also after its run was lost: nothing is sent', async () => {
    const known = payouts.startAll('concluded', () => ({ send: lost, read: down }));
    const recovered = payouts.startAll('concluded-lost', () => ({ send: lost, read: down }));
    const all = [...known, ...recovered];
    await each(all, ({ sent }) => sent());
    await each(recovered, ({ loseRun }) => loseRun());
    await passUnresolved();
    const conclude = (some: readonly ScriptedPayout[], key: string) =>
      each(some, async (payout) => {
        payout.answers({ send: done(payout.kind), read: notFound });
        await payout.conclude('did-not-happen', key);
      });
    await Promise.all([conclude(known, 'unresolved:send'), conclude(recovered, 'unresolved:send')]);
    await each(all, async (payout) => {
      const { reason } = await ends(payout, 'FAILED', 1);
      expect(reason).toMatch(/^an operator concluded that it was not paid: /);
    });
  });

  it('while the next send waits, is obeyed at once and also after the wait: nothing is sent again', async () => {
    const absent = payouts.startAll('waits-absent', () => ({ send: lost, read: down }));
    const happened = payouts.startAll('waits-happened', () => ({ send: lost, read: down }));
    const all = [...absent, ...happened];
    await each(all, ({ sent }) => sent());
    await passUnresolved();
    pausePayouts();
    all.forEach(({ answers }) => answers({ read: notFound }));
    await each(all, ({ client, reference }) => client.requestCheck(reference));
    await each(all, ({ reference, read }) =>
      waitUntil(`the pause of ${reference}`, async () => (await read()).reason.includes('paused payouts')),
    );
    await each(absent, async (payout) => {
      await payout.conclude('did-not-happen', 'unresolved:send');
      await payout.becomes('FAILED');
    });
    await each(happened, (payout) => payout.conclude('happened', 'unresolved:send'));
    resumePayouts();
    await world.pass(HOUR);
    await each(absent, (payout) => ends(payout, 'FAILED', 1));
    await each(happened, (payout) => ends(payout, 'SUCCESS', 1));
  });

  it('is not that of the person who asked for the payout', async () => {
    const all = payouts.startAll('own', () => ({ send: lost, read: down }));
    await each(all, ({ sent }) => sent());
    await passUnresolved();
    await each(all, async (payout) => {
      for (const decision of ['happened', 'did-not-happen'] as const) {
        await expect(payout.resolveAsMaker(decision, 'unresolved:send')).rejects.toMatchObject({
          reason: 'approver-is-maker',
        });
      }
      await payout.conclude('did-not-happen', 'unresolved:send');
      await ends(payout, 'FAILED', 1);
    });
  });

  it('while the next send is on its way must wait: that send may still move the money', async () => {
    const all = payouts.startAll('on-its-way', () => ({ send: lost, read: down }));
    await each(all, ({ sent }) => sent());
    await passUnresolved();
    const gate = createGate();
    for (const { answers, kind } of all) {
      const send = async (request: Request) => gate.opened.then(() => done(kind)(request));
      answers({ read: notFound, send });
    }
    const passing = world.pass(6 * HOUR);
    await each(all, ({ sends, reference }) => waitUntil(`two sends of ${reference}`, () => sends() === 2));
    await each(all, async (payout) => {
      await expect(payout.conclude('did-not-happen', 'unresolved:send')).rejects.toMatchObject({
        message: expect.stringContaining('is on its way') as string,
      });
      payout.isPaid();
    });
    gate.open();
    await passing;
    await each(all, (payout) => ends(payout, 'SUCCESS', 2));
  });

  it('while the next send is on its way decides nothing about that one: it has an item of its own', async () => {
    const all = payouts.startAll('repeated', () => ({ send: lost, read: down }));
    await each(all, ({ sent }) => sent());
    await passUnresolved();
    const gate = createGate();
    all.forEach(({ answers }) => answers({ read: notFound, send: () => gate.opened.then(() => lost()) }));
    const passing = world.pass(6 * HOUR);
    await each(all, ({ sends, reference }) => waitUntil(`two sends of ${reference}`, () => sends() === 2));
    const conclude = (payout: ScriptedPayout) =>
      payout.conclude('did-not-happen', 'unresolved:send', `decision-on-${payout.reference}`);
    await each(all, (payout) =>
      expect(conclude(payout)).rejects.toMatchObject({ reason: 'send-in-progress' }),
    );
    all.forEach(({ answers }) => answers({ read: down }));
    gate.open();
    await passing;
    await each(all, async (payout) => {
      const stale = payout.resolve('did-not-happen', 'unresolved:send');
      await expect(stale).rejects.toMatchObject({ reason: 'nothing-to-resolve' });
      await payout.conclude('did-not-happen', 'unresolved:send-2');
      await payout.becomes('FAILED');
    });
  });

  it('after a later run was lost is obeyed: nothing is sent again', async () => {
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents: 60 });
    const absent = payouts.startAll('lost-absent', () => ({ send: lost, read: down }));
    const happened = payouts.startAll('lost-happened', () => ({ send: lost, read: down }));
    const all = [...absent, ...happened];
    await each(all, ({ sent }) => sent());
    await passUnresolved();
    await passToNextRun(all, await each(all, ({ runId }) => runId()));
    const { continueAsNewAfterHistoryEvents } = original;
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents });
    await each(all, ({ loseRun }) => loseRun());
    await world.pass(MINUTE);
    // the lost run may have sent it once more
    await each(absent, (payout) => payout.conclude('did-not-happen', 'unresolved:send-2'));
    await each(happened, (payout) => payout.conclude('happened', 'unresolved:send-2'));
    all.forEach(({ answers, kind }) => answers({ read: notFound, send: done(kind) }));
    await world.pass(2 * HOUR, HOUR);
    await each(absent, (payout) => ends(payout, 'FAILED', 1));
    await each(happened, (payout) => ends(payout, 'SUCCESS', 1));
  });
});

describe('a payout over several runs', () => {
  it('that is cancelled before the send is CANCELLED, and nothing is sent', async () => {
    pausePayouts();
    const all = payouts.startAll('cancelled', () => ({}));
    await each(all, async (payout) => {
      await payout.becomes('PAUSED');
      const reason = 'the merchant cancelled it';
      expect(await payout.client.cancel(payout.reference)).toMatchObject({ state: 'CANCELLED', reason });
      await ends(payout, 'CANCELLED', 0);
    });
  });

  it('that stays under way continues as new, and is sent once', async () => {
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents: 40 });
    const all = payouts.startAll('continued', ({ record, underWay }) => ({
      send: record(underWay),
      read: record(underWay),
    }));
    await each(all, ({ sent }) => sent());
    await passToNextRun(all, await each(all, ({ runId }) => runId()));
    Object.assign(world.settings, original);
    await each(all, async ({ isPaid, client, reference }) => {
      isPaid();
      await client.requestCheck(reference);
    });
    await world.pass(6 * HOUR);
    await each(all, (payout) => ends(payout, 'SUCCESS', 1));
  });

  it('whose run is lost before the send is sent once a person releases it', async () => {
    pausePayouts();
    const all = payouts.startAll('lost-before', (kind) => ({ send: done(kind), read: notFound }));
    await each(all, ({ becomes }) => becomes('PAUSED'));
    resumePayouts();
    await each(all, ({ loseRun }) => loseRun());
    await world.pass(MINUTE);
    await each(all, async (payout) => {
      expect(payout.sends()).toBe(0);
      await payout.conclude('release', 'recovered');
      await ends(payout, 'SUCCESS', 1);
    });
  });

  it('whose run is lost after its cancel is not sent by the next create', async () => {
    pausePayouts();
    // its run stays open for the webhook
    world.merchantAccepts(false);
    const all = payouts.startAll('lost-cancelled', (kind) => ({ send: done(kind), read: notFound }));
    await each(all, async ({ becomes, client, reference }) => {
      await becomes('PAUSED');
      await client.cancel(reference);
    });
    resumePayouts();
    await each(all, ({ loseRun }) => loseRun());
    world.merchantAccepts(true);
    await world.pass(27 * HOUR, 9 * HOUR);
    await each(all, (payout) => ends(payout, 'FAILED', 0));
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
    await each(all, (payout) => ends(payout, 'SUCCESS', 1));
  });

  it('whose run is lost, and that is then declined, closes without a send', async () => {
    Object.assign(world.settings, { approvalAboveKobo: kobo(100_000) });
    const all = payouts.startAll('lost-declined', () => ({ read: notFound }));
    await each(all, async ({ becomes, loseRun }) => {
      await becomes('WAITING_FOR_APPROVAL');
      await loseRun();
    });
    await world.pass(MINUTE);
    await each(all, async (payout) => {
      await payout.conclude('release', 'recovered');
      await payout.becomes('WAITING_FOR_APPROVAL');
      await payout.decline();
    });
    // the lost run may have sent it
    await world.pass(27 * HOUR, 9 * HOUR);
    await each(all, (payout) => ends(payout, 'CANCELLED', 0));
  });
});

describe('a payout that an earlier run had waiting', () => {
  it('for its approval, and whose run is lost, is ended by a person who knows that it did not happen', async () => {
    Object.assign(world.settings, {
      approvalAboveKobo: kobo(100_000),
      continueAsNewAfterHistoryEvents: 40,
    });
    const all = payouts.startAll('approval-lost', () => ({ send: lost, read: down }));
    await each(all, ({ becomes }) => becomes('WAITING_FOR_APPROVAL'));
    await passToNextRun(all, await each(all, ({ runId }) => runId()));
    const { continueAsNewAfterHistoryEvents } = original;
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents });
    await each(all, ({ loseRun }) => loseRun());
    await passUnresolved();
    await each(all, async (payout) => {
      await payout.conclude('did-not-happen', 'unresolved:send');
      await payout.becomes('FAILED');
    });
    await each(all, (payout) => ends(payout, 'FAILED', 0));
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
    await world.pass(2 * DAY, 6 * HOUR);
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
    pausePayouts();
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
    await each(all, (payout) => ends(payout, 'REFUSED', 0));
  });

  it('that may be sent is not refused by a limit that a later run has', async () => {
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents: 60 });
    const all = payouts.startAll('limit', () => ({ send: lost, read: down }), PAYOUT_KINDS.slice(0, 1));
    await each(all, ({ sent }) => sent());
    Object.assign(world.settings, { transferMaxKobo: 100_000 });
    await passToNextRun(all, await each(all, ({ runId }) => runId()));
    await each(all, async ({ read, isPaid }) => {
      expect(await read()).toMatchObject({ state: 'PENDING' });
      isPaid();
    });
    await world.pass(DAY);
    await each(all, (payout) => ends(payout, 'SUCCESS', 1));
  });
});

it('the histories of all these payouts can be replayed', async () => {
  const ids = closed.map(({ id }) => id);
  expect(await replayClosedRuns(world.client, ids, inject('bundlePath'))).toBeGreaterThanOrEqual(ids.length);
});
