import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { BatchRows, RowRead } from '../../activities/batch-reads.js';
import { judgeRow, type RowReading } from '../../src/domain/batch/row-verdict.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { partReference } from '../../src/domain/reference.js';
import { MANY_READS } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import type { PartLifecycle } from './lifecycle.js';
import type { Read } from './state.js';

const { readBatchRows, readRows } = proxyActivities<Activities>(MANY_READS);

/** Beside these, each call reads a row that the listing shows. */
const ROWS_A_CALL = 49;

/** What one check shows. */
export interface CheckedRows {
  readonly readings: ReadonlyMap<number, Read>;
  /** Rows whose record is as it was. */
  readonly unchanged: ReadonlySet<number>;
  /** The gateway answered for every row. */
  readonly isComplete: boolean;
}

/**
 * Checks the rows with the gateway: by the listing, and one by one where the listing does not show them. A page may
 * repeat another, and the totals of a listing may be too low.
 */
export async function checkRows(lifecycle: PartLifecycle): Promise<CheckedRows> {
  const { terms } = lifecycle.subject().snapshot();
  const sent = sentRows(lifecycle);
  const listed = await answerOf(lifecycle, () => list(lifecycle, sent));
  if (!listed) return { readings: new Map(), unchanged: new Set(), isComplete: false };
  const readings = new Map<number, Read>();
  const rowOf = (n: number) => terms.rows[n - (terms.rows[0]?.n ?? 1)];
  const add = (record: Parameters<typeof judgeRow>[1]) => {
    const row = rowOf(record.n);
    if (row) readings.set(record.n, { record, reading: judgeRow(row, record) });
  };
  const missing = listed.kind === 'ok' ? listed.missing : sent;
  if (listed.kind === 'ok') listed.changed.forEach(add);
  const isMissing = new Set(missing);
  const unchanged = new Set(sent.filter((n) => !isMissing.has(n) && !readings.has(n)));
  const doubtful = contradicted(lifecycle, readings);
  doubtful.forEach((n) => readings.delete(n));
  const control = sent.find((n) => !isMissing.has(n));
  const reads = await readSingly(lifecycle, [...missing, ...doubtful], control);
  for (const { read, isProven } of reads) {
    if (read.kind === 'found') add(read.record);
    else if (read.kind === 'absent' && isProven) readings.set(read.n, { reading: ABSENT });
  }
  const isComplete = readings.size + unchanged.size >= sent.length;
  return { readings, unchanged, isComplete };
}

const ABSENT: RowReading = {
  kind: 'end',
  to: 'FAILED',
  observed: 'the gateway has no such row, although it has others of the part',
};

/** The numbers of the rows that the gateway got; of a part that was not sent as far as Oware knows, all rows. */
function sentRows(lifecycle: PartLifecycle): number[] {
  const part = lifecycle.subject();
  const { sentAt, terms } = part.snapshot();
  const rows =
    sentAt === undefined ? terms.rows : part.rowsIn('PENDING', 'SUCCESS', 'FAILED', 'EXPIRED', 'REVERSED');
  return rows.map(({ n }) => n);
}

function list(lifecycle: PartLifecycle, rows: readonly number[]): Promise<BatchRows> {
  const { terms, rows: known } = lifecycle.subject().snapshot();
  const { batch, part } = terms;
  const batchReference = partReference(batch, part);
  const byStatus: Record<string, number[]> = {};
  terms.rows.forEach(({ n }, index) => {
    const { state, status } = known[index] ?? {};
    // a failure is read a second time, with its description
    const isFinal = state === 'SUCCESS' || state === 'EXPIRED' || state === 'REVERSED';
    if (isFinal && status !== undefined) (byStatus[status] ??= []).push(n);
  });
  const summary = { summary: `Check the rows of ${batchReference}` };
  return readBatchRows.executeWithOptions(summary, [{ batchReference, batch, rows, known: byStatus }]);
}

/** A stale reply is no contradiction: a record that would undo earlier proof is read a second time. */
function contradicted(lifecycle: PartLifecycle, readings: ReadonlyMap<number, Read>): number[] {
  const { terms, rows } = lifecycle.subject().snapshot();
  const isUndone = ({ n }: BatchRow, index: number) => {
    const reading = readings.get(n)?.reading;
    if (reading?.kind !== 'end') return false;
    const { state } = rows[index] ?? {};
    return (
      (state === 'SUCCESS' && reading.to !== 'SUCCESS' && reading.to !== 'REVERSED') ||
      isTakenBack(state, reading.to)
    );
  };
  return terms.rows.filter(isUndone).map(({ n }) => n);
}

const isTakenBack = (state: string | undefined, to: string) => state === 'REVERSED' && to !== 'REVERSED';

interface SingleRead {
  readonly read: RowRead;
  /** The same call found another row of the part: so the gateway does show rows of batches one by one. */
  readonly isProven: boolean;
}

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
