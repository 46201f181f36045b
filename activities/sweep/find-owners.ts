import { Context } from '@temporalio/activity';
import type { Address } from '../../src/domain/lifecycle/address.js';
import { findHeld, type Held, type Holdings, type Row } from '../../src/domain/sweep/record.js';
import { inLanes } from '../in-lanes.js';
import type { SourceReader } from './sources/source.js';
import type { SweepDeps } from './deps.js';

/** A row, and what the lifecycle that holds it shows of it. */
export interface Owned {
  readonly row: Row;
  /** The lifecycle that holds it, or that would. */
  readonly at?: Address;
  readonly held?: Held;
  /** There is such a lifecycle, also where it does not hold the row. */
  readonly exists?: true;
  readonly isUnread?: true;
}

/**
 * Finds the lifecycles that hold these rows. A row has several possible owners, the likeliest first; in each round all
 * rows of one lifecycle are looked up together, because a part of a batch or an account holds hundreds of them.
 */
export async function findOwners(
  { readHoldings }: SweepDeps,
  { ownersOf }: SourceReader,
  rows: readonly Row[],
): Promise<readonly Owned[]> {
  let open: readonly Owned[] = rows.map((row) => ({ row }));
  const found: Owned[] = [];
  for (let round = 0; open.length > 0; round++) {
    const addressed = await inLanes(open, ({ row }) => addressIn(ownersOf(row)[round]));
    const groups = groupBy(open, addressed);
    const next: Owned[] = open.flatMap((each, index) => toNext(each, addressed[index]));
    await inLanes(groups, async ({ at, owned }) => {
      const holdings = await readHoldings(
        at,
        owned.map(({ row }) => row.key),
      ).catch(orUnread);
      Context.current().heartbeat();
      for (const each of owned) {
        const held = holdings && holdings !== 'unread' ? findHeld(holdings, each.row) : undefined;
        if (held) found.push({ row: each.row, at, held });
        else next.push(withAddress(each, at, holdings));
      }
    });
    const isLast = ({ row }: Owned) =>
      // a row without money is not worth a further read
      round + 1 >= ownersOf(row).length || row.progress === 'none' || row.progress === 'pending';
    found.push(...next.filter(isLast));
    open = next.filter((each) => !isLast(each));
  }
  return found;
}

type Owner = (() => Promise<Address | undefined>) | undefined;

async function addressIn(owner: Owner): Promise<Address | undefined | 'unread'> {
  Context.current().heartbeat();
  return owner?.().catch(orUnread);
}

export function orUnread(): 'unread' {
  Context.current().cancellationSignal.throwIfAborted();
  return 'unread';
}

interface Group {
  readonly at: Address;
  readonly owned: Owned[];
}

function groupBy(
  open: readonly Owned[],
  addressed: readonly (Address | undefined | 'unread')[],
): readonly Group[] {
  const groups = new Map<string, Group>();
  open.forEach((each, index) => {
    const at = addressed[index];
    if (!at || at === 'unread') return;
    const id = `${at.lifecycle}:${at.reference}`;
    const group = groups.get(id) ?? { at, owned: [] };
    group.owned.push(each);
    groups.set(id, group);
  });
  return [...groups.values()];
}

/** Rows that no lifecycle was named for in this round. */
function toNext(each: Owned, addressed: Address | undefined | 'unread'): Owned[] {
  if (addressed === 'unread') return [{ ...each, isUnread: true }];
  return addressed ? [] : [each];
}

/** The first lifecycle that exists is woken; where none does, the one that the gateway's own record names. */
function withAddress(each: Owned, at: Address, holdings: Holdings | undefined | 'unread'): Owned {
  if (holdings === 'unread') return { ...each, at: each.at ?? at, isUnread: true };
  if (each.exists) return each;
  return { ...each, at, ...(holdings && { exists: true }) };
}
