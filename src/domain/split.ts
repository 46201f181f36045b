import { type Kobo, type Percent, showNaira, totalOf, toNaira } from './money.js';

/** A sub-account's share of the money. */
export interface SplitItem {
  readonly subAccountCode: string;
  readonly feeBearer?: boolean;
  readonly feePercentage?: Percent;
  readonly splitPercentage?: Percent;
  readonly splitAmountKobo?: Kobo;
}

/** The gateway's request format. */
export function toWireSplit(items: readonly SplitItem[]) {
  return items.map(({ splitAmountKobo, ...item }) => ({
    ...item,
    ...(splitAmountKobo !== undefined && { splitAmount: splitAmountKobo }),
  }));
}

/** As merchants see it. */
export function toSplitView({ splitAmountKobo, ...item }: SplitItem) {
  return {
    ...item,
    ...(splitAmountKobo !== undefined && { splitAmount: toNaira(splitAmountKobo), splitAmountKobo }),
  };
}

/** Percentages have at most four decimals. */
const PARTS_PER_PERCENT = 10_000;

/**
 * Why the shares cannot add up; undefined when they can. Without an amount, as for a reserved account, only the
 * percentages are summed.
 */
export function refuseSplit(items: readonly SplitItem[], amountKobo?: Kobo): string | undefined {
  const codes = items.map(({ subAccountCode }) => subAccountCode);
  if (new Set(codes).size < codes.length) return 'must name each sub-account once';
  const parts = items.map(({ splitPercentage = '0' }) =>
    Math.round(Number(splitPercentage) * PARTS_PER_PERCENT),
  );
  if (parts.reduce((total, part) => total + part, 0) > 100 * PARTS_PER_PERCENT) {
    return 'must not give away more than 100 percent';
  }
  const given = totalOf(...items.flatMap(({ splitAmountKobo }) => splitAmountKobo ?? []));
  if (amountKobo !== undefined && given > amountKobo) {
    return `must not give away more than the amount, ${showNaira(amountKobo)}`;
  }
  return undefined;
}
