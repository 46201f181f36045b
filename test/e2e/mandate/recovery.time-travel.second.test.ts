import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demandReference } from '../../../src/domain/mandate/debit.js';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { plannedReference } from '../../../src/domain/mandate/debit.js';
import { createMandates, type Mandates } from '../../support/lifecycles/mandates.js';
import { timeOfDay } from '../../support/time-of-day.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let mandates: Mandates;

const TODAY = dayOf(Date.now());
const PLAN = { every: { unit: 'DAY' }, firstDay: addDays(TODAY, 1), amount: '3000.00' };

const requests = new Map<string, object>();
const remember = (reference: string, more: object) => {
  requests.set(reference, mandates.terms(reference, more as never));
  return { ...requests.get(reference) };
};

beforeAll(async () => {
  // runs are short: the state must survive many continuations
  world = await createTimeTravelWorld({ settings: { continueAsNewAfterHistoryEvents: 120 } });
  mandates = createMandates(world);
  await mandates.activateAll({
    'lost-demand': remember('lost-demand', { amount: '10000.00' }),
    'long-lived': { plan: PLAN, onDemand: true },
  });
}, 120_000);
afterAll(() => world.close());

const terminate = (reference: string) => world.handle(mandates.id(reference)).terminate('by hand');
const recreate = (reference: string) => world.call('POST', '/v1/mandates', requests.get(reference));

/** An operator decides that the lost run had taken no cancel. */
const noCancel = async (reference: string) => {
  const decision = { decision: 'did-not-happen', reason: 'the merchant sent none' };
  expect(await mandates.resolve(reference, 'unresolved:commands', decision)).toMatchObject({ status: 200 });
};

/** New runs start at the machine's time; the gateway is ahead. */
const catchUp = () => world.followers.forward(world.sandbox.clock.now() - Date.now());

describe('a mandate whose run was lost', () => {
  // the first of these tests: the gateway's time is still the machine's
  it('finds the debit of every past due date, sends none twice, and sends what is due once no cancel was lost', async () => {
    const reference = `lost-planned-${process.pid}`;
    const on = (days: number) => addDays(TODAY, days);
    const at = (days: number) => plannedReference(reference, on(days), 1);
    const terms = {
      ...mandates.terms(reference, {}),
      currency: 'NGN',
      amount: undefined,
      amountKobo: 10_000_000,
      startAt: new Date(Date.now() - 4 * DAY).toISOString(),
      plan: { every: { unit: 'DAY', count: 1 }, firstDay: on(-3), at: timeOfDay(), amountKobo: 300_000 },
    };
    // what the lost run had done: it created the mandate and sent two debits
    await world.dropEvent(reference);
    const mandateCode = await mandates.activeAtGateway(reference);
    for (const days of [-3, -1]) await mandates.debitAtGateway(mandateCode, at(days), 300_000);
    await world.runAhead(10_000);
    const start = (more: object) =>
      world.client.workflow.start('keepMandate', {
        workflowId: mandates.id(reference),
        taskQueue: world.taskQueue,
        args: [{ from: 'request', terms, ...more }],
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      });
    const lost = await start({});
    await lost.result().catch(() => undefined);
    await start({ recoverFrom: lost.firstExecutionRunId });
    const { state } = await mandates.debitBecomes(reference, at(0), 'PENDING');
    expect(state).toBe('PENDING');
    await noCancel(reference);
    // what the lost run may have sent is not sent again; a day without a record proves that it was not
    await world.pass(26 * HOUR, HOUR);
    const rows = async () =>
      (await mandates.debits(reference)).map((row) => `${String(row.day)} ${row.state}`);
    const isOpen = async () => (await rows()).some((row) => row.endsWith('PENDING'));
    // a slow worker takes some more hours
    for (let hours = 0; hours < 16 && (await isOpen()); hours++) await world.pass(HOUR, 10 * MINUTE);
    expect(await rows()).toEqual([
      `${on(-3)} PAID`,
      `${on(-2)} FAILED`,
      `${on(-1)} PAID`,
      `${on(0)} FAILED`,
      `${on(1)} PAID`,
    ]);
    for (const days of [-3, -1, 1]) expect(await mandates.collected(at(days))).toEqual(['collection']);
    for (const days of [-2, 0]) expect(await mandates.collected(at(days))).toEqual([]);
    const view = await mandates.read(reference);
    expect(view).toMatchObject({ state: 'ACTIVE', debited: { count: 3, sum: '9000.00' } });
    expect(view).not.toHaveProperty('noDebits');
  });

  it('starts no debit on demand until an operator states how much was debited', async () => {
    const reference = 'lost-demand';
    await mandates.debit(reference, 'before', '6000.00');
    await world.pass(5 * MINUTE, MINUTE);
    await mandates.debitBecomes(reference, 'before', 'PAID');
    await terminate(reference);
    expect((await recreate(reference)).status).toBeLessThan(300);
    await catchUp();
    await mandates.becomes(reference, 'ACTIVE');
    expect(await mandates.debit(reference, 'after', '5000.00')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('an operator has to state') as string },
    });
    await noCancel(reference);
    const { key } = await mandates.reviewItem(reference, 'unresolved');
    expect(key).toBe('unresolved:total');
    const decision = { decision: 'happened', reason: 'by the bank statement' };
    expect(await mandates.resolve(reference, key, decision)).toMatchObject({ status: 400 });
    // the lost run may have continued from one that knew of it: what is known here counts already
    const known = (await mandates.read(reference)) as unknown as {
      readonly counted: { readonly sumKobo: number };
    };
    const amountKobo = 600_000 - known.counted.sumKobo;
    const stated = amountKobo > 0 ? { ...decision, amountKobo } : { ...decision, decision: 'did-not-happen' };
    expect(await mandates.resolve(reference, key, stated)).toMatchObject({ status: 200 });
    expect(await mandates.debit(reference, 'after', '5000.00')).toMatchObject({ status: 422 });
    expect(await mandates.debit(reference, 'after', '4000.00')).toMatchObject({
      status: 201,
      body: { gatewayReference: demandReference(reference, 'after') },
    });
  });
});

