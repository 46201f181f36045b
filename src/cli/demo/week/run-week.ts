import { randomBytes } from 'node:crypto';
import { fromNaira, type Kobo, kobo, showNaira, sum, toNaira } from '../../../domain/money.js';
import { CommandError } from '../../explain-error.js';
import { showTable } from '../../table.js';
import { totalFor } from '../ledger.js';
import { showViolation } from '../../../certify/check.js';
import { certifyDemo } from '../certify.js';
import type { Demo } from '../context.js';
import { createShop, DAY_MS, type Shop } from './shop.js';
import { EVENING_ORDER, FEES_PAID_ON, MORNINGS, RENT_DUE_ON, SERVICE_DOWN_ON } from './timetable.js';

/** A row of the summary table. */
export interface Day {
  readonly day: string;
  readonly orders: number;
  readonly collectedKobo: Kobo;
  readonly settledKobo: Kobo;
  /** Differences from the plan; those of the whole week are on its last day. */
  readonly differences: readonly string[];
}

const HALF_AN_HOUR_MS = 30 * 60_000;
const OPENS = 9;
const CLOSES = 18;

/** Runs a week of a shop in less than a minute by moving the sandbox's clock and the open workflows together. */
export async function runWeek(demo: Demo): Promise<readonly Day[]> {
  const { system, reporter } = demo;
  if (system.timeTravelObstacle !== undefined) throw new CommandError(system.timeTravelObstacle);
  const shop = createShop(demo);
  // an existing Temporal server may have run such a week before
  const suffix = randomBytes(2).toString('hex');
  const days: Day[] = [];
  // a workflow starts at the machine's time, so lifecycles with dates are created before the clock moves
  reporter.heading('Before the week');
  const opening = await shop.next(OPENS);
  const fees = await shop.bill(
    `school-fees-${suffix}`,
    '45000.00',
    opening + (FEES_PAID_ON + 2) * DAY_MS,
    true,
  );
  await shop.bill(`rent-${suffix}`, '120000.00', opening + RENT_DUE_ON * DAY_MS, false);
  const ada = await shop.reserveAccount(`ada-savings-${suffix}`, '1000.00', MORNINGS.length);

  let date = await shop.until(OPENS);
  for (const [index, morning] of MORNINGS.entries()) {
    reporter.heading(date);
    const amount = toNaira(kobo(250_000 + index * 50_000));
    const later = [];
    for (const [n, plan] of morning.entries()) {
      later.push(await shop.takeOrder(`order-${index + 1}${'abc'[n] ?? n}-${suffix}`, plan, amount));
    }
    await shop.pass(HALF_AN_HOUR_MS);
    for (const followUp of later) await followUp?.();
    await shop.pass(HALF_AN_HOUR_MS);
    await shop.until(CLOSES);
    await shop.send(ada, '1000.00', `ada-savings-${suffix}`);
    if (index === FEES_PAID_ON) await shop.send(fees, '45000.00', `school-fees-${suffix}`);
    if (index === SERVICE_DOWN_ON) {
      system.merchant.goDown();
      reporter.step('Merchant', "the shop's service goes down for the night");
      await shop.takeOrder(`order-${index + 1}z-${suffix}`, EVENING_ORDER, amount);
    }
    const next = await shop.until(OPENS);
    if (index === SERVICE_DOWN_ON) {
      system.merchant.goUp();
      reporter.step(
        'Merchant',
        'the service is up again; Oware retries the webhooks of the night during the day',
      );
    }
    const entries = await shop.newEntries();
    const [collectedKobo, settledKobo] = [totalFor('collection', entries), totalFor('settlement', entries)];
    reporter.note(
      'Ledger',
      `${showNaira(collectedKobo)} collected, ${showNaira(settledKobo)} settled to the shop's bank`,
    );
    const orders = morning.length + (index === SERVICE_DOWN_ON ? 1 : 0);
    const isLast = index === MORNINGS.length - 1;
    const total = sum(...days.map((day) => day.collectedKobo), collectedKobo);
    const differences = isLast
      ? [...(await checkWeek(shop, total)), ...(await certifyDemo(demo)).map(showViolation)]
      : [];
    days.push({ day: date, orders, collectedKobo, settledKobo, differences });
    date = next;
  }
  return days;
}

/** Each lifecycle against its plan, and the ledger against all plans together, to the kobo. */
async function checkWeek(shop: Shop, collectedKobo: Kobo): Promise<string[]> {
  const found = await Promise.all(shop.expectations.map((each) => shop.differences(each)));
  const expected = sum(...shop.expectations.flatMap(({ collected }) => collected.map(fromNaira)));
  const isExact = collectedKobo === expected;
  return [
    ...found.flat(),
    ...(isExact ? [] : [`collected: expected ${showNaira(expected)}, got ${showNaira(collectedKobo)}`]),
    ...((await shop.isBalanced()) ? [] : ['the ledger is out of balance']),
  ];
}

export function showWeek(days: readonly Day[]): string {
  const rows = days.map(({ day, orders, collectedKobo, settledKobo }) => [
    day,
    String(orders),
    showNaira(collectedKobo),
    showNaira(settledKobo),
  ]);
  const differences = days.flatMap((day) => day.differences);
  const verdict =
    differences.length === 0
      ? 'Every order, invoice and credit ended as planned; the ledger matches to the kobo.'
      : 'Not as planned:';
  return ['', showTable(['day', 'orders', 'collected', 'settled'], rows), verdict, ...differences].join('\n');
}
