import { expect, it } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { createFigures, type FiguresDeps } from '../../src/metrics/figures.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { WORKER_METRICS } from '../../src/metrics/table.js';

type Page = Awaited<ReturnType<FiguresDeps['list']>>;

const UNDERPAID = { lifecycle: 'checkout', review: ['underpaid'], atRiskKobo: kobo(500_00) };
const BOTH = { lifecycle: 'checkout', review: ['overpaid', 'unresolved'], atRiskKobo: kobo(100_00) };
const LOST = { lifecycle: 'transfer', review: ['unresolved'], atRiskKobo: kobo(900_00) };
const UNMATCHED = { lifecycle: 'unmatched-event', review: ['unmatched-event'] };

function figuresOf(reviews: FiguresDeps['list'], waiting: Page = { rows: [] }) {
  const clock = { now: 1_800_000_000_000 };
  const metrics = createMetrics(WORKER_METRICS);
  const list: FiguresDeps['list'] = (request) =>
    request.webhooks ? Promise.resolve(waiting) : reviews(request);
  const update = createFigures({
    metrics,
    list,
    stopped: () => Promise.resolve({ count: 3 }),
    now: () => clock.now,
  });
  return { clock, update, read: () => metrics.registry.metrics() };
}

it('money at risk is summed by lifecycle, and shown under each kind of review', async () => {
  const pages: Record<string, Page> = {
    first: { rows: [UNDERPAID, BOTH], cursor: 'second' },
    second: { rows: [LOST, UNMATCHED] },
  };
  const { update, read } = figuresOf(({ cursor = 'first' }) => Promise.resolve(pages[cursor]!));
  await update();
  const text = await read();
  expect(text).toContain('oware_at_risk_kobo{lifecycle="checkout"} 60000');
  expect(text).toContain('oware_at_risk_kobo{lifecycle="transfer"} 90000');
  expect(text).toContain('oware_reviews_at_risk_kobo{kind="unresolved"} 100000');
  expect(text).toContain('oware_reviews{kind="unresolved"} 2');
  expect(text).toContain('oware_reviews{kind="unmatched-event"} 1');
  expect(text).toContain('oware_unresolved{lifecycle="transfer"} 1');
  expect(text).toContain('oware_figures_complete 1');
  expect(text).toContain('oware_figures_read_timestamp_seconds 1800000000');
});

it('lifecycles with a webhook that waits are counted, whether they need review or not', async () => {
  const waiting = [{ lifecycle: 'checkout', review: [] }, LOST, LOST];
  const { update, read } = figuresOf(() => Promise.resolve({ rows: [] }), { rows: waiting });
  await update();
  const text = await read();
  expect(text).toContain('oware_webhooks_waiting{lifecycle="checkout"} 1');
  expect(text).toContain('oware_webhooks_waiting{lifecycle="transfer"} 2');
  expect(text).not.toContain('oware_reviews{');
});

it('Temporal is asked once in 15 seconds, however often the metrics are read; resolved items disappear', async () => {
  const pages: Page[] = [{ rows: [UNDERPAID] }, { rows: [] }];
  const { clock, update, read } = figuresOf(() => Promise.resolve(pages.shift()!));
  await Promise.all([update(), update()]);
  clock.now += 14_999;
  await update();
  expect(pages).toHaveLength(1);
  expect(await read()).toContain('oware_reviews{kind="underpaid"} 1');
  clock.now += 1;
  await update();
  expect(await read()).not.toContain('underpaid');
});

it('without Temporal the last figures stay, with the time of their reading', async () => {
  const answers: (() => Promise<Page>)[] = [
    () => Promise.resolve({ rows: [UNDERPAID] }),
    () => Promise.reject(new Error('Temporal is away')),
  ];
  const { clock, update, read } = figuresOf(() => answers.shift()!());
  await update();
  clock.now += 60_000;
  await update();
  expect(await read()).toContain('oware_reviews{kind="underpaid"} 1');
  expect(await read()).toContain('oware_figures_read_timestamp_seconds 1800000000');
});

it('a list that does not end is left after 25 pages, and the figures say that they are incomplete', async () => {
  let pages = 0;
  const { update, read } = figuresOf(() =>
    Promise.resolve({ rows: [UNDERPAID], cursor: `page ${(pages += 1)}` }),
  );
  await update();
  expect(pages).toBe(25);
  expect(await read()).toContain('oware_figures_complete 0');
});
