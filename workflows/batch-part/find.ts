import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { BatchFound, RowRead } from '../../activities/batch-reads.js';
import { isRowEnded } from '../../src/domain/batch/batch-part.js';
import { isInRequest, payoutOf } from '../../src/domain/batch/row-payout.js';
import {
  areOthersOver,
  judgeRow,
  requestShownBy,
  type RowRecord,
} from '../../src/domain/batch/row-verdict.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { mayStemFrom } from '../../src/domain/lifecycle/adoption.js';
import { showNaira } from '../../src/domain/money.js';
import { isSeen } from '../../src/domain/movement/evidence.js';
import { isAwaited } from '../../src/domain/movement/next-read.js';
import { type RecordShows, tooOld } from '../../src/domain/payout/record.js';
import { partReference } from '../../src/domain/reference.js';
import { MANY_READS } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import type { Found } from '../shared/payout/payout-kind.js';
import { timestamp } from '../shared/run/state.js';
import type { PartLifecycle } from './lifecycle.js';
import { addPresence, addReadings, type FoundRow, syncRowItems } from './rows.js';

const { readBatchRows, readRows, findBatch } = proxyActivities<Activities>(MANY_READS);

/** Beside these, each call reads a row that the listing shows. */
const ROWS_A_CALL = 49;

const MISSING: RecordShows = {
  shows: 'end',
  word: 'FAILED',
  observed: 'the gateway has no such row, although it has others of the part',
};

const AUTHORISING = 'PENDING_AUTHORIZATION';
const BATCH_ENDS: readonly string[] = ['COMPLETED', 'EXPIRED'];

/** What one search shows. */
interface Search {
  readonly rows: ReadonlyMap<number, FoundRow>;
  readonly request: Found;
  /** The gateway answered for every row. */
  readonly isComplete: boolean;
}

export interface SearchResult {
  readonly found: Found;
  readonly isComplete: boolean;
  /** Further rows have ended. */
  readonly hasProgress: boolean;
}

/**
 * Looks for the batch by everything that the gateway can show of it: the listing of its rows, rows one by one, and the lists
 * of batches. What rows show is added to them; the result is what that shows of the request. A page may repeat another, and
 * the totals of a listing may be too low.
 */
export async function search(lifecycle: PartLifecycle): Promise<SearchResult> {
  const askedAt = lifecycle.pace.now();
  const { rows, request, isComplete } = await searchAll(lifecycle);
  const isForeign = request?.shows === 'odd';
  const span = { askedAt, answeredAt: lifecycle.pace.now() };
  // another batch under our reference says nothing about our rows
  const before = endedRows(lifecycle);
  if (!isForeign) {
    addPresence(lifecycle, shownIn(rows));
    addReadings(lifecycle, rows, span);
  }
  if (request?.shows === 'authorising') beginAuthorization(lifecycle);
  syncRowItems(lifecycle);
  return { found: request, isComplete, hasProgress: endedRows(lifecycle) > before };
}

/** The rows of which a record was found. */
const shownIn = (rows: Search['rows']) => [...rows].flatMap(([n, { record }]) => (record ? [n] : []));

const endedRows = (lifecycle: PartLifecycle) => lifecycle.subject().snapshot().rows.filter(isRowEnded).length;

export function beginAuthorization(lifecycle: PartLifecycle): void {
  const part = lifecycle.subject();
  if (!part.snapshot().authorization) part.change({ authorization: { since: timestamp(), attempts: 0 } });
}

/** The rows that the gateway may have. */
function sentRows(lifecycle: PartLifecycle): BatchRow[] {
  const { terms, rows } = lifecycle.subject().snapshot();
  return terms.rows.filter((_row, index) => {
    const known = rows[index];
    return known !== undefined && (isInRequest(known) || known.seen !== undefined);
  });
}

async function searchAll(lifecycle: PartLifecycle): Promise<Search> {
  const sent = sentRows(lifecycle);
  const listed = await answerOf(lifecycle, () => list(lifecycle, sent));
  if (!listed) return { rows: new Map(), request: undefined, isComplete: false };
  return listed.kind === 'ok' ? weighListing(lifecycle, sent, listed) : searchUnlisted(lifecycle, sent);
}

