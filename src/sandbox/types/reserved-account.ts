import { type SplitItem } from './sub-account.js';
import { type Customer } from './transaction.js';

/** The allowed payers of a restricted account. */
export interface AllowedSources {
  readonly bvns: readonly string[];
  readonly bankAccounts: readonly { readonly accountNumber: string; readonly bankCode: string }[];
  readonly accountNames: readonly string[];
}

/** Permanent account numbers of one customer. */
export interface ReservedAccount {
  readonly key: string;
  readonly merchantId: string;
  readonly accountReference: string;
  readonly accountName: string;
  readonly customer: Customer;
  readonly type: 'GENERAL' | 'INVOICE';
  readonly reservationReference: string;
  readonly accounts: readonly { readonly bankCode: string; readonly accountNumber: string }[];
  readonly bvn: string | null;
  readonly nin: string | null;
  readonly split: readonly SplitItem[];
  readonly restricted: boolean;
  readonly allowedSources: AllowedSources;
  readonly limitProfileCode: string | null;
  readonly createdAt: number;
}
