import type { Credit } from './credit.js';
import type { KnownCredit } from './known-credit.js';
import type { Currency, Kobo } from '../money.js';
import type { PolicyRefund } from '../refund/by-policy.js';
import type { SplitItem } from '../split.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { ReportedDay } from './reported-credits.js';
import type { Transitions } from '../lifecycle/transitions.js';

/** general: anyone can pay in. invoice: it accepts money only for invoices attached to it. */
export const ACCOUNT_KINDS = ['general', 'invoice'] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The customer's identity numbers. Stored, and never shown in full. */
export interface Identity {
  readonly bvn?: string;
  readonly nin?: string;
}

/** The payers allowed on an account with restricted sources. */
export interface AllowedSources {
  readonly bvns?: readonly string[];
  readonly bankAccounts?: readonly { readonly accountNumber: string; readonly bankCode: string }[];
  readonly accountNames?: readonly string[];
}

export interface SourceFilter {
  readonly restricted: boolean;
  readonly allowed?: AllowedSources;
}

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface ReservedAccountTerms extends Identity {
  readonly reference: string;
  readonly kind: AccountKind;
  readonly accountName: string;
  readonly currency: Currency;
  readonly customer: { readonly email: string; readonly name?: string };
  readonly incomeSplit?: readonly SplitItem[];
  readonly allowedSources?: AllowedSources;
  /** A limit profile of the merchant at the gateway; such an account has one number, at one bank. */
  readonly limitProfileCode?: string;
}

/** DEALLOCATING is transient: the gateway is deallocating the account. */
export type ReservedAccountState =
  'PENDING' | 'ACTIVE' | 'DEALLOCATING' | 'DEALLOCATED' | 'REFUSED' | 'FAILED';

/** The legal transitions. */
export const ACCOUNT_TRANSITIONS: Transitions<ReservedAccountState> = {
  // DEALLOCATED at once: an event named an account that neither Oware nor the gateway has
  PENDING: ['ACTIVE', 'REFUSED', 'FAILED', 'DEALLOCATED'],
  ACTIVE: ['DEALLOCATING'],
  DEALLOCATING: ['DEALLOCATED', 'ACTIVE'],
  DEALLOCATED: [],
  REFUSED: [],
  FAILED: [],
};

export function isOpen(state: ReservedAccountState): boolean {
  return state === 'PENDING' || state === 'ACTIVE' || state === 'DEALLOCATING';
}

/** One of its account numbers. */
export interface AccountNumber {
  readonly accountNumber: string;
  readonly accountName?: string;
  readonly bankCode?: string;
  readonly bankName?: string;
}

/** An invoice that is paid through this account's numbers; it owns the money of its transaction. */
export interface AttachedInvoice {
  readonly invoiceReference: string;
  readonly transactionReference: string;
  /** True once the gateway reports the invoice as closed. */
  readonly over?: true;
  /** How much of its money was forwarded to it. */
  readonly forwardedKobo?: Kobo;
}

/** The whole account: what queries return, continue-as-new carries, and a finished run returns. */
export interface ReservedAccountSnapshot extends LifecycleSnapshot<ReservedAccountState> {
  readonly lifecycle: 'reserved-account';
  readonly terms: ReservedAccountTerms;
  /** An event named it, but it was not created here. */
  readonly unexpected?: true;
  readonly accounts: readonly AccountNumber[];
  /** The current values; the terms hold the first ones. */
  readonly identity: Identity;
  readonly sources: SourceFilter;
  readonly incomeSplit: readonly SplitItem[];
  /** The newest credits; the merchant got a webhook for each one. */
  readonly credits: readonly Credit[];
  /** Credits about which anything is open. */
  readonly open?: readonly KnownCredit[];
  /** What is kept of the others (`ended-credits.ts`). */
  readonly ended?: string;
  /** Credits that were reported and have not gone back. */
  readonly credited: { readonly count: number; readonly sumKobo: Kobo };
  /** Transactions and rejections already reported, so that none is reported twice. */
  readonly reported: readonly ReportedDay[];
  /** The last day that was dropped of those; empty for none, absent where that is not known. */
  readonly forgottenUntil?: string | undefined;
  readonly invoices: readonly AttachedInvoice[];
  /** There were more invoices than are stored: the owner of a credit must be looked up. */
  readonly invoicesDropped?: true;
  /** Refunds that policies asked for. */
  readonly policyRefunds?: readonly PolicyRefund[];
}
