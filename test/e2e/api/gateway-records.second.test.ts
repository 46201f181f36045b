import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHostile, GARBAGE, value } from '../../support/hostile/payloads.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000] } });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `record-${process.pid}-${(count += 1)}`;

const KINDS = {
  'sub-account': {
    path: '/v1/sub-accounts',
    endpoint: 'createSubAccounts',
    terms: (n: number) => ({
      bankCode: '058',
      accountNumber: `01000200${10 + n}`,
      email: 'partner@example.com',
      splitPercentage: '20',
    }),
    other: { splitPercentage: '30' },
    gives: { subAccountCode: expect.stringMatching(/^MFY_SUB_/) as string },
    listed: async () => ((await world.call('GET', '/v1/sub-accounts')).body.subAccounts as object[]).length,
  },
  'limit-profile': {
    path: '/v1/limit-profiles',
    endpoint: 'createLimitProfile',
    terms: (n: number) => ({
      name: `Starter ${process.pid} ${n}`,
      singleTransaction: '5000.00',
      dailyTransaction: '50000.00',
      dailyTransactions: 20,
    }),
    other: { dailyTransactions: 30 },
    gives: { limitProfileCode: expect.any(String) as string },
    listed: async () => ((await world.call('GET', '/v1/limit-profiles')).body.content as object[]).length,
  },
  wallet: {
    path: '/v1/wallets',
    endpoint: 'createWallet',
    terms: () => ({
      name: 'Ada savings',
      customer: { name: 'Ada Obi', email: 'ada@example.com' },
      bvn: '22222222222',
      bvnDateOfBirth: '1990-01-31',
    }),
    other: { name: 'Another' },
    gives: { accountNumber: expect.any(String) as string },
    listed: undefined,
  },
} as const;

describe.each(Object.entries(KINDS))('a %s', (kind, { path, endpoint, terms, other, gives, listed }) => {
  const create = (reference: string, n: number, more: object = {}) =>
    world.call('POST', path, { reference, ...terms(n), ...more });

  it('is created once: a repeat gets the same, other terms a conflict', async () => {
    const reference = newReference();
    const first = await create(reference, 1);
    expect(first).toMatchObject({ status: 201, body: { reference, ...gives } });
    const before = await listed?.();
    expect(await create(reference, 1)).toEqual(first);
    expect(await create(reference, 1, other)).toMatchObject({
      status: 409,
      body: { type: '/problems/reference-conflict', differences: [expect.any(String) as string] },
    });
    expect(await listed?.()).toBe(before);
  });

  it.each(['after', 'before'])('whose reply is lost %s its effect is created once', async (when) => {
    const reference = newReference();
    const before = await listed?.();
    await world.planFault({ on: 'call', endpoint, when, fault: { kind: 'reset' } });
    expect(await create(reference, when === 'after' ? 2 : 3)).toMatchObject({ status: 201, body: gives });
    if (before !== undefined) expect(await listed?.()).toBe(before + 1);
  });

  it('needs a reference or an Idempotency-Key', async () => {
    expect(await world.call('POST', path, terms(4))).toMatchObject({ status: 400 });
  });

  it('whose run was lost is found by the next request, and not created again', async () => {
    const reference = newReference();
    const first = await create(reference, 5);
    const lost = `${kind}:${reference}-again`;
    await world.client.workflow.start('writeOnce', { workflowId: lost, taskQueue: 'no-worker', args: [] });
    await world.handle(lost).terminate();
    expect(await create(kind === 'wallet' ? reference : `${reference}-again`, 5)).toMatchObject({
      status: 201,
      body: { ...first.body, reference: expect.any(String) as string },
    });
  });
});

it('the identity of a customer is not in the reply, and a malformed one is not repeated', async () => {
  const terms = KINDS.wallet.terms();
  const { body } = await world.call('POST', '/v1/wallets', { reference: newReference(), ...terms });
  expect(JSON.stringify(body)).not.toContain(terms.bvn);
  const read = await world.call('GET', `/v1/wallets/${body.reference}`);
  expect(read).toMatchObject({ status: 200, body: { accountNumber: body.accountNumber } });
  expect(JSON.stringify(read.body)).not.toContain(terms.bvn);
  expect(await world.call('GET', `/v1/wallets/${body.reference}/balance`)).toMatchObject({
    body: { availableBalance: expect.any(String) as string },
  });
  expect(await world.call('GET', `/v1/wallets/${body.reference}/transactions`)).toMatchObject({
    status: 200,
    body: { content: expect.any(Array) as unknown[] },
  });
  expect(await world.call('GET', '/v1/wallets/no-such-wallet')).toMatchObject({ status: 404 });
  const bad = await world.call('POST', '/v1/wallets', { reference: newReference(), ...terms, bvn: '98765' });
  expect(bad).toMatchObject({ status: 400 });
  expect(JSON.stringify(bad.body)).not.toContain('98765');
});

it('a malformed start ends refused, without a gateway call', async () => {
  const hostile = createHostile(world);
  const inputs = [
    ...Object.values(GARBAGE),
    value({ kind: 'sub-account', terms: {} }),
    value({ kind: 'transfer', terms: { reference: 'x' } }),
    value({ kind: 'wallet', terms: { reference: 'x', customer: null } }),
  ];
  const messages = inputs.map(async (payloads, n) => {
    const id = `wallet:hostile-${n}-${process.pid}`;
    await hostile.start(id, 'writeOnce', payloads);
    return world
      .handle(id)
      .result()
      .then(
        () => 'completed',
        (error: unknown) => (error as { cause?: { type?: string } }).cause?.type,
      );
  });
  expect(new Set(await Promise.all(messages))).toEqual(new Set(['refused-input']));
});
