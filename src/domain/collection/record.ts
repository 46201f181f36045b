import type { Kobo } from '../money.js';

type Maybe<Value> = Value | null | undefined;

/** An account that money came from, as far as the gateway shows it: it masks the number. */
interface Source {
  readonly accountName?: Maybe<string>;
  readonly accountNumber?: Maybe<string>;
  readonly bankCode?: Maybe<string>;
}

/** How many different accounts paid, as far as the record tells. */
export function sourcesIn(payments: Maybe<readonly Source[]>): number {
  const accounts = (payments ?? []).map(({ bankCode, accountNumber, accountName }) =>
    JSON.stringify([bankCode ?? null, accountNumber ?? null, accountName ?? null]),
  );
  return new Set(accounts).size;
}

/** The fields of the gateway's transaction record that decide anything. */
export interface TransactionRecord {
  readonly transactionReference: string;
  readonly paymentReference: string;
  readonly paymentStatus: string;
  readonly amountPaid: Kobo;
  readonly totalPayable: Kobo;
  readonly currency: string;
  readonly settlementAmount?: Maybe<Kobo>;
  readonly paymentMethod?: string | null | undefined;
  readonly paidOn?: string | null | undefined;
  readonly customer?: { readonly email?: Maybe<string> } | null | undefined;
  readonly accountPayments?: Maybe<readonly Source[]>;
  readonly cardDetails?:
    | {
        readonly cardToken?: Maybe<string>;
        readonly supportsTokenization?: Maybe<boolean>;
        readonly last4?: Maybe<string>;
        readonly cardType?: Maybe<string>;
        readonly bankName?: Maybe<string>;
      }
    | null
    | undefined;
}
