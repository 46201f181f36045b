import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areKnown,
  debtsOf,
  type EarlierRow,
  refuseRetry as refuse,
  repeatedRows,
  safeRowsOf,
} from '../../../src/domain/batch/retry.js';
import { type BatchRow, paymentKey } from '../../../src/domain/batch/row.js';
import { kobo } from '../../../src/domain/money.js';
import { batchRow, similarRows } from './rows.js';

const refuseRetry = (rows: readonly BatchRow[], ...batches: readonly (readonly EarlierRow[])[]) =>
  refuse(rows, debtsOf(batches));
const paid = (row: Partial<BatchRow> = {}): EarlierRow => ({ ...batchRow(row), safeToPayAgain: false });
const failed = (row: Partial<BatchRow> = {}): EarlierRow => ({ ...batchRow(row), safeToPayAgain: true });

/** What the merchant owes, each with a name or without one, in all batches. */
interface Debt {
  readonly merchantReference?: string;
  readonly accountNumber: string;
}

const [ONE, TWO, CORRECTED] = ['0000000001', '0000000002', '0000000003'];
const debts = fc.constantFrom<readonly Debt[]>(
  [
    { merchantReference: 'A', accountNumber: ONE },
    { merchantReference: 'B', accountNumber: ONE },
    { accountNumber: ONE },
  ],
  [{ accountNumber: ONE }, { accountNumber: ONE }, { merchantReference: 'A', accountNumber: TWO }],
  [
    { merchantReference: 'A', accountNumber: ONE },
    { merchantReference: 'B', accountNumber: TWO },
    { merchantReference: 'C', accountNumber: ONE },
  ],
);

const flags = (length: number) => fc.array(fc.boolean(), { minLength: length, maxLength: length });

/** Which debts the next batch asks for, which to a corrected account, which it pays, and which records are corrected then. */
const turn = fc.record({ asked: flags(3), moved: flags(3), paid: flags(3), changed: flags(12) });
type Turn = typeof turn extends fc.Arbitrary<infer Each> ? Each : never;
type Paid = EarlierRow & { readonly debt: number };

const isSafe = ({ safeToPayAgain }: EarlierRow) => safeToPayAgain;

/** The first batch is sent whole, and each later one as far as it is not refused. */
function sentOf<Row extends BatchRow>(
  rows: readonly Row[],
  chain: readonly (readonly EarlierRow[])[],
): readonly Row[] {
  if (chain.length === 0) return rows;
  const refused = new Set(refuseRetry(rows, ...chain).map(({ n }) => n));
  return rows.filter(({ n }) => !refused.has(n));
}

/** What merchants are shown as safe to pay again in all batches together, beside what is out, is within what they owe. */
function showsNoMoreThanDebts(chain: readonly (readonly Paid[])[]): void {
  const all = chain.flat();
  const out = all.filter((row) => !isSafe(row));
  if (new Set(out.map(({ debt }) => debt)).size < out.length) return;
  const known = new Set(all.map(({ debt }) => debt)).size;
  expect(out.length + safeRowsOf(debtsOf(chain)).length).toBeLessThanOrEqual(known);
}

function staysWithinDebts(owed: readonly Debt[], turns: readonly Turn[]): void {
  let chain: readonly (readonly Paid[])[] = [];
  for (const { asked, moved, paid: isPaid, changed } of turns) {
    const rows = owed.flatMap((owes, debt) => {
      const isMoved = moved[debt] === true && owes.merchantReference !== undefined;
      const to = isMoved ? { accountNumber: CORRECTED } : {};
      return asked[debt] ? [{ ...batchRow({ n: debt + 1, ...owes, ...to }), debt }] : [];
    });
    const sent = sentOf(rows, chain);
    const before = chain.flat();
    const out = before.filter(({ safeToPayAgain }) => !safeToPayAgain);
    // a record may show a failure, and be corrected after the debt was paid again
    const isOverpaid = new Set(out.map(({ debt }) => debt)).size < out.length;
    const known = new Set([...before, ...sent].map(({ debt }) => debt)).size;
    if (!isOverpaid && sent.length > 0) expect(out.length + sent.length).toBeLessThanOrEqual(known);
    const corrected = chain.map((own, at) =>
      own.map((row, index) => ({
        ...row,
        safeToPayAgain: row.safeToPayAgain !== (changed[at * 3 + index] === true),
      })),
    );
    chain = [...corrected, sent.map((row) => ({ ...row, safeToPayAgain: isPaid[row.debt] !== true }))];
    showsNoMoreThanDebts(chain);
  }
}

