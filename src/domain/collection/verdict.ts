import type { CardToken } from '../checkout/card.js';
import { type Asked, isMoney, type Paid } from './collection.js';
import { sourcesIn, type TransactionRecord } from './record.js';
import { type Kobo, showNaira, subtract, ZERO } from '../money.js';
import { type Doubt, doubt, type Unread } from '../lifecycle/reading.js';

type EndWithoutMoney = 'EXPIRED' | 'FAILED' | 'CANCELLED';

/** Money that a record shows. */
export interface Money {
  readonly kind: 'money';
  readonly paid: Paid;
  readonly payableKobo: Kobo;
  /** The gateway expects the rest. */
  readonly isPart?: true;
}

/** What the record of a transaction shows, where it shows an outcome. */
export type Known =
  | Money
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

/** How money compares with the amount that was asked for; the customer may bear the fee. */
export function weigh(
  { amountKobo: asked }: Pick<Asked, 'amountKobo'>,
  { paid, payableKobo }: Money,
  { feeCeilingKobo }: Tolerance,
): { readonly to: 'PARTIALLY_PAID' | 'PAID' | 'OVERPAID'; readonly reason: string } {
  const { amountKobo } = paid;
  const withFee = Math.min(payableKobo, asked + feeCeilingKobo);
  const isOver = amountKobo > Math.max(asked, withFee);
  return {
    to: amountKobo < asked ? 'PARTIALLY_PAID' : isOver ? 'OVERPAID' : 'PAID',
    reason: `${showNaira(amountKobo)} of ${showNaira(asked)} paid`,
  };
}
