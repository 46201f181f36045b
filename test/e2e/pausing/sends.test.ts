import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setDispatch } from '../../../activities/set-dispatch.js';
import { getWalletBalance } from '../../../src/gateway/endpoints/transfers.js';
import { createPayoutWorld, type PayoutWorld } from '../../support/pausing/payout-world.js';
import { waitUntil } from '../../support/wait-until.js';

const PAYOUTS = { queue: 'payouts', reason: 'wallet under investigation', by: 'ada' } as const;
const RESUME = { queue: 'payouts', by: 'ada' } as const;
const SENT = { kind: 'answered', answer: 'sent' };

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld({ fundsCheckMs: 300 });
});
afterEach(async () => {
  for (const { queue, bank } of await world.oware.pauses.list()) {
    await world.oware.pauses.resume({ queue, ...(bank !== undefined && { bank }), by: 'the test' });
  }
});
afterAll(() => world.close());

/** Waits until the workflow shows this state, also in Temporal's lists. */
const shows = (workflowId: string, state: string) =>
  waitUntil(`${workflowId} showing ${state}`, async () => {
    const query = `WorkflowId = '${workflowId}' AND OwareState = '${state}'`;
    return (await world.client.workflow.count(query)).count === 1;
  });

it('a payout is sent where nothing was ever paused', async () => {
  const payout = await world.payOut('never-paused');
  expect(await payout.result()).toMatchObject(SENT);
  expect(world.sent).toContain(payout.workflowId);
});

it('a paused payout shows PAUSED with its deadline, and is sent once after the resume', async () => {
  const { pauses } = world.oware;
  const { pause } = await pauses.pause(PAYOUTS);
  const notAfter = Date.now() + 3_600_000;
  const payout = await world.payOut('paused', { notAfter });
  await shows(payout.workflowId, 'PAUSED');
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
});

it('a paused payout whose deadline passes is not sent, then or after the resume', async () => {
  await world.oware.pauses.pause(PAYOUTS);
  const payout = await world.payOut('too-late', { notAfter: Date.now() + 1_500 });
  await shows(payout.workflowId, 'PAUSED');
  expect(await payout.result()).toMatchObject({ kind: 'not-sent' });
  await world.oware.pauses.resume(RESUME);
  expect(world.sent).not.toContain(payout.workflowId);
});

it('a paused bank holds back payouts to that bank only', async () => {
  const { pauses } = world.oware;
  await pauses.pause({ ...PAYOUTS, bank: '058', reason: 'bank is down' });
  const held = await world.payOut('to-058', { bankCode: '058' });
  const other = await world.payOut('to-044', { bankCode: '044' });
  expect(await other.result()).toMatchObject(SENT);
  await shows(held.workflowId, 'PAUSED');
  await pauses.resume({ ...RESUME, bank: '058' });
  expect(await held.result()).toMatchObject(SENT);
});

it('a resume of one thing leaves what is paused for another reason', async () => {
  const { pauses } = world.oware;
  await pauses.pause({ ...PAYOUTS, bank: '058' });
  await pauses.pause(PAYOUTS);
  const payout = await world.payOut('twice-paused');
  await shows(payout.workflowId, 'PAUSED');
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
});

it('a send that was scheduled before the pause waits in the task queue, and starts after the resume', async () => {
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
});

it('a payout that the wallet cannot cover waits for funds, and is sent when they arrive', async () => {
  const { body } = await world.gateway.call(getWalletBalance, {});
  const payout = await world.payOut('short', { needKobo: body.availableBalance + 100_000_00 });
  await shows(payout.workflowId, 'WAITING_FOR_FUNDS');
  expect(world.sent).not.toContain(payout.workflowId);
  await world.control(`merchants/${world.account.id}/wallet`, { amount: '100000.00' });
  expect(await payout.result()).toMatchObject(SENT);
});
