import type { BatchTerms } from '../domain/batch/batch.js';
import { fingerprintOf } from '../domain/batch/fingerprint.js';
import { ROWS_IN_A_PART } from '../domain/batch/part.js';
import { type BatchRow, readRow, type RowField, type RowText } from '../domain/batch/row.js';
import { refuseTotals, sumOf } from '../domain/batch/totals.js';
import { findRepeatedReferences, findTwins, type Repeat } from '../domain/batch/twins.js';
import { showNaira } from '../domain/money.js';
import { MAXIMUM_PAYOUT } from '../domain/payout-fields.js';
import type { BatchHead } from './batch.js';
import { type FieldProblem, Problem } from './problem.js';

/** A batch that may be started: every rule that needs no gateway has been checked. */
export interface BatchRequest {
  readonly terms: BatchTerms;
  readonly rows: readonly BatchRow[];
}

export interface BatchRules {
  readonly maxRows: number;
  /** Whether the gateway fails rows that pay the same amount to the same account. */
  readonly hasDuplicateGuard: boolean;
}

/** How a format calls the fields of a row, and the expected totals. */
export interface FieldNames {
  readonly row: Readonly<Record<RowField, string>>;
  readonly totals: { readonly count: string; readonly sum: string };
}

/** A reply lists this many problems, and counts all. */
const LISTED_PROBLEMS = 100;
const PROBLEMS_IN_DETAIL = 3;

export type BatchRows = ReturnType<typeof createBatchRows>;

/** Takes the rows of a batch one by one. It keeps reading after a bad row, so that one reply names them all. */
export function createBatchRows({ terms, expected }: BatchHead, rules: BatchRules, names: FieldNames) {
  const rows: BatchRow[] = [];
  /** The line of each row in `rows`. */
  const lines: number[] = [];
  const listed: FieldProblem[] = [];
  let problemCount = 0;
  let rowCount = 0;
  let blankCount = 0;

  function refuse(...problems: readonly FieldProblem[]): void {
    problemCount += problems.length;
    listed.push(...problems.slice(0, LISTED_PROBLEMS - listed.length));
  }

  function countRow(): void {
    rowCount += 1;
    if (rowCount > rules.maxRows) {
      throw new Problem('too-large', `A batch is limited to ${rules.maxRows} rows. Send several batches.`);
    }
  }

  function refuseRepeats(repeats: readonly Repeat[], field: string, why: string): void {
    for (const { n, earlier } of repeats) {
      const [line, first] = [lines[n - 1] ?? n, lines[earlier - 1] ?? earlier];
      refuse({ line, field, message: `${why} line ${first}` });
    }
  }

  /** Rules that concern several rows; only for rows that are valid, each for itself. */
  function refuseTogether(): void {
    refuseRepeats(findRepeatedReferences(rows), names.row.reference, 'must be unique: it is also in');
    if (rules.hasDuplicateGuard) {
      const why = 'the gateway would refuse the row, because it has the same account and amount as';
      refuseRepeats(findTwins(rows), names.row.amount, why);
    }
    if (rowCount > ROWS_IN_A_PART && terms.onValidationFailure === 'BREAK') {
      const message = `must be CONTINUE for more than ${ROWS_IN_A_PART} rows: the gateway gets them in several batches`;
      refuse({ field: 'onValidationFailure', message });
    }
  }

  function readTotals(): Pick<BatchTerms, 'count' | 'sumKobo'> | undefined {
    const total = rows.reduce<number>((all, { amountKobo }) => all + amountKobo, 0);
    if (total > MAXIMUM_PAYOUT) {
      refuse({ field: 'rows', message: `must not add up to more than ${showNaira(MAXIMUM_PAYOUT)}` });
      return undefined;
    }
    const totals = { count: rowCount, sumKobo: sumOf(rows) };
    const unexpected = refuseTotals(totals, expected);
    refuse(...unexpected.map(({ field, message }) => ({ field: names.totals[field], message })));
    return totals;
  }

  return {
    /** Takes a row as it was written. */
    add(line: number, text: RowText): void {
      countRow();
      const own = text.narration?.trim() ? text.narration : terms.narration;
      const read = readRow(rows.length + 1, { ...text, narration: own });
      if ('row' in read) {
        rows.push(read.row);
        lines.push(line);
      } else {
        refuse(...read.problems.map(({ field, message }) => ({ line, field: names.row[field], message })));
      }
    },

    /** Takes a row of empty cells. Spreadsheets export some; endless ones are refused. */
    skip(): void {
      blankCount += 1;
      if (blankCount <= rules.maxRows) return;
      throw new Problem('too-large', `The file has more than ${rules.maxRows} rows of empty cells.`);
    },

    /** Takes a row that has no readable fields. */
    refuseRow(...problems: readonly FieldProblem[]): void {
      countRow();
      refuse(...problems);
    },

    /** Ends with problems that leave the rest unreadable. */
    stop(...problems: readonly FieldProblem[]): never {
      refuse(...problems);
      throw toProblem(listed, problemCount);
    },

    finish(): BatchRequest {
      if (rowCount === 0) refuse({ field: 'rows', message: 'must have at least one row' });
      refuseTogether();
      // the totals of the valid rows alone prove nothing
      const totals = problemCount === 0 ? readTotals() : undefined;
      if (!totals || problemCount > 0) throw toProblem(listed, problemCount);
      return { terms: { ...terms, ...totals, fingerprint: fingerprintOf(rows) }, rows };
    },
  };
}

function toProblem(errors: readonly FieldProblem[], errorCount: number): Problem {
  const shown = errors.slice(0, PROBLEMS_IN_DETAIL).map(({ line, field, message }) => {
    return line === undefined ? `${field}: ${message}` : `line ${line}, ${field}: ${message}`;
  });
  const more = errorCount > shown.length ? [`and ${errorCount - shown.length} more`] : [];
  return new Problem('invalid', [...shown, ...more].join('; '), { errors, errorCount });
}
