import type { Kobo } from '../domain/money.js';
import type { WorkerMetrics } from './metrics.js';

/** A lifecycle as a list shows it. */
interface Row {
  readonly lifecycle: string;
  readonly review: readonly string[];
  readonly atRiskKobo?: Kobo;
}

interface Wanted {
  readonly review?: 'any';
  readonly webhooks?: 'waiting';
}

export interface FiguresDeps {
  readonly metrics: WorkerMetrics;
  /** One page of lifecycles. */
  readonly list: (
    request: Wanted & { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<{ readonly rows: readonly Row[]; readonly cursor?: string }>;
  readonly stopped: () => Promise<{ readonly count: number }>;
  readonly now?: () => number;
}

/** However often the metrics are read, Temporal is asked once in this time at most. */
const READ_EVERY_MS = 15_000;
/** A reader of the metrics waits no longer than this; the next one gets what was found meanwhile. */
const WAIT_MS = 2_000;
const ROWS_OF_A_PAGE = 200;
const MOST_PAGES = 25;

/** Brings the gauges of the whole system up to date, before the metrics are read. Never rejects. */
export function createFigures({ metrics, list, stopped, now = Date.now }: FiguresDeps): () => Promise<void> {
  let startedAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function listAll(wanted: Wanted) {
    const rows: Row[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= MOST_PAGES; page++) {
      const answer = await list({ ...wanted, limit: ROWS_OF_A_PAGE, cursor });
      rows.push(...answer.rows);
      cursor = answer.cursor;
      if (cursor === undefined) break;
    }
    return { rows, isComplete: cursor === undefined };
  }

  async function read(): Promise<void> {
    const reviewed = await listAll({ review: 'any' });
    const waiting = await listAll({ webhooks: 'waiting' });
    const { count } = await stopped();
    showReviews(metrics, reviewed.rows);
    metrics.webhooksWaiting.reset();
    for (const { lifecycle } of waiting.rows) metrics.webhooksWaiting.inc({ lifecycle });
    metrics.stoppedWorkflows.set(count);
    metrics.figuresComplete.set(reviewed.isComplete && waiting.isComplete ? 1 : 0);
    metrics.figuresReadAt.set(Math.floor(now() / 1_000));
  }

  return async () => {
    if (!reading && now() - startedAt >= READ_EVERY_MS) {
      startedAt = now();
      reading = read()
        // the time of the last reading shows that this one failed
        .catch(() => undefined)
        .finally(() => (reading = undefined));
    }
    await within(WAIT_MS, reading);
  };
}

function showReviews(
  { reviews, reviewsAtRisk, atRisk, unresolved }: WorkerMetrics,
  rows: readonly Row[],
): void {
  // a kind or a lifecycle without any is absent, not stale
  for (const each of [reviews, reviewsAtRisk, atRisk, unresolved]) each.reset();
  for (const { lifecycle, review, atRiskKobo = 0 } of rows) {
    atRisk.inc({ lifecycle }, atRiskKobo);
    if (review.includes('unresolved')) unresolved.inc({ lifecycle });
    for (const kind of review) {
      reviews.inc({ kind });
      reviewsAtRisk.inc({ kind }, atRiskKobo);
    }
  }
}

async function within(ms: number, work: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
