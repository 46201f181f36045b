import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { plannedReference } from '../../../src/domain/mandate/debit.js';
import { createMandates, type Mandates } from '../../support/lifecycles/mandates.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

/** Its bank reports FAILED first, and PAID twelve hours later. */
const CORRECTED_FAILURE = '0199900019';

let world: TimeTravelWorld;
let mandates: Mandates;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  mandates = createMandates(world);
});
afterAll(() => world.close());

it('a debit that failed, twice read, and is paid after all is followed by no other: its due date is collected once', async () => {
  const reference = `corrected-${process.pid}`;
  const day = addDays(dayOf(Date.now()), 1);
  const plan = { every: { unit: 'WEEK' }, firstDay: day, amount: '3000.00', attempts: 3 };
  await mandates.active(reference, { plan, of: CORRECTED_FAILURE });
  const dueAt = Date.parse(`${day}T08:00:00Z`);
  await world.pass(dueAt - world.sandbox.clock.now() + 1_000, 4 * HOUR);
  await world.pass(30 * MINUTE, MINUTE);
  const rows = async () =>
    (await mandates.debits(reference)).map(({ attempt, state }) => `${String(attempt)} ${state}`);
  // two readings confirm the failure: the next attempt is planned
  await waitUntil('the next attempt', async () => (await rows()).includes('2 PENDING'));
  expect(await rows()).toEqual(['1 FAILED', '2 PENDING']);
  await world.pass(27 * HOUR, HOUR);
  await waitUntil('the correction', async () => (await rows())[0] === '1 PAID');
  expect(await rows()).toEqual(['1 PAID', '2 CANCELLED']);
  const collected = (attempt: number) => mandates.collected(plannedReference(reference, day, attempt));
  expect(await collected(1)).toHaveLength(1);
  expect(await mandates.read(reference)).toMatchObject({ debited: { count: 1, sum: '3000.00' } });
  expect(world.merchant.typesOf(reference)).toContain('mandate.conflicting-records');
}, 240_000);
