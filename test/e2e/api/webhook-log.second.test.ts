import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { createRefunds } from '../../support/lifecycles/refunds.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

interface Row {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly state: string;
  readonly attempts: number;
  readonly deliveredAt?: string;
  readonly lastError?: { readonly message: string };
  readonly nextAttemptAt?: string;
  readonly resends?: readonly Omit<Row, 'id' | 'type' | 'sequence'>[];
}

interface Log {
  readonly webhooks: readonly Row[];
  readonly hasEarlier: boolean;
}

let world: World;
let checkouts: ReturnType<typeof createCheckouts>;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      continueAsNewAfterHistoryEvents: 20,
      webhookRetryScheduleMs: Array.from({ length: 12 }, () => 300),
    },
  });
  checkouts = createCheckouts(world, 'webhook-log');
});
afterEach(() => world.merchant.answers(204));
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

const path = (reference: string, kind = 'checkouts') => `/v1/${kind}/${reference}/webhooks`;

async function log(reference: string) {
  const { body } = await world.call('GET', path(reference));
  return body as unknown as Log;
}

const resend = (reference: string, id: string) => world.call('POST', `${path(reference)}/${id}/resend`);

const rowOf = async (reference: string, type: string) =>
  (await log(reference)).webhooks.find((row) => row.type === type);

const rowIn = (reference: string, state: string) =>
  waitUntil(`a webhook ${state} of ${reference}`, async () => {
    const { webhooks } = await log(reference);
    return webhooks.find((row) => row.state === state);
  });

async function paid(): Promise<string> {
  const { reference, account } = await checkouts.openWithAccount();
  await world.pay(account, '2500.00');
  await world.merchant.receives(reference, 'checkout.paid');
  return reference;
}

