import { beforeAll, describe, expect, it } from 'vitest';
import { setDispatch } from '../../../activities/set-dispatch.js';
import { getWalletBalance } from '../../../src/gateway/endpoints/transfers.js';
import { bundlePayouts, createPayoutWorld, type PayoutWorld } from '../../support/pausing/payout-world.js';
import { waitUntil } from '../../support/wait-until.js';

const PAYOUTS = { queue: 'payouts', reason: 'wallet under investigation', by: 'ada' } as const;
const RESUME = { queue: 'payouts', by: 'ada' } as const;
const SENT = { kind: 'answered', answer: 'sent' };

let bundle: Awaited<ReturnType<typeof bundlePayouts>>;
beforeAll(async () => {
  bundle = await bundlePayouts();
});

/** Each test has a world of its own: the pauses belong to a task queue. */
async function withWorld(work: (world: PayoutWorld) => Promise<void>): Promise<void> {
  const world = await createPayoutWorld(bundle, { fundsCheckMs: 300 });
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

/** Waits until the workflow shows this state, also in Temporal's lists. */
const shows = (world: PayoutWorld, workflowId: string, state: string) =>
  waitUntil(`${workflowId} showing ${state}`, async () => {
    const query = `WorkflowId = '${workflowId}' AND OwareState = '${state}'`;
    return (await world.client.workflow.count(query)).count === 1;
  });

describe.concurrent('a payout', () => {
  it('is sent where nothing was ever paused', () =>
    withWorld(async (world) => {
      const payout = await world.payOut('never-paused');
      expect(await payout.result()).toMatchObject(SENT);
      expect(world.sent).toContain(payout.workflowId);
    }));

  it('that is paused shows PAUSED with its deadline, and is sent once after the resume', () =>
    withWorld(async (world) => {
      const { pauses } = world.oware;
      const { pause } = await pauses.pause(PAYOUTS);
      const notAfter = Date.now() + 3_600_000;
      const payout = await world.payOut('paused', { notAfter });
      await shows(world, payout.workflowId, 'PAUSED');
      expect(await pauses.waiting()).toMatchObject({
        count: 1,
        operations: [
          {
            lifecycle: 'payout',
            reference: payout.workflowId.replace('payout:', ''),
            notAfter: new Date(notAfter).toISOString(),
          },
        ],
        inQueue: { payouts: 0 },
      });
      expect(world.sent).not.toContain(payout.workflowId);

      expect(await pauses.resume(RESUME)).toMatchObject({ pause, dispatch: 'running' });
      expect(await payout.result()).toMatchObject(SENT);
      expect(world.sent.filter((id) => id === payout.workflowId)).toHaveLength(1);
    }));

  it('that is paused until its deadline passes is not sent, then or after the resume', () =>
    withWorld(async (world) => {
      await world.oware.pauses.pause(PAYOUTS);
      const payout = await world.payOut('too-late', { notAfter: Date.now() + 5_000 });
      await shows(world, payout.workflowId, 'PAUSED');
      expect(await payout.result()).toMatchObject({ kind: 'not-sent' });
      await world.oware.pauses.resume(RESUME);
      expect(world.sent).not.toContain(payout.workflowId);
    }));

  it('to a paused bank is held back, and one to another bank is sent', () =>
    withWorld(async (world) => {
      const { pauses } = world.oware;
      await pauses.pause({ ...PAYOUTS, bank: '058', reason: 'bank is down' });
      const held = await world.payOut('to-058', { bankCode: '058' });
      const other = await world.payOut('to-044', { bankCode: '044' });
      expect(await other.result()).toMatchObject(SENT);
      await shows(world, held.workflowId, 'PAUSED');
      await pauses.resume({ ...RESUME, bank: '058' });
      expect(await held.result()).toMatchObject(SENT);
    }));

  it('that is paused for two reasons waits until both are resumed', () =>
    withWorld(async (world) => {
      const { pauses } = world.oware;
      await pauses.pause({ ...PAYOUTS, bank: '058' });
      await pauses.pause(PAYOUTS);
      const payout = await world.payOut('twice-paused');
      await shows(world, payout.workflowId, 'PAUSED');
      await pauses.resume(RESUME);
      // the resume woke it: it has read again, and waits again
      await waitUntil('the second read', async () => {
        const { events } = await payout.handle.fetchHistory();
        const waits = (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
        return waits.length >= 2;
      });
      expect(world.sent).not.toContain(payout.workflowId);
      await pauses.resume({ ...RESUME, bank: '058' });
      expect(await payout.result()).toMatchObject(SENT);
    }));

  it('whose send was scheduled before the pause waits in the task queue, and starts after the resume', () =>
    withWorld(async (world) => {
      const { client, taskQueue } = world;
      // as if the pause came between the lifecycle's read and its send
      await setDispatch(client, taskQueue, { queue: 'payouts', paused: PAYOUTS });
      const payout = await world.payOut('scheduled');
      await waitUntil('the send in the task queue', async () => {
        const { inQueue } = await world.oware.pauses.waiting();
        return inQueue.payouts === 1;
      });
      const { raw } = await payout.handle.describe();
      expect(raw.pendingActivities).toMatchObject([{ activityType: { name: 'sendMoney' }, attempt: 1 }]);
      expect(world.sent).not.toContain(payout.workflowId);
      // nothing is paused, and still the command starts the task queue
      expect(await world.oware.pauses.resume(RESUME)).toEqual({ dispatch: 'running', pauses: [] });
      expect(await payout.result()).toMatchObject(SENT);
    }));

  it('that the wallet cannot cover waits for funds, and is sent when they arrive', () =>
    withWorld(async (world) => {
      const { body } = await world.gateway.call(getWalletBalance, {});
      const payout = await world.payOut('short', { needKobo: body.availableBalance + 100_000_00 });
      await shows(world, payout.workflowId, 'WAITING_FOR_FUNDS');
      expect(world.sent).not.toContain(payout.workflowId);
      await world.control(`merchants/${world.account.id}/wallet`, { amount: '100000.00' });
      expect(await payout.result()).toMatchObject(SENT);
    }));
});
