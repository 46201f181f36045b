import { runsOf } from '../../support/temporal/runs.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { costOf } from '../../support/temporal/history.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

const EVENTS = 60;
const PAUSE_MS = 2_000;

const create = () =>
  createWorld({
    settings: {
      continueAsNewAfterHistoryEvents: EVENTS,
      webhookRetryScheduleMs: Array.from({ length: 10 }, () => PAUSE_MS),
    },
  });

let world: World;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await create();
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

const creditOf = ({ data }: { data: Record<string, unknown> }) =>
  (data.credit as { transactionReference: string }).transactionReference;

describe.concurrent('an account whose history grows long continues as new', () => {
  it('while credits, commands and reads arrive: nothing is lost or reported twice', async () => {
    const reference = `continues-${process.pid}`;
    const number = await accounts.open(reference);
    const waiting = accounts.get(reference, '?wait=60s');
    const sent: string[] = [];
    for (let round = 0; round < 6; round++) {
      const bvn = `1000000000${round}`;
      const [changed, read, ...credits] = await Promise.all([
        world.call('PUT', accounts.path(reference, '/bvn'), { bvn }),
        accounts.get(reference),
        ...Array.from({ length: 5 }, () => accounts.pay(number, '10.00')),
      ]);
      expect([changed.status, read.status]).toEqual([200, 200]);
      sent.push(...credits.map(({ transactionReference }) => transactionReference));
    }
    const received = await accounts.receives(reference, 30);
    await world.sandbox.deliveries.settled();

    expect(received.map(creditOf).sort()).toEqual(sent.sort());
    expect(accounts.webhooks(reference)).toHaveLength(30);
    expect(received.map(({ data }) => data.sequence)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    expect(await accounts.credits(reference)).toMatchObject({ count: 30, sum: '300.00' });
    const { body } = await accounts.get(reference, '?fresh=true');
    expect(body).toMatchObject({ bvn: '********005', gateway: { bvn: '********005' } });

    const runs = await waitUntil('a run after another', async () => {
      const known = await runsOf(world.client, accounts.id(reference));
      return known.length > 2 && known;
    });
    const continued = runs.slice(0, -1).map(({ events }) => events.at(-1));
    expect(continued.every((last) => last?.workflowExecutionContinuedAsNewEventAttributes)).toBe(true);
    await costOf(
      world.client,
      accounts.id(reference),
      'reserved-account-before-continue-as-new',
      runs[0]!.runId,
    );

    await accounts.deallocate(reference);
    expect((await waiting).body).toMatchObject({ state: expect.stringMatching(/DEALLOCAT/) as string });
    expect(await world.handle(accounts.id(reference)).result()).toMatchObject({
      state: 'DEALLOCATED',
      credited: { count: 30 },
    });
    await costOf(world.client, accounts.id(reference), 'reserved-account-after-continue-as-new');
  });

  it('with undelivered webhooks: the merchant receives each once', async ({ onTestFinished }) => {
    // of its own: its merchant answers nothing for a while
    const other = await create();
    onTestFinished(() => other.close());
    const theirs = createReservedAccounts(other);
    const reference = `continues-undelivered-${process.pid}`;
    const number = await theirs.open(reference);
    other.merchant.answers(500);
    for (let round = 0; round < 12; round++) await theirs.pay(number, '10.00');
    await waitUntil(
      'a run after another',
      async () => (await runsOf(other.client, theirs.id(reference))).length > 1,
    );
    expect(theirs.webhooks(reference)).toHaveLength(0);
    other.merchant.answers(204);
    const received = await theirs.receives(reference, 12);
    // those that had failed come after the first that is taken
    const sequences = received.map(({ data }) => data.sequence).toSorted((one, other) => one - other);
    expect(sequences).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(new Set(received.map(({ id: webhookId }) => webhookId)).size).toBe(12);
  });

  it('and ignores an event that an earlier run has handled', async () => {
    const reference = `continues-repeat-${process.pid}`;
    const number = await accounts.open(reference);
    const { transactionReference } = await accounts.pay(number, '77.00');
    for (let round = 0; round < 8; round++) await accounts.pay(number, '10.00');
    await accounts.receives(reference, 9);
    await waitUntil(
      'a run after another',
      async () => (await runsOf(world.client, accounts.id(reference))).length > 1,
    );
    await world.replayEventOf(transactionReference);
    await accounts.pay(number, '1.00');
    await accounts.receives(reference, 10);
    expect(await accounts.credits(reference)).toMatchObject({ count: 10, sum: '158.00' });
    expect(accounts.webhooks(reference)).toHaveLength(10);
  });
});