/** Rows whose record is known, and of which no reading is awaited, are left out while they keep their word. */
function list(lifecycle: PartLifecycle, sent: readonly BatchRow[]) {
  const { terms, rows: all, request } = lifecycle.subject().snapshot();
  const { batch, part } = terms;
  const known: Record<string, number[]> = {};
  terms.rows.forEach((row, index) => {
    const each = all[index];
    if (each?.status === undefined || isAwaited(payoutOf(row, each, request).movement)) return;
    (known[each.status] ??= []).push(row.n);
  });
  const batchReference = partReference(batch, part);
  return readBatchRows.executeWithOptions({ summary: `Check the rows of ${batchReference}` }, [
    { batchReference, batch, rows: sent.map(({ n }) => n), known },
  ]);
}

async function weighListing(
  lifecycle: PartLifecycle,
  sent: readonly BatchRow[],
  {
    changed,
    missing,
    isShort = false,
  }: {
    readonly changed: readonly RowRecord[];
    readonly missing: readonly number[];
    readonly isShort?: boolean;
  },
): Promise<Search> {
  const { request } = lifecycle.subject().snapshot();
  const rows = new Map(judged(sent, changed));
  const isMissing = new Set(missing);
  const listed = sent.filter(({ n }) => !isMissing.has(n));
  const reads = await readSingly(lifecycle, missing, listed[0]?.n);
  for (const [n, found] of judged(sent, recordsIn(reads))) rows.set(n, found);
  const isComplete = reads.length === missing.length && reads.every(({ read }) => read.kind !== 'none');
  const unfound = absentIn(reads);
  if (unfound.length > 0) {
    const isUnfound = new Set(unfound.map(({ n }) => n));
    const found = sent.filter(({ n }) => !isUnfound.has(n));
    // a row whose record is as it was is one of which no reading is awaited
    const shows = found.map(({ n }) => rows.get(n)?.found.shows ?? 'end');
    const areOver = areOthersOver({ shows, isAnswered: isComplete, isShort });
    const isEnd = areOver && (await isBatchEnded(lifecycle, found.length));
    for (const { n, isProven } of unfound) {
      const found = foundOfMissing(lifecycle, n, isEnd && isProven);
      if (found) rows.set(n, { found });
    }
  }
  const shown = [...rows.values()].flatMap(({ record, found }) => (record && isFound(found) ? [found] : []));
  const { isThere, left, lastSeen } = request.movement;
  const isOurs =
    (isThere && left !== undefined && left.count > 0) || (isSeen(request.movement) && lastSeen !== 'odd');
  const unchanged = new Set(listed.flatMap(({ n }) => (rows.has(n) ? [] : n)));
  const { terms, rows: known } = lifecycle.subject().snapshot();
  const others = known.flatMap(({ state }, index) => (unchanged.has(terms.rows[index]?.n ?? 0) ? state : []));
  return {
    rows,
    request: requestShownBy(shown, { isOurs, others }),
    isComplete,
  };
}

const isFound = (found: FoundRow['found']): found is RecordShows => found.shows !== 'absent';

/** Whether the batch's own record says that it has ended, and counts just the rows that were found. */
async function isBatchEnded(lifecycle: PartLifecycle, rowsFound: number): Promise<boolean> {
  const batch = await answerOf(lifecycle, () => findOwn(lifecycle));
  return batch?.count !== undefined && BATCH_ENDS.includes(batch.status) && batch.count === rowsFound;
}

/** A row that was never shown has failed, if nothing else can be meant; one that was shown is only not found. */
function foundOfMissing(lifecycle: PartLifecycle, n: number, isEnd: boolean): FoundRow['found'] | undefined {
  const { terms, rows } = lifecycle.subject().snapshot();
  const known = rows[n - (terms.rows[0]?.n ?? 1)];
  if (known?.status === undefined && isEnd) return MISSING;
  return known?.seen ? { shows: 'absent' } : undefined;
}

function findOwn(lifecycle: PartLifecycle): Promise<BatchFound | null> {
  const { batch, part } = lifecycle.subject().snapshot().terms;
  const batchReference = partReference(batch, part);
  return findBatch.executeWithOptions({ summary: `Find ${batchReference}` }, [{ batchReference }]);
}

