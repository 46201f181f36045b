import { Context } from '@temporalio/activity';
import type { Address } from '../../src/domain/lifecycle/address.js';
import {
  atRiskIn,
  classify,
  type Difference,
  isExpectedThere,
  sideOf,
} from '../../src/domain/sweep/difference.js';
import {
  DIFFERENCES_KEPT,
  type PeriodReport,
  type PeriodRequest,
  REVERSALS_KEPT,
  type Reversal,
} from '../../src/domain/sweep/period-report.js';
import { toTime } from '../../src/domain/listing.js';
import { ZERO } from '../../src/domain/money.js';
import { findHeld, type Held, type Row } from '../../src/domain/sweep/record.js';
import { partReference } from '../../src/domain/reference.js';
import { addTallies, tallyOf } from '../../src/domain/sweep/tally.js';
import { inLanes } from '../in-lanes.js';
import { findOwners, orUnread, type Owned } from './find-owners.js';
import { readPeriod } from './read-period.js';
import type { SourceReader } from './sources/source.js';
import type { SweepDeps } from './deps.js';

interface Compared {
  readonly row?: Row;
  readonly held?: Held;
  readonly difference?: Difference;
  readonly isUnread?: true;
}

/**
 * Compares the gateway's records of a period with what lifecycles hold, both ways, and wakes every lifecycle that
 * differs: it then checks with the gateway, as after an event.
 */
export async function comparePeriod(deps: SweepDeps, request: PeriodRequest): Promise<PeriodReport> {
  const reader = deps.sources[request.source];
  const rows = await readPeriod(reader, request);
  const byRow = (await findOwners(deps, reader, rows)).map(compareRow);
  const met = new Set(rows.map(({ key }) => key));
  const { lifecycles: prefixes, isLongLived: isOpen } = reader;
  const { from, to } = request;
  const started = request.isEarlier
    ? []
    : await deps.listStarted({ from, to, prefixes, ...(isOpen && { isOpen }) });
  const byLifecycle = await inLanes(started, (at) => findMissing(deps, { at, met, request }));
  const compared = [...byRow, ...byLifecycle.flat()];
  const differences = compared.flatMap(({ difference }) => difference ?? []);
  for (const { difference, row, held } of compared) {
    const of = row ?? held;
    if (difference && of) await wake(deps, reader, request, { difference, of });
  }
  return {
    here: request.isEarlier ? [] : addTallies(compared.flatMap(({ held }) => (held ? [tallyOf(held)] : []))),
    there: request.isEarlier ? [] : addTallies(compared.flatMap(({ row }) => (row ? [tallyOf(row)] : []))),
    differences: differences.slice(0, DIFFERENCES_KEPT),
    omitted: Math.max(0, differences.length - DIFFERENCES_KEPT),
    unread: compared.filter(({ isUnread }) => isUnread).length,
    reversals: compared.flatMap(toReversal).slice(0, REVERSALS_KEPT),
  };
}

function compareRow({ row, at, held, isUnread }: Owned): Compared {
  if (isUnread && !held) return { row, isUnread };
  const found = classify(row, held);
  if (!found || !at) return { row, ...(held && { held }) };
  return { row, ...(held && { held }), difference: toDifference({ class: found, at, row, held }) };
}

function toDifference({
  class: found,
  at,
  row,
  held,
}: Pick<Difference, 'class' | 'at'> & {
  readonly row?: Row | undefined;
  readonly held?: Held | undefined;
}): Difference {
  const { source, key } = (row ?? held) as Row | Held;
  return {
    class: found,
    source,
    key,
    at,
    ...(held && { here: sideOf(held) }),
    ...(row && { there: sideOf(row) }),
    atRiskKobo: atRiskIn(row, held),
  };
}

interface Started {
  readonly at: Address;
  /** Keys that the listing showed. */
  readonly met: ReadonlySet<string>;
  readonly request: PeriodRequest;
}

/** What a lifecycle holds, and neither the listing nor a read of the record shows. */
async function findMissing(
  { sources, readHoldings, readPartRows }: SweepDeps,
  { at, met, request }: Started,
): Promise<Compared[]> {
  const holdings = await readHoldings(at, []).catch(orUnread);
  Context.current().heartbeat();
  if (!holdings || holdings === 'unread') return holdings ? [{ isUnread: true }] : [];
  const missing = holdings.held.filter(
    (held) =>
      held.source === request.source &&
      isExpectedThere(held) &&
      !met.has(held.key) &&
      isWithin(request, held),
  );
  if (missing.length === 0) return [];
  if (at.lifecycle === 'batch-part') {
    const listed = await readPartRows(batchReferenceOf(at)).catch(() => undefined);
    if (!listed) return missing.map((): Compared => ({ isUnread: true }));
    return missing.flatMap((held) => compareOne(at, held, listed.get(held.key) ?? 'absent'));
  }
  const { readOne, isUnlisted } = sources[request.source];
  const found = await inLanes(missing, async (held) => {
    const row = await readOne(held.key).catch(() => 'unread' as const);
    // the listing of another hour shows it, and it is compared there
    return row === 'absent' || row === 'unread' || isUnlisted ? compareOne(at, held, row) : [];
  });
  return found.flat();
}

/** A mandate holds debits of years. */
function isWithin({ from, to }: PeriodRequest, { at }: Held): boolean {
  const time = toTime(at);
  return time === undefined || (time >= from && time < to);
}

function compareOne(at: Address, held: Held, row: Row | 'absent' | 'unread'): Compared[] {
  if (row === 'unread') return [{ isUnread: true }];
  if (row === 'absent') {
    return [{ held, difference: toDifference({ class: 'missing-there', at, held }) }];
  }
  const found = classify(row, held);
  return [{ row, held, ...(found && { difference: toDifference({ class: found, at, row, held }) }) }];
}

async function wake(
  { deliverEvent }: SweepDeps,
  reader: SourceReader,
  { stamp }: PeriodRequest,
  { difference, of }: { readonly difference: Difference; readonly of: Row | Held },
): Promise<void> {
  const { at, key, there } = difference;
  const known = `${there?.state ?? 'absent'}:${there?.amountKobo ?? 0}`;
  await deliverEvent(at, reader.toEvent(of, `swept:${stamp}:${key}:${known}`));
  Context.current().heartbeat();
}

function toReversal({ row, held }: Compared): Reversal[] {
  if (row?.progress !== 'returned') return [];
  const { source, key, amountKobo = ZERO } = row;
  return [{ source, key, amountKobo, ...(held?.returnedAt !== undefined && { at: held.returnedAt }) }];
}

/** Whether both sides are equal by now. */
export async function isResolved(deps: SweepDeps, { source, key, at }: Difference): Promise<boolean> {
  const reader = deps.sources[source];
  const row = await reader.readOne(key);
  if (row === 'absent') {
    const holdings = await deps.readHoldings(at, [key]);
    const held = holdings && findHeld(holdings, key);
    return held === undefined || held.progress === 'none' || held.progress === 'unsent';
  }
  const [owned] = await findOwners(deps, reader, [row]);
  return owned !== undefined && !owned.isUnread && classify(row, owned.held) === undefined;
}

/** The gateway's batch of a part, which lists its rows where the search does not. */
function batchReferenceOf({ reference }: Address): string {
  const [batch = '', part = ''] = reference.split('/');
  return partReference(batch, Number(part));
}