describe('a mandate over many runs', () => {
  it('keeps its debits, its sums and its idempotency', async () => {
    const reference = 'long-lived';
    const first = await world.runIdOf(mandates.id(reference));
    for (let n = 1; n <= 4; n++) {
      // a run may continue as new during the request: its repeat finds the debit
      expect([200, 201]).toContain((await mandates.debit(reference, `extra-${n}`, '100.00')).status);
    }
    await world.pass(3 * DAY, 6 * HOUR);
    expect(await world.runIdOf(mandates.id(reference))).not.toBe(first);
    expect(await mandates.debit(reference, 'extra-1', '100.00')).toMatchObject({
      status: 200,
      body: { state: 'PAID', gatewayReference: demandReference(reference, 'extra-1') },
    });
    expect(await mandates.debit(reference, 'extra-1', '200.00')).toMatchObject({ status: 409 });
    const debits = await mandates.debits(reference);
    const paid = debits.filter(({ state }) => state === 'PAID');
    expect(paid.filter(({ day }) => day === undefined)).toHaveLength(4);
    expect(paid.filter(({ day }) => day !== undefined).length).toBeGreaterThanOrEqual(2);
    for (const { gatewayReference } of paid) {
      expect(await mandates.collected(gatewayReference)).toEqual(['collection']);
    }
    expect(await mandates.read(reference)).toMatchObject({ debited: { count: paid.length } });
  });
});

describe('a mandate that another system created', () => {
  it('is reported once, is not debited, and its run closes', async () => {
    const reference = `foreign-${process.pid}`;
    await mandates.activeAtGateway(reference);
    const webhook = await world.merchant.receives(reference, 'mandate.unexpected');
    expect(webhook.data.mandate).toMatchObject({ state: 'ACTIVE', unexpected: true });
    expect(await mandates.debit(reference, 'rent')).toMatchObject({ status: 409 });
    await world.pass(5 * MINUTE);
    await mandates.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['mandate.unexpected']);
  });
});
