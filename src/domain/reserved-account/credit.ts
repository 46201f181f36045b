import { isMoney } from '../collection/collection.js';
import { type Kobo, showNaira, ZERO } from '../money.js';
import { sourcesIn, type TransactionRecord } from '../collection/record.js';

/** A payment into a reserved account: a transaction that Oware did not open. */
export interface Credit {
  readonly transactionReference: string;
  readonly amountKobo: Kobo;
  readonly method?: string;
  /** When the gateway received it. */
  readonly at?: string;
  readonly payer?: Payer;
  /** How many accounts it came from, where there are several. */
  readonly sources?: number;
  /** What went back to the payer. */
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
  readonly currency: string;
  readonly email: string;
}

/** What the gateway's record proves about a credit. `wait` means that it proves nothing yet. */
export type CreditVerdict =
  | { readonly kind: 'wait'; readonly why: string }
  | { readonly kind: 'credit'; readonly credit: Credit }
  /** The event named this account; the record names another one. */
  | { readonly kind: 'other-account'; readonly reference: string }
  | { readonly kind: 'doubt'; readonly why: string; readonly atRiskKobo: Kobo };

/** Reads a record as a credit of this account. It ignores the event's amount and account. */
export function judgeCredit(asked: string, holder: Holder, record: CreditRecord): CreditVerdict {
  // crossed replies happen; the record of another transaction proves nothing about this one
  if (record.transactionReference !== asked) return wait('the reply was about another transaction');
  const { product, amountPaid, paymentStatus, currency } = record;
  if (product?.type === 'RESERVED_ACCOUNT' && product.reference && product.reference !== holder.reference) {
    return { kind: 'other-account', reference: product.reference };
  }
  if (!isOf(holder, record)) return doubt('the record belongs to another account', amountPaid);
  if (!isMoney(paymentStatus) || amountPaid === ZERO) {
    return wait(`the gateway reports ${paymentStatus}`);
  }
  if (currency !== holder.currency)
    return doubt(`${showNaira(amountPaid)} arrived in ${currency}`, amountPaid);
  return { kind: 'credit', credit: toCredit(record) };
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

const wait = (why: string): CreditVerdict => ({ kind: 'wait', why });

const doubt = (why: string, atRiskKobo: Kobo): CreditVerdict => ({ kind: 'doubt', why, atRiskKobo });
