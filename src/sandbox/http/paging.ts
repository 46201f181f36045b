import { type Fields, optionalInteger } from './fields.js';

const SORT = { sorted: true, unsorted: false, empty: false } as const;
const LARGEST_PAGE = 1_000;

export interface Window {
  readonly number: number;
  readonly size: number;
}

/** page and size, except where a group of endpoints calls them pageNo and pageSize. */
export function windowOf(query: Fields, names: { number: string; size: string } = PAGE_SIZE): Window {
  const size = optionalInteger(query, names.size) ?? 10;
  return {
    number: optionalInteger(query, names.number) ?? 0,
    size: Math.min(Math.max(size, 1), LARGEST_PAGE),
  };
}

export const PAGE_SIZE = { number: 'page', size: 'size' } as const;
export const PAGE_NO = { number: 'pageNo', size: 'pageSize' } as const;

/** One page of a listing inside of the gateway's page wrapper. */
export function pageOf<Row>(rows: readonly Row[], { number, size }: Window, toWire: (row: Row) => unknown) {
  const offset = number * size;
  const content = rows.slice(offset, offset + size).map(toWire);
  const totalPages = Math.ceil(rows.length / size);
  return {
    content,
    pageable: { sort: SORT, pageSize: size, pageNumber: number, offset, paged: true, unpaged: false },
    last: number >= totalPages - 1,
    first: number === 0,
    totalElements: rows.length,
    totalPages,
    sort: SORT,
    numberOfElements: content.length,
    size,
    number,
    empty: content.length === 0,
  };
}
