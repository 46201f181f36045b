import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwareClient } from '../../src/client/client.js';
import { HOUR } from '../support/invoices.js';
import { BVN, withAccounts, type WithAccounts } from '../support/reserved-accounts.js';
import { createSkippedWorld, type SkippedWorld } from '../support/skipped-time.js';

// on the server with one clock: a day of rechecks is a thousand skips, which take it a fifth of the time
let world: SkippedWorld;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createSkippedWorld();
  accounts = withAccounts(world);
});
afterAll(() => world.close());

describe('an account that the gateway cannot be asked for', () => {
  it('is FAILED after a day, with what was seen, and nobody is shown a number', async () => {
    const reference = 'no-answer';
    const lost = { on: 'call', reference, times: null };
    await accounts.plan([
      { ...lost, endpoint: 'createReservedAccount', fault: { kind: 'reset' } },
      { ...lost, endpoint: 'getReservedAccount', fault: { kind: 'wrong-reference' } },
    ]);
    const { client, taskQueue } = world;
    const impatient = createOwareClient({ client, taskQueue, patienceMs: 1_000 });
    const customer = { email: 'ada@example.com' };
    const terms = {
      reference,
      kind: 'general',
      accountName: 'Ada',
      currency: 'NGN',
      customer,
      bvn: BVN,
    } as const;
    expect(await impatient.reservedAccounts.create(terms)).toMatchObject({ kind: 'working' });
    await world.pass(25 * HOUR, HOUR);
    const { body } = await accounts.get(reference);
    expect(body).toMatchObject({ state: 'FAILED', accounts: [], reviewItems: [{ kind: 'needs-review' }] });
    await world.merchant.hears(reference, 'reserved-account.failed');
    await accounts.forgetFaults();
  });
});
