import { type Kobo, type Percent, toNaira } from './money.js';

/** What a sub account gets of the money that comes in. */
export interface SplitItem {
  readonly subAccountCode: string;
  readonly feeBearer?: boolean;
  readonly feePercentage?: Percent;
  readonly splitPercentage?: Percent;
  readonly splitAmountKobo?: Kobo;
}

/** As the gateway takes it. */
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
