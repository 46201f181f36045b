import type { PartRow } from '../../src/domain/batch/part-row.js';
import { isAboutRows, ofRow, rowItemsDue } from '../../src/domain/batch/row-items.js';
import { changeRow, isInRequest, ownMovement } from '../../src/domain/batch/row-payout.js';
import type { RowRecord } from '../../src/domain/batch/row-verdict.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { type NewReviewItem, reviewKey } from '../../src/domain/lifecycle/review.js';
import { ZERO } from '../../src/domain/money.js';
import { add, addAll } from '../../src/domain/movement/evidence.js';
import type { Claim, Span } from '../../src/domain/movement/pieces.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import { named, withTexts } from '../../src/domain/payout/items.js';
import { type FoundRecord, readingOf } from '../../src/domain/payout/record.js';
import { without } from '../../src/domain/without.js';
import { addPiece } from '../shared/payout/place.js';
import type { PartLifecycle } from './lifecycle.js';
import { createRequestPlace, rowItemRules } from './place.js';

/** What was found of a row, with the record that it comes from. */
export interface FoundRow {
  readonly found: FoundRecord;
  readonly record?: RowRecord;
}

/** Adds what was read of rows. */
export function addReadings(
  lifecycle: PartLifecycle,
  readings: ReadonlyMap<number, FoundRow>,
  span: Span,
): void {
  const { request } = lifecycle.subject().snapshot();
  changeEach(lifecycle, (known, row) => {
    const read = readings.get(row.n);
    if (!read) return undefined;
    const movement = ownMovement(row, known, request);
    const { piece, part } = readingOf(movement, read.found, span);
    const after = add(movement, piece);
    const isClaimed = after.claimed !== undefined || after.claimedBack !== undefined;
    const learned = read.record ? learn(known, read.record) : known;
    const counted = isClaimed
      ? { ...learned, claimReads: (known.claimReads ?? 0) + 1 }
      : without(learned, 'claimReads');
    return changeRow(row, counted, request, { ...part, movement: after });
  });
}

/**
 * Whatever is shown or reported of a row shows that the gateway has the request. Before its rows: what was safe to pay again
 * because of the request is then told once, of the part, and not of each of them.
 */
export function addPresence(lifecycle: PartLifecycle, rows: readonly number[]): void {
  const { terms, rows: known, request } = lifecycle.subject().snapshot();
  const first = terms.rows[0]?.n ?? 1;
  const isOfRequest = rows.some((n) => isInRequest(known[n - first] ?? { state: 'PENDING' }));
  const piece: Claim = { kind: 'claim', shows: 'there', amount: ZERO };
  const { movement } = request;
  if (!isOfRequest || standingOf(movement).name === 'unsent' || add(movement, piece) === movement) return;
  addPiece(createRequestPlace(lifecycle), piece);
}

/** Adds what events report of rows, in their order. True when something is news. */
export function addClaims(lifecycle: PartLifecycle, claims: ReadonlyMap<number, readonly Claim[]>): boolean {
  const { request } = lifecycle.subject().snapshot();
  let hasNews = false;
  changeEach(lifecycle, (known, row) => {
    const movement = ownMovement(row, known, request);
    const after = addAll(movement, claims.get(row.n) ?? []);
    if (after === movement) return undefined;
    hasNews = true;
    return changeRow(row, known, request, { movement: after });
  });
  return hasNews;
}

function changeEach(
  lifecycle: PartLifecycle,
  next: (known: PartRow, row: BatchRow) => ReturnType<typeof changeRow> | undefined,
): void {
  const part = lifecycle.subject();
  const items: NewReviewItem[] = [];
  part.changeRows((known, row) => {
    const changed = next(known, row);
    if (!changed) return known;
    items.push(...changed.change.items.map((item) => ofRow(item, row)));
    return changed.row;
  });
  items.forEach(part.raise);
  syncRowItems(lifecycle);
}

/** Raises what is for a person now, and removes what is settled. */
export function syncRowItems(lifecycle: PartLifecycle): void {
  const settings = lifecycle.given();
  if (!settings) return;
  const part = lifecycle.subject();
  const due = rowItemsDue(part.snapshot(), rowItemRules(lifecycle, settings));
  const { rowTexts } = part.snapshot();
  const texts = withTexts(rowTexts, due);
  if (texts !== rowTexts && due.length > 0) part.change({ rowTexts: texts });
  const items = due.map((item) => named(item, texts));
  const keys = new Set(items.map(reviewKey));
  part.clear(({ key, isOfEvidence }) => isOfEvidence === true && isAboutRows(key) && !keys.has(key));
  items.forEach(part.raise);
}

function learn(known: PartRow, { status, transactionReference, fee }: RowRecord): PartRow {
  return {
    ...known,
    status,
    ...(transactionReference !== undefined && { transactionReference }),
    ...(fee !== undefined && { feeKobo: fee }),
  };
}