/** Whether the debt was paid, or may have been: a named one by its name, of those without one as many as rows were. */
function isOut(owed: readonly Debt[], debt: number, chain: readonly (readonly Paid[])[]): boolean {
  const isSame = (other: number) => owed[other]?.merchantReference === owed[debt]?.merchantReference;
  const out = chain.flat().filter((row) => isSame(row.debt) && !isSafe(row)).length;
  const isOneOfMany = owed[debt]?.merchantReference === undefined;
  return out >= (isOneOfMany ? owed.filter((_, other) => isSame(other)).length : 1);
}

/** The first batch asks for all that is owed. */
function paysEachOnce(owed: readonly Debt[], turns: readonly Turn[]): void {
  let chain: readonly (readonly Paid[])[] = [];
  const rowOf = (debt: number, to: Partial<BatchRow> = {}) => ({
    ...batchRow({ n: debt + 1, ...owed[debt], ...to }),
    debt,
  });
  for (const [at, { asked, moved, paid: isPaid, changed }] of turns.entries()) {
    const rows = owed.flatMap((owes, debt) => {
      const isMoved = at > 0 && moved[debt] === true && owes.merchantReference !== undefined;
      return at === 0 || asked[debt] ? [rowOf(debt, isMoved ? { accountNumber: CORRECTED } : {})] : [];
    });
    const sent = sentOf(rows, chain);
    for (const { debt } of at === 0 ? [] : sent) expect(isOut(owed, debt, chain)).toBe(false);
    for (const [debt] of at === 0 ? [] : owed.entries()) {
      expect(refuseRetry([rowOf(debt)], ...chain).length > 0).toBe(isOut(owed, debt, chain));
    }
    const corrected = chain.map((own, batch) =>
      own.map((row, index) => ({
        ...row,
        safeToPayAgain: row.safeToPayAgain !== (changed[batch * 3 + index] === true),
      })),
    );
    chain = [...corrected, sent.map((row) => ({ ...row, safeToPayAgain: isPaid[row.debt] !== true }))];
    const open = owed.filter((_, debt) => !isOut(owed, debt, chain));
    const shown = safeRowsOf(debtsOf(chain));
    const namesOf = (some: readonly { readonly merchantReference?: string }[]) =>
      new Set(some.flatMap(({ merchantReference: name }) => name ?? []));
    expect(namesOf(shown)).toEqual(namesOf(open));
  }
}

/** Whom the next batch names, in which order, what it calls them, and whom it pays. */
const calling = fc.record({
  accounts: fc.shuffledSubarray([ONE, TWO, CORRECTED], { minLength: 1 }),
  names: fc.constantFrom('by number', 'by account', 'none'),
  paid: flags(3),
});

/** Each account is owed one payment, by the first batch. */
function paysEachAccountOnce(
  batches: readonly (typeof calling extends fc.Arbitrary<infer Each> ? Each : never)[],
): void {
  let chain: readonly (readonly EarlierRow[])[] = [];
  for (const [at, { accounts, names, paid: isPaid }] of batches.entries()) {
    const rows = (at === 0 ? [ONE, TWO, CORRECTED] : accounts).map((accountNumber, index) => {
      const name = names === 'by number' ? `${index + 1}` : accountNumber;
      return batchRow({ n: index + 1, accountNumber, ...(names !== 'none' && { merchantReference: name }) });
    });
    const sent = sentOf(rows, chain);
    chain = [...chain, sent.map((row) => ({ ...row, safeToPayAgain: isPaid[row.n - 1] !== true }))];
    const out = chain.flat().filter((row) => !isSafe(row));
    expect(new Set(out.map(({ accountNumber }) => accountNumber)).size).toBe(out.length);
  }
}

