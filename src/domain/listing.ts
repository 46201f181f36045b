/** One page of a listing, with what it says about the others. */
export interface Page<Row> {
  readonly content: readonly Row[];
  readonly last?: boolean | null | undefined;
  readonly totalPages?: number | null | undefined;
  /** Rows of the whole listing. */
  readonly totalElements?: number | null | undefined;
  /** Rows of this page: more than it shows when some were not readable. */
  readonly numberOfElements?: number | null | undefined;
  /** The pages after it are not wanted: how many rows they have says nothing. */
  readonly isEnough?: boolean;
}

export interface Listing<Row> {
  /** Undefined when the gateway did not answer. */
  readonly read: (page: number) => Promise<Page<Row> | undefined>;
  /** Time of the row, in milliseconds since the epoch; undefined when it has none. */
  readonly timeOf: (row: Row) => number | undefined;
  /** The time by which the listing may be sorted. */
  readonly placeOf: (row: Row) => number | undefined;
  readonly idOf: (row: Row) => string;
  /** Older rows were read before. */
  readonly since: number;
  /** Bounds a listing that never ends. */
  readonly mostPages: number;
}

export interface Recent<Row> {
  readonly rows: readonly Row[];
  /** Every page that can have a recent row was read, and shows as many rows as it counts. */
  readonly isComplete: boolean;
}

/**
 * Reads the recent rows of a listing. It assumes nothing about the page size, which gateways cap, or the
 * order. Newest first, it ends with a page of old rows: rows that arrive meanwhile move others to the next
 * page, where they are read again, and are themselves found on the first page, which is read once more.
 * Oldest first, it is read from its end, and then the end once more.
 */
export async function readRecent<Row>(listing: Listing<Row>): Promise<Recent<Row>> {
  const { read, timeOf, placeOf, idOf, since, mostPages } = listing;
  const found = new Map<string, Row>();
  const met = new Set<string>();
  let pagesRead = 0;
  const seen = {
    hasFailed: false,
    /** A page counted more than it showed. */
    isHiding: false,
    /** Reading ended at a page of old rows, before others: how many those have says nothing. */
    isCutByAge: false,
  };
  /** Of the whole listing, as the gateway counts it. */
  let total = 0;

  const isRecent = (row: Row) => (timeOf(row) ?? Infinity) >= since;
  const isOld = ({ content }: Page<Row>) => content.length > 0 && !content.some(isRecent);

  /** Undefined when there is no reply, or when enough pages were read. */
  async function take(number: number) {
    const page = pagesRead < mostPages ? await read(number) : undefined;
    pagesRead += 1;
    if (!page) {
      seen.hasFailed = true;
      return undefined;
    }
    const before = met.size;
    seen.isHiding ||= (page.numberOfElements ?? 0) > page.content.length;
    total = page.totalElements ?? total;
    for (const row of page.content) {
      met.add(idOf(row));
      if (isRecent(row)) found.set(idOf(row), row);
    }
    return { page, hasNew: met.size > before };
  }

  /** Reads from a page until the last one, or until `isEnough`. */
  async function readOn(from: number, isEnough: (page: Page<Row>) => boolean): Promise<void> {
    for (let number = from; ; number++) {
      const taken = await take(number);
      if (!taken || isEnd(taken.page, number, taken.hasNew)) return;
      if (isEnough(taken.page)) {
        seen.isCutByAge = true;
        return;
      }
    }
  }

  /** Rows that arrived while the rest was read. */
  async function readHead(): Promise<void> {
    for (let number = 0; ; number++) {
      const taken = await take(number);
      if (!taken?.hasNew || isEnd(taken.page, number, true)) return;
    }
  }

  async function readBack(from: number): Promise<void> {
    for (let number = from; number > 0; number--) {
      const taken = await take(number);
      if (!taken) return;
      if (number > 1 && isOld(taken.page)) {
        seen.isCutByAge = true;
        return;
      }
    }
  }

  const first = await take(0);
  if (first && !isEnd(first.page, 0, true)) {
    const order = orderOf(first.page.content.map(placeOf));
    const { totalPages } = first.page;
    if (order === 'oldest-first' && totalPages != null) {
      await readBack(totalPages - 1);
      await readOn(totalPages - 1, () => false);
    } else if (order === 'newest-first' && isOld(first.page)) {
      seen.isCutByAge = true;
    } else {
      await readOn(1, (page) => order === 'newest-first' && isOld(page));
      await readHead();
    }
  }
  const isAll = !seen.isHiding && (seen.isCutByAge || met.size >= total);
  return { rows: [...found.values()], isComplete: !seen.hasFailed && isAll };
}

/** A listing that does not mark its end ends with a page without new rows. */
export function isEnd<Row>(
  { content, last, totalPages }: Page<Row>,
  number: number,
  hasNew: boolean,
): boolean {
  if (content.length === 0 || last === true) return true;
  if (totalPages != null) return number + 1 >= totalPages;
  return last !== false && !hasNew;
}

/** Whether these places of rows, as far as they are known, show a listing that begins with the newest. */
export const isNewestFirst = (times: readonly (number | undefined)[]) => orderOf(times) === 'newest-first';

function orderOf(times: readonly (number | undefined)[]): 'newest-first' | 'oldest-first' | 'unknown' {
  const known = times.filter((time) => time !== undefined);
  const pairs = known.slice(1).map((time, index) => time - (known[index] ?? time));
  if (pairs.some((step) => step < 0) && pairs.every((step) => step <= 0)) return 'newest-first';
  if (pairs.some((step) => step > 0) && pairs.every((step) => step >= 0)) return 'oldest-first';
  return 'unknown';
}

/** A time as a row has it, in milliseconds since the epoch; undefined when there is none. */
export function toTime(written: string | null | undefined): number | undefined {
  const time = Date.parse(written ?? '');
  return Number.isNaN(time) ? undefined : time;
}
