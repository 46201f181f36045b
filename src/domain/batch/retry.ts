import { type BatchRow, paymentKey } from './row.js';

/** A row of the batch that is being retried, as it stands now. */
export type EarlierRow = Pick<
  BatchRow,
  'n' | 'merchantReference' | 'bankCode' | 'accountNumber' | 'amountKobo'
> & {
  readonly safeToPayAgain: boolean;
  /** The batch that has it, where that is not the one that is named. */
  readonly batch?: string;
};

/** A row that must not be sent again, and the earlier row that it repeats. */
export interface RefusedRetry {
  readonly n: number;
  readonly earlier: number;
  /** The batch of the earlier row, where that is not the one that is named. */
  readonly batch?: string;
  /** The merchant's reference named the earlier row; otherwise it pays the same amount to the same account. */
  readonly by: 'reference' | 'payment';
}

/**
 * The rows of a chain of retries as they stand now. A debt is safe to pay again only if no batch of the chain has paid it, or
 * may still: a row stays if it is unsafe, whichever batch has it, and of those that are safe one is left for each debt. Like a
 * retry, a debt is known by the merchant's own reference, otherwise by account and amount.
 */
export function withLater(
  earlier: readonly EarlierRow[],
  later: readonly EarlierRow[],
): readonly EarlierRow[] {
  const names = new Set(later.map(({ merchantReference }) => merchantReference).filter(isNamed));
  const known = new Set(earlier.map(({ merchantReference }) => merchantReference));
  const isTwice = ({ merchantReference: name }: EarlierRow) =>
    isNamed(name) && names.has(name) && known.has(name);
  return [
    ...mergeBy(
      ({ merchantReference }) => merchantReference ?? '',
      earlier.filter(isTwice),
      later.filter(isTwice),
    ),
    ...mergeBy(
      paymentKey,
      earlier.filter((row) => !isTwice(row)),
      later.filter((row) => !isTwice(row)),
    ),
  ];
}

const byName = (one: EarlierRow, other: EarlierRow) =>
  Number(isNamed(other.merchantReference)) - Number(isNamed(one.merchantReference));

/** Of the rows with one key there are as many debts as the one of both batches has rows that has more of them. */
function mergeBy(
  keyOf: (row: EarlierRow) => string,
  earlier: readonly EarlierRow[],
  later: readonly EarlierRow[],
): readonly EarlierRow[] {
  // a name stays known: the debt may be paid again to another account, and is then paid
  const all = [...later, ...earlier].sort(byName);
  const count = (rows: readonly EarlierRow[]) => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
    return (row: EarlierRow) => counts.get(keyOf(row)) ?? 0;
  };
  const [debtsOfEarlier, debtsOfLater] = [count(earlier), count(later)];
  const unsafe = count(all.filter((row) => !row.safeToPayAgain));
  const safe = new Map<string, number>();
  return all.filter((row) => {
    if (!row.safeToPayAgain) return true;
    const kept = (safe.get(keyOf(row)) ?? 0) + 1;
    safe.set(keyOf(row), kept);
    return kept <= Math.max(debtsOfEarlier(row), debtsOfLater(row)) - unsafe(row);
  });
}

const isNamed = (name: string | undefined): name is string => name !== undefined;

/**
 * Rows of a retry whose earlier row was paid, or may still be. The merchant's own reference tells which earlier row
 * is meant, also when its account was corrected. For all other rows, account and amount tell: of several equal earlier
 * rows, as many may be sent again as are safe to pay again.
 */
export function refuseRetry(rows: readonly BatchRow[], earlier: readonly EarlierRow[]): RefusedRetry[] {
  const byReference = new Map(earlier.map((row) => [row.merchantReference, row]));
  const sentAgain = new Set<EarlierRow>();
  const refused: RefusedRetry[] = [];
  const others: BatchRow[] = [];
  for (const row of rows) {
    const own = row.merchantReference === undefined ? undefined : byReference.get(row.merchantReference);
    if (own) sentAgain.add(own);
    if (own && !own.safeToPayAgain) refused.push({ n: row.n, ...placeOf(own), by: 'reference' });
    else if (!own || paymentKey(own) !== paymentKey(row)) others.push(row);
  }
  const left = earlier.filter((row) => !sentAgain.has(row) || !row.safeToPayAgain);
  return [...refused, ...refuseByPayment(others, left)].sort((a, b) => a.n - b.n);
}

function refuseByPayment(rows: readonly BatchRow[], earlier: readonly EarlierRow[]): RefusedRetry[] {
  const unsafe = new Map<string, EarlierRow>();
  const safe = new Map<string, number>();
  for (const row of earlier) {
    const key = paymentKey(row);
    if (row.safeToPayAgain) safe.set(key, (safe.get(key) ?? 0) + 1);
    else unsafe.set(key, row);
  }
  return rows.flatMap((row) => {
    const key = paymentKey(row);
    const left = safe.get(key) ?? 0;
    safe.set(key, left - 1);
    const paid = unsafe.get(key);
    return paid && left <= 0 ? [{ n: row.n, ...placeOf(paid), by: 'payment' as const }] : [];
  });
}

const placeOf = ({ n, batch }: EarlierRow) => ({ earlier: n, ...(batch !== undefined && { batch }) });

/** The sentence about rows of a retry that must not be sent. */
export const paidSince = (rows: readonly number[]) =>
  `rows ${rows.slice(0, 10).join(', ')}${rows.length > 10 ? ` and ${rows.length - 10} others` : ''} were paid since by another batch of its chain, or may have been`;
