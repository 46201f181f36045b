import type { CardToken } from '../checkout/card.js';
import { type Asked, type CollectionState, isMoney, type Paid } from './collection.js';
import { sourcesIn, type TransactionRecord } from './record.js';
import { type Kobo, showNaira, subtract, totalOf, ZERO } from '../money.js';
import { type Doubt, doubt, type Unread } from '../lifecycle/reading.js';

type EndWithoutMoney = 'EXPIRED' | 'FAILED' | 'CANCELLED';

/** What records have proven about one transaction; it only gets more precise. */
export type Known =
  | {
      readonly kind: 'money';
      readonly paid: Paid;
      readonly payableKobo: Kobo;
      /** The gateway expects the rest. */
      readonly isPart?: true;
    }
  /** The money arrived and was taken back. */
  | {
      readonly kind: 'returned';
      readonly to: 'REVERSED' | 'REFUNDED';
      readonly paid: Paid;
      /** How it is known, where it is not the word of the gateway's record. */
      readonly observed?: string;
    }
  | { readonly kind: 'end'; readonly to: EndWithoutMoney; readonly observed: string };

/** What one record proves. */
export type Reading =
  | Known
  /** The gateway reports that it may still be paid. */
  | { readonly kind: 'pending' }
  | Unread;

export function isKnown(reading: Reading): reading is Known {
  return reading.kind === 'money' || reading.kind === 'returned' || reading.kind === 'end';
}

/** Whether the gateway reported a state. */
export function isAnswer({ kind }: Reading): boolean {
  return kind !== 'none' && kind !== 'absent' && kind !== 'doubt';
}

/** The amount that the record shows; undefined when it could not be read. */
export function shownBy(reading: Reading): Kobo | undefined {
  if (reading.kind === 'none' || reading.kind === 'doubt') return undefined;
  return isKnown(reading) ? levelOf(reading) : ZERO;
}

/** What the readings prove together. `wait` means that nothing is decided yet. */
export type Verdict =
  | { readonly kind: 'wait' }
  | {
      readonly kind: 'transition';
      readonly to: CollectionState;
      readonly reason: string;
      readonly paid?: Paid;
      /** Money on other transactions of the same checkout: a duplicate payment. */
      readonly duplicate?: Kobo;
      /** The payments that it consists of. */
      readonly others?: readonly Paid[];
    };

/** The largest surplus that still passes as the fee that the customer bears. */
export interface Tolerance {
  readonly feeCeilingKobo: Kobo;
}

/** Published words for an end without money, and our state for each. */
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
 * Reads one record. The gateway's status alone proves no money: an amount must be there, in the asked
 * currency. An unknown status becomes a review item.
 */
export function judge(terms: Asked, record: TransactionRecord): Reading {
  const { paymentStatus: status, amountPaid, currency } = record;
  if (isMoney(status)) {
    if (currency !== terms.currency) {
      const reason = `paid in ${currency}, asked in ${terms.currency}`;
      return showing(amountPaid, doubt('identity-mismatch', reason, terms.amountKobo));
    }
    if (amountPaid === ZERO) {
      return doubt('unreadable-record', `the gateway reports ${status} without an amount`, terms.amountKobo);
    }
    const isPart = status === 'PARTIALLY_PAID' || status === 'UNDERPAID';
    const paid = paidIn(record);
    return { kind: 'money', paid, payableKobo: record.totalPayable, ...(isPart && { isPart }) };
  }
  const returned = RETURNS[status];
  if (returned) return { kind: 'returned', to: returned, paid: paidIn(record) };
  const end = ENDS[status];
  if (end && amountPaid > ZERO) {
    const reason = `the gateway reports ${status}, and ${showNaira(amountPaid)} as paid`;
    return showing(amountPaid, doubt('conflicting-records', reason, amountPaid));
  }
  if (end) return { kind: 'end', to: end, observed: `the gateway reports ${status}` };
  if (status === 'PENDING') return { kind: 'pending' };
  const reason = `the gateway reports ${status}, an unknown status`;
  return showing(amountPaid, doubt('unreadable-record', reason, terms.amountKobo));
}

const showing = (shownKobo: Kobo, unread: Doubt): Doubt =>
  shownKobo > ZERO ? { ...unread, shownKobo } : unread;

function paidIn(record: TransactionRecord): Paid {
  const { transactionReference, amountPaid, settlementAmount, paymentMethod, paidOn } = record;
  const cardToken = tokenIn(record);
  const payer = record.accountPayments?.[0];
  const sources = sourcesIn(record.accountPayments);
  const isNetKnown = settlementAmount != null && settlementAmount <= amountPaid;
  return {
    transactionReference,
    amountKobo: amountPaid,
    ...(paymentMethod != null && { method: paymentMethod }),
    ...(sources > 1 && { sources }),
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

/**
 * Only the status record of a paid card has the token; one that the gateway marks as not reusable is ignored.
 */
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
 * What is known after this reading. A stale record takes nothing back: less money than before, or none,
 * changes nothing; only a reported reversal or refund does. A record that may show money outranks an end without any.
 */
export function learn(known: Known | undefined, reading: Reading): Known | undefined {
  if (reading.kind === 'doubt' && known?.kind === 'end') return undefined;
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

/** The level of a transaction, which claims of events are compared with. */
export function levelOf(known: Known | undefined): Kobo {
  return known === undefined || known.kind === 'end' ? ZERO : known.paid.amountKobo;
}

export interface Standing {
  readonly transactionReference: string;
  /** Undefined while it may still be paid, or its record cannot be judged: then nothing ends without money. */
  readonly known: Known | undefined;
}

/**
 * What the transactions of one checkout prove together; their order makes no difference. The main one is the
 * largest, which covers the asked amount if any does; all other money is a duplicate payment. Without money
 * the checkout ends only when all of them have ended.
 */
export function weigh(terms: Asked, standings: readonly Standing[], tolerance: Tolerance): Verdict {
  const byMoney = standings.filter(({ known }) => known?.kind === 'money');
  const [main, ...others] = [...byMoney].sort(byWeight);
  if (main?.known?.kind === 'money') return moneyVerdict(terms, main.known, others, tolerance);
  const returned = standings.find(({ known }) => known?.kind === 'returned')?.known;
  if (returned?.kind === 'returned') {
    return {
      kind: 'transition',
      to: returned.to,
      reason: returned.observed ?? `the gateway reports ${returned.to}`,
      paid: returned.paid,
    };
  }
  const ends = standings.map(({ known }) => (known?.kind === 'end' ? known : undefined));
  const end = END_ORDER.flatMap((to) => ends.find((each) => each?.to === to) ?? [])[0];
  if (end === undefined || ends.includes(undefined)) return { kind: 'wait' };
  return { kind: 'transition', to: end.to, reason: end.observed };
}

/** Of several ends, the one that says most about the checkout as a whole. */
const END_ORDER = ['EXPIRED', 'CANCELLED', 'FAILED'] as const;

/** More money first: adding money to another transaction never reduces the result. */
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
    kind: 'transition',
    to: paid.amountKobo < asked ? 'PARTIALLY_PAID' : isOver ? 'OVERPAID' : 'PAID',
    reason: `${showNaira(paid.amountKobo)} of ${showNaira(asked)} paid`,
    paid,
    ...(others.length > 0 && {
      duplicate: totalOf(...others.map(({ known }) => levelOf(known))),
      others: others.flatMap(({ known }) => (known?.kind === 'money' ? [known.paid] : [])),
    }),
  };
}
