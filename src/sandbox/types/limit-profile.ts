/** Limits on the amount and number of payments into an account. */
export interface LimitProfile {
  readonly code: string;
  readonly merchantId: string;
  readonly name: string;
  readonly singleKobo: number;
  readonly dailyKobo: number;
  readonly dailyCount: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
}
