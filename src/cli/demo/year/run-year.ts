import { randomBytes } from 'node:crypto';
import { type Kobo, showNaira } from '../../../domain/money.js';
import type { Environment } from '../../../config/config.js';
import { CommandError } from '../../explain-error.js';
import type { Demo } from '../context.js';
import { createCaller } from '../http.js';
import { type Entry, readLedger } from '../ledger.js';
import { checkYear, type DueDate, sumOf } from './check-year.js';
import { createYearClock } from './clock.js';
import { createCustomers, type Customer, type Result } from './customers.js';
import { cardOf, codeOf, type SignUp, signUp } from './sign-up.js';
import { createTimetable, DAY_MS, HOUR_MS, type Outage, type Size } from './timetable.js';

/** A row of the summary table. */
export interface YearMonth {
  readonly month: string;
  /** Due dates of mandates and subscriptions that were not cancelled and had not ended. */
  readonly due: number;
  readonly collected: number;
  readonly failed: number;
  readonly missed: number;
  /** Due dates after a cancel or the end of a mandate: nothing is collected. */
  readonly cancelled: number;
  /** What the sandbox's ledger has for the due dates of the month. */
  readonly ledgerKobo: Kobo;
  /** Differences from the plan; those of the whole year are in its last month. */
  readonly differences: readonly string[];
}

/**
 * A year has 365 daily checks of each mandate and, in an outage, a retry every few minutes. They are rarer here, so
 * that the year takes minutes and the workflows stay within one run: the server loses time in long chains of runs.
 */
export const YEAR_SETTINGS: Environment = {
  OWARE_DAILY_CHECK_MS: String(30 * DAY_MS),
  OWARE_RECHECK_SCHEDULE_MS: `2000,60000,${6 * HOUR_MS}`,
  OWARE_RETRY_SCHEDULE_MS: `1000,60000,${6 * HOUR_MS}`,
  OWARE_CONTINUE_AS_NEW_AFTER_HISTORY_EVENTS: '8000',
};

/** One step passes the due time of one day at most. */
const STEP_MS = DAY_MS;
const QUIET_STEP_MS = 365 * DAY_MS;
const OUT = { on: 'call', when: 'before', times: null, fault: { kind: 'bad-gateway' } };

/** Runs a year of a merchant with mandates and subscriptions by moving the sandbox's clock and all workflows together. */
export async function runYear(demo: Demo, size: Size): Promise<readonly YearMonth[]> {
  const { system, reporter } = demo;
  if (system.timeTravelObstacle !== undefined) throw new CommandError(system.timeTravelObstacle);
  const { url, key } = system.api;
  const gateway = createCaller(system.gatewayUrl);
  const timetable = createTimetable(size, Date.now());
  const clock = createYearClock(gateway);
  const year: SignUp = { demo, oware: createCaller(url, `Bearer ${key}`), gateway, clock, timetable };
  // an existing Temporal server may have run such a year before
  const customers = createCustomers(size, timetable, randomBytes(2).toString('hex'));
  const collections = async () =>
    (await readLedger(system.gatewayUrl)).entries.filter(({ cause }) => cause === 'collection');

  reporter.heading('Before the year');
  reporter.step('Merchant', `creates ${size.customers} mandates and ${size.customers} subscriptions`);
  await signUp(year, customers);
  reporter.step('Payer', 'authorizes every mandate');
  const { length: before } = await collections();
  await clock.moveTo(timetable.startsAt, QUIET_STEP_MS);

  for (const [index, { name }] of timetable.months.entries()) {
    reporter.heading(name);
    const { length: known } = await collections();
    await clock.moveTo(timetable.decisionsAt(index), QUIET_STEP_MS);
    for (const customer of customers.filter(({ decidesIn }) => decidesIn === index)) {
      reporter.step(
        customer.decision === 'merchant-cancels' ? 'Merchant' : 'Payer',
        `${customer.reference}: ${customer.summary}`,
      );
      await decide(year, customer);
    }
    await clock.moveTo(timetable.busyFrom(index), QUIET_STEP_MS);
    const outage = timetable.outages.find(
      ({ from }) => from >= timetable.busyFrom(index) && from < timetable.busyUntil(index),
    );
    if (outage) await runOutage(year, outage);
    await clock.moveTo(timetable.busyUntil(index), STEP_MS);
    // banks decide the last debits
    await clock.pass(60_000, 60_000);
    const fresh = (await collections()).slice(known);
    reporter.note('Ledger', `${fresh.length} collections, ${showNaira(sumOf(fresh))}`);
  }
  reporter.heading('After the year');
  await clock.moveTo(timetable.endsAt + 7 * DAY_MS, QUIET_STEP_MS);
  const ofTheYear = (await collections()).slice(before);
  const checked = await checkYear({ demo, customers, timetable, collections: ofTheYear, stepMs: STEP_MS });
  const { balanced } = await readLedger(system.gatewayUrl);
  const differences = [...checked.differences, ...(balanced ? [] : ['the ledger is out of balance'])];
  return timetable.months.map(({ name }, index) => {
    const isLast = index === timetable.months.length - 1;
    const dueDates = checked.dueDates.filter(({ month }) => month === index);
    return toRow(name, dueDates, isLast ? differences : []);
  });
}

async function runOutage({ clock, gateway, demo }: SignUp, { from, until }: Outage): Promise<void> {
  await clock.moveTo(from, STEP_MS);
  demo.reporter.step('Gateway', `does not answer for ${(until - from) / HOUR_MS} hours`);
  const [rule] = (await gateway('POST', '/sandbox/faults', OUT)) as unknown as [{ readonly id: string }];
  await clock.moveTo(until, STEP_MS);
  await gateway('DELETE', `/sandbox/faults/${rule.id}`);
  demo.reporter.step('Gateway', 'answers again');
}

async function decide(year: SignUp, customer: Customer): Promise<void> {
  const { kind, reference, decision } = customer;
  if (decision === 'replaces-card') {
    await year.oware('POST', `/v1/subscriptions/${reference}/card`, { checkout: cardOf(customer, 2) });
  } else if (decision === 'customer-cancels') {
    const code = await codeOf(year, customer);
    await year.gateway('POST', `/sandbox/mandates/${encodeURIComponent(code)}`, { cancel: true });
  } else await year.oware('POST', `/v1/${kind}s/${reference}/cancel`, {});
}

function toRow(month: string, dueDates: readonly DueDate[], differences: readonly string[]): YearMonth {
  const count = (wanted: Result) => dueDates.filter(({ result }) => result === wanted).length;
  const entries: Entry[] = dueDates.flatMap((dueDate) => [...dueDate.entries]);
  return {
    month,
    due: dueDates.length - count('cancelled'),
    collected: count('collected'),
    failed: count('failed'),
    missed: count('missed'),
    cancelled: count('cancelled'),
    ledgerKobo: sumOf(entries),
    differences,
  };
}
