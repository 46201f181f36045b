import { CsvError, type Parser, parse } from 'csv-parse';
import { COLUMN_OF, INPUT_COLUMNS } from '../domain/batch/columns.js';
import { ROW_FIELDS, type RowField, type RowText } from '../domain/batch/row.js';
import type { BatchRows, FieldNames } from '../requests/batch-rows.js';
import { showFieldName } from '../requests/parse.js';
import type { FieldProblem } from '../requests/problem.js';

export const CSV_NAMES: FieldNames = {
  row: COLUMN_OF,
  totals: { count: 'expectedCount', sum: 'expectedSum' },
};

/** In bytes; no valid row is longer. It limits what the parser keeps in memory. */
const LONGEST_LINE = 4_096;
const TOO_LONG = `is longer than ${LONGEST_LINE} bytes; a quote may not be closed, or line breaks are missing`;

/**
 * Reads a file as it arrives. The first line names the columns, in any order. The file may have a byte order mark, any
 * line ends, empty lines, and quotes inside a cell without quotes around it.
 */
export async function readCsvRows(
  body: AsyncIterable<Uint8Array>,
  rows: BatchRows,
  { hasNarration }: { readonly hasNarration: boolean },
): Promise<void> {
  let columns: readonly RowField[] | undefined;
  let countedTwice = 0;
  let lastLine = 0;
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_LINE,
    on_record(cells: string[], { lines }): null {
      const inside = cells.join('').match(/\r\n|\r|\n/g) ?? [];
      // the parser counts \r\n inside quotes twice
      countedTwice += inside.filter((text) => text === '\r\n').length;
      lastLine = lines - countedTwice;
      const line = lastLine - inside.length;
      if (cells.every((cell) => cell.trim() === '')) rows.skip();
      else if (columns) addRow(rows, { line, cells, columns });
      else columns = readColumns(rows, { line, cells, hasNarration });
      return null;
    },
  });
  const stop = (message: string) => rows.stop({ line: lastLine + 1, field: 'rows', message });
  try {
    const isComplete = await writeLines(parser, body);
    if (!isComplete) stop(TOO_LONG);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    stop(explain(error));
  }
  if (!columns) rows.stop({ line: 1, field: 'rows', message: NO_COLUMNS });
}

/**
 * False when a line is too long; the parser itself accepts any number of cells in a line. Awaits each write, so that an
 * error ends the reading at once and not with the next chunk.
 */
async function writeLines(parser: Parser, body: AsyncIterable<Uint8Array>): Promise<boolean> {
  // each write reports its own error
  parser.on('error', () => undefined);
  const settle = (resolve: () => void, reject: (error: Error) => void) => (error?: Error | null) =>
    error ? reject(error) : resolve();
  const findTooLong = createLineMeter();
  for await (const chunk of body) {
    const end = findTooLong(chunk);
    const lines = chunk.subarray(0, end);
    await new Promise<void>((resolve, reject) => parser.write(lines, settle(resolve, reject)));
    if (end !== undefined) return false;
  }
  await new Promise<void>((resolve, reject) => parser.end(settle(resolve, reject)));
  return true;
}

/** The place in a chunk where a line gets too long. */
function createLineMeter() {
  let length = 0;
  return (chunk: Uint8Array): number | undefined => {
    for (let index = 0; index < chunk.length; index++) {
      const isLineEnd = chunk[index] === LINE_FEED || chunk[index] === CARRIAGE_RETURN;
      length = isLineEnd ? 0 : length + 1;
      if (length > LONGEST_LINE) return index;
    }
    return undefined;
  };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

function explain({ code }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'has a quote that is never closed';
    case 'CSV_MAX_RECORD_SIZE':
      return TOO_LONG;
    default:
      return 'cannot be read as CSV';
  }
}

const NO_COLUMNS = `must name the columns in the first line, separated by commas: ${INPUT_COLUMNS.join(', ')}`;

/** Letters alone count: `bank_code`, `bankCode` and `Bank Code` are the same column. */
const withLettersOnly = (name: string) => name.toLowerCase().replace(/[ _-]/g, '');

const FIELD_OF: ReadonlyMap<string, RowField> = new Map(
  ROW_FIELDS.map((field) => [withLettersOnly(field), field]),
);

interface HeadLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly hasNarration: boolean;
}

function readColumns(rows: BatchRows, { line, cells, hasNarration }: HeadLine): RowField[] {
  const found = cells.map((name) => ({ name, field: FIELD_OF.get(withLettersOnly(name.trim())) }));
  const columns = found.map(({ field }) => field).filter((field) => field !== undefined);
  if (columns.length === 0) rows.stop({ line, field: 'rows', message: NO_COLUMNS });
  const isOptional = (field: RowField) => field === 'reference' || (field === 'narration' && hasNarration);
  const problems: FieldProblem[] = [
    ...found
      .filter(({ field }) => field === undefined)
      .map(({ name }) => ({ field: showFieldName(name.trim()), message: 'is not a known column' })),
    ...ROW_FIELDS.filter((field) => columns.indexOf(field) !== columns.lastIndexOf(field)).map((field) => ({
      field: COLUMN_OF[field],
      message: 'must not occur twice',
    })),
    ...ROW_FIELDS.filter((field) => !columns.includes(field) && !isOptional(field)).map((field) => ({
      field: COLUMN_OF[field],
      message: 'is a missing column',
    })),
  ].map((problem) => ({ line, ...problem }));
  if (problems.length > 0) rows.stop(...problems);
  return columns;
}

interface RowLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly columns: readonly RowField[];
}

function addRow(rows: BatchRows, { line, cells, columns }: RowLine): void {
  if (cells.length !== columns.length) {
    const message = `has ${cells.length} cells instead of ${columns.length}; a cell with a comma needs quotes around it`;
    rows.refuseRow({ line, field: 'rows', message });
    return;
  }
  const text: RowText = Object.fromEntries(columns.map((field, index) => [field, cells[index]]));
  rows.add(line, text);
}
