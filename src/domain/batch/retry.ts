import { type BatchRow, paymentKey } from './row.js';

/** A row of the batch that is being retried, or of one that it retries, as it stands now. */
export type EarlierRow = Pick<
  BatchRow,
  'n' | 'merchantReference' | 'bankCode' | 'accountNumber' | 'amountKobo'
> & {
  readonly safeToPayAgain: boolean;
  /** A read of it is owed: whether it is safe to pay again is not known now. */
  readonly isReadOwed?: true;
  /** The batch that has it, where that is not the one that is named. */
  readonly batch?: string;
};

/** A row that must not be sent, and why: `earlier` is the row that stands against it. */
export interface RefusedRetry {
  readonly n: number;
  readonly why: 'not-safe' | 'payment-of-another' | 'not-in-batch';
  readonly earlier?: number;
  /** The batch of the earlier row, where that is not the one that is named. */
  readonly batch?: string;
}

type Asked = Pick<BatchRow, 'merchantReference' | 'bankCode' | 'accountNumber' | 'amountKobo'>;

/**
 * What the merchant owes: under one reference one payment, also when its account was corrected; without one, as many equal payments as
 * the first batch of the chain has.
 */
export interface Debt {
  readonly count: number;
  /** The rows of the whole chain that ask for it, the oldest first. */
  readonly rows: readonly EarlierRow[];
}

/** What is owed by a chain of retries, by how its rows are recognised. */
export type Debts = ReadonlyMap<string, Debt>;

/**
 * How a row is recognised. A reference is never taken from one row and given to another, nor given to a row that had none: what is found by
 * guessing which row was meant is paid twice where the guess is wrong.
 */
const keyOf = (row: Asked) =>
  row.merchantReference === undefined ? `payment ${paymentKey(row)}` : `reference ${row.merchantReference}`;

/** The debts of a chain of retries, the oldest batch first: what the first one asks for, and no retry adds to. */
export function debtsOf(batches: readonly (readonly EarlierRow[])[]): Debts {
  const debts = new Map<string, { count: number; rows: EarlierRow[] }>();
  for (const [age, batch] of batches.entries()) {
    for (const row of batch) {
      const debt = debts.get(keyOf(row)) ?? { count: 0, rows: [] };
      debts.set(keyOf(row), debt);
      debt.rows.push(row);
      // a retry has no rows of its own; if it has one, nothing of that is open
      if (age === 0) debt.count += 1;
    }
  }
  return debts;
}

const isSafe = ({ safeToPayAgain }: EarlierRow) => safeToPayAgain;

/** How many of its payments no batch has made, or may still make. */
const openOf = ({ count, rows }: Debt) => Math.max(count - rows.filter((row) => !isSafe(row)).length, 0);

/** The rows that may be paid again: of each debt the latest, as many as are open. */
export const safeRowsOf = (debts: Debts): readonly EarlierRow[] =>
  [...debts.values()].flatMap((debt) => {
    const open = openOf(debt);
    return open === 0 ? [] : debt.rows.filter(isSafe).slice(-open);
  });

/**
 * Rows of a retry that must not be sent. One that pays what a row of another reference asks for would be paid under each of the two: its account
 * was corrected into that of the other row, or references were given anew, as by numbering the rows that are left.
 */
export function refuseRetry(rows: readonly BatchRow[], debts: Debts): RefusedRetry[] {
  const left = new Map<string, number>();
  const payments = new Map(
    [...debts.values()].flatMap((debt) => debt.rows.map((row) => [paymentKey(row), row])),
  );
  return rows.flatMap((row): RefusedRetry[] => {
    const key = keyOf(row);
    const debt = debts.get(key);
    if (!debt) return [{ n: row.n, why: 'not-in-batch' }];
    const open = left.get(key) ?? openOf(debt);
    if (open === 0) {
      const against = debt.rows.find((each) => !isSafe(each)) ?? debt.rows[0];
      return [{ n: row.n, why: 'not-safe', ...placeOf(against) }];
    }
    left.set(key, open - 1);
    const isOwn = debt.rows.some((each) => paymentKey(each) === paymentKey(row));
    const other = isOwn ? undefined : payments.get(paymentKey(row));
    return other ? [{ n: row.n, why: 'payment-of-another', ...placeOf(other) }] : [];
  });
}

/** A row of a retry, by its number, and an earlier one that it pays again. */
export interface RepeatedRow {
  readonly n: number;
  readonly batch: string;
  readonly earlier: EarlierRow;
}

/** What the chain of a retry says, just before it is sent. */
export interface RetryRead {
  readonly refused: readonly number[];
  readonly repeated: readonly RepeatedRow[];
}

const rowsFor = (row: BatchRow, debts: Debts) => debts.get(keyOf(row))?.rows ?? [];

/** Every earlier row that the rows of a retry may pay again; those without a batch are of the one that is retried. */
export const repeatedRows = (
  rows: readonly BatchRow[],
  debts: Debts,
  retryOf: string,
): readonly RepeatedRow[] =>
  rows.flatMap((row) =>
    rowsFor(row, debts)
      .filter(isSafe)
      .map((earlier) => ({ n: row.n, batch: earlier.batch ?? retryOf, earlier })),
  );

/** Whether it is known how every earlier row stands that the rows of a retry may pay again. */
export const areKnown = (rows: readonly BatchRow[], debts: Debts): boolean =>
  rows.every((row) => rowsFor(row, debts).every(({ isReadOwed }) => !isReadOwed));

const placeOf = (row: EarlierRow | undefined) =>
  row && { earlier: row.n, ...(row.batch !== undefined && { batch: row.batch }) };

/** The sentence about rows of a retry that must not be sent. */
export const paidSince = (rows: readonly number[]) =>
  `rows ${rows.slice(0, 10).join(', ')}${rows.length > 10 ? ` and ${rows.length - 10} others` : ''} were paid since by another batch of its chain, or may have been`;
