import type { CardToken } from '../checkout/card.js';
import { type Asked, type CollectionState, isMoney, type Paid } from './collection.js';
import { type Kobo, showNaira, subtract, sum, ZERO } from '../money.js';
import type { ReviewKind } from '../lifecycle/review.js';

type Maybe<Value> = Value | null | undefined;

/** The gateway's own record of a transaction, as far as it decides anything. */
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

type EndWithoutMoney = 'EXPIRED' | 'FAILED' | 'CANCELLED';

/** What is known of one transaction once a record has shown it; it only gets more precise. */
export type Known =
  | { readonly kind: 'money'; readonly paid: Paid; readonly payableKobo: Kobo }
  /** It was there and was taken back. */
  | { readonly kind: 'returned'; readonly to: 'REVERSED' | 'REFUNDED'; readonly paid: Paid }
  | { readonly kind: 'end'; readonly to: EndWithoutMoney; readonly observed: string };

/** What one record proves. */
export type Reading =
  | Known
  /** The gateway answers that it may still be paid. */
  | { readonly kind: 'pending' }
  /** The gateway knows nothing of it, or not yet. */
  | { readonly kind: 'absent' }
  /** No answer, or one about something else. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'doubt';
      readonly about: ReviewKind;
      readonly reason: string;
      readonly atRiskKobo: Kobo;
    };

export function isKnown(reading: Reading): reading is Known {
  return reading.kind === 'money' || reading.kind === 'returned' || reading.kind === 'end';
}

/** Whether the gateway has said how it stands. */
export function isAnswer({ kind }: Reading): boolean {
  return kind !== 'none' && kind !== 'absent' && kind !== 'doubt';
}

/** How far the record shows it to have come; undefined when there was none to be read. */
export function shownBy(reading: Reading): Kobo | undefined {
  if (reading.kind === 'none' || reading.kind === 'doubt') return undefined;
  return isKnown(reading) ? levelOf(reading) : ZERO;
}

/** What they prove together. `wait` means that nothing is decided yet. */
export type Verdict =
  | { readonly kind: 'wait' }
  | {
      readonly kind: 'move';
      readonly to: CollectionState;
      readonly reason: string;
      readonly paid?: Paid;
      /** What came in on other transactions of the same payment: nobody asked for it a second time. */
      readonly second?: Kobo;
    };

/** The most that a surplus may be and still pass as the fee that the customer bears. */
export interface Tolerance {
  readonly feeCeilingKobo: Kobo;
}

/** Published words for an end without money, and what each is here. */
const ENDS: Readonly<Record<string, EndWithoutMoney>> = {
  EXPIRED: 'EXPIRED',
  ABANDONED: 'EXPIRED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
};

const RETURNS: Readonly<Record<string, 'REVERSED' | 'REFUNDED'>> = {
  REVERSED: 'REVERSED',
  REFUNDED: 'REFUNDED',
};

/**
 * Reads one record. The gateway's word alone proves no money: an amount must be there, in the currency that was
 * asked; and a word that nobody knows is shown to a person.
 */
export function judge(terms: Asked, record: TransactionRecord): Reading {
  const { paymentStatus: status, amountPaid, currency } = record;
  if (isMoney(status)) {
    if (currency !== terms.currency) {
      return doubt('identity-mismatch', `paid in ${currency}, asked in ${terms.currency}`, terms.amountKobo);
    }
    return { kind: 'money', paid: paidIn(record), payableKobo: record.totalPayable };
  }
  const returned = RETURNS[status];
  if (returned) return { kind: 'returned', to: returned, paid: paidIn(record) };
  const end = ENDS[status];
  if (end && amountPaid > ZERO) {
    const reason = `the gateway says ${status}, and that ${showNaira(amountPaid)} was paid`;
    return doubt('conflicting-records', reason, amountPaid);
  }
  if (end) return { kind: 'end', to: end, observed: `the gateway says ${status}` };
  if (status === 'PENDING') return { kind: 'pending' };
  const reason = `the gateway says ${status}, a word that is not known here`;
  return doubt('unreadable-record', reason, terms.amountKobo);
}

export function doubt(about: ReviewKind, reason: string, atRiskKobo: Kobo): Reading {
  return { kind: 'doubt', about, reason, atRiskKobo };
}

