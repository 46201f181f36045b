/** A bank account that receives a share of payments. */
export interface SubAccount {
  readonly code: string;
  readonly merchantId: string;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly email: string;
  readonly defaultSplitPercentage: number;
  /** Excluded from new splits; its balance is still settled. */
  readonly deleted: boolean;
}

/** One sub-account's share of a payment. */
export interface SplitItem {
  readonly subAccountCode: string;
  readonly feeBearer: boolean;
  readonly feePercentage: number;
  readonly splitPercentage: number | null;
  readonly splitAmountKobo: number | null;
}
