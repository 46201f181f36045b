import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import type { ReceivedWebhook } from '../../support/world/merchant.js';
import { createWorld, type World } from '../../support/world/world.js';

interface Page {
  readonly webhooks: readonly (ReceivedWebhook & { readonly timestamp: string })[];
  readonly next: string;
  readonly hasMore: boolean;
}

let world: World;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      continueAsNewAfterHistoryEvents: 20,
      webhookRetryScheduleMs: Array.from({ length: 30 }, () => 300),
    },
  });
});
afterEach(() => world.merchant.answers(204));
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

async function pull(after: string, limit = 50): Promise<Page> {
  const query = `after=${encodeURIComponent(after)}&limit=${limit}`;
  const { status, body } = await world.call('GET', `/v1/webhooks?${query}`);
  expect(status).toBe(200);
  return body as unknown as Page;
}

/** Reads on from a time until the list has what is expected. */
function follow(from: Date, limit: number) {
  const pulled: Page['webhooks'][number][] = [];
  let after = from.toISOString();
  return {
    pulled,
    ids: () => pulled.map(({ id }) => id),
    until: (what: string, isThere: () => boolean) =>
      waitUntil(what, async () => {
        const page = await pull(after, limit);
        expect(page.webhooks.length).toBeLessThanOrEqual(limit);
        pulled.push(...page.webhooks);
        after = page.next;
        return isThere();
      }),
  };
}

it('every webhook is in the list once, in order, also those that are sent while it is read', async () => {
  const checkouts = createCheckouts(world, 'missed');
  const list = follow(new Date(), 3);
  const references: string[] = [];
  const selling = (async () => {
    for (let n = 0; n < 8; n++) {
      const reference = await checkouts.open();
      references.push(reference);
      await checkouts.cancel(reference);
    }
  })();
  await list.until('the first webhooks', () => list.pulled.length > 0);
  await selling;
  await Promise.all(references.map((reference) => world.closed(checkouts.id(reference))));
  const sent = references.flatMap((reference) => world.merchant.of(reference));
  await list.until('all webhooks', () => list.pulled.length >= sent.length);
  expect(list.ids().toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
  const times = list.pulled.map(({ timestamp, id }) => `${timestamp} ${id}`);
  expect(times).toEqual(times.toSorted());
  const byId = new Map(sent.map((webhook) => [webhook.id, webhook]));
  for (const webhook of list.pulled) expect(webhook).toEqual(byId.get(webhook.id));
});

it('a webhook that was never delivered, or not even attempted, is in the list', async () => {
  const accounts = createReservedAccounts(world);
  const reference = `missed-account-${process.pid}`;
  const account = await accounts.open(reference);
  const list = follow(new Date(), 50);
  world.merchant.answers(500);
  for (const amount of ['1000.00', '2000.00', '3000.00']) await accounts.pay(account, amount);
  await waitUntil('another run', async () => (await runsOf(world.client, accounts.id(reference))).length > 1);
  const credited = () =>
    list.pulled.filter(({ type, data }) => type.endsWith('.credited') && data.reference === reference);
  await list.until('three credits', () => credited().length >= 3);
  expect(accounts.webhooks(reference)).toEqual([]);
  world.merchant.answers(204);
  const received = await accounts.receives(reference, 3);
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set(credited().map(({ id }) => id)));
});

it('the list is empty up to now, and continues from there', async () => {
  const { webhooks, next, hasMore } = await pull(new Date().toISOString());
  expect({ webhooks, hasMore }).toEqual({ webhooks: [], hasMore: false });
  expect(await pull(next)).toMatchObject({ hasMore: false });
});

it('refuses what is neither a time nor a cursor', async () => {
  expect(await world.call('GET', '/v1/webhooks?after=yesterday')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'after' }] },
  });
  expect(await world.call('GET', '/v1/webhooks')).toMatchObject({ status: 400 });
});
