import { type BatchRow, paymentKey } from './row.js';

/** A row of the batch that is being retried, as it stands now. */
export type EarlierRow = Pick<
  BatchRow,
  'n' | 'merchantReference' | 'bankCode' | 'accountNumber' | 'amountKobo'
> & {
  readonly safeToPayAgain: boolean;
};

/** A row that must not be sent again, and the earlier row that it repeats. */
export interface RefusedRetry {
  readonly n: number;
  readonly earlier: number;
  /** The merchant's reference named the earlier row; otherwise it pays the same amount to the same account. */
  readonly by: 'reference' | 'payment';
}

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
    if (own && !own.safeToPayAgain) refused.push({ n: row.n, earlier: own.n, by: 'reference' });
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
    return paid && left <= 0 ? [{ n: row.n, earlier: paid.n, by: 'payment' as const }] : [];
  });
}
