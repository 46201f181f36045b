import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { INPUT_COLUMNS, toInputCells } from '../domain/batch/columns.js';
import { RESULT_COLUMNS, type RowResult, toResultCells } from '../domain/batch/result-file.js';

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

async function writeCsv(
  columns: readonly string[],
  lines: AsyncIterable<string[]>,
  output: Writable,
): Promise<void> {
  const csv = stringify({
    header: true,
    columns: [...columns],
    // without it spreadsheets read UTF-8 as another encoding
    bom: true,
    record_delimiter: 'windows',
    // also cells with only half of the line end, which readers take as one
    quote_record_delimiter: true,
    // a reason of the gateway may begin with =, and people open the file in a spreadsheet
    escape_formulas: true,
  });
  await pipeline(Readable.from(lines), csv, output);
}
