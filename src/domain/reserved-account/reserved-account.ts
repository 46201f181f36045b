import type { Credit } from './credit.js';
import type { Currency, Kobo } from '../money.js';
import type { SplitItem } from '../split.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { ReportedDay } from './reported-credits.js';
import type { Transitions } from '../lifecycle/transitions.js';

/** general: whoever knows the number can pay in. invoice: it takes money only for invoices attached to it. */
export const ACCOUNT_KINDS = ['general', 'invoice'] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** Who the customer is to the state. Kept, and shown to nobody in full. */
export interface Identity {
  readonly bvn?: string;
  readonly nin?: string;
}

/** Who may pay into an account whose sources are restricted. */
export interface AllowedSources {
  readonly bvns?: readonly string[];
  readonly bankAccounts?: readonly { readonly accountNumber: string; readonly bankCode: string }[];
  readonly accountNames?: readonly string[];
}

export interface SourceFilter {
  readonly restricted: boolean;
  readonly allowed?: AllowedSources;
}

/** What the merchant asked for. Two requests with the same reference must agree in all of it. */
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

/** DEALLOCATING passes: the gateway is asked to take the numbers back. */
export type ReservedAccountState =
  'PENDING' | 'ACTIVE' | 'DEALLOCATING' | 'DEALLOCATED' | 'REFUSED' | 'FAILED';

/** Where each state may go. */
export const ACCOUNT_TRANSITIONS: Transitions<ReservedAccountState> = {
  // DEALLOCATED at once: what news came of, and neither we nor the gateway know
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

/** One of its numbers. */
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
  /** True once the gateway says that nothing more is awaited for it. */
  readonly over?: true;
  /** How much of its money has been passed on to it. */
  readonly forwardedKobo?: Kobo;
}

/** The whole of an account: what queries answer, what runs hand on, and what a finished one returns. */
export interface ReservedAccountSnapshot extends LifecycleSnapshot<ReservedAccountState> {
  readonly lifecycle: 'reserved-account';
  readonly terms: ReservedAccountTerms;
  /** News came of it, but nobody here had asked for it. */
  readonly unexpected?: true;
  readonly accounts: readonly AccountNumber[];
  /** As they are now; the terms say what they were at first. */
  readonly identity: Identity;
  readonly sources: SourceFilter;
  readonly incomeSplit: readonly SplitItem[];
  /** The newest of them; the merchant was told of each one by itself. */
  readonly credits: readonly Credit[];
  readonly credited: { readonly count: number; readonly sumKobo: Kobo };
  /** Transactions and rejections that were told, so that none is told twice. */
  readonly reported: readonly ReportedDay[];
  readonly invoices: readonly AttachedInvoice[];
  /** There were more open invoices than are kept: whose a credit is must be looked up. */
  readonly invoicesDropped?: true;
}
