import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAccounts, type WithAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { costOf } from '../../support/temporal/history.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

const EVENTS = 60;
const PAUSE_MS = 2_000;

let world: World;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      continueAsNewAfterHistoryEvents: EVENTS,
      webhookRetryScheduleMs: Array.from({ length: 10 }, () => PAUSE_MS),
    },
  });
  accounts = withAccounts(world);
});
afterAll(() => world.close());

const id = (reference: string) => `reserved-account:${reference}`;

/** Every run of the account, the first one first. */
async function runsOf(reference: string) {
  const runs: { runId: string; status: string; startedAt: number }[] = [];
  for await (const run of world.client.workflow.list({ query: `WorkflowId = '${id(reference)}'` })) {
    runs.push({ runId: run.runId, status: run.status.name, startedAt: run.startTime.getTime() });
  }
  return runs.sort((one, other) => one.startedAt - other.startedAt);
}

const creditOf = ({ data }: { data: Record<string, unknown> }) =>
  (data.credit as { transactionReference: string }).transactionReference;

describe('an account whose history grows long goes on in a new run', () => {
  it('while credits, orders and readers arrive: nothing is lost and nothing is told twice', async () => {
    const reference = `goes-on-${process.pid}`;
    const number = await accounts.numberOf(reference);
    const waiting = accounts.get(reference, '?wait=60s');
    const sent: string[] = [];
    for (let round = 0; round < 6; round++) {
      const bvn = `1000000000${round}`;
      const [changed, read, ...credits] = await Promise.all([
        world.call('PUT', accounts.path(reference, '/bvn'), { bvn }),
        accounts.get(reference),
        ...Array.from({ length: 5 }, () => accounts.send(number, '10.00')),
      ]);
      expect([changed.status, read.status]).toEqual([200, 200]);
      sent.push(...credits.map(({ transactionReference }) => transactionReference));
    }
    const heard = await accounts.hears(reference, 30);
    await world.sandbox.deliveries.settled();

    expect(heard.map(creditOf).sort()).toEqual(sent.sort());
    expect(accounts.heard(reference)).toHaveLength(30);
    expect(heard.map(({ data }) => data.sequence)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    expect(await accounts.credits(reference)).toMatchObject({ count: 30, sum: '300.00' });
    const { body } = await accounts.get(reference, '?fresh=true');
    expect(body).toMatchObject({ bvn: '********005', gateway: { bvn: '********005' } });

    const runs = await waitUntil('a run after another', async () => {
      const known = await runsOf(reference);
      return known.length > 2 && known;
    });
    expect(runs.slice(0, -1).every(({ status }) => status === 'CONTINUED_AS_NEW')).toBe(true);
    await costOf(world.client, id(reference), 'reserved-account-before-going-on', runs[0]!.runId);

    await world.call('DELETE', accounts.path(reference));
    expect((await waiting).body).toMatchObject({ state: expect.stringMatching(/DEALLOCAT/) as string });
    expect(await world.client.workflow.getHandle(id(reference)).result()).toMatchObject({
      state: 'DEALLOCATED',
      credited: { count: 30 },
    });
    await costOf(world.client, id(reference), 'reserved-account-after-going-on');
  });

  it('with notices that the merchant has not taken yet: he hears each of them once, in order', async () => {
    const reference = `goes-on-untold-${process.pid}`;
    const number = await accounts.numberOf(reference);
    world.merchant.answers(500);
    for (let round = 0; round < 12; round++) await accounts.send(number, '10.00');
    await waitUntil('a run after another', async () => (await runsOf(reference)).length > 1);
    expect(accounts.heard(reference)).toHaveLength(0);
    world.merchant.answers(204);
    const heard = await accounts.hears(reference, 12);
    expect(heard.map(({ data }) => data.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(new Set(heard.map(({ id: webhookId }) => webhookId)).size).toBe(12);
  });

  it('and knows a repeat of what an earlier run was told', async () => {
    const reference = `goes-on-repeat-${process.pid}`;
    const number = await accounts.numberOf(reference);
    const { transactionReference } = await accounts.send(number, '77.00');
    for (let round = 0; round < 8; round++) await accounts.send(number, '10.00');
    await accounts.hears(reference, 9);
    await waitUntil('a run after another', async () => (await runsOf(reference)).length > 1);
    const delivery = world.sandbox.deliveries.list().find(({ body }) => body.includes(transactionReference))!;
    await accounts.replay(delivery.id);
    await accounts.send(number, '1.00');
    await accounts.hears(reference, 10);
    expect(await accounts.credits(reference)).toMatchObject({ count: 10, sum: '158.00' });
    expect(accounts.heard(reference)).toHaveLength(10);
  });
});
