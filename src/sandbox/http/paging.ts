import { optionalInteger } from './fields.js';
import { type ListingFault } from './listing.js';
import { type Call } from './route.js';

const SORT = { sorted: true, unsorted: false, empty: false } as const;
const LARGEST_PAGE = 1_000;

export interface Window extends ListingFault {
  readonly number: number;
  readonly size: number;
}

interface PageNames {
  readonly number: string;
  readonly size: string;
}

/** page and size; some endpoints call them pageNo and pageSize. */
export function windowOf(
  { query, listing = {} }: Pick<Call, 'query' | 'listing'>,
  names: PageNames = PAGE_SIZE,
  usualSize = 10,
): Window {
  const size = optionalInteger(query, names.size) ?? usualSize;
  return {
    ...listing,
    number: optionalInteger(query, names.number) ?? 0,
    size: Math.min(Math.max(size, 1), listing.largestPage ?? LARGEST_PAGE),
  };
}

export const PAGE_SIZE = { number: 'page', size: 'size' } as const;
export const PAGE_NO = { number: 'pageNo', size: 'pageSize' } as const;

/** All visible rows, and those of one page. */
export function cut<Row>(rows: readonly Row[], window: Window) {
  const { number, size, opposite, arrivals = 0, repeats, missing = 0, hidden = 0 } = window;
  const visible = rows.slice(number === 0 ? arrivals : 0, Math.max(0, rows.length - missing));
  const all = opposite ? visible.reverse() : visible;
  const first = repeats ? 0 : number * size;
  return {
    all,
    page: all.slice(0, Math.max(0, all.length - hidden)).slice(first, first + size),
    totalPages: Math.ceil(all.length / size),
  };
}

/** One page of a listing in the gateway's page wrapper. */
export function pageOf<Row>(rows: readonly Row[], window: Window, toWire: (row: Row) => unknown) {
  const { number, size } = window;
  const { all, page, totalPages } = cut(rows, window);
  const content = page.map(toWire);
  const offset = number * size;
  return {
    content,
    pageable: { sort: SORT, pageSize: size, pageNumber: number, offset, paged: true, unpaged: false },
    last: number >= totalPages - 1,
    first: number === 0,
    totalElements: all.length,
    totalPages,
    sort: SORT,
    numberOfElements: content.length,
    size,
    number,
    empty: content.length === 0,
  };
}
