import { isOurOwn } from '../lifecycle/adoption.js';
import { doubt, type Unread } from '../lifecycle/reading.js';
import type { ReviewKind } from '../lifecycle/review.js';
import { type Kobo, showNaira, ZERO } from '../money.js';
import { isUndecided } from '../transfer/verdict.js';
import type { Debit } from './debit.js';
import type { MandateState, MandateTerms } from './mandate.js';

type Maybe<Value> = Value | null | undefined;

/** The fields of the gateway's mandate record that decide anything. */
export interface MandateRecord {
  readonly mandateCode: string;
  readonly externalMandateReference: Maybe<string>;
  readonly mandateStatus: string;
  readonly mandateAmount?: Maybe<Kobo>;
  readonly debitAmount?: Maybe<Kobo>;
  readonly startDate?: Maybe<string>;
  readonly endDate?: Maybe<string>;
  readonly autoRenew?: Maybe<boolean>;
  readonly customerName?: Maybe<string>;
  readonly customerEmailAddress?: Maybe<string>;
  readonly customerPhoneNumber?: Maybe<string>;
  readonly customerAddress?: Maybe<string>;
  readonly customerAccountNumber?: Maybe<string>;
  readonly customerAccountBankCode?: Maybe<string>;
  readonly mandateDescription?: Maybe<string>;
  readonly authorizationMessage?: Maybe<string>;
  readonly authorizationLink?: Maybe<string>;
}

/** What one record proves. An unknown word proves nothing, and is shown. */
export type MandateReading =
  { readonly kind: 'status'; readonly to: MandateState | undefined; readonly record: MandateRecord } | Unread;

type KnownStatus = Exclude<MandateState, 'REFUSED'>;

/** By the gateway's word, in capitals and with underscores. */
const STATES: Readonly<Record<string, KnownStatus>> = {
  INITIATED: 'PENDING',
  PENDING: 'PENDING',
  PENDING_AUTHORIZATION: 'PENDING_AUTHORIZATION',
  PENDING_ACTIVATION: 'PENDING_ACTIVATION',
  ACTIVE: 'ACTIVE',
  ACTIVATED: 'ACTIVE',
  SUSPENDED: 'SUSPENDED',
  AUTHORIZATION_EXPIRED: 'AUTHORIZATION_EXPIRED',
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
  REJECTED: 'REJECTED',
};

/** The documents write the words with spaces, and replies with underscores. */
export function stateOf(status: string): MandateState | undefined {
  return STATES[
    status
      .trim()
      .toUpperCase()
      .replace(/[\s-]+/g, '_')
  ];
}

/** Reads one record. A record of another mandate under our reference is never believed. */
export function judgeMandate(
  terms: MandateTerms,
  mandateCode: string | undefined,
  record: MandateRecord,
): MandateReading {
  const isOther = mandateCode !== undefined && record.mandateCode !== mandateCode;
  if (isOther || !agrees(terms, record)) {
    const reason = isOther
      ? `the record has another code, ${record.mandateCode}`
      : 'the record has other amounts or another account than the request';
    return doubt('identity-mismatch', reason, terms.amountKobo ?? ZERO);
  }
  return { kind: 'status', to: stateOf(record.mandateStatus), record };
}

/** Whether the record under our reference is the requested mandate. It has no time of creation. */
export function agrees(terms: MandateTerms, record: MandateRecord): boolean {
  const { account, customer, amountKobo, debitAmountKobo } = terms;
  return isOurOwn(0, {
    createdOn: null,
    pairs: [
      [amountKobo, record.mandateAmount],
      [debitAmountKobo, record.debitAmount],
      [account.accountNumber, record.customerAccountNumber],
      [account.bankCode, record.customerAccountBankCode],
      [customer.email, record.customerEmailAddress],
    ],
  });
}

/** How much a state says: a claim of an event ends when a record says at least as much. */
const LEVELS: Readonly<Record<MandateState, number>> = {
  PENDING: 1,
  PENDING_AUTHORIZATION: 2,
  PENDING_ACTIVATION: 3,
  ACTIVE: 4,
  SUSPENDED: 5,
  AUTHORIZATION_EXPIRED: 6,
  EXPIRED: 6,
  CANCELLED: 6,
  FAILED: 6,
  REJECTED: 6,
  REFUSED: 6,
};

export function levelOf(state: MandateState | undefined): number {
  return state === undefined ? 0 : LEVELS[state];
}

/** The level that a reading shows; undefined when it shows nothing. */
export function levelShown(reading: MandateReading): number | undefined {
  if (reading.kind === 'absent') return 0;
  return reading.kind === 'status' ? levelOf(reading.to) : undefined;
}

/** The fields of the gateway's debit record, and of its reply to a debit, that decide anything. */
export interface DebitRecord {
  readonly transactionStatus: string;
  readonly paymentReference: string;
  readonly debitAmount?: Maybe<Kobo>;
  readonly mandateCode?: Maybe<string>;
  readonly transactionReference?: Maybe<string>;
  readonly responseMessage?: Maybe<string>;
  readonly narration?: Maybe<string>;
}

/** What a record shows of a debit. */
export type DebitShows =
  | { readonly shows: 'pending' | 'end'; readonly observed: string }
  | { readonly shows: 'money'; readonly observed: string; readonly amount: Kobo }
  /** It contradicts what was asked for. */
  | {
      readonly shows: 'odd';
      readonly about: ReviewKind;
      readonly reason: string;
      readonly amount?: Kobo;
    };

const DEBIT_WORDS: Readonly<Record<string, 'money' | 'end'>> = {
  PAID: 'money',
  SUCCESS: 'money',
  SUCCESSFUL: 'money',
  FAILED: 'end',
};

/**
 * Reads one record. A record of another debit under our reference is never believed; a word that Oware does not know
 * means that the debit is under way, and so do failures that banks correct. One without a mandate code is ours.
 */
export function judgeDebit(
  debit: Pick<Debit, 'amountKobo'>,
  mandateCode: string | undefined,
  record: DebitRecord,
): DebitShows {
  const { transactionStatus: status, responseMessage, debitAmount } = record;
  const amount = debitAmount ?? debit.amountKobo;
  const reason = mismatchIn(debit, mandateCode, record);
  if (reason !== undefined) return { shows: 'odd', about: 'identity-mismatch', reason, amount };
  const observed = `the gateway reports ${status}${responseMessage ? `: ${responseMessage}` : ''}`;
  const shows = DEBIT_WORDS[status];
  if (shows === 'money') return { shows, observed, amount };
  const isEnd = shows === 'end' && !isUndecided(responseMessage);
  return { shows: isEnd ? 'end' : 'pending', observed };
}

/** Where the record differs from the debit that was asked for. */
export function mismatchIn(
  { amountKobo }: Pick<Debit, 'amountKobo'>,
  mandateCode: string | undefined,
  record: DebitRecord,
): string | undefined {
  const { debitAmount, mandateCode: code } = record;
  if (debitAmount != null && debitAmount !== amountKobo) {
    return `the record is about ${showNaira(debitAmount)}, asked ${showNaira(amountKobo)}`;
  }
  if (code && mandateCode !== undefined && code !== mandateCode)
    return `the record is a debit of mandate ${code}`;
  return undefined;
}
