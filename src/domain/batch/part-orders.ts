import type { BatchSnapshot, RowRelease } from './batch.js';
import type { PartOrder } from './batch-part.js';
import { partOf } from './part.js';

/** What a batch wants of one of its parts. */
export interface PartOrders {
  /** The rows to release, oldest order first. */
  readonly releases: readonly Pick<RowRelease, 'rows' | 'reason'>[];
  /** Undefined while the part has to wait. */
  readonly order?: PartOrder;
}

/** The orders for a part, by what the batch itself knows and has approved. */
export function ordersFor(
  { terms, releases = [], ordered = [], ending, sendUntil }: BatchSnapshot,
  part: number,
): PartOrders {
  const concerning = releases.flatMap(({ rows, reason }) => {
    const named = rows === 'all' ? rows : rows.filter((n) => partOf(n) === part);
    return named.length > 0 ? [{ rows: named, reason }] : [];
  });
  if (ending) return { releases: concerning, order: { kind: 'end', ...ending } };
  const isOrdered = ordered.includes(part) && sendUntil !== undefined;
  if (!isOrdered) return { releases: concerning };
  const isRetry = terms.retryOf !== undefined && { isRetry: true as const };
  return { releases: concerning, order: { kind: 'send', notAfter: sendUntil, ...isRetry } };
}
