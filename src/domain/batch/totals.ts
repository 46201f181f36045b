import { type Kobo, kobo, showNaira, ZERO } from '../money.js';
import { expectedFee, type TransferFees } from '../transfer-fees.js';
import type { BatchRow } from './row.js';

export interface Totals {
  readonly count: number;
  readonly sumKobo: Kobo;
  /** Only fees that are known. */
  readonly feeKobo: Kobo;
}

export interface BatchTotals extends Totals {
  /** States without rows are absent. */
  readonly byState: Readonly<Record<string, Totals>>;
}

interface RowInState {
  readonly state: string;
  readonly amountKobo: Kobo;
  readonly feeKobo?: Kobo | undefined;
}

const NOTHING: Totals = { count: 0, sumKobo: ZERO, feeKobo: ZERO };

export function totalsOf(rows: readonly RowInState[]): BatchTotals {
  // one pass: workflows compute this with every change of a part
  const sums = new Map<string, { count: number; sum: number; fee: number }>();
  for (const { state, amountKobo, feeKobo = ZERO } of rows) {
    const known = sums.get(state) ?? { count: 0, sum: 0, fee: 0 };
    known.count += 1;
    known.sum += amountKobo;
    known.fee += feeKobo;
    sums.set(state, known);
  }
  const states = [...sums].map(([state, { count, sum, fee }]) => {
    const totals = { count, sumKobo: kobo(sum), feeKobo: kobo(fee) };
    return { ...totals, byState: { [state]: totals } };
  });
  return mergeTotals(states);
}

/** The totals of a batch from those of its parts. */
export function mergeTotals(parts: readonly BatchTotals[]): BatchTotals {
  const states = [...new Set(parts.flatMap(({ byState }) => Object.keys(byState)))].sort();
  const inState = (state: string) => parts.map(({ byState }) => byState[state] ?? NOTHING);
  return {
    ...add(parts),
    byState: Object.fromEntries(states.map((state) => [state, add(inState(state))])),
  };
}

function add(all: readonly Totals[]): Totals {
  return {
    count: all.reduce((total, { count }) => total + count, 0),
    sumKobo: addKobo(all.map(({ sumKobo }) => sumKobo)),
    feeKobo: addKobo(all.map(({ feeKobo }) => feeKobo)),
  };
}

/** `sum` takes its amounts as arguments, of which there may not be hundreds of thousands. */
function addKobo(amounts: readonly Kobo[]): Kobo {
  return kobo(amounts.reduce<number>((total, amount) => total + amount, 0));
}

export function sumOf(rows: readonly Pick<BatchRow, 'amountKobo'>[]): Kobo {
  return addKobo(rows.map(({ amountKobo }) => amountKobo));
}

/** What the wallet must hold before the first part is sent: the amounts and the fees expected for them. */
export function fundsNeeded(rows: readonly Pick<BatchRow, 'amountKobo'>[], fees: TransferFees): Kobo {
  return addKobo(rows.map(({ amountKobo }) => addKobo([amountKobo, expectedFee(amountKobo, fees)])));
}

/** The totals that the merchant computed on their own: a file that was cut off or read wrongly does not match them. */
export interface ExpectedTotals {
  readonly count?: number | undefined;
  readonly sumKobo?: Kobo | undefined;
}

export interface TotalsProblem {
  readonly field: 'count' | 'sum';
  readonly message: string;
}

export function refuseTotals(
  { count, sumKobo }: Pick<Totals, 'count' | 'sumKobo'>,
  expected: ExpectedTotals,
): TotalsProblem[] {
  const problems: TotalsProblem[] = [];
  if (expected.count !== undefined && expected.count !== count) {
    problems.push({ field: 'count', message: `is ${expected.count}, but the batch has ${count} rows` });
  }
  if (expected.sumKobo !== undefined && expected.sumKobo !== sumKobo) {
    const [given, found] = [showNaira(expected.sumKobo), showNaira(sumKobo)];
    problems.push({ field: 'sum', message: `is ${given}, but the rows add up to ${found}` });
  }
  return problems;
}
