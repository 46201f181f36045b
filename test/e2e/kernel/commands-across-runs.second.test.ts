import { cardAsTyped } from '../../../src/sandbox/collections/test-cards.js';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTINUING } from '../../../workflows/shared/messages.js';
import { failedUpdates, runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

/** So few that a run continues as new during a command. */
const EVENTS = 20;

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({
    settings: { continueAsNewAfterHistoryEvents: EVENTS, retryScheduleMs: [50, 200], checkGapMs: 0 },
  });
  checkouts = createCheckouts(world, 'across-runs');
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

const account = (reference: string, body: object = {}, headers = {}) =>
  checkouts.post(reference, 'virtual-account', body, headers);

/** Nothing is sent: the workflow retries after a pause, in which it may continue as new. */
const rejectCalls = (endpoint: string, reference: string, times: number) =>
  world.planFault({
    on: 'call',
    endpoint,
    reference,
    when: 'before',
    times,
    fault: { kind: 'rate-limited' },
  });

describe.concurrent('a caller that waits while the run continues as new', () => {
  it('gets the page of the checkout from the next run, under one transaction', async () => {
    const reference = checkouts.newReference();
    await rejectCalls('initTransaction', reference, 5);
    const created = await checkouts.create(reference);
    expect(created).toMatchObject({ status: 201, body: { state: 'PENDING' } });
    expect(created.body.checkoutUrl).toContain('/checkout/');
    const [first] = await runsOf(world.client, checkouts.id(reference));
    expect(failedUpdates(first!)).toEqual([CONTINUING]);
    expect(await world.transactionsOf(reference)).toEqual([created.body.transactionReference]);
  });

  it('gets the virtual account that it requested', async () => {
    const reference = await checkouts.open();
    const [transaction = ''] = await world.transactionsOf(reference);
    await rejectCalls('initBankTransfer', transaction, 5);
    expect(await account(reference)).toMatchObject({ status: 200, body: { payable: '2500.00' } });
    const runs = await runsOf(world.client, checkouts.id(reference));
    expect(runs.flatMap(failedUpdates)).toContain(CONTINUING);
  });

  it('gets an answer however many others call, across many runs', async () => {
    const reference = await checkouts.open();
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 25));
        return account(reference);
      }),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.accountNumber)).size).toBe(1);
    expect((await runsOf(world.client, checkouts.id(reference))).length).toBeGreaterThan(3);
  });
});

describe.concurrent('a command with an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'the account of basket 7' };

  it('gets the same answer again, and a different command under that key is refused', async () => {
    const reference = await checkouts.open();
    const first = await account(reference, {}, key);
    expect(first.status).toBe(200);
    expect(await account(reference, {}, key)).toEqual(first);
    expect(await account(reference, { bankCode: '058' }, key)).toMatchObject({
      status: 409,
      body: { type: '/problems/command-conflict', moneyMoved: 'no' },
    });
    // another checkout may use the same key
    expect(await account(await checkouts.open(), {}, key)).toMatchObject({ status: 200 });
  });

  it('is remembered by later runs', async () => {
    const reference = await checkouts.open();
    const first = await account(reference, {}, key);
    const [{ runId } = { runId: '' }] = await runsOf(world.client, checkouts.id(reference));
    await waitUntil('another run', async () => {
      await account(reference);
      return (await runsOf(world.client, checkouts.id(reference))).at(-1)!.runId !== runId;
    });
    expect(await account(reference, {}, key)).toEqual(first);
    expect(await account(reference, { bankCode: '058' }, key)).toMatchObject({
      status: 409,
      body: { type: '/problems/command-conflict' },
    });
  });

  it('is remembered by later runs, also where they would refuse a new one', async () => {
    const reference = await checkouts.open();
    const first = await account(reference, {}, key);
    await world.pay(first.body as never, '1000.00');
    await world.becomes(reference, 'PARTIALLY_PAID');
    expect(await account(reference)).toMatchObject({ status: 409 });
    const [{ runId } = { runId: '' }] = await runsOf(world.client, checkouts.id(reference));
    await waitUntil('another run', async () => {
      await checkouts.post(reference, 'confirm');
      return (await runsOf(world.client, checkouts.id(reference))).at(-1)!.runId !== runId;
    });
    expect(await account(reference, {}, key)).toEqual(first);
    expect(await account(reference)).toMatchObject({ status: 409 });
  });

  it('is remembered for a card too, which has another place in the vault each time', async () => {
    const reference = await checkouts.open();
    const charge = (scenario: 'otp' | 'declined') =>
      checkouts.post(reference, 'card', cardAsTyped(scenario), { 'idempotency-key': 'the card of basket 7' });
    expect(await charge('otp')).toMatchObject({ status: 200, body: { card: { state: 'OTP_REQUIRED' } } });
    const [{ runId } = { runId: '' }] = await runsOf(world.client, checkouts.id(reference));
    await waitUntil('another run', async () => {
      await checkouts.post(reference, 'confirm');
      return (await runsOf(world.client, checkouts.id(reference))).at(-1)!.runId !== runId;
    });
    expect(await charge('otp')).toMatchObject({ status: 200, body: { card: { state: 'OTP_REQUIRED' } } });
    expect(await charge('declined')).toMatchObject({
      status: 409,
      body: { type: '/problems/command-conflict' },
    });
  });

  it('has a maximum length', async () => {
    const refused = await account('any', {}, { 'idempotency-key': 'k'.repeat(256) });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } });
  });
});
