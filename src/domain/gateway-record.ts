import type { Kobo, Percent } from './money.js';

/** Records that are created once at the gateway and move no money. The reference is Oware's key of the request. */
export interface RecordTerms {
  'sub-account': {
    readonly reference: string;
    readonly bankCode: string;
    readonly accountNumber: string;
    readonly email: string;
    readonly splitPercentage: Percent;
  };
  'limit-profile': {
    readonly reference: string;
    /** The gateway's key: it refuses a second profile with the same name. */
    readonly name: string;
    readonly singleTransactionKobo: Kobo;
    readonly dailyTransactionKobo: Kobo;
    readonly dailyTransactions: number;
  };
  /** A customer's wallet; the reference is also its reference at the gateway. */
  wallet: {
    readonly reference: string;
    readonly name: string;
    readonly customer: { readonly name: string; readonly email: string };
    readonly bvn: string;
    readonly bvnDateOfBirth: string;
  };
}

export type RecordKind = keyof RecordTerms;

export const RECORD_KINDS = [
  'sub-account',
  'limit-profile',
  'wallet',
] as const satisfies readonly RecordKind[];

/** What the gateway gave it: its code or its account. */
export type CreatedRecord = Readonly<Record<string, string>>;
