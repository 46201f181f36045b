import { type Kobo, type Percent, toNaira } from './money.js';

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
