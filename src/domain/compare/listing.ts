import { isEnd, type Page } from '../listing.js';
import { addUnread, type Unread, unreadFor } from './unread.js';

export interface WholeListing<Row> {
  readonly readPage: (page: number) => Promise<Page<Row>>;
  readonly keyOf: (row: Row) => string;
  readonly limits?: { readonly pages: number; readonly reads: number };
}

export interface ReadListing<Row> {
  /** Each row once, as it was shown last. */
  readonly rows: readonly Row[];
  /** What the listing has and did not show. */
  readonly unread: Unread;
}

/** Pages bound a listing that never ends; it is read again when rows arrived meanwhile. */
const LIMITS = { pages: 1_000, reads: 4 };

/**
 * Reads all rows of a listing. It assumes no page size and no order: rows that arrive meanwhile move others to another
 * page, so it is read again until its total is the same before and after, and all of it was met. What it still does not show
 * after the last read counts as unread.
 */
export async function readWhole<Row>({
  readPage,
  keyOf,
  limits = LIMITS,
}: WholeListing<Row>): Promise<ReadListing<Row>> {
  const rows = new Map<string, Row>();
  let last = { met: 0, total: 0, hidden: 0, isCut: false };
  for (let read = 1; read <= limits.reads; read++) {
    const met = new Set<string>();
    const totals = new Set<number>();
    let hidden = 0;
    let [hasEnded, isCutShort] = [false, false];
    for (let page = 0; page < limits.pages && !hasEnded; page++) {
      const one = await readPage(page);
      const before = met.size;
      for (const row of one.content) {
        met.add(keyOf(row));
        rows.set(keyOf(row), row);
      }
      const { totalElements, numberOfElements } = one;
      if (totalElements != null) totals.add(totalElements);
      hidden += Math.max(0, (numberOfElements ?? 0) - one.content.length);
      const isLast = isEnd(one, page, met.size > before);
      // after the last page nothing is cut off: all that the listing counts must have been shown
      isCutShort = one.isEnough === true && !isLast;
      hasEnded = isCutShort || isLast;
    }
    last = { met: met.size, total: isCutShort ? 0 : Math.max(0, ...totals), hidden, isCut: !hasEnded };
    const isSteady = isCutShort || (totals.size <= 1 && last.met + hidden >= last.total);
    // rows that cannot be read do not become readable by another read
    if (last.isCut || isSteady) break;
  }
  const { met, total, hidden, isCut } = last;
  const missing = Math.max(0, total - met - hidden);
  return {
    rows: [...rows.values()],
    unread: addUnread(
      unreadFor('unreadable', hidden),
      isCut ? unreadFor('beyond-limit', Math.max(1, missing)) : unreadFor('not-listed', missing),
    ),
  };
}
