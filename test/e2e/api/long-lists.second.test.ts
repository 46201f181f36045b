import { afterAll, beforeAll, expect, it } from 'vitest';
import { inLanes } from '../../../activities/in-lanes.js';
import { attributesOf } from '../../../src/client/search-attributes.js';
import type { CheckoutTerms } from '../../../src/domain/checkout/checkout.js';
import { kobo } from '../../../src/domain/money.js';
import { CHECKOUT } from '../../../workflows/checkout/messages.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

/** `npm run load:list` asks for 20,000. */
const PAYMENTS = Number(process.env.OWARE_TEST_LISTED_PAYMENTS ?? 400);
const LANES = 32;
/** Five customers with ten amounts each. */
const CUSTOMERS = 5;
const AMOUNTS = 10;
/** Small enough that every list has several pages, large enough for the load. */
const ROWS_OF_A_PAGE = Math.min(200, Math.ceil(PAYMENTS / 20));
const VISIBLE_WITHIN_MS = 120_000;
/** Two shared processors start about a hundred workflows a second. */
const LIMIT_MS = 120_000 + PAYMENTS * 40;

let world: World;
beforeAll(async () => {
  world = await createWorld({ withWorker: false });
  await inLanes(PAYMENT_NUMBERS, start, LANES);
  await untilVisible(PAYMENTS);
}, LIMIT_MS);
afterAll(() => world.close());

const PAYMENT_NUMBERS = Array.from({ length: PAYMENTS }, (_, n) => n);
const emailOf = (n: number) => `payer-${n % CUSTOMERS}@long-lists.example.com`;
const amountOf = (n: number) => kobo((1 + (Math.floor(n / CUSTOMERS) % AMOUNTS)) * 100_00);
const referenceOf = (n: number) => `long-${process.pid}-${n}`;

/** As a create does, without the worker that would open each at the gateway. */
async function start(n: number): Promise<void> {
  const terms: CheckoutTerms = {
    reference: referenceOf(n),
    amountKobo: amountOf(n),
    currency: 'NGN',
    customer: { email: emailOf(n) },
  };
  await world.client.workflow.start(CHECKOUT.type, {
    workflowId: `checkout:${terms.reference}`,
    taskQueue: world.taskQueue,
    args: [{ from: 'request', terms }],
    typedSearchAttributes: attributesOf(world.oware, CHECKOUT, terms),
    staticSummary: CHECKOUT.summaryOf(terms),
  });
}

async function untilVisible(count: number): Promise<void> {
  const query = `TaskQueue = '${world.taskQueue}'`;
  await waitUntil(
    `${count} payments in Temporal's visibility`,
    async () => (await world.client.workflow.count(query)).count >= count,
    VISIBLE_WITHIN_MS,
  );
}

const times: number[] = [];

async function readPage(query: string) {
  const startedAt = performance.now();
  const { status, body } = await world.call('GET', `/v1/checkouts?limit=${ROWS_OF_A_PAGE}${query}`);
  times.push(performance.now() - startedAt);
  expect(status).toBe(200);
  return body as unknown as { rows: readonly { reference: string }[]; next?: string };
}

/** The references of all pages. */
async function readAll(query: string, betweenPages: () => Promise<unknown> = () => Promise.resolve()) {
  const references: string[] = [];
  let cursor = '';
  do {
    const { rows, next } = await readPage(`${query}${cursor}`);
    references.push(...rows.map(({ reference }) => reference));
    cursor = next === undefined ? '' : `&cursor=${encodeURIComponent(next)}`;
    if (cursor !== '') await betweenPages();
  } while (cursor !== '');
  return references;
}

const wanted = (isWanted: (n: number) => boolean) => PAYMENT_NUMBERS.filter(isWanted).map(referenceOf).sort();

it('filters combine: customer, amounts and state find exactly the payments that fit all of them', async () => {
  const customer = world.oware.hashCustomer?.(emailOf(3)) ?? '';
  const found = await readAll(`&customer=${customer}&minAmount=300.00&maxAmount=500.00&state=PENDING`);
  const isWanted = (n: number) => n % CUSTOMERS === 3 && amountOf(n) >= 300_00 && amountOf(n) <= 500_00;
  expect(found.toSorted()).toEqual(wanted(isWanted));
  expect(await readAll(`&customer=${customer}&state=PAID`)).toEqual([]);
});

it('pages go to the end without a gap or a double while new payments arrive', async () => {
  let next = PAYMENTS;
  const found = await readAll('', () => inLanes([next++, next++, next++], start));
  expect(found.toSorted()).toEqual(wanted(() => true));
  expect(next).toBeGreaterThan(PAYMENTS + 30);
  await untilVisible(next);
  expect(await readAll('')).toHaveLength(next);

  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(0);
  if (process.env.OWARE_TEST_LISTED_PAYMENTS !== undefined) {
    console.log(
      `${sorted.length} pages of ${ROWS_OF_A_PAGE} rows: median ${at(0.5)} ms, 95 % ${at(0.95)} ms`,
    );
  }
});
