import { kobo, MoneyError, toNaira } from '../domain/money.js';
import { ROW_FIELDS, type RowField, type RowText } from '../domain/batch/row.js';
import { isObject } from '../domain/shapes.js';
import type { BatchRows, FieldNames } from './batch-rows.js';
import { showFieldName } from './parse.js';
import type { FieldProblem } from './problem.js';

export const JSON_NAMES: FieldNames = {
  row: Object.fromEntries(ROW_FIELDS.map((field) => [field, field])) as Record<RowField, string>,
  totals: { count: 'expected.count', sum: 'expected.sum' },
};

const KNOWN: ReadonlySet<string> = new Set([...ROW_FIELDS, 'amountKobo']);

/** Reads one row after the other; its line is its number, from 1. */
export function readJsonRows(given: readonly unknown[], rows: BatchRows): void {
  for (const [index, row] of given.entries()) {
    const line = index + 1;
    if (!isObject(row)) {
      rows.refuseRow({ line, field: 'rows', message: 'must be an object' });
      continue;
    }
    const problems = problemsIn(row).map((problem) => ({ line, ...problem }));
    if (problems.length > 0) rows.refuseRow(...problems);
    else rows.add(line, toText(row));
  }
}

function problemsIn(row: Readonly<Record<string, unknown>>): FieldProblem[] {
  const unknown = Object.keys(row)
    .filter((name) => !KNOWN.has(name))
    .map((name) => ({ field: showFieldName(name), message: 'is not a known field' }));
  const wrong = ROW_FIELDS.filter((field) => row[field] !== undefined && typeof row[field] !== 'string').map(
    (field) => ({
      field,
      message: field === 'amount' ? 'must be a string, such as "2500.00"' : 'must be a string',
    }),
  );
  return [...unknown, ...wrong, ...amountProblems(row)];
}

/** As in every request: naira as text, or kobo as a number, but not both. */
function amountProblems({ amount, amountKobo }: Readonly<Record<string, unknown>>): FieldProblem[] {
  if (amountKobo === undefined) return [];
  if (!isKobo(amountKobo)) return [{ field: 'amountKobo', message: 'must be a whole number of kobo' }];
  return amount === undefined ? [] : [{ field: 'amount', message: 'must not be given besides amountKobo' }];
}

function isKobo(count: unknown): count is number {
  try {
    kobo(count as number);
    return true;
  } catch (error) {
    if (error instanceof MoneyError) return false;
    throw error;
  }
}

function toText({ amountKobo, ...row }: Readonly<Record<string, unknown>>): RowText {
  return isKobo(amountKobo) ? { ...row, amount: toNaira(kobo(amountKobo)) } : row;
}
