import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { initTransaction } from '../../../src/gateway/endpoints/transactions.js';
import { cardIn, createPayer } from '../../support/lifecycles/cards.js';
import { costOf } from '../../support/temporal/history.js';
import { createWorld, MINUTE, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const id = (reference: string) => `checkout:${reference}`;
const finished = (reference: string) => world.client.workflow.getHandle(id(reference)).result();

async function checkout(reference: string) {
  const customer = { email: 'ada@example.com' };
  const { body } = await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  return body;
}

it('a checkout paid on the hosted page', async () => {
  const reference = `cost-hosted-${process.pid}`;
  const { transactionReference } = await checkout(reference);
  expect(await world.payOnThePage(transactionReference)).toBe(303);
  await finished(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'checkout-hosted-paid');
  expect(counts).toEqual({
    WORKFLOW_EXECUTION_STARTED: 1,
    WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 1,
    WORKFLOW_EXECUTION_UPDATE_COMPLETED: 1,
    ACTIVITY_TASK_SCHEDULED: 3,
    ACTIVITY_TASK_STARTED: 3,
    ACTIVITY_TASK_COMPLETED: 3,
    TIMER_STARTED: 1,
    TIMER_CANCELED: 1,
    WORKFLOW_EXECUTION_SIGNALED: 1,
    UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 1,
    WORKFLOW_EXECUTION_COMPLETED: 1,
  });
  expect(total).toBeLessThanOrEqual(36);
});

it('a checkout paid through a virtual account', async () => {
  const reference = `cost-account-${process.pid}`;
  await checkout(reference);
  const { body } = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
  await world.pay(body as unknown as { bankCode: string; accountNumber: string }, '2500.00');
  await finished(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'checkout-account-paid');
  expect(counts).toEqual({
    WORKFLOW_EXECUTION_STARTED: 1,
    WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 2,
    WORKFLOW_EXECUTION_UPDATE_COMPLETED: 2,
    ACTIVITY_TASK_SCHEDULED: 4,
    ACTIVITY_TASK_STARTED: 4,
    ACTIVITY_TASK_COMPLETED: 4,
    TIMER_STARTED: 1,
    TIMER_CANCELED: 1,
    WORKFLOW_EXECUTION_SIGNALED: 1,
    UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 1,
    WORKFLOW_EXECUTION_COMPLETED: 1,
  });
  expect(total).toBeLessThanOrEqual(48);
});

it('a duplicate event after the end costs no run at all', async () => {
  const reference = `cost-duplicate-${process.pid}`;
  await checkout(reference);
  const { body } = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
  await world.pay(body as unknown as { bankCode: string; accountNumber: string }, '2500.00');
  await finished(reference);
  const runId = async () => (await world.client.workflow.getHandle(id(reference)).describe()).runId;
  const first = await runId();
  const delivery = world.sandbox.deliveries.list().find((event) => event.body.includes(reference));
  await request(`${world.gatewayUrl}/sandbox/deliveries/${delivery!.id}/replay`, { method: 'POST' });
  await world.sandbox.deliveries.settled();
  expect(await runId()).toBe(first);
});

it('a cancelled checkout', async () => {
  const reference = `cost-cancelled-${process.pid}`;
  await checkout(reference);
  await world.call('POST', `/v1/checkouts/${reference}/cancel`);
  await finished(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'checkout-cancelled');
  expect(counts).toEqual({
    WORKFLOW_EXECUTION_STARTED: 1,
    WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 2,
    WORKFLOW_EXECUTION_UPDATE_COMPLETED: 2,
    // the gateway is asked before it is cancelled: the event of a payment may be lost
    ACTIVITY_TASK_SCHEDULED: 3,
    ACTIVITY_TASK_STARTED: 3,
    ACTIVITY_TASK_COMPLETED: 3,
    TIMER_STARTED: 1,
    TIMER_CANCELED: 1,
    UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 1,
    WORKFLOW_EXECUTION_COMPLETED: 1,
  });
  expect(total).toBeLessThanOrEqual(40);
});

it('a checkout paid by card with a code', async () => {
  const payer = createPayer(world, 'cost-card');
  const reference = await payer.checkout();
  await payer.gives(reference, 'otp');
  await payer.types(reference, '123456');
  await finished(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'checkout-card-otp');
  expect(counts).toMatchObject({
    WORKFLOW_EXECUTION_UPDATE_COMPLETED: 3,
    WORKFLOW_EXECUTION_SIGNALED: 1,
    UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 1,
    WORKFLOW_EXECUTION_COMPLETED: 1,
  });
  // one check for the answer to the code, and one for the event where that comes after it
  expect([5, 6]).toContain(counts.ACTIVITY_TASK_SCHEDULED);
  expect(total).toBeLessThanOrEqual(60);
});

it('a checkout paid by card at its issuer', async () => {
  const payer = createPayer(world, 'cost-issuer');
  const reference = await payer.checkout();
  await payer.answersIssuer(cardIn(await payer.gives(reference, 'issuer')).redirectUrl, { otp: '123456' });
  await finished(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'checkout-card-issuer');
  expect(counts).toMatchObject({ WORKFLOW_EXECUTION_SIGNALED: 1, WORKFLOW_EXECUTION_COMPLETED: 1 });
  expect([4, 5]).toContain(counts.ACTIVITY_TASK_SCHEDULED);
  expect(total).toBeLessThanOrEqual(48);
});

it('a checkout whose reference the gateway knows from elsewhere', async () => {
  const reference = `cost-elsewhere-${process.pid}`;
  const terms = { amount: kobo(2500_00), currencyCode: 'NGN', customerEmail: 'ada@example.com' } as const;
  await world.gateway.call(initTransaction, { ...terms, paymentReference: reference });
  const refused = await checkout(reference);
  expect(refused).toMatchObject({ state: 'REFUSED' });
  expect(refused.reason).toContain('reference-used-elsewhere');
  expect(refused).not.toHaveProperty('checkoutUrl');
  await finished(reference);
  const { counts } = await costOf(world.client, id(reference), 'checkout-refused');
  expect(counts).toMatchObject({ ACTIVITY_TASK_SCHEDULED: 2, WORKFLOW_EXECUTION_COMPLETED: 1 });
});

it('a checkout that nobody paid', async () => {
  const short = await createWorld({ settings: { checkoutWindowMs: 2_000, closingGraceMs: 200 } });
  const reference = `cost-expired-${process.pid}`;
  const customer = { email: 'ada@example.com' };
  await short.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  await short.sandbox.clock.advance(41 * MINUTE);
  await short.client.workflow.getHandle(id(reference)).result();
  const { counts, total } = await costOf(short.client, id(reference), 'checkout-expired');
  await short.close();
  expect(counts).toEqual({
    WORKFLOW_EXECUTION_STARTED: 1,
    WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 1,
    WORKFLOW_EXECUTION_UPDATE_COMPLETED: 1,
    ACTIVITY_TASK_SCHEDULED: 3,
    ACTIVITY_TASK_STARTED: 3,
    ACTIVITY_TASK_COMPLETED: 3,
    TIMER_STARTED: 1,
    TIMER_FIRED: 1,
    UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 1,
    WORKFLOW_EXECUTION_COMPLETED: 1,
  });
  expect(total).toBeLessThanOrEqual(34);
});
