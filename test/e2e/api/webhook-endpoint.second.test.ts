import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    disableAfterMs: 2_000,
    settings: { webhookRetryScheduleMs: Array.from({ length: 30 }, () => 300) },
  });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

const endpoint = async () => (await world.call('GET', '/v1/webhook-endpoint')).body;

const reviews = async () => {
  const { body } = await world.call('GET', '/v1/reviews?review=webhook-disabled');
  const rows = body.rows as readonly { readonly reference: string }[];
  return rows.filter(({ reference }) => reference === world.taskQueue);
};

async function webhookOf(reference: string) {
  const { body } = await world.call('GET', `/v1/checkouts/${reference}/webhooks`);
  return (body.webhooks as readonly { readonly id: string; readonly state: string }[])[0];
}

it('an endpoint that only fails is switched off, is one review item, and sends nothing until an operator switches it on', async () => {
  const checkouts = createCheckouts(world, 'endpoint');
  const from = new Date().toISOString();
  expect(await endpoint()).toEqual({ state: 'ENABLED' });

  world.merchant.answers(500);
  const first = await checkouts.open();
  await checkouts.cancel(first);
  const off = await waitUntil('the switch', async () => {
    const read = await endpoint();
    return read.state === 'DISABLED' && read;
  });
  expect(off).toMatchObject({ lastError: { message: "The merchant's webhook endpoint answered 500" } });
  expect(off.failingSince).toBeDefined();
  // given up without a review item of its own, which would keep it open
  await checkouts.closed(first);
  expect(await webhookOf(first)).toMatchObject({ state: 'given-up' });
  const [item] = await waitUntil('the review item', async () => {
    const rows = await reviews();
    return rows.length > 0 && rows;
  });
  expect(item).toMatchObject({
    lifecycle: 'webhook-endpoint',
    state: 'DISABLED',
    review: ['webhook-disabled'],
    url: '/v1/webhook-endpoint',
  });

  const second = await checkouts.open();
  await checkouts.cancel(second);
  await checkouts.closed(second);
  expect(world.merchant.attemptsFor(second)).toBe(0);
  const missed = await webhookOf(second);
  expect(missed).toMatchObject({ state: 'given-up' });

  const resend = () => world.call('POST', `/v1/checkouts/${second}/webhooks/${missed?.id ?? ''}/resend`);
  expect(await resend()).toMatchObject({ status: 409, body: { type: '/problems/webhooks-disabled' } });

  world.merchant.answers(204);
  const { status, body } = await world.call('POST', '/v1/webhook-endpoint/enable');
  expect({ status, body }).toMatchObject({ status: 200, body: { state: 'ENABLED', enabledBy: 'tests' } });
  await waitUntil('an empty list', async () => (await reviews()).length === 0);
  const third = await checkouts.open();
  await checkouts.cancel(third);
  await world.merchant.receives(third, 'checkout.cancelled');
  expect(world.merchant.of(second)).toEqual([]);
  await waitUntil('the missed webhook in the list', async () => {
    const page = (await world.call('GET', `/v1/webhooks?after=${from}`)).body;
    return (page.webhooks as readonly { readonly id: string }[]).some(({ id }) => id === missed?.id);
  });
  expect(await resend()).toMatchObject({ status: 202 });
  expect(await world.merchant.receives(second, 'checkout.cancelled')).toMatchObject({ id: missed?.id });
});

it('a success ends the failures before the endpoint is switched off', async () => {
  const checkouts = createCheckouts(world, 'endpoint-recovers');
  const reference = await checkouts.open();
  world.merchant.losesNextReply(reference);
  await checkouts.cancel(reference);
  await checkouts.closed(reference);
  const read = await waitUntil('the success', async () => {
    const now = await endpoint();
    return now.failingSince === undefined && now.lastSuccessAt !== undefined && now;
  });
  expect(read).toMatchObject({ state: 'ENABLED' });
});
