import type { Address } from '../../../src/domain/lifecycle/address.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import type { Period } from '../../../src/domain/compare/placement.js';
import { type Page, toTime } from '../../../src/domain/listing.js';
import type { Held, Row } from '../../../src/domain/sweep/record.js';

/** A page, and how many rows the listing has, where it says so. */
export type RowPage = Page<Listed>;

export interface Listed {
  readonly row: Row;
  /** When it was created; undefined where the listing does not say so. */
  readonly createdAt: number | undefined;
  /** When its money arrived, where the listing says so: what was opened before may be paid much later. */
  readonly paidAt?: number;
}

/** How a sweep reads one kind of the gateway's records. */
export interface SourceReader {
  /** The lifecycles that send such records to the gateway on the day they start. */
  readonly lifecycles: readonly string[];
  /** Those that send them for months. */
  readonly longLived?: readonly string[];
  /** The gateway has no listing of them: each is read by its own reference. */
  readonly isUnlisted?: true;
  /** Without a listing, later changes of an earlier day are found only by reading each again. */
  readonly isReadAgain?: true;
  /** The gateway's filter by time may do nothing: then its listing shows the records of all days. */
  readonly mayIgnoreFilter?: true;
  readonly readPage: (period: Period, page: number) => Promise<RowPage>;
  readonly readOne: (key: string) => Promise<Row | 'absent'>;
  /** The lifecycles that may hold a row, the likeliest first; reads the gateway's record only where it must. */
  readonly ownersOf: (row: Row) => readonly (() => Promise<Address | undefined>)[];
  /** What wakes the lifecycle that holds it, or should. */
  readonly toEvent: (of: Row | Held, key: string) => LifecycleEvent;
}

export const ROWS_A_PAGE = 100;

/**
 * The gateway's filters include both ends, and some know no fractions of a second: the last moment of a period belongs to
 * two listings rather than to none.
 */
export function boundsOf({ from, to }: Period): [string, string] {
  return [new Date(from).toISOString(), new Date(to).toISOString()];
}

/** A page of the gateway's records as rows, each with the time that its record names. */
export function toRowPage<Record extends { readonly createdOn?: string | null | undefined }>(
  { content, ...page }: Page<Record>,
  toRow: (record: Record) => Row,
  paidOnOf: (record: Record) => string | null | undefined = () => undefined,
): RowPage {
  const listed = content.map((record) => {
    const paidAt = toTime(paidOnOf(record));
    return {
      row: toRow(record),
      createdAt: toTime(record.createdOn),
      ...(paidAt !== undefined && { paidAt }),
    };
  });
  return { ...page, content: listed };
}

export const unlisted = () => Promise.resolve({ content: [] });
