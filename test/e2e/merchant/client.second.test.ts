import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Oware, OwareError } from '../../../src/merchant/index.js';
import { cardAsTyped } from '../../../src/sandbox/collections/test-cards.js';
import { type Checkouts, createCheckouts, OTP } from '../../support/lifecycles/checkouts.js';
import { createRelay } from '../../support/temporal/relay.js';
import { runsOf } from '../../support/temporal/runs.js';
import { API_KEY, createWorld, type World } from '../../support/world/world.js';

/** So few that a checkout continues as new while it is watched. */
const EVENTS = 20;

let world: World;
let checkouts: Checkouts;
let oware: Oware;
beforeAll(async () => {
  world = await createWorld({ settings: { continueAsNewAfterHistoryEvents: EVENTS } });
  checkouts = createCheckouts(world, 'merchant');
  oware = await connect(options());
});
afterAll(async () => {
  await oware.close();
  await world.terminateAll();
  await world.close();
});

const options = () => ({
  address: world.address,
  taskQueue: world.taskQueue,
  api: { url: world.apiUrl, key: API_KEY },
  customerHashKey: 'a key of the tests',
  timeoutMs: 60_000,
});

const order = (reference: string) => ({
  reference,
  amount: '2500.00',
  customer: { email: 'ada@example.com', name: 'Ada Obi' },
});

/** What a call throws. */
const errorOf = (call: Promise<unknown>): Promise<OwareError> =>
  call.then(
    () => Promise.reject(new Error('expected a refusal')),
    (error: unknown) => {
      if (error instanceof OwareError) return error;
      throw error;
    },
  );

describe.concurrent('a request that the API would refuse', () => {
  it.each([
    ['an amount of 0', { amountKobo: 0 }, 'amountKobo'],
    ['a negative amount', { amountKobo: -5 }, 'amountKobo'],
    ['an amount below the minimum', { amount: '1.00' }, 'amount'],
    ['two amounts', { amount: '2500.00', amountKobo: 250_000 }, 'amount'],
    ['an address that is none', { amount: '2500.00', customer: { email: 'ada' } }, 'customer.email'],
  ])('is refused with its field, and starts nothing: %s', async (_, wrong, field) => {
    const reference = checkouts.newReference();
    const request = { reference, customer: { email: 'ada@example.com' }, ...wrong };
    const error = await errorOf(oware.checkouts.create(request));
    expect(error).toMatchObject({ type: 'invalid', status: 400, moneyMoved: 'no', retry: 'never' });
    expect(error.errors.map((each) => each.field)).toEqual([field]);
    const overHttp = await world.call('POST', '/v1/checkouts', request);
    expect(overHttp).toMatchObject({ status: 400, body: { errors: error.errors } });
    expect(await errorOf(oware.checkouts.get(reference))).toMatchObject({ type: 'not-found' });
  });

  it('is refused for a reference that would use up another one', async () => {
    const error = await errorOf(oware.checkouts.create(order('a b/|c')));
    expect(error).toMatchObject({ type: 'invalid', errors: [{ field: 'reference' }] });
  });

  it('is refused for a transfer without a reference, whose repeat would pay again', async () => {
    const error = await errorOf(
      oware.transfers.create({
        amount: '2500.00',
        narration: 'wages',
        destination: { bankCode: '057', accountNumber: '0123456789', accountName: 'Ada Obi' },
      }),
    );
    expect(error).toMatchObject({ type: 'invalid', errors: [{ field: 'reference' }] });
  });
});

describe.concurrent('a checkout of the client', () => {
  it('is what the API replies, field by field, and lists by its customer', async () => {
    const reference = checkouts.newReference();
    const created = await oware.checkouts.create(order(reference));
    expect(created.checkoutUrl).toContain('/checkout/');
    const { body } = await checkouts.create(reference, { customer: order(reference).customer });
    expect(created).toStrictEqual(body);
    expect(await oware.checkouts.get(reference)).toStrictEqual(await checkouts.read(reference));
    const { rows } = await oware.checkouts.list({ customer: 'ADA@example.com', states: ['PENDING'] });
    expect(rows).toContainEqual(expect.objectContaining({ reference, amount: '2500.00', open: true }));
  });

  it('with other terms under the same reference is a conflict that names them', async () => {
    const reference = checkouts.newReference();
    await oware.checkouts.create(order(reference));
    const error = await errorOf(oware.checkouts.create({ ...order(reference), amount: '2500.01' }));
    expect(error).toMatchObject({
      type: 'reference-conflict',
      status: 409,
      moneyMoved: 'no',
      details: { differences: ['amount'] },
    });
  });

  it('is confirmed with the gateway when its event is lost', async () => {
    const reference = checkouts.newReference();
    await oware.checkouts.create(order(reference));
    const account = await oware.checkouts.virtualAccount(reference);
    await world.dropEvent();
    await world.pay(account, account.payable);
    expect(await oware.checkouts.confirm(reference)).toMatchObject({ state: 'PAID', fulfillable: true });
  });

  it('is paid by card through the api, and a wrong OTP is an error that says what to do', async () => {
    const reference = checkouts.newReference();
    await oware.checkouts.create(order(reference));
    expect(await oware.checkouts.chargeCard(reference, cardAsTyped('otp'))).toMatchObject({
      card: { state: 'OTP_REQUIRED' },
    });
    const error = await errorOf(oware.checkouts.submitOtp(reference, '111111'));
    expect(error).toMatchObject({ type: 'otp-incorrect', status: 422, moneyMoved: 'no' });
    expect(error.requestId).toBeTypeOf('string');
    await oware.checkouts.submitOtp(reference, OTP);
    expect(await oware.checkouts.confirm(reference)).toMatchObject({ state: 'PAID', fulfillable: true });
  });
});

