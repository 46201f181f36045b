import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createPayoutContract,
  done,
  down,
  lost,
  type PayoutContract,
} from '../../support/world/payout-contract.js';
import { createGate, type Request, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { each, type ScriptedPayout } from '../../support/world/scripted-payout-kinds.js';
import { noTransfer as notFound } from '../../support/world/scripted-payouts.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

/* What a person decides about a payout, whatever it pays: the rest of the contract is in the file beside this one. */

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

describe('a person who concludes', () => {
  it('that a payout did not happen ends it as FAILED, also after its run was lost: nothing is sent', async () => {
    const known = payouts.startAll('concluded', () => ({ send: lost, read: down }));
    const recovered = payouts.startAll('concluded-lost', () => ({ send: lost, read: down }));
    const all = [...known, ...recovered];
    await each(all, ({ sent }) => sent());
    await each(recovered, ({ loseRun }) => loseRun());
    await contract.passUnresolved();
    const conclude = (some: readonly ScriptedPayout[], key: string) =>
      each(some, async (payout) => {
        payout.answers({ send: done(payout.kind), read: notFound });
        await payout.conclude('did-not-happen', key);
      });
    await Promise.all([conclude(known, 'unresolved:send'), conclude(recovered, 'unresolved:send')]);
    await each(all, async (payout) => {
      const { reason } = await contract.ends(payout, 'FAILED', 1);
      expect(reason).toMatch(/^an operator concluded that it was not paid: /);
    });
  });

  it('while the next send waits, is obeyed at once and also after the wait: nothing is sent again', async () => {
    const absent = payouts.startAll('waits-absent', () => ({ send: lost, read: down }));
    const happened = payouts.startAll('waits-happened', () => ({ send: lost, read: down }));
    const all = [...absent, ...happened];
    await each(all, ({ sent }) => sent());
    await contract.passUnresolved();
    contract.pausePayouts();
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
    contract.resumePayouts();
    await world.pass(HOUR);
    await each(absent, (payout) => contract.ends(payout, 'FAILED', 1));
    await each(happened, (payout) => contract.ends(payout, 'SUCCESS', 1));
  });

  it('is not that of the person who asked for the payout', async () => {
    const all = payouts.startAll('own', () => ({ send: lost, read: down }));
    await each(all, ({ sent }) => sent());
    await contract.passUnresolved();
    await each(all, async (payout) => {
      for (const decision of ['happened', 'did-not-happen'] as const) {
        await expect(payout.resolveAsMaker(decision, 'unresolved:send')).rejects.toMatchObject({
          reason: 'approver-is-maker',
        });
      }
      await payout.conclude('did-not-happen', 'unresolved:send');
      await contract.ends(payout, 'FAILED', 1);
    });
  });

  it('while the next send is on its way must wait: that send may still move the money', async () => {
    const all = payouts.startAll('on-its-way', () => ({ send: lost, read: down }));
    await each(all, ({ sent }) => sent());
    await contract.passUnresolved();
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
    await each(all, (payout) => contract.ends(payout, 'SUCCESS', 2));
  });

  it('while the next send is on its way decides nothing about that one: it has an item of its own', async () => {
    const all = payouts.startAll('repeated', () => ({ send: lost, read: down }));
    await each(all, ({ sent }) => sent());
    await contract.passUnresolved();
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
    await contract.passUnresolved();
    await contract.passToNextRun(all, await each(all, ({ runId }) => runId()));
    const { continueAsNewAfterHistoryEvents } = contract.original;
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents });
    await each(all, ({ loseRun }) => loseRun());
    await world.pass(MINUTE);
    // the lost run may have sent it once more
    await each(absent, (payout) => payout.conclude('did-not-happen', 'unresolved:send-2'));
    await each(happened, (payout) => payout.conclude('happened', 'unresolved:send-2'));
    all.forEach(({ answers, kind }) => answers({ read: notFound, send: done(kind) }));
    await world.pass(2 * HOUR);
    await each(absent, (payout) => contract.ends(payout, 'FAILED', 1));
    await each(happened, (payout) => contract.ends(payout, 'SUCCESS', 1));
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
    await contract.passToNextRun(all, await each(all, ({ runId }) => runId()));
    const { continueAsNewAfterHistoryEvents } = contract.original;
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents });
    await each(all, ({ loseRun }) => loseRun());
    await contract.passUnresolved();
    await each(all, async (payout) => {
      await payout.conclude('did-not-happen', 'unresolved:send');
      await payout.becomes('FAILED');
    });
    await each(all, (payout) => contract.ends(payout, 'FAILED', 0));
  });
});

it('the histories of all these payouts can be replayed', () => contract.replayClosed());