describe('a retry of failed rows', () => {
  const A = { merchantReference: 'A' } as const;
  const elsewhere = { accountNumber: '0123456780' } as const;
  const called = (name: string, accountNumber: string) => ({ merchantReference: name, accountNumber });

  it('may send a row again that is safe to pay again', () => {
    expect(refuseRetry([batchRow()], [failed()])).toEqual([]);
  });

  it('may not send a row again that was paid or may still be', () => {
    expect(refuseRetry([batchRow({ n: 3 })], [failed({ n: 1, bankCode: '044' }), paid({ n: 2 })])).toEqual([
      { n: 3, why: 'not-safe', earlier: 2 },
    ]);
  });

  it('may correct the account of a failed row under the same reference', () => {
    expect(refuseRetry([batchRow({ ...A, ...elsewhere })], [failed(A)])).toEqual([]);
  });

  it('may not pay a paid reference again, whatever its account and amount are now', () => {
    const again = batchRow({ ...A, accountNumber: '9', amountKobo: kobo(1) });
    expect(refuseRetry([again], [paid({ n: 5, ...A })])).toEqual([{ n: 1, why: 'not-safe', earlier: 5 }]);
  });

  it.each<[string, Partial<BatchRow>, Partial<BatchRow>]>([
    ['under a new reference', { merchantReference: 'A-again' }, A],
    ['under a reference that it did not have', A, {}],
    ['without its reference', {}, A],
    ['with another account, when it has no reference', elsewhere, {}],
    ['that no batch of the chain has', { merchantReference: 'B', ...elsewhere }, A],
  ])('pays nothing %s: which row is meant would be a guess', (_what, row, earlier) => {
    for (const known of [failed(earlier), paid(earlier)]) {
      expect(refuseRetry([batchRow(row)], [known])).toEqual([{ n: 1, why: 'not-in-batch' }]);
    }
  });

  it('may not correct a failed row into the payment of another one, paid or not: where rows are numbered anew, it would be paid under each name', () => {
    const earlier = [
      paid({ n: 1, ...called('1', ONE) }),
      failed({ n: 2, ...called('2', TWO) }),
      failed({ n: 3, ...called('3', CORRECTED) }),
    ];
    const because = { n: 1, why: 'payment-of-another' };
    expect(refuseRetry([batchRow(called('2', CORRECTED))], earlier)).toEqual([{ ...because, earlier: 3 }]);
    expect(refuseRetry([batchRow(called('2', ONE))], earlier)).toEqual([{ ...because, earlier: 1 }]);
    expect(refuseRetry([batchRow(called('3', CORRECTED))], earlier)).toEqual([]);
  });

  it('waits while a read is owed of a row that it pays again, which may be safe after all', () => {
    const owed: EarlierRow = { ...paid({ n: 1, ...A }), isReadOwed: true };
    const other = failed({ n: 2, merchantReference: 'B', accountNumber: TWO });
    const isKnown = (...rows: readonly BatchRow[]) => areKnown(rows, debtsOf([[owed, other]]));
    const [first, second] = [batchRow(owed), batchRow({ merchantReference: 'B', accountNumber: TWO })];
    expect([isKnown(first), isKnown(first, second), isKnown(second)]).toEqual([false, false, true]);
  });

  it('waits also while a read is owed of an equal payment, which may be the one that is safe: another one was paid', () => {
    const rows = [paid({ n: 1 }), { ...paid({ n: 2 }), isReadOwed: true as const }];
    expect(areKnown([batchRow()], debtsOf([rows]))).toBe(false);
    expect(areKnown([batchRow({ accountNumber: TWO })], debtsOf([rows]))).toBe(true);
  });

  it('has the records read again of each row that it may pay again, in whatever batch of the chain', () => {
    const first = [
      { ...failed({ n: 1, ...A }), batch: 'first' },
      { ...failed({ n: 2 }), batch: 'first' },
      { ...paid({ n: 3 }), batch: 'first' },
    ];
    const second = [failed({ n: 1, ...A, ...elsewhere })];
    const read = repeatedRows(
      [batchRow({ n: 7, ...A }), batchRow({ n: 8 })],
      debtsOf([first, second]),
      'second',
    );
    expect(read.map(({ n, batch, earlier }) => [n, batch, earlier.n])).toEqual([
      [7, 'first', 1],
      [7, 'second', 1],
      [8, 'first', 2],
    ]);
  });

  it('of two equal payments may repeat the one that failed, told by its reference', () => {
    const earlier = [paid({ n: 1, merchantReference: 'A' }), failed({ n: 2, merchantReference: 'B' })];
    expect(refuseRetry([batchRow({ merchantReference: 'B' })], earlier)).toEqual([]);
    expect(refuseRetry([batchRow({ merchantReference: 'A' })], earlier)).toHaveLength(1);
  });

  it('of two equal payments without references may repeat as many as failed', () => {
    const earlier = [paid({ n: 1 }), failed({ n: 2 })];
    expect(refuseRetry([batchRow({ n: 1 })], earlier)).toEqual([]);
    expect(refuseRetry([batchRow({ n: 1 }), batchRow({ n: 2 })], earlier)).toEqual([
      { n: 2, why: 'not-safe', earlier: 1 },
    ]);
  });

  it('shows what failed again in the latest batch, also where an equal row was paid', () => {
    const first = [
      { ...paid({ n: 1 }), batch: 'first' },
      { ...failed({ n: 2 }), batch: 'first' },
      { ...failed({ n: 3 }), batch: 'first' },
    ];
    const second = [{ ...failed({ n: 1 }), batch: 'second' }];
    const third = [failed({ n: 1 })];
    const shown = (...chain: EarlierRow[][]) =>
      safeRowsOf(debtsOf(chain)).map(({ n, batch }) => [batch, n] as const);
    expect(shown(first, second)).toEqual([
      ['first', 3],
      ['second', 1],
    ]);
    expect(shown(first.slice(0, 2), second)).toEqual([['second', 1]]);
    expect(shown(first, second, third)).toEqual([
      ['second', 1],
      [undefined, 1],
    ]);
  });

  it.each<[string, readonly EarlierRow[], readonly EarlierRow[], boolean]>([
    ['failed, and was paid by the retry', [failed()], [paid()], false],
    ['failed twice', [failed()], [failed()], true],
    ['failed, was refused as a retry, and was paid after all', [paid()], [failed()], false],
    [
      'of that name failed, was refused as a retry, and was paid after all',
      [paid(A)],
      [failed({ ...A, ...elsewhere })],
      false,
    ],
    ['of two equal ones failed twice', [paid({ n: 1 }), failed({ n: 2 })], [failed()], true],
    ['of two equal ones was paid as well', [paid({ n: 1 }), paid({ n: 2 })], [failed()], false],
    ['was added by a retry', [paid(A)], [failed()], false],
  ])('of a chain may pay again what %s: not if any of them may have paid it', (_, earlier, later, may) => {
    const again = batchRow({ ...(later[0]?.merchantReference && { merchantReference: 'A' }) });
    expect(refuseRetry([again], earlier, later).length === 0).toBe(may);
  });

  it('of a chain shows none as open where as many were paid as are owed, though a record had said otherwise', () => {
    const chain = [[paid()], [paid()], [failed({ n: 1 }), failed({ n: 2 })]];
    expect(safeRowsOf(debtsOf(chain))).toEqual([]);
    expect(refuseRetry([batchRow()], ...chain)).toHaveLength(1);
  });

  it('of a chain may pay a named row again, however often equal ones without a name were paid', () => {
    const first = [failed({ n: 1, ...A }), paid({ n: 2 })];
    const chain = [first, [paid()]] as const;
    expect(safeRowsOf(debtsOf(chain))).toEqual([first[0]]);
    expect(refuseRetry([batchRow(A)], ...chain)).toEqual([]);
    expect(refuseRetry([batchRow()], ...chain)).toHaveLength(1);
  });

  it('of a chain pays no more debts than there are, whatever is corrected, named or paid meanwhile', () => {
    fc.assert(fc.property(debts, fc.array(turn, { minLength: 2, maxLength: 4 }), staysWithinDebts), {
      numRuns: 2_000,
    });
  });

  it('of a chain pays each debt at most once, and each that is safe to pay again may be paid again', () => {
    fc.assert(fc.property(debts, fc.array(turn, { minLength: 2, maxLength: 4 }), paysEachOnce), {
      numRuns: 2_000,
    });
  });

  it('pays no account more often than it is owed, whatever its rows are called in each batch', () => {
    fc.assert(fc.property(fc.array(calling, { minLength: 2, maxLength: 4 }), paysEachAccountOnce), {
      numRuns: 2_000,
    });
  });

  it('of a whole batch refuses exactly the rows that are not safe, when no payment occurs twice', () => {
    fc.assert(
      fc.property(similarRows, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (rows, safe) => {
        const named = rows.map((row) => ({ ...row, merchantReference: `R${row.n}` }));
        const earlier = named.map((row, index) => ({ ...row, safeToPayAgain: safe[index] === true }));
        const unsafe = earlier.filter(({ safeToPayAgain }) => !safeToPayAgain).map(({ n }) => n);
        expect(refuseRetry(named, earlier).map(({ n }) => n)).toEqual(unsafe);
      }),
    );
  });

  it('sends a payment that was made before as often as it failed, never more often', () => {
    fc.assert(
      fc.property(similarRows, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (rows, safe) => {
        const earlier = rows.map((row, index) => ({ ...row, safeToPayAgain: safe[index] === true }));
        const again = [...rows, ...rows].map((row, index) => ({ ...row, n: index + 1 }));
        const refused = new Set(refuseRetry(again, earlier).map(({ n }) => n));
        for (const made of earlier) {
          const isSame = (row: EarlierRow | BatchRow) =>
            paymentKey(row) === paymentKey(made) && row.merchantReference === made.merchantReference;
          const failures = earlier.filter((row) => isSame(row) && row.safeToPayAgain).length;
          expect(again.filter((row) => isSame(row) && !refused.has(row.n))).toHaveLength(failures);
        }
      }),
    );
  });
});
