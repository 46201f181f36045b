import { type BatchRow, paymentKey } from './row.js';

/** A row of the batch that is being retried, as it stands now. */
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

/** A row that must not be sent again, and the earlier row that it repeats. */
export interface RefusedRetry {
  readonly n: number;
  readonly earlier: number;
  /** The batch of the earlier row, where that is not the one that is named. */
  readonly batch?: string;
  /**
   * The merchant's reference named the earlier row, or it pays the same amount to the same account; or it does so under the reference
   * of another row, as where rows are numbered anew.
   */
  readonly by: 'reference' | 'payment' | 'other-reference';
}

/** What the merchant owes once: the rows of a chain of retries that ask for it, the oldest first. */
export type Debt = readonly EarlierRow[];

/** Whether no batch has paid it, or may still. */
const isSafe = (debt: Debt) => debt.every(({ safeToPayAgain }) => safeToPayAgain);

const hasName = ({ merchantReference }: Asked) => merchantReference !== undefined;

const isNamed = (debt: Debt) => debt.some(hasName);

/**
 * The debts of a chain of retries, the oldest batch first. Each row belongs to one debt, by the rule that a retry is checked with,
 * and stays with it: a name that is forgotten would be paid again to another account.
 */
export function debtsOf(batches: readonly (readonly EarlierRow[])[]): readonly Debt[] {
  const debts = new Set<EarlierRow[]>();
  const index = createIndex<EarlierRow[]>();
  const ages = new Map<EarlierRow, number>();
  for (const [age, batch] of batches.entries()) {
    const rows = [...batch].sort((one, other) => Number(other.safeToPayAgain) - Number(one.safeToPayAgain));
    const matched = match(rows, index, ({ safeToPayAgain }) => !safeToPayAgain);
    for (const row of rows) {
      const debt = matched.get(row) ?? [];
      debt.push(row);
      debts.add(debt);
      index.add(row, debt);
      ages.set(row, age);
    }
  }
  for (const debt of debts) moveSurplus(debt, index);
  showLatest([...debts], (debt) => ages.get(debt.at(-1) as EarlierRow) ?? 0);
  return [...debts];
}

/**
 * Rows without a name cannot say which of several equal debts they are for. So what was paid of one beyond the first time counts for
 * another that is open: no more is shown as open than may be.
 */
function moveSurplus(debt: EarlierRow[], index: Index<EarlierRow[]>): void {
  const paid = debt.filter(({ safeToPayAgain }) => !safeToPayAgain);
  const unnamed = paid.filter((row) => !hasName(row));
  for (const row of unnamed.length < paid.length ? unnamed : unnamed.slice(1)) {
    const open = index.paying(row).find((other) => isSafe(other) && !isNamed(other));
    if (!open) return;
    debt.splice(debt.indexOf(row), 1);
    open.push(row);
  }
}

/**
 * Equal debts without a name cannot be told apart: what failed last is of one that is safe, so that the latest batch shows what may be
 * paid again. As many stay safe.
 */
function showLatest(debts: readonly EarlierRow[][], ageOf: (debt: Debt) => number): void {
  const equal = new Map<string, EarlierRow[][]>();
  for (const debt of debts) {
    const [first] = debt;
    if (!first || isNamed(debt)) continue;
    const key = paymentKey(first);
    const others = equal.get(key);
    if (others) others.push(debt);
    else equal.set(key, [debt]);
  }
  const byAge = (one: Debt, other: Debt) => ageOf(one) - ageOf(other);
  for (const same of equal.values()) {
    const failedLast = same.filter((debt) => !isSafe(debt) && debt.at(-1)?.safeToPayAgain).sort(byAge);
    for (const safe of same.filter(isSafe).sort(byAge)) {
      const out = failedLast.pop();
      if (!out || ageOf(out) <= ageOf(safe)) break;
      safe.push(...out.splice(-1));
    }
  }
}

/** The rows that may be paid again: of each debt that is safe the latest. */
export const safeRowsOf = (debts: readonly Debt[]): readonly EarlierRow[] =>
  debts.filter(isSafe).flatMap((debt) => debt.at(-1) ?? []);

type Asked = Pick<BatchRow, 'merchantReference' | 'bankCode' | 'accountNumber' | 'amountKobo'>;

/** Debts by the names and by the payments of their rows. */
function createIndex<Of extends Debt>() {
  const byName = new Map<string, Of>();
  const byPayment = new Map<string, Set<Of>>();
  return {
    named: ({ merchantReference: name }: Asked) => (name === undefined ? undefined : byName.get(name)),
    paying: (row: Asked): readonly Of[] => [...(byPayment.get(paymentKey(row)) ?? [])],
    add: (row: Asked, debt: Of) => {
      if (row.merchantReference !== undefined) byName.set(row.merchantReference, debt);
      const key = paymentKey(row);
      byPayment.set(key, (byPayment.get(key) ?? new Set()).add(debt));
    },
  };
}

type Index<Of extends Debt> = ReturnType<typeof createIndex<Of>>;

/**
 * The debts that the rows of one batch ask for; a row without one asks for something new. The merchant's own reference tells,
 * also when the account was corrected. Otherwise account and amount do, and each such row asks for another debt: first for one
 * without a name, so that it does not take the place of a named one.
 */