/** No listing: its first and its last row, those of which more is known, and the lists of batches say whether it is there. */
async function searchUnlisted(lifecycle: PartLifecycle, sent: readonly BatchRow[]): Promise<Search> {
  const { rows: known, terms, request } = lifecycle.subject().snapshot();
  const isKnown = ({ n }: BatchRow) => known[n - (terms.rows[0]?.n ?? 1)]?.seen !== undefined;
  const ends = [sent[0], sent.at(-1)].filter((row) => row !== undefined);
  const first = [...new Set([...ends, ...sent.filter(isKnown)].map(({ n }) => n))];
  const some = await readSingly(lifecycle, first, undefined);
  const isThere = recordsIn(some).length > 0;
  const others = isThere ? sent.map(({ n }) => n).filter((n) => !first.includes(n)) : [];
  const reads = [...some, ...(await readSingly(lifecycle, others, recordsIn(some)[0]?.n))];
  const rows = new Map(judged(sent, recordsIn(reads)));
  for (const { n } of absentIn(reads)) {
    const found = foundOfMissing(lifecycle, n, false);
    if (found) rows.set(n, { found });
  }
  const shown = [...rows.values()].flatMap(({ record, found }) => (record && isFound(found) ? [found] : []));
  const isComplete =
    reads.length === first.length + others.length && reads.every(({ read }) => read.kind !== 'none');
  const isOurs = isSeen(request.movement) && request.movement.lastSeen !== 'odd';
  const byRows = shown.length > 0 ? requestShownBy(shown, { isOurs, others: [] }) : undefined;
  if (byRows) return { rows, request: byRows, isComplete };
  const found = await answerOf(lifecycle, () => findOwn(lifecycle));
  if (found === undefined || !isComplete) return { rows, request: undefined, isComplete: false };
  return { rows, request: found ? shownBy(lifecycle, found) : { shows: 'absent' }, isComplete };
}

/** What the gateway's record of the batch shows: it may be ours without the rows that the gateway has left out. */
function shownBy(
  lifecycle: PartLifecycle,
  { status, count, amountKobo, createdOn }: BatchFound,
): RecordShows {
  const part = lifecycle.subject();
  const { since } = part.snapshot().request;
  if (!mayStemFrom(since ?? -Infinity, createdOn)) return tooOld(createdOn, part.sumToSend());
  const sum = amountKobo === undefined ? 'unknown sum' : showNaira(amountKobo);
  const observed = `the gateway has a batch of ${count ?? 'unknown'} rows, ${sum}, ${status}`;
  return status === AUTHORISING
    ? { shows: 'authorising', word: AUTHORISING, observed }
    : { shows: 'pending', word: 'PENDING', observed };
}

function judged(
  sent: readonly BatchRow[],
  records: readonly RowRecord[],
): readonly (readonly [number, FoundRow])[] {
  const byNumber = new Map(sent.map((row) => [row.n, row]));
  return records.flatMap((record) => {
    const row = byNumber.get(record.n);
    return row ? [[record.n, { found: judgeRow(row, record), record }] as const] : [];
  });
}

interface SingleRead {
  readonly read: RowRead;
  /** The same call found another row of the part: so the gateway does show rows of batches one by one. */
  readonly isProven: boolean;
}

const recordsIn = (reads: readonly SingleRead[]) =>
  reads.flatMap(({ read }) => (read.kind === 'found' ? [read.record] : []));

const absentIn = (reads: readonly SingleRead[]) =>
  reads.flatMap(({ read, isProven }) => (read.kind === 'absent' ? [{ n: read.n, isProven }] : []));

async function readSingly(
  lifecycle: PartLifecycle,
  rows: readonly number[],
  control: number | undefined,
): Promise<SingleRead[]> {
  const { batch } = lifecycle.subject().snapshot().terms;
  const all: SingleRead[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_CALL) {
    const wanted = rows.slice(from, from + ROWS_A_CALL);
    const asked = control === undefined ? wanted : [...wanted, control];
    const summary = { summary: `Read rows ${wanted[0]} to ${wanted.at(-1)} one by one` };
    const reads = await answerOf(lifecycle, () =>
      readRows.executeWithOptions(summary, [{ batch, rows: asked }]),
    );
    if (!reads) continue;
    const isProven = reads.some(({ kind }) => kind === 'found');
    all.push(...reads.slice(0, wanted.length).map((read) => ({ read, isProven })));
  }
  return all;
}
