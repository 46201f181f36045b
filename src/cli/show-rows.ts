import { showTable } from './table.js';

/** A row of a list of the API. */
export interface Row {
  readonly lifecycle: string;
  readonly reference: string;
  readonly state?: string;
  readonly since?: string;
  readonly amount?: string;
  readonly atRisk?: string;
  readonly review: readonly string[];
}

export function showRows(rows: readonly Row[]): string {
  if (rows.length === 0) return 'Nothing found.';
  return showTable(
    ['reference', 'state', 'since', 'amount', 'review'],
    rows.map(({ reference, state = '', since = '', amount = '', review }) => [
      reference,
      state,
      since,
      amount,
      review.join(', '),
    ]),
  );
}

export function showReviews(rows: readonly Row[]): string {
  if (rows.length === 0) return 'Nothing needs review.';
  return showTable(
    ['kind', 'reference', 'state', 'review', 'at risk', 'since'],
    rows.map(({ lifecycle, reference, state = '', review, atRisk = '', since = '' }) => [
      lifecycle,
      reference,
      state,
      review.join(', '),
      atRisk,
      since,
    ]),
  );
}