describe('the webhooks of a checkout', () => {
  it('shows a delivered one with the time of its delivery', async () => {
    const reference = await paid();
    const [sent] = world.merchant.of(reference);
    const row = await waitUntil('its delivery', async () => {
      const found = await rowOf(reference, 'checkout.paid');
      return found?.state === 'delivered' && found;
    });
    expect(row).toMatchObject({ id: sent?.id, sequence: sent?.data.sequence, attempts: 1 });
    expect(row.deliveredAt).toBeDefined();
    expect(row).not.toHaveProperty('lastError');
  });

  it('is listed while one waits after a failed attempt, also in a later run, and no longer once it is delivered', async () => {
    const reference = await checkouts.open();
    const isListed = async () => {
      const { body } = await world.call('GET', '/v1/checkouts?webhooks=waiting&limit=200');
      return (body as unknown as { rows: { reference: string }[] }).rows.some(
        (row) => row.reference === reference,
      );
    };
    world.merchant.answers(500);
    await checkouts.cancel(reference);
    await waitUntil('the list', isListed);
    await waitUntil(
      'a later run',
      async () => (await runsOf(world.client, checkouts.id(reference))).length > 1,
    );
    expect(await isListed()).toBe(true);
    world.merchant.answers(204);
    await world.merchant.receives(reference, 'checkout.cancelled');
    await waitUntil('the shorter list', async () => !(await isListed()));
  });

  it('shows one that waits with its last error and the next attempt, and counts the attempts of all runs', async () => {
    const reference = await checkouts.open();
    world.merchant.answers(500);
    await checkouts.cancel(reference);
    const workflowId = checkouts.id(reference);
    const waiting = await waitUntil('the next attempt', async () => {
      const row = await rowOf(reference, 'checkout.cancelled');
      return row?.nextAttemptAt !== undefined && row;
    });
    expect(waiting).toMatchObject({
      state: 'waiting',
      lastError: { message: "The merchant's webhook endpoint answered 500" },
    });
    await waitUntil('another run', async () => (await runsOf(world.client, workflowId)).length > 1);
    world.merchant.answers(204);
    await world.closed(workflowId);
    const row = await rowOf(reference, 'checkout.cancelled');
    expect(row).toMatchObject({ id: waiting.id, state: 'delivered' });
    expect(row?.attempts).toBe(world.merchant.attemptsFor(reference));
  });

  it('shows one that was not attempted yet, because the one before it is not delivered', async () => {
    const reference = `webhook-log-account-${process.pid}`;
    const accounts = createReservedAccounts(world);
    const account = await accounts.open(reference);
    world.merchant.answers(500);
    await accounts.pay(account, '1000.00');
    await accounts.pay(account, '2000.00');
    const read = async (query = '') => {
      const { body } = await world.call('GET', `${path(reference, 'reserved-accounts')}${query}`);
      return body as unknown as Log;
    };
    const { webhooks } = await waitUntil('two webhooks', async () => {
      const found = await read();
      return found.webhooks.filter(({ state }) => state === 'waiting').length > 1 && found;
    });
    const [newest, before] = webhooks;
    expect(newest).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(before?.sequence).toBe((newest?.sequence ?? 0) - 1);
    expect(await read('?limit=1')).toMatchObject({ webhooks: [{ id: newest?.id }], hasEarlier: true });
  });

  it('shows a webhook whose reply was lost as one with two attempts; the merchant received it twice under one id', async () => {
    const reference = await checkouts.open();
    world.merchant.losesNextReply(reference);
    await checkouts.cancel(reference);
    const row = await rowIn(reference, 'delivered');
    expect(row).toMatchObject({ attempts: 2 });
    expect(world.merchant.of(reference).map(({ id }) => id)).toEqual([row.id, row.id]);
  });

  it('of a refund are those of its transaction', async () => {
    const refunds = createRefunds(world, 'webhook-log');
    const { reference: checkout, transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await refunds.ofCheckout(checkout, reference);
    const query = `?transactionReference=${encodeURIComponent(transactionReference)}`;
    const route = path(reference, 'refunds');
    expect(await world.call('GET', `${route}${query}`)).toMatchObject({ status: 200 });
    expect(await world.call('GET', route)).toMatchObject({ status: 200 });
    expect(await world.call('POST', `${route}/msg_0/resend${query}`)).toMatchObject({ status: 404 });
  });

  it('is not found for a reference that does not exist', async () => {
    expect(await world.call('GET', path('webhook-log-unknown'))).toMatchObject({ status: 404 });
  });
});

describe('a webhook that is sent again', () => {
  it('has the same id and the same body, also after the checkout has closed', async () => {
    const reference = await checkouts.open();
    await checkouts.cancel(reference);
    await world.closed(checkouts.id(reference));
    const [first] = world.merchant.of(reference);
    const { status, body } = await resend(reference, first?.id ?? '');
    expect({ status, body: { ...body } }).toEqual({ status: 202, body: first });
    await waitUntil('the second', () => world.merchant.of(reference)[1]);
    expect(world.merchant.of(reference)).toEqual([first, first]);
    const handle = world.handle(`webhook-resend:${first?.id ?? ''}`);
    expect(await handle.result()).toEqual({ delivered: true });
    expect((await handle.describe()).memo).toMatchObject({ by: 'tests' });
  });

  it('may have been given up before', async () => {
    const reference = await checkouts.open();
    world.merchant.answers(400);
    await checkouts.cancel(reference);
    const { id, lastError } = await rowIn(reference, 'given-up');
    expect(lastError?.message).toContain('answered 400');
    world.merchant.answers(204);
    expect(world.merchant.of(reference)).toEqual([]);
    await resend(reference, id);
    expect(await world.merchant.receives(reference, 'checkout.cancelled')).toMatchObject({ id });
  });

  it('is in the log with the key that asked for it, its attempts and their end', async () => {
    const reference = await checkouts.open();
    await checkouts.cancel(reference);
    await world.closed(checkouts.id(reference));
    const id = world.merchant.of(reference)[0]?.id ?? '';
    const handle = world.handle(`webhook-resend:${id}`);
    const resends = (what: string, isShown: (all: NonNullable<Row['resends']>) => boolean) =>
      waitUntil(what, async () => {
        const row = await rowOf(reference, 'checkout.cancelled');
        expect(row).toMatchObject({ state: 'delivered', attempts: 1 });
        return isShown(row?.resends ?? []) && row?.resends;
      });
    world.merchant.answers(500);
    await resend(reference, id);
    const message = "The merchant's webhook endpoint answered 500";
    expect(await resends('a failed attempt', ([only]) => only?.lastError !== undefined)).toMatchObject([
      { by: 'tests', state: 'waiting', lastError: { message } },
    ]);
    world.merchant.answers(204);
    await handle.result();
    await resend(reference, id);
    await handle.result();
    const [first, second] = await resends('both', (all) => all[1]?.state === 'delivered');
    expect(first).toMatchObject({ state: 'delivered' });
    expect(first?.attempts).toBeGreaterThan(1);
    expect(second).toMatchObject({ by: 'tests', attempts: 1, deliveredAt: expect.any(String) as string });
  });

  it('is sent once where two requests ask for it at the same time', async () => {
    const reference = await checkouts.open();
    await checkouts.cancel(reference);
    await world.closed(checkouts.id(reference));
    const id = world.merchant.of(reference)[0]?.id ?? '';
    await world.withoutWorkers(async () => {
      expect(await resend(reference, id)).toMatchObject({ status: 202 });
      expect(await resend(reference, id)).toMatchObject({ status: 202 });
    });
    await world.handle(`webhook-resend:${id}`).result();
    expect(world.merchant.of(reference)).toHaveLength(2);
  });

  it('must be one of this checkout', async () => {
    const [reference, other] = [await checkouts.open(), await checkouts.open()];
    await checkouts.cancel(other);
    await world.closed(checkouts.id(other));
    const id = world.merchant.of(other)[0]?.id ?? '';
    expect(await resend(reference, id)).toMatchObject({
      status: 404,
      body: { detail: `The checkout ${reference} has no webhook ${id}.` },
    });
  });
});
