import { type NewReviewItem, ofEvidence, reviewKey, type ReviewKind } from '../lifecycle/review.js';
import { isSeen } from '../movement/evidence.js';
import { totalOf } from '../money.js';
import { itemsDue, type ItemRules } from '../payout/items.js';
import type { PartSnapshot } from './batch-part.js';
import { payoutOf } from './row-payout.js';
import type { BatchRow } from './row.js';

/** Further ones are counted together, by their kind. */
const ITEMS_OF_ROWS = 60;
const OTHERS = 'others';

export type RowItemRules = Pick<ItemRules, 'now' | 'readsOfClaim' | 'unresolvedAfterMs' | 'expectedFrom'>;

export const subjectOf = ({ n }: Pick<BatchRow, 'n'>) => `row-${n}`;

/** The number of the row that an item is about; undefined where it is about the part, or about several rows. */
export function rowOfItem(key: string): number | undefined {
  const n = /:row-(\d+)/.exec(key)?.[1];
  return n === undefined ? undefined : Number(n);
}

export const isAboutRows = (key: string) =>
  rowOfItem(key) !== undefined || new RegExp(`:${OTHERS}(?:-\\d+)?$`).test(key);

interface RowItem {
  readonly n: number;
  readonly item: NewReviewItem;
}

/**
 * What a person must look at, of all rows. What is unknown of a whole part is one item of the part: its rows have items once
 * the gateway has shown that it has the part.
 */
function rowItems({ terms, rows, request, review }: PartSnapshot, rules: RowItemRules): readonly RowItem[] {
  const open = new Set(review.map(({ key }) => key));
  return terms.rows.flatMap((row, index) => {
    const known = rows[index];
    if (!known || (!known.seen && !isSeen(request.movement))) return [];
    const subject = subjectOf(row);
    const isOpen = open.has(reviewKey({ kind: 'unresolved', subject }));
    const payout = payoutOf(row, known, request);
    // the request has an item about what is odd in all rows
    const isOwn = ({ kind }: NewReviewItem) => known.seen !== undefined || kind === 'unresolved';
    return itemsDue(payout, {
      ...rules,
      subject,
      open: isOpen ? ['unresolved:status', 'unresolved:send'] : [],
    })
      .filter(isOwn)
      .map((item) => ({ n: row.n, item: ofRow(item, row) }));
  });
}

/** The item as one of several payouts of its lifecycle. */
export function ofRow(item: NewReviewItem, row: Pick<BatchRow, 'n'>): NewReviewItem {
  const subject = subjectOf(row);
  const own = (item.subject ?? subject)
    .replace(/^records/, `${subject}-records`)
    .replace(/^(?:status|send(?:-\d+)?|state)/, subject);
  return { ...item, subject: own, reason: `row ${row.n}: ${item.reason}` };
}

export function rowItemsDue(part: PartSnapshot, rules: RowItemRules): readonly NewReviewItem[] {
  const all = rowItems(part, rules);
  const kinds = [...new Set(all.slice(ITEMS_OF_ROWS).map(({ item }) => item.kind))];
  return [
    ...all.slice(0, ITEMS_OF_ROWS).map(({ item }) => item),
    ...kinds.map((kind) => together(kind, othersIn(all, kind))),
  ];
}

/** The rows that the item is about: one, or those that are counted together. */
export function rowsOfItem(part: PartSnapshot, key: string, rules: RowItemRules): readonly number[] {
  const n = rowOfItem(key);
  if (n !== undefined) return [n];
  const kind = key.slice(0, key.indexOf(':')) as ReviewKind;
  return isAboutRows(key) ? othersIn(rowItems(part, rules), kind).map((each) => each.n) : [];
}

const othersIn = (all: readonly RowItem[], kind: ReviewKind) =>
  all.slice(ITEMS_OF_ROWS).filter(({ item }) => item.kind === kind);

function together(kind: ReviewKind, items: readonly RowItem[]): NewReviewItem {
  const reasons = [...new Set(items.map(({ item, n }) => item.reason.replace(`row ${n}: `, '')))];
  const item: NewReviewItem = {
    kind,
    subject: OTHERS,
    reason: `rows ${inRanges(items.map(({ n }) => n))}: ${reasons.slice(0, 3).join('; ')}`,
    atRiskKobo: totalOf(...items.map((each) => each.item.atRiskKobo)),
  };
  return ofEvidence(item, items.map((each) => `${each.n}:${each.item.version}`).join());
}

/** "61-70, 73": numbers in their order. */
function inRanges(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const n of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === n - 1) range[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}