function match<Row extends Asked, Of extends Debt>(
  rows: readonly Row[],
  index: Index<Of>,
  wantsSafe: (row: Row) => boolean,
): ReadonlyMap<Row, Of> {
  const matched = new Map<Row, Of>();
  for (const row of rows) {
    const own = index.named(row);
    if (own) matched.set(row, own);
  }
  const taken = new Set(matched.values());
  const queues = new Map<string, Of[]>();
  const others = rows.filter((row) => !matched.has(row));
  // a new name may be for a debt that had none before, but not in the place of a row that has none either
  const unnamedFirst = others.toSorted((one, other) => Number(hasName(one)) - Number(hasName(other)));
  for (const row of unnamedFirst) {
    const key = `${wantsSafe(row)} ${paymentKey(row)}`;
    const queue = queues.get(key) ?? inOrder(index.paying(row), wantsSafe(row)).reverse();
    queues.set(key, queue);
    let debt = queue.pop();
    while (debt && taken.has(debt)) debt = queue.pop();
    if (!debt) continue;
    taken.add(debt);
    matched.set(row, debt);
  }
  return matched;
}

/** Of equal debts a row asks for one that is safe, as what was paid repeats what failed; what failed repeats what was paid. */
function inOrder<Of extends Debt>(debts: readonly Of[], isSafeFirst: boolean): Of[] {
  const isFirst = (debt: Of) => isSafe(debt) === isSafeFirst;
  const rankOf = (debt: Of) => (isNamed(debt) ? 2 : 0) + (isFirst(debt) ? 0 : 1);
  return [...debts].sort((one, other) => rankOf(one) - rankOf(other));
}

/**
 * Rows of a retry whose debt was paid, or may still be; those that ask for something new, or correct an account, where the same payment
 * was made already; and those that correct an account into the payment of another row, or take over a payment that another row no longer
 * asks for: it would be paid once under each name.
 */
export function refuseRetry(rows: readonly BatchRow[], debts: readonly Debt[]): RefusedRetry[] {
  const asked = new Map<string, EarlierRow>();
  const paid = new Map<string, EarlierRow>();
  for (const row of debts.flat()) (row.safeToPayAgain ? asked : paid).set(paymentKey(row), row);
  const { index, matched } = ask(rows, debts);
  const debtOf = (row: BatchRow): Debt => matched.get(row) ?? [];
  // what the rows of these debts asked for, and do not now
  const left = new Set(
    rows.flatMap((row) => paymentsOf(debtOf(row)).filter((key) => key !== paymentKey(row))),
  );
  const firsts = new Map(rows.toReversed().map((row) => [matched.get(row), row]));
  return rows.flatMap((row): RefusedRetry[] => {
    const debt = debtOf(row);
    const by = index.named(row) ? ('reference' as const) : ('payment' as const);
    const unsafe = debt.find(({ safeToPayAgain }) => !safeToPayAgain);
    if (unsafe) return [{ n: row.n, ...placeOf(unsafe), by }];
    // two names of one debt ask for it once, also where one of them has a corrected account
    const asksAgain = firsts.get(matched.get(row)) !== row;
    const latest = debt.at(-1);
    if (asksAgain && latest) return [{ n: row.n, ...placeOf(latest), by: 'other-reference' }];
    if (paymentsOf(debt).includes(paymentKey(row))) return [];
    const key = paymentKey(row);
    const made = paid.get(key);
    if (made) return [{ n: row.n, ...placeOf(made), by: 'payment' }];
    const other = debt.length > 0 || left.has(key) ? asked.get(key) : undefined;
    return other ? [{ n: row.n, ...placeOf(other), by: 'other-reference' }] : [];
  });
}

const paymentsOf = (debt: Debt) => debt.map(paymentKey);

/** The debts that the rows of a retry ask for. */
function ask(rows: readonly BatchRow[], debts: readonly Debt[]) {
  const index = createIndex();
  for (const debt of debts) for (const row of debt) index.add(row, debt);
  return { index, matched: match(rows, index, () => true) };
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

/** Every earlier row that the rows of a retry pay again; those without a batch are of the one that is retried. */
export function repeatedRows(
  rows: readonly BatchRow[],
  debts: readonly Debt[],
  retryOf: string,
): readonly RepeatedRow[] {
  const { matched } = ask(rows, debts);
  return rows.flatMap((row) =>
    (matched.get(row) ?? []).map((earlier) => ({ n: row.n, batch: earlier.batch ?? retryOf, earlier })),
  );
}

/**
 * Whether it is known how every earlier row stands that the rows of a retry pay again, or might: which of equal payments they are for
 * depends on those that are safe.
 */
export const areKnown = (rows: readonly BatchRow[], debts: readonly Debt[]): boolean => {
  const { index, matched } = ask(rows, debts);
  const mayPay = (row: BatchRow) => [row, ...(matched.get(row) ?? [])].flatMap(index.paying);
  return rows.flatMap(mayPay).every((debt) => debt.every(({ isReadOwed }) => !isReadOwed));
};

const placeOf = ({ n, batch }: EarlierRow) => ({ earlier: n, ...(batch !== undefined && { batch }) });

/** The sentence about rows of a retry that must not be sent. */
export const paidSince = (rows: readonly number[]) =>
  `rows ${rows.slice(0, 10).join(', ')}${rows.length > 10 ? ` and ${rows.length - 10} others` : ''} were paid since by another batch of its chain, or may have been`;
