import { Context } from '@temporalio/activity';
import { readWhole } from '../../src/domain/compare/listing.js';
import { type Period, type Placement, placeOf } from '../../src/domain/compare/placement.js';
import { addUnread, type Unread, unreadFor } from '../../src/domain/compare/unread.js';
import type { Listed, SourceReader } from './sources/source.js';

const DAY_MS = 86_400_000;

export interface ReadPeriod {
  readonly rows: readonly (Listed & { readonly place: Exclude<Placement, 'elsewhere'> })[];
  readonly unread: Unread;
}

/** Reads what the gateway lists for a period. Every row is compared, or counted as unread. */
export async function readPeriod(
  { readPage, mayIgnoreFilter }: Pick<SourceReader, 'readPage' | 'mayIgnoreFilter'>,
  period: Period,
): Promise<ReadPeriod> {
  const { rows, unread } = await readWhole<Listed>({
    readPage: async (page) => {
      const one = await readPage(period, page);
      Context.current().heartbeat();
      return one;
    },
    keyOf: ({ row }) => row.key,
  });
  const keepsFilter = mayIgnoreFilter !== true;
  const aDayAhead = Math.max(Date.now(), period.to) + DAY_MS;
  let isFarAway = 0;
  let isAhead = 0;
  const placed = rows.flatMap((listed) => {
    const place = placeOf(listed.createdAt, period, { keepsFilter });
    if (place !== 'elsewhere') return { ...listed, place };
    isFarAway += 1;
    if ((listed.createdAt ?? 0) >= aDayAhead) isAhead += 1;
    return [];
  });
  // a listing that shows everything shows these rows in the sweep of their own day as well, unless that day is yet to come
  return {
    rows: placed,
    unread: addUnread(unread, unreadFor('other-time', keepsFilter ? isFarAway : isAhead)),
  };
}
