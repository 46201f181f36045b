import type { Writable } from 'node:stream';
import { INPUT_COLUMNS, toInputCells } from '../domain/batch/columns.js';
import { RESULT_COLUMNS, type RowResult, toResultCells } from '../domain/batch/result-file.js';
import { writeCsv } from './write-csv.js';

type Results = Iterable<RowResult> | AsyncIterable<RowResult>;

/** Writes what became of every row, and ends the output. Rows are read as they are written. */
export async function writeResultCsv(batch: string, results: Results, output: Writable): Promise<void> {
  await writeCsv(
    RESULT_COLUMNS,
    map(results, (result) => [toResultCells(batch, result)]),
    output,
  );
}

/**
 * Writes the rows that are safe to pay again, in the columns of a batch file: after a correction the file can be sent as
 * a new batch. Rows that failed, but may still turn out to be paid, are not in it.
 */
export async function writeRetryCsv(results: Results, output: Writable): Promise<void> {
  const cells = map(results, (result) => (result.safeToPayAgain ? [toInputCells(result)] : []));
  await writeCsv(INPUT_COLUMNS, cells, output);
}

async function* map(results: Results, toLines: (result: RowResult) => string[][]): AsyncGenerator<string[]> {
  for await (const result of results) yield* toLines(result);
}
