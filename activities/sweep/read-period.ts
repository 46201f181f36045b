import { Context } from '@temporalio/activity';
import { isEnd } from '../../src/domain/listing.js';
import type { Row } from '../../src/domain/sweep/record.js';
import type { Period, RowPage, SourceReader } from './sources/source.js';

/** Bounds a listing that never ends. */
const MOST_PAGES = 1_000;
/** How often a listing is read again because rows arrived meanwhile. */
const MOST_READS = 4;

/**
 * Reads all rows of a period, each once. It assumes no page size and no order: rows that arrive meanwhile move others
 * to another page, so the listing is read again until its total is the same before and after, and all of it was met.
 */
export async function readPeriod(
  { readPage }: Pick<SourceReader, 'readPage'>,
  period: Period,
): Promise<readonly Row[]> {
  const rows = new Map<string, Row>();
  const keep = ({ content }: RowPage) => {
    for (const { row, createdAt } of content) {
      // a filter that the gateway ignores is applied here
      if (createdAt === undefined || (createdAt >= period.from && createdAt < period.to))
        rows.set(row.key, row);
    }
  };
  for (let read = 1; read <= MOST_READS; read++) {
    const met = new Set<string>();
    const totals = new Set<number>();
    for (let page = 0; page < MOST_PAGES; page++) {
      const one = await readPage(period, page);
      Context.current().heartbeat();
      const before = met.size;
      for (const { row } of one.content) met.add(row.key);
      keep(one);
      if (one.totalElements != null) totals.add(one.totalElements);
      if (isEnd(one, page, met.size > before)) break;
    }
    const [total, ...others] = totals;
    if (others.length === 0 && (total === undefined || met.size >= total)) break;
  }
  return [...rows.values()];
}
