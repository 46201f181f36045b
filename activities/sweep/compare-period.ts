import { Context } from '@temporalio/activity';
import { isFollowed } from '../../src/domain/compare/follow-since.js';
import { addUnread, NOTHING_UNREAD, unreadFor, type UnreadReason } from '../../src/domain/compare/unread.js';
import type { Address } from '../../src/domain/lifecycle/address.js';
import {
  atRiskIn,
  classify,
  type Difference,
  isExpectedThere,
  isReadable,
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
import { readPeriod, type ReadPeriod } from './read-period.js';
import type { SourceReader } from './sources/source.js';
import type { SweepDeps } from './deps.js';

interface Compared {
  readonly row?: Row;
  readonly held?: Held;
  readonly difference?: Difference;
  readonly unread?: UnreadReason;
  /** Its own listing has it in the sums. */
  readonly isCountedElsewhere?: true;
  readonly isNotFollowed?: true;
}

/**
 * Compares the gateway's records of a period with what lifecycles hold, both ways, and wakes every lifecycle that
 * differs: it then checks with the gateway, as after an event. Whatever is not compared is counted as unread.
 */
export async function comparePeriod(deps: SweepDeps, request: PeriodRequest): Promise<PeriodReport> {
  const reader = deps.sources[request.source];
  const { rows: listed, unread } =
    request.only === 'held' ? NOTHING_LISTED : await readPeriod(reader, request);
  const places = new Map(listed.map((each) => [each.row.key, each]));
  const owned = await findOwners(
    deps,
    reader,
    listed.map(({ row }) => row),
  );
  const byRow = owned.map((each) => compareRow(each, places.get(each.row.key), request));
  const started = await listHolders(deps, reader, request);
  const met = new Set(places.keys());
  const byLifecycle = await inLanes(started, (at) => findMissing(deps, { at, met, request }));
  const compared = [...byRow, ...byLifecycle.flat()];
  const differences = compared.flatMap(({ difference }) => difference ?? []);
  for (const { difference, row, held } of compared) {
    const of = row ?? held;
    if (difference && of) await wake(deps, reader, request, { difference, of });
  }
  const counted = request.isEarlier ? [] : compared.filter((each) => !each.isCountedElsewhere);
  return {
    here: addTallies(counted.flatMap(({ held }) => (held ? [tallyOf(held)] : []))),
    there: addTallies(counted.flatMap(({ row }) => (row ? [tallyOf(row)] : []))),
    differences: differences.slice(0, DIFFERENCES_KEPT),
    omitted: Math.max(0, differences.length - DIFFERENCES_KEPT),
    unread: addUnread(unread, ...compared.map((each) => (each.unread ? unreadFor(each.unread) : {}))),
    notFollowed: compared.filter(({ isNotFollowed }) => isNotFollowed).length,
    reversals: compared.flatMap(toReversal).slice(0, REVERSALS_KEPT),
  };
}

const NOTHING_LISTED: ReadPeriod = { rows: [], unread: NOTHING_UNREAD };

/** The lifecycles that may hold records of the period which its listing does not show. */
async function listHolders(
  { listStarted }: SweepDeps,
  { lifecycles, longLived = [], isUnlisted, isReadAgain }: SourceReader,
  { from, to, only, isEarlier }: PeriodRequest,
): Promise<readonly Address[]> {
  if (isEarlier && !isReadAgain) return [];
  const wantsLongLived = only === 'held' || isUnlisted === true;
  const [started, open] = await Promise.all([
    only === 'held' || lifecycles.length === 0 ? [] : listStarted({ from, to, prefixes: lifecycles }),
    wantsLongLived && longLived.length > 0
      ? listStarted({ from, to, prefixes: longLived, isOpen: true })
      : [],
  ]);
  return [...started, ...open];
}

/** `listed`: where and when the listing showed it. */
function compareRow(
  { row, at, held, isUnread }: Owned,
  listed: ReadPeriod['rows'][number] | undefined,
  { followSince }: PeriodRequest,
): Compared {
  const elsewhere = listed?.place === 'compared' && { isCountedElsewhere: true as const };
  const shown = { row, ...(held && { held }), ...elsewhere };
  if (isUnread && !held) return { ...shown, unread: 'no-answer' };
  if (!held && !isFollowed(listed?.paidAt ?? listed?.createdAt, followSince)) return { isNotFollowed: true };
  if (!isReadable(row)) return { ...shown, unread: 'unreadable' };
  const found = classify(row, held);
  if (!found || !at) return shown;
  return { ...shown, difference: toDifference({ class: found, at, row, held }) };
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
  if (!holdings || holdings === 'unread') return holdings ? [{ unread: 'no-answer' }] : [];
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
    if (!listed) return missing.map((): Compared => ({ unread: 'no-answer' }));
    return missing.map((held) => compareOne(at, held, listed.get(held.key) ?? 'absent'));
  }
  const { readOne, isUnlisted } = sources[request.source];
  const found = await inLanes(missing, async (held) => {
    const row = await readOne(held.key).catch(orUnread);
    // of a record that another listing may show, that listing has the sums
    const isCountedElsewhere = !isUnlisted && row !== 'absent' && row !== 'unread';
    return { ...compareOne(at, held, row), ...(isCountedElsewhere && { isCountedElsewhere }) };
  });
  return found;
}

/** A mandate holds debits of years. */
function isWithin({ from, to }: PeriodRequest, { at }: Held): boolean {
  const time = toTime(at);
  return time === undefined || (time >= from && time < to);
}

function compareOne(at: Address, held: Held, row: Row | 'absent' | 'unread'): Compared {
  if (row === 'unread') return { unread: 'no-answer' };
  if (row === 'absent') return { held, difference: toDifference({ class: 'missing-there', at, held }) };
  if (!isReadable(row)) return { row, held, unread: 'unreadable' };
  const found = classify(row, held);
  return { row, held, ...(found && { difference: toDifference({ class: found, at, row, held }) }) };
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
export async function isResolved(
  deps: SweepDeps,
  { class: found, source, key, at }: Difference,
): Promise<boolean> {
  const reader = deps.sources[source];
  const row = await reader.readOne(key);
  if (row === 'absent') {
    // the listing showed a record: that it is not found says nothing of the money
    if (found !== 'missing-there') return false;
    const holdings = await deps.readHoldings(at, [key]);
    const held = holdings && findHeld(holdings, { source, key });
    return held === undefined || held.progress === 'none' || held.progress === 'unsent';
  }
  const [owned] = await findOwners(deps, reader, [row]);
  return isReadable(row) && owned !== undefined && !owned.isUnread && classify(row, owned.held) === undefined;
}

/** The gateway's batch of a part, which lists its rows where the search does not. */
function batchReferenceOf({ reference }: Address): string {
  const [batch = '', part = ''] = reference.split('/');
  return partReference(batch, Number(part));
}
