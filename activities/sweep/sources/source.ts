import type { Address } from '../../../src/domain/lifecycle/address.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { type Page, toTime } from '../../../src/domain/listing.js';
import type { Held, Row } from '../../../src/domain/sweep/record.js';

/** From a moment to another, in milliseconds since the epoch; the end is not part of it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A page, and how many rows the whole listing has, where it says so. */
export interface RowPage extends Page<Listed> {
  readonly totalElements?: number | null | undefined;
}

export interface Listed {
  readonly row: Row;
  /** When it was created; undefined where the listing does not say so. */
  readonly createdAt: number | undefined;
}

/** How a sweep reads one kind of the gateway's records. */
export interface SourceReader {
  /** The lifecycles that send such records to the gateway. */
  readonly lifecycles: readonly string[];
  /** They stay open for longer than a day. */
  readonly isLongLived?: true;
  /** The gateway has no listing of them: each is read by its own reference. */
  readonly isUnlisted?: true;
  readonly readPage: (period: Period, page: number) => Promise<RowPage>;
  readonly readOne: (key: string) => Promise<Row | 'absent'>;
  /** The lifecycles that may hold a row, the likeliest first; reads the gateway's record only where it must. */
  readonly ownersOf: (row: Row) => readonly (() => Promise<Address | undefined>)[];
  /** What wakes the lifecycle that holds it, or should. */
  readonly toEvent: (of: Row | Held, key: string) => LifecycleEvent;
}

export const ROWS_A_PAGE = 100;

/** The gateway's filters include both ends. */
export function boundsOf({ from, to }: Period): [string, string] {
  return [new Date(from).toISOString(), new Date(to - 1).toISOString()];
}

/** A page of the gateway's records as rows, each with the time that its record names. */
export function toRowPage<Record extends { readonly createdOn?: string | null | undefined }>(
  { content, ...page }: Page<Record> & Pick<RowPage, 'totalElements'>,
  toRow: (record: Record) => Row,
): RowPage {
  const listed = content.map((record) => ({ row: toRow(record), createdAt: toTime(record.createdOn) }));
  return { ...page, content: listed };
}

export const unlisted = () => Promise.resolve({ content: [] });
