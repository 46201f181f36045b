import type { ReviewKind } from '../lifecycle/review.js';
import { judge, type Reading } from '../collection/verdict.js';
import type { Kobo } from '../money.js';
import type { Shown } from '../movement/pieces.js';
import { sourcesIn, type TransactionRecord } from '../collection/record.js';

/** A payment into a reserved account, as merchants see it: a transaction that Oware did not open. */
export interface Credit {
  readonly transactionReference: string;
  /** What is proven, without what the gateway took back. */
  readonly amountKobo: Kobo;
  readonly method?: string;
  /** When the gateway received it. */
  readonly at?: string;
  readonly payer?: Payer;
  /** How many accounts it came from, where there are several. */
  readonly sources?: number;
  /** What our refunds returned to the payer. */
  readonly refundedKobo?: Kobo;
}

/** As far as the gateway shows the payer: it masks the number itself. */
export interface Payer {
  readonly accountName?: string;
  readonly accountNumber?: string;
  readonly bankCode?: string;
}

type Maybe<Value> = Value | null | undefined;

export interface CreditRecord extends TransactionRecord {
  readonly product?: Maybe<{ readonly type?: Maybe<string>; readonly reference?: Maybe<string> }>;
  readonly customer?: Maybe<{ readonly email?: Maybe<string> }>;
  readonly accountPayments?: Maybe<readonly { readonly [Field in keyof Payer]: Maybe<Payer[Field]> }[]>;
}

/** The account that the record must belong to. */
export interface Holder {
  readonly reference: string;
  readonly currency: 'NGN';
  readonly email: string;
  /** The payment was sent to merchants as this account's: another account must not send it too. */
  readonly isTold: boolean;
}

/** What the gateway's record shows of a credit. */
export interface Found {
  readonly kind: 'found';
  readonly shows: Shown;
  readonly observed: string;
  readonly amount?: Kobo;
  /** Why it cannot be believed. */
  readonly about?: ReviewKind;
  /** What the record says about a payment. */
  readonly credit?: Credit;
  /** The gateway's word is that it was refunded: our own refunds may explain it. */
  readonly isRefund?: true;
}

export type CreditVerdict =
  | Found
  /** The reply proves nothing about this transaction. */
  | { readonly kind: 'crossed'; readonly observed: string }
  /** The event named this account; the record names another one. */
  | { readonly kind: 'other-account'; readonly reference: string };

/** Reads a record as a credit of this account. It ignores the event's amount and account. */
export function judgeCredit(asked: string, holder: Holder, record: CreditRecord): CreditVerdict {
  // crossed replies happen; the record of another transaction proves nothing about this one
  if (record.transactionReference !== asked) {
    return { kind: 'crossed', observed: 'the reply was about another transaction' };
  }
  const { product, amountPaid, currency } = record;
  const isOther =
    product?.type === 'RESERVED_ACCOUNT' && product.reference && product.reference !== holder.reference;
  if (isOther && !holder.isTold) {
    return { kind: 'other-account', reference: product.reference };
  }
  if (!isOf(holder, record)) {
    return odd('identity-mismatch', 'the record belongs to another account', amountPaid);
  }
  const reading = judge(
    { amountKobo: amountPaid, currency: holder.currency },
    { ...record, cardDetails: null },
  );
  return toFound(
    reading,
    record,
    `${record.paymentStatus}${currency === holder.currency ? '' : ` in ${currency}`}`,
  );
}

function toFound(reading: Reading, record: CreditRecord, word: string): Found {
  const observed = `the gateway reports ${word}`;
  switch (reading.kind) {
    case 'money':
      return {
        kind: 'found',
        shows: 'money',
        observed,
        amount: reading.paid.amountKobo,
        credit: toCredit(record),
      };
    case 'returned': {
      const isRefund = reading.to === 'REFUNDED' && { isRefund: true as const };
      const amount = reading.paid.amountKobo;
      return { kind: 'found', shows: 'return', observed, amount, credit: toCredit(record), ...isRefund };
    }
    case 'doubt':
      return odd(reading.about, reading.reason, reading.shownKobo);
    case 'end':
    case 'pending':
      return { kind: 'found', shows: reading.kind, observed };
    default:
      return { kind: 'found', shows: 'absent', observed };
  }
}

export function odd(about: ReviewKind, observed: string, amount: Kobo | undefined): Found {
  return { kind: 'found', shows: 'odd', observed, about, ...(amount !== undefined && { amount }) };
}

/** Where the record does not name the account, its customer must be the account's. */
function isOf({ reference, email }: Holder, { product, customer }: CreditRecord): boolean {
  if (product?.type) return product.type === 'RESERVED_ACCOUNT' && product.reference === reference;
  return customer?.email != null && customer.email === email;
}

function toCredit(record: CreditRecord): Credit {
  const { transactionReference, amountPaid, paymentMethod, paidOn } = record;
  const payer = toPayer(record.accountPayments?.[0]);
  const sources = sourcesIn(record.accountPayments);
  return {
    transactionReference,
    amountKobo: amountPaid,
    ...(paymentMethod != null && { method: paymentMethod }),
    ...(paidOn != null && { at: paidOn }),
    ...(payer && { payer }),
    ...(sources > 1 && { sources }),
  };
}

function toPayer(
  payment: NonNullable<CreditRecord['accountPayments']>[number] | undefined,
): Payer | undefined {
  if (!payment) return undefined;
  const { accountName, accountNumber, bankCode } = payment;
  return {
    ...(accountName != null && { accountName }),
    ...(accountNumber != null && { accountNumber }),
    ...(bankCode != null && { bankCode }),
  };
}
