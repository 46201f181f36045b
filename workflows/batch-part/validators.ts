import { ON_VALIDATION_FAILURE } from '../../src/domain/batch/batch.js';
import { isPartId, partId, ROWS_IN_A_PART } from '../../src/domain/batch/part.js';
import { isBatchRow } from '../../src/domain/batch/row.js';
import { isOptional, isText } from '../shared/run/shapes.js';

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, batch, part, title, narration, onValidationFailure, rows } = terms;
  if (!isText(reference) || !isPartId(reference)) return 'reference: expected that of a part';
  if (!isText(batch) || typeof part !== 'number' || partId(batch, part) !== reference) {
    return 'reference: expected the batch and the number of the part';
  }
  if (!isText(title)) return 'title: expected a text';
  if (!isOptional(narration, isText)) return 'narration: expected a text';
  if (!ON_VALIDATION_FAILURE.some((each) => each === onValidationFailure)) {
    return `onValidationFailure: expected ${ON_VALIDATION_FAILURE.join(' or ')}`;
  }
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > ROWS_IN_A_PART) {
    return `rows: expected 1 to ${ROWS_IN_A_PART}`;
  }
  // the number of a row tells its part, and so where its events go
  const first = (part - 1) * ROWS_IN_A_PART + 1;
  const bad = rows.findIndex((row: unknown, index) => !isBatchRow(row) || row.n !== first + index);
  return bad === -1 ? undefined : `rows: number ${bad + 1} of the part is not a valid row`;
}
