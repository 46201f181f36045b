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
