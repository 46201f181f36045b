import type { Kobo } from '../money.js';

type Maybe<Value> = Value | null | undefined;

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
  readonly accountPayments?: Maybe<
    readonly { readonly accountName?: Maybe<string>; readonly bankCode?: Maybe<string> }[]
  >;
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
