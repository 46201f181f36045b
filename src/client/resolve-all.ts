import { UNMATCHED_EVENT } from '../../workflows/unmatched-event/messages.js';
import type { Address } from '../domain/lifecycle/address.js';
import { isOverflow, type ReviewItem, type ReviewKind } from '../domain/lifecycle/review.js';
import { ZERO } from '../domain/money.js';
import type { ListPage, ListRequest } from './list.js';
import { NotFoundError, RefusedError } from './errors.js';

/** Items that come in storms: of events that nothing here asked for. */
export const BULK_KINDS = ['unmatched-event'] as const satisfies readonly ReviewKind[];

export interface ResolveAllRequest {
  readonly kind: (typeof BULK_KINDS)[number];
  readonly reason: string;
}

export interface ResolvedAll {
  /** Items that were dismissed. */
  readonly resolved: number;
  /** Lifecycles that have more of them, or may: repeat the request. */
  readonly left: number;
}

export interface Resolvable {
  readonly get: (reference: string) => Promise<{ readonly review: readonly ReviewItem[] }>;
  readonly resolve: (
    reference: string,
    key: string,
    resolution: { readonly decision: 'dismiss'; readonly reason: string; readonly version?: string },
  ) => Promise<unknown>;
}

/** Lifecycles of one request: it answers within seconds. */
const MOST_AT_ONCE = 50;
/** Those whose items no person may dismiss now must not hide the others. */
const MOST_PAGES = 4;

/** Money of a lifecycle that an event claims or a record shows is looked at one by one: a dismissal of many would hide it. */
const mayGoTogether = (lifecycle: string, { atRiskKobo }: ReviewItem) =>
  lifecycle === UNMATCHED_EVENT.prefix || atRiskKobo === ZERO;

/** Dismisses every open item of a kind, some lifecycles at a time. A repeat continues. */
export async function resolveAll(
  list: (request: ListRequest) => Promise<ListPage>,
  clientOf: (lifecycle: string) => Resolvable | undefined,
  { kind, reason }: ResolveAllRequest,
): Promise<ResolvedAll> {
  let [resolved, left] = [0, 0];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && resolved === 0; page++) {
    const found = await list({ review: kind, limit: MOST_AT_ONCE, ...(cursor !== undefined && { cursor }) });
    for (const { lifecycle, reference } of found.rows) {
      const client = clientOf(lifecycle);
      const done = client
        ? await dismissAll(client, { lifecycle, reference }, { kind, reason })
        : NEEDS_A_SIGNATURE;
      resolved += done.resolved;
      if (done.left > 0) left += 1;
    }
    cursor = found.cursor;
    if (cursor === undefined) break;
  }
  return { resolved, left: left + (cursor === undefined ? 0 : MOST_AT_ONCE) };
}

/** Its decisions are signed one by one. */
const NEEDS_A_SIGNATURE: ResolvedAll = { resolved: 0, left: 1 };

/** The items of one lifecycle. `left`: those that have changed meanwhile, or may not be dismissed. */
async function dismissAll(
  client: Resolvable,
  { lifecycle, reference }: Address,
  { kind, reason }: ResolveAllRequest,
): Promise<ResolvedAll> {
  const found = await client.get(reference).catch((error: unknown) => {
    // its run was lost: what it had shown is listed, and there is nothing to resolve before it is restored
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (!found) return { resolved: 0, left: 1 };
  // what stands for others first: as soon as there is room, they are listed and it is about fewer
  const open = found.review.filter((item) => item.kind === kind);
  const items = open
    .filter((item) => mayGoTogether(lifecycle, item))
    .toSorted((one, other) => Number(isOverflow(other)) - Number(isOverflow(one)));
  let resolved = 0;
  for (const { key, version } of items) {
    const dismissal = { decision: 'dismiss', reason, ...(version !== undefined && { version }) } as const;
    // a record may have resolved or changed it meanwhile
    const isResolved = await client.resolve(reference, key, dismissal).then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotFoundError || error instanceof RefusedError) return false;
        throw error;
      },
    );
    if (isResolved) resolved += 1;
  }
  return { resolved, left: open.length - resolved };
}
