import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { plannedReference } from '../../../src/domain/mandate/debit.js';
import { ACCOUNTS, createMandates, type Mandates } from '../../support/lifecycles/mandates.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, HOUR } from '../../support/world/world.js';

let world: TimeTravelWorld;
let mandates: Mandates;

const STARTED = Date.now();
const TODAY = dayOf(STARTED);
const on = (days: number) => addDays(TODAY, days);
const plan = (unit: string, more: object = {}) => ({
  plan: { every: { unit }, firstDay: on(1), ...more },
});
const from = (days: number) => new Date(Date.now() + days * DAY).toISOString();

const PAID = ['collection'];

beforeAll(async () => {
  world = await createTimeTravelWorld();
  mandates = createMandates(world);
  const fixed = { debitAmount: '2500.00' };
  await mandates.activateAll({
    'plan-daily': { ...fixed, ...plan('DAY'), endAt: from(5) },
    'plan-weekly': plan('WEEK', { amount: '3000.00' }),
    'plan-retried': { ...plan('WEEK', { amount: '3000.00', attempts: 2 }), of: ACCOUNTS.empty },
    'plan-away': { ...fixed, ...plan('DAY') },
    'plan-late': plan('WEEK', { amount: '3000.00' }),
    'plan-cap': { ...plan('DAY', { amount: '3000.00' }), amount: '5000.00', onDemand: true },
    'plan-cancelled': { ...fixed, ...plan('DAY') },
    'plan-renewed': { ...fixed, ...plan('DAY'), endAt: from(2), autoRenew: true },
  });
}, 120_000);
afterAll(() => world.close());

const passTo = (at: number) => world.pass(at - world.sandbox.clock.now(), 4 * HOUR);

const OUT = { on: 'call', endpoint: 'debitMandate', when: 'before', times: null };

// the plans of all mandates run over the same days: what each must show is asserted at the end
describe('planned debits over five days', () => {
  beforeAll(async () => {
    // the gateway does not answer for any debit of these: on two due dates, and on five
    const away = { ...OUT, fault: { kind: 'rate-limited' } };
    const code = (await mandates.read('plan-away')).mandateCode as string;
    const late = (await mandates.read('plan-late')).mandateCode as string;
    await world.planFault({ ...away, reference: code });
    await world.planFault({ ...away, reference: late });
    const creating = mandates.create('plan-waiting');
    await world.pass(15_000, 5_000);
    await creating;
    await mandates.debit('plan-cap', 'extra', '2500.00');
    await mandates.cancel('plan-cancelled');
    // each lasts for whole days, whatever the time of day is: debits are due at 08:00 UTC
    await passTo(Date.parse(`${on(2)}T20:00:00Z`));
    await world.clearFaults(code);
    await passTo(Date.parse(`${on(5)}T10:00:00Z`));
    await world.clearFaults(late);
    await passTo(STARTED + 6 * DAY + HOUR);
  }, 300_000);

  const rows = async (reference: string) => {
    const debits = await mandates.debits(reference);
    return debits.map(({ day, attempt, state }) => `${String(day)}.${String(attempt)} ${state}`);
  };
  const collected = (reference: string, days: number, attempt = 1) =>
    mandates.collected(plannedReference(reference, on(days), attempt));

  it('are sent once a day until the mandate has expired', async () => {
    await mandates.becomes('plan-daily', 'EXPIRED');
    await mandates.closed('plan-daily');
    const debits = await rows('plan-daily');
    expect(debits.length).toBeGreaterThanOrEqual(4);
    expect(debits.slice(0, 4)).toEqual([1, 2, 3, 4].map((days) => `${on(days)}.1 PAID`));
    for (const days of [1, 2, 3, 4]) expect(await collected('plan-daily', days)).toEqual(PAID);
    expect(await mandates.read('plan-daily')).toMatchObject({
      reason: 'the gateway reports EXPIRED',
      debited: { count: debits.length },
    });
  });

  it('are sent once a week', async () => {
    expect(await rows('plan-weekly')).toEqual([`${on(1)}.1 PAID`]);
    expect(await mandates.read('plan-weekly')).toMatchObject({ nextDebitAt: `${on(8)}T08:00:00.000Z` });
  });

  it('are tried again only after a proven failure, and as often as the plan says', async () => {
    expect(await rows('plan-retried')).toEqual([`${on(1)}.1 FAILED`, `${on(1)}.2 FAILED`]);
    expect(await collected('plan-retried', 1, 2)).toEqual([]);
    // safe only when no further attempt of ours is planned
    expect(mandates.webhooks('plan-retried')).toEqual([
      'mandate.debit-failed',
      'mandate.debit-failed',
      'mandate.debit-safe-to-repeat',
    ]);
  });

  it('are never sent past the next due time', async () => {
    const debits = await rows('plan-away');
    expect(debits.slice(0, 3)).toEqual([`${on(1)}.1 EXPIRED`, `${on(2)}.1 PAID`, `${on(3)}.1 PAID`]);
    expect(await collected('plan-away', 1)).toEqual([]);
    expect(await collected('plan-away', 2)).toEqual(PAID);
    expect(mandates.webhooks('plan-away')[0]).toBe('mandate.debit-expired');
  });

  it('are never sent more than 72 hours after their due time', async () => {
    expect(await rows('plan-late')).toEqual([`${on(1)}.1 EXPIRED`]);
    expect(await collected('plan-late', 1)).toEqual([]);
  });

  it('count with debits on demand against the lifetime amount', async () => {
    const debits = await mandates.debits('plan-cap');
    expect(debits.slice(0, 2)).toMatchObject([
      { reference: 'extra', state: 'PAID' },
      { state: 'REFUSED', reason: "₦2,500.00 of the mandate's amount is left" },
    ]);
    expect(await mandates.read('plan-cap')).toMatchObject({ debited: { count: 1, sum: '2500.00' } });
  });

  it('do not start after a cancel', async () => {
    await mandates.becomes('plan-cancelled', 'CANCELLED');
    await mandates.closed('plan-cancelled');
    expect(await rows('plan-cancelled')).toEqual([]);
  });

  it('continue past the end of a mandate that renews', async () => {
    expect((await rows('plan-renewed')).slice(0, 4)).toEqual(
      [1, 2, 3, 4].map((days) => `${on(days)}.1 PAID`),
    );
    expect(await mandates.read('plan-renewed')).toMatchObject({ state: 'ACTIVE' });
  });

  it('wait for the authorization, of which the merchant is reminded; the customer may refuse it', async () => {
    const reference = 'plan-waiting';
    expect(world.merchant.typesOf(reference)).toEqual([
      'mandate.pending-authorization',
      'mandate.authorization-due',
      'mandate.authorization-due',
    ]);
    await mandates.decide(reference, { authorize: false });
    expect(await mandates.becomes(reference, 'FAILED')).toMatchObject({
      reason: 'the gateway reports FAILED',
    });
    await world.merchant.receives(reference, 'mandate.failed');
  });
});
