import { randomBytes } from 'node:crypto';
import { fromNaira, type Kobo, kobo, showNaira, sum, toNaira } from '../../../domain/money.js';
import { CommandError } from '../../explain-error.js';
import { showTable } from '../../table.js';
import { movedFor } from '../books.js';
import type { Theatre } from '../stage.js';
import { createShop, DAY_MS, type Shop } from './shop.js';
import { EVENING_ORDER, FEES_PAID_ON, MORNINGS, RENT_DUE_ON, SERVICE_DOWN_ON } from './timetable.js';

/** A row of the table at the end. */
export interface Day {
  readonly day: string;
  readonly orders: number;
  readonly collectedKobo: Kobo;
  readonly settledKobo: Kobo;
  /** What is not as it must be; those of the whole week are on its last day. */
  readonly surprises: readonly string[];
}

const HALF_AN_HOUR_MS = 30 * 60_000;
const OPENS = 9;
const CLOSES = 18;

/** A week of a shop: every day in seconds, by moving the sandbox's clock and the open workflows together. */
export async function playWeek(theatre: Theatre): Promise<readonly Day[]> {
  const { company, narrator } = theatre;
  if (company.timeTravelObstacle !== undefined) throw new CommandError(company.timeTravelObstacle);
  const shop = createShop(theatre);
  // a Temporal server that was there before may have had such a week already
  const mark = randomBytes(2).toString('hex');
  const days: Day[] = [];
  // a workflow starts at the machine's time: whatever lives by dates is opened before the clock has moved
  narrator.heading('Before the week');
  const opening = await shop.next(OPENS);
  const fees = await shop.bill(
    `school-fees-${mark}`,
    '45000.00',
    opening + (FEES_PAID_ON + 2) * DAY_MS,
    true,
  );
  await shop.bill(`rent-${mark}`, '120000.00', opening + RENT_DUE_ON * DAY_MS, false);
  const ada = await shop.reserveAccount(`ada-savings-${mark}`, '1000.00', MORNINGS.length);

  let date = await shop.until(OPENS);
  for (const [index, morning] of MORNINGS.entries()) {
    narrator.heading(date);
    const amount = toNaira(kobo(250_000 + index * 50_000));
    const later = [];
    for (const [n, plan] of morning.entries()) {
      later.push(await shop.takeOrder(`order-${index + 1}${'abc'[n] ?? n}-${mark}`, plan, amount));
    }
    await shop.pass(HALF_AN_HOUR_MS);
    for (const act of later) await act?.();
    await shop.pass(HALF_AN_HOUR_MS);
    await shop.until(CLOSES);
    await shop.send(ada, '1000.00', `ada-savings-${mark}`);
    if (index === FEES_PAID_ON) await shop.send(fees, '45000.00', `school-fees-${mark}`);
    if (index === SERVICE_DOWN_ON) {
      company.merchant.goDown();
      narrator.says('Merchant', "the shop's own service is down for the night");
      await shop.takeOrder(`order-${index + 1}z-${mark}`, EVENING_ORDER, amount);
    }
    const next = await shop.until(OPENS);
    if (index === SERVICE_DOWN_ON) {
      company.merchant.comeBack();
      narrator.says('Merchant', 'the service is back; webhooks of the night are retried during the day');
    }
    const entries = await shop.newEntries();
    const [collectedKobo, settledKobo] = [movedFor('collection', entries), movedFor('settlement', entries)];
    narrator.notes(
      'Ledger',
      `${showNaira(collectedKobo)} collected, ${showNaira(settledKobo)} settled to the shop's bank`,
    );
    const orders = morning.length + (index === SERVICE_DOWN_ON ? 1 : 0);
    const isLast = index === MORNINGS.length - 1;
    const total = sum(...days.map((day) => day.collectedKobo), collectedKobo);
    const surprises = isLast ? await checkWeek(shop, total) : [];
    days.push({ day: date, orders, collectedKobo, settledKobo, surprises });
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
    ...(isExact ? [] : [`collected ${showNaira(collectedKobo)} instead of ${showNaira(expected)}`]),
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
  const surprises = days.flatMap((day) => day.surprises);
  const verdict =
    surprises.length === 0
      ? 'Every order, invoice and credit ended as planned; the ledger agrees to the kobo.'
      : 'Not as planned:';
  return ['', showTable(['day', 'orders', 'collected', 'settled'], rows), verdict, ...surprises].join('\n');
}
