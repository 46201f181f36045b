import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demandReference } from '../../../src/domain/mandate/debit.js';
import { createMandates, type Mandates } from '../../support/lifecycles/mandates.js';
import { costOf } from '../../support/temporal/history.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let mandates: Mandates;
beforeAll(async () => {
  // the bank decides after five seconds
  world = await createTimeTravelWorld({ settings: { debitChecksMs: [6_000, 10_000] } });
  mandates = createMandates(world);
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

/** The most history events that a debit may cost its mandate, from the request to the webhook. */
const MOST_EVENTS = 35;

/** The length of the history, once nothing is under way. */
async function lengthOf(reference: string): Promise<number> {
  const describeRun = () => world.handle(mandates.id(reference)).describe();
  await waitUntil('no pending activity', async () => {
    const { raw } = await describeRun();
    return (raw.pendingActivities?.length ?? 0) === 0;
  });
  return (await describeRun()).historyLength;
}

describe('a mandate', () => {
  it('is created with the authorization link, authorized by the customer, debited, and cancelled', async () => {
    const reference = `mandate-whole-${process.pid}`;
    const creating = mandates.create(reference);
    await world.pass(15_000, 5_000);
    const { status, body } = await creating;
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'PENDING_AUTHORIZATION',
      authorizationLink: expect.stringContaining('/mandates/') as string,
      authorizationMessage: expect.stringContaining('Authorize debits') as string,
      debited: { count: 0, sum: '0.00' },
    });
    await mandates.decide(reference, { authorize: true });
    await world.pass(17 * MINUTE, 5 * MINUTE);
    const active = await mandates.becomes(reference, 'ACTIVE');
    expect(active).not.toHaveProperty('authorizationLink');
    expect(active).toMatchObject({ reason: 'the gateway reports ACTIVE' });

    await world.merchant.receives(reference, 'mandate.active');
    const before = await lengthOf(reference);
    const debit = await mandates.debit(reference, 'rent-march');
    expect(debit).toMatchObject({
      status: 201,
      body: {
        state: 'PENDING',
        gatewayReference: demandReference(reference, 'rent-march'),
        amount: '5000.00',
        narration: 'Rent',
      },
    });
    // in real time: moved time adds history events
    await world.merchant.receives(reference, 'mandate.debit-paid');
    const cost = (await lengthOf(reference)) - before;
    expect(cost).toBeGreaterThan(20);
    expect(cost).toBeLessThanOrEqual(MOST_EVENTS);
    await mandates.debitBecomes(reference, 'rent-march', 'PAID');
    expect(await mandates.collected(demandReference(reference, 'rent-march'))).toEqual(['collection']);
    expect(await mandates.read(reference)).toMatchObject({
      debited: { count: 1, sum: '5000.00' },
      counted: { sum: '5000.00' },
    });

    const cancelled = await mandates.cancel(reference);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'ACTIVE' } });
    expect(await mandates.debit(reference, 'too-late')).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open' },
    });
    await world.pass(3 * MINUTE, MINUTE);
    expect(await mandates.becomes(reference, 'CANCELLED')).toMatchObject({
      reason: 'the merchant cancelled it',
    });
    await world.pass(5 * MINUTE);
    await mandates.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual([
      'mandate.pending-authorization',
      'mandate.active',
      'mandate.debit-paid',
      'mandate.cancelled',
    ]);
    await costOf(world.client, mandates.id(reference), 'mandate-debited-and-cancelled');
    expect(await mandates.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(await mandates.debit(reference, 'rent-march')).toMatchObject({
      status: 200,
      body: { state: 'PAID' },
    });
    expect(await mandates.debit(reference, 'rent-april')).toMatchObject({ status: 409 });
  });
});