function paidIn(record: TransactionRecord): Paid {
  const { amountPaid, settlementAmount, paymentMethod, paidOn } = record;
  const cardToken = tokenIn(record);
  const payer = record.accountPayments?.[0];
  const isNetKnown = settlementAmount != null && settlementAmount <= amountPaid;
  return {
    amountKobo: amountPaid,
    ...(paymentMethod != null && { method: paymentMethod }),
    ...(paidOn != null && { at: paidOn }),
    ...(isNetKnown && { netKobo: settlementAmount, feeKobo: subtract(amountPaid, settlementAmount) }),
    ...(payer && {
      payer: {
        ...(payer.accountName != null && { name: payer.accountName }),
        ...(payer.bankCode != null && { bankCode: payer.bankCode }),
      },
    }),
    ...(cardToken && { cardToken }),
  };
}

/** Only the status record of a paid card has the token; one that the gateway calls unusable is none. */
function tokenIn({ cardDetails, customer }: TransactionRecord): CardToken | undefined {
  const { cardToken, supportsTokenization, last4, cardType, bankName } = cardDetails ?? {};
  if (!cardToken || supportsTokenization === false || !customer?.email) return undefined;
  return {
    token: cardToken,
    email: customer.email,
    ...(last4 != null && { last4 }),
    ...(cardType != null && { cardType }),
    ...(bankName != null && { bank: bankName }),
  };
}

/**
 * What is known with this reading. A record that lags behind takes nothing back: less money than was seen, or
 * none, is no news; only the gateway's own word that it was reversed or refunded is.
 */
export function learn(known: Known | undefined, reading: Reading): Known | undefined {
  if (!isKnown(reading)) return known;
  if (known === undefined || known.kind === 'end') return reading;
  if (reading.kind === 'returned') return reading;
  const isMore =
    known.kind === 'money' && reading.kind === 'money' && reading.paid.amountKobo > known.paid.amountKobo;
  return isMore ? reading : known;
}

/** Whether a record denies money that another one has shown. */
export function contradicts(known: Known | undefined, reading: Reading): boolean {
  return reading.kind === 'end' && known !== undefined && known.kind !== 'end';
}

/** How far a transaction has come: what events claim is measured by it. */
export function levelOf(known: Known | undefined): Kobo {
  return known === undefined || known.kind === 'end' ? ZERO : known.paid.amountKobo;
}

export interface Standing {
  readonly transactionReference: string;
  /** Undefined while it may still be paid. */
  readonly known: Known | undefined;
}

/**
 * What the transactions of one payment prove together; their order makes no difference. The main one is the
 * largest, which covers the asked amount if any does; all other money is a duplicate. Without any money the
 * payment is over only when all of them have ended.
 */
export function weigh(terms: Asked, standings: readonly Standing[], tolerance: Tolerance): Verdict {
  const byMoney = standings.filter(({ known }) => known?.kind === 'money');
  const [main, ...others] = [...byMoney].sort(byWeight);
  if (main?.known?.kind === 'money') return moneyVerdict(terms, main.known, others, tolerance);
  const returned = standings.find(({ known }) => known?.kind === 'returned')?.known;
  if (returned?.kind === 'returned') {
    return { kind: 'move', to: returned.to, reason: `the gateway says ${returned.to}`, paid: returned.paid };
  }
  const ends = standings.map(({ known }) => (known?.kind === 'end' ? known : undefined));
  const end = END_ORDER.flatMap((to) => ends.find((each) => each?.to === to) ?? [])[0];
  if (end === undefined || ends.includes(undefined)) return { kind: 'wait' };
  return { kind: 'move', to: end.to, reason: end.observed };
}

/** Of several ends the one that says most about the payment as a whole. */
const END_ORDER = ['EXPIRED', 'CANCELLED', 'FAILED'] as const;

/** More money first: adding some to another transaction never makes less of what was there. */
function byWeight(one: Standing, other: Standing): number {
  const difference = levelOf(other.known) - levelOf(one.known);
  if (difference !== 0) return difference;
  return one.transactionReference < other.transactionReference ? -1 : 1;
}

function moneyVerdict(
  { amountKobo: asked }: Asked,
  { paid, payableKobo }: Extract<Known, { kind: 'money' }>,
  others: readonly Standing[],
  { feeCeilingKobo }: Tolerance,
): Verdict {
  const withFee = Math.min(payableKobo, asked + feeCeilingKobo);
  const isOver = paid.amountKobo > Math.max(asked, withFee);
  return {
    kind: 'move',
    to: paid.amountKobo < asked ? 'PARTIALLY_PAID' : isOver ? 'OVERPAID' : 'PAID',
    reason: `${showNaira(paid.amountKobo)} of ${showNaira(asked)} paid`,
    paid,
    ...(others.length > 0 && { second: sum(...others.map(({ known }) => levelOf(known))) }),
  };
}