/** The states that a watch shows, and a way to wait for each. */
async function statesOf(
  checkout: AsyncIterable<{ readonly state: string }>,
  onFirst: () => Promise<unknown>,
) {
  const states: string[] = [];
  for await (const { state } of checkout) {
    if (states.length === 0) await onFirst();
    if (states.at(-1) !== state) states.push(state);
  }
  return states;
}

describe.concurrent('a watch', () => {
  it('shows each change and ends with the final one, across runs that continue as new', async () => {
    const reference = checkouts.newReference();
    await oware.checkouts.create(order(reference));
    const states = await statesOf(oware.checkouts.watch(reference), async () => {
      const account = await oware.checkouts.virtualAccount(reference);
      for (let check = 0; check < 3; check++) await oware.checkouts.confirm(reference);
      await world.pay(account, account.payable);
    });
    expect(states).toEqual(['PENDING', 'PAID']);
    const runs = await runsOf(world.client, checkouts.id(reference));
    expect(runs.length).toBeGreaterThan(1);
  });

  it('survives an outage of Temporal in which the checkout is paid', async () => {
    const relay = await createRelay(world.address);
    const other = await connect({ ...options(), address: relay.address, timeoutMs: 10_000 });
    const reference = checkouts.newReference();
    await oware.checkouts.create(order(reference));
    const account = await oware.checkouts.virtualAccount(reference);
    const states = await statesOf(other.checkouts.watch(reference), async () => {
      relay.cut();
      await world.pay(account, account.payable);
      await world.becomes(reference, 'PAID');
      expect(await errorOf(other.checkouts.get(reference))).toMatchObject({ type: 'unavailable' });
      relay.restore();
    });
    expect(states).toEqual(['PENDING', 'PAID']);
    await other.close();
    await relay.close();
  });

  it('ends when its signal aborts, with the reason of the signal', async () => {
    const reference = checkouts.newReference();
    await oware.checkouts.create(order(reference));
    const abort = new AbortController();
    const reason = new Error('the payer left');
    const watched = statesOf(oware.checkouts.watch(reference, { signal: abort.signal }), () => {
      setImmediate(() => abort.abort(reason));
      return Promise.resolve();
    });
    await expect(watched).rejects.toBe(reason);
  });

  it('of a reference that does not exist is refused', async () => {
    const watched = oware.checkouts.watch(checkouts.newReference());
    expect(await errorOf(watched.next())).toMatchObject({ type: 'not-found' });
  });
});

it('a refund through the client is in the list of the checkout', async () => {
  const reference = checkouts.newReference();
  await oware.checkouts.create(order(reference));
  const account = await oware.checkouts.virtualAccount(reference);
  await world.pay(account, account.payable);
  await world.becomes(reference, 'PAID');
  const request = { reference: `${reference}-back`, amount: '500.00', refundReason: 'damaged' };
  const refund = await oware.checkouts.refund(reference, request);
  expect(refund).toMatchObject({ reference: request.reference, amount: '500.00', amountKobo: 50_000 });
  const listed = await oware.checkouts.refunds(reference);
  expect(listed.map((each) => each.reference)).toEqual([request.reference]);
  const { body } = await world.call('GET', `/v1/checkouts/${reference}/refunds`);
  expect({ reference, refunds: listed }).toMatchObject({ ...body });
});

it('an error of Temporal at the start names its address', async () => {
  const error = await errorOf(connect({ address: '127.0.0.1:1', timeoutMs: 200 }));
  expect(error).toMatchObject({ type: 'unavailable', retry: 'same-reference' });
  expect(error.message).toBe('Temporal at 127.0.0.1:1 did not answer.');
});
