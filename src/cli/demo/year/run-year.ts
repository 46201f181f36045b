import { randomBytes } from 'node:crypto';
import { type Kobo, showNaira } from '../../../domain/money.js';
import type { Environment } from '../../../config/config.js';
import { CommandError } from '../../explain-error.js';
import { showViolation } from '../../../certify/check.js';
import { certifyDemo } from '../certify.js';
import type { Demo } from '../context.js';
import { createCaller } from '../http.js';
import { type Entry, readLedger } from '../ledger.js';
import { checkYear, type DueDate, sumOf } from './check-year.js';
import { createYearClock } from './clock.js';
import { createCustomers, type Customer, type Result } from './customers.js';
import { createYearFaults, LAG, type YearFaults } from './faults.js';
import { cardOf, codeOf, type SignUp, signUp } from './sign-up.js';
import { createTimetable, DAY_MS, HOUR_MS, type Size } from './timetable.js';

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
 * that the year takes minutes. Each workflow continues as new, but not often: the server loses time in long chains of runs.
 */
export const yearSettings = ({ runEvents }: Size): Environment => ({
  OWARE_DAILY_CHECK_MS: String(30 * DAY_MS),
  OWARE_RECHECK_SCHEDULE_MS: `2000,60000,${6 * HOUR_MS}`,
  OWARE_RETRY_SCHEDULE_MS: `1000,60000,${6 * HOUR_MS}`,
  OWARE_CONTINUE_AS_NEW_AFTER_HISTORY_EVENTS: String(runEvents),
});

/** One step passes the due time of one day at most. */
const STEP_MS = DAY_MS;
const QUIET_STEP_MS = 365 * DAY_MS;
/** Before a due time, when what hides records is planned. */
const EARLY_MS = 60_000;

/** Runs a year of a merchant with mandates and subscriptions by moving the sandbox's clock and all workflows together. */
export async function runYear(demo: Demo, size: Size): Promise<readonly YearMonth[]> {
  const { system, reporter } = demo;
  if (system.timeTravelObstacle !== undefined) throw new CommandError(system.timeTravelObstacle);
  const { url, key } = system.api;
  const gateway = createCaller(system.gatewayUrl);
  const timetable = createTimetable(size, Date.now());
  const clock = createYearClock(gateway);
  const faults = createYearFaults(gateway);
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
  reporter.step('Gateway', 'from now on loses replies and requests, and shows new records late');
  await faults.startLosing();
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
    const days = customers.map(({ day }) => day);
    await runBusyDays({ year, faults, month: index, days });
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
  reporter.note('Gateway', `lost ${await faults.lost()} requests or replies`);
  const differences = [
    ...checked.differences,
    ...(balanced ? [] : ['the ledger is out of balance']),
    ...(await certifyDemo(demo)).map(showViolation),
  ];
  return timetable.months.map(({ name }, index) => {
    const isLast = index === timetable.months.length - 1;
    const dueDates = checked.dueDates.filter(({ month }) => month === index);
    return toRow(name, dueDates, isLast ? differences : []);
  });
}

interface BusyDays {
  readonly year: SignUp;
  readonly faults: YearFaults;
  readonly month: number;
  /** The days of the month on which something is due. */
  readonly days: readonly number[];
}

/** The last days of a month, on which everything is due. */
async function runBusyDays({ year, faults, month, days }: BusyDays): Promise<void> {
  const { clock, timetable, demo } = year;
  const [from, until] = [timetable.busyFrom(month), timetable.busyUntil(month)];
  const outage = timetable.outages.find((each) => each.from >= from && each.from < until);
  if (outage) {
    const hours = (outage.until - outage.from) / HOUR_MS;
    await clock.moveTo(outage.from, STEP_MS);
    const end = await faults.startOutage();
    demo.reporter.step('Gateway', `does not answer for ${hours} hours`);
    await clock.moveTo(outage.until, STEP_MS);
    await end();
    demo.reporter.step('Gateway', 'answers again');
  }
  for (const dueAt of timetable.dueTimes(month, days)) {
    if (outage && dueAt < outage.until) continue;
    await clock.moveTo(dueAt - EARLY_MS, STEP_MS);
    await faults.hideRecords();
    await clock.pass(LAG.duringMs, LAG.stepMs);
  }
  await clock.moveTo(until, STEP_MS);
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
