import type { BatchSnapshot, RowRelease } from './batch.js';
import type { PartOrder } from './batch-part.js';
import { partOf } from './part.js';

/** What a batch wants of one of its parts. */
export interface PartOrders {
  /** The rows to release, oldest order first. */
  readonly releases: readonly Pick<RowRelease, 'rows' | 'reason'>[];
  /** How many the part had before these, from runs of the batch that were lost. */
  readonly lostReleases?: number;
  /** Undefined while the part has to wait. */
  readonly order?: PartOrder;
}

/** The orders for a part, by what the batch itself knows and has approved. */
export function ordersFor(
  { terms, releases = [], lostReleases = {}, ordered = [], ending, sendUntil }: BatchSnapshot,
  part: number,
): PartOrders {
  const lost = lostReleases[part];
  const released = {
    releases: releases.flatMap(({ rows, reason }) => {
      const named = rows === 'all' ? rows : rows.filter((n) => partOf(n) === part);
      return named.length > 0 ? [{ rows: named, reason }] : [];
    }),
    ...(lost !== undefined && { lostReleases: lost }),
  };
  if (ending) return { ...released, order: { kind: 'end', ...ending } };
  const isOrdered = ordered.includes(part) && sendUntil !== undefined;
  if (!isOrdered) return released;
  const isRetry = terms.retryOf !== undefined && { isRetry: true as const };
  return { ...released, order: { kind: 'send', notAfter: sendUntil, ...isRetry } };
}

/** How many orders to release rows a part has had once it has carried out these. */
export const releasesIn = ({ releases, lostReleases = 0 }: Pick<PartOrders, 'releases' | 'lostReleases'>) =>
  lostReleases + releases.length;
