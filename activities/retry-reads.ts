import { partId, partOf } from '../src/domain/batch/part.js';
import { judgeRow, type RowRecord } from '../src/domain/batch/row-verdict.js';
import type { RepeatedRow, RetryRead } from '../src/domain/batch/retry.js';
import type { Address } from '../src/domain/lifecycle/address.js';
import type { LifecycleEvent } from '../src/domain/lifecycle/event.js';
import { partReference, rowReference } from '../src/domain/reference.js';
import type { BatchReads } from './batch-reads.js';

export interface RetryReads {
  /** Rows of a retry, or of one of its parts, that the batches that it retries have paid since, or may have. */
  refusedRows(batch: string, part?: number): Promise<readonly number[]>;
}

/** What it needs of the typed client. */
export interface RetryClient {
  readonly readRetry: (batch: string, part?: number) => Promise<RetryRead>;
  readonly deliverEvent: (to: Address, event: LifecycleEvent) => Promise<unknown>;
}

const ROWS_A_CALL = 50;

/**
 * What is known of the earlier rows may be days old, and a record that failed may be corrected: just before a part is sent, the
 * records of the rows that it pays again are read. What shows something else is reported to the part that has it.
 */
export function createRetryReads(
  { readBatchRows, readRows }: Pick<BatchReads, 'readBatchRows' | 'readRows'>,
  { readRetry, deliverEvent }: RetryClient,
): RetryReads {
  async function readRecords(batch: string, part: number, rows: readonly number[]): Promise<RowRecord[]> {
    const batchReference = partReference(batch, part);
    const listed = await readBatchRows({ batchReference, batch, rows, known: {} });
    const records = listed.kind === 'ok' ? [...listed.changed] : [];
    const shown = new Set(records.map(({ n }) => n));
    const others = rows.filter((n) => !shown.has(n));
    for (let from = 0; from < others.length; from += ROWS_A_CALL) {
      for (const read of await readRows({ batch, rows: others.slice(from, from + ROWS_A_CALL) })) {
        if (read.kind === 'none') throw new Error(`the gateway did not answer for row ${read.n} of ${batch}`);
        if (read.kind === 'found') records.push(read.record);
      }
    }
    return records;
  }

  return {
    async refusedRows(batch, part) {
      const { refused, repeated } = await readRetry(batch, part);
      if (refused.length > 0 || part === undefined) return refused;
      const paid = new Set<number>();
      for (const rows of byPart(repeated)) {
        const [first] = rows;
        if (!first) continue;
        const numbers = [...new Set(rows.map(({ earlier }) => earlier.n))];
        const records = await readRecords(first.batch, partOf(first.earlier.n), numbers);
        for (const record of records) {
          const same = rows.filter(({ earlier }) => earlier.n === record.n);
          const [one] = same;
          if (!one || isOver(one, record)) continue;
          same.forEach(({ n }) => paid.add(n));
          await report(batch, one.batch, record);
        }
      }
      return [...paid].sort((one, other) => one - other);
    },
  };

  async function report(retry: string, batch: string, { n, status }: RowRecord): Promise<void> {
    const reference = rowReference(batch, n);
    await deliverEvent(
      { lifecycle: 'batch-part', reference: partId(batch, partOf(n)) },
      {
        kind: 'disbursement',
        key: `retried:${retry}:${reference}:${status}`,
        eventType: 'swept',
        reference,
        status,
      },
    );
  }
}

/** The record shows an end, or that the money came back. */
function isOver({ earlier }: RepeatedRow, record: RowRecord): boolean {
  const { shows } = judgeRow({ ...earlier, accountName: '', narration: '' }, record);
  return shows === 'end' || shows === 'return';
}

function byPart(repeated: readonly RepeatedRow[]): Iterable<readonly RepeatedRow[]> {
  const parts = new Map<string, RepeatedRow[]>();
  for (const each of repeated) {
    const key = partId(each.batch, partOf(each.earlier.n));
    parts.set(key, [...(parts.get(key) ?? []), each]);
  }
  return parts.values();
}
