/** Where a part of the income goes. */
export interface SubAccount {
  readonly code: string;
  readonly merchantId: string;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly email: string;
  readonly defaultSplitPercentage: number;
  /** Takes part in nothing new; what it has earned is still settled. */
  readonly deleted: boolean;
}

/** One sub-account's part of an income. */
export interface SplitItem {
  readonly subAccountCode: string;
  readonly feeBearer: boolean;
  readonly feePercentage: number;
  readonly splitPercentage: number | null;
  readonly splitAmountKobo: number | null;
}
