import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';

/** Writes a file that spreadsheets read, and ends the output. Lines are read as they are written. */
export async function writeCsv(
  columns: readonly string[],
  lines: Iterable<string[]> | AsyncIterable<string[]>,
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
