import type { CardToken } from '../checkout/card.js';
import type { PolicyRefund } from '../refund/by-policy.js';
import type { CashPayment } from './cash.js';
import { type Currency, type Kobo, ZERO } from '../money.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { MoneyFingerprint } from '../lifecycle/review.js';
import type { Transitions } from '../lifecycle/transitions.js';

/** The amount due and its currency: enough to compare a gateway record with. */
export interface Asked {
  readonly amountKobo: Kobo;
  readonly currency: Currency;
}

/**
 * The states of a lifecycle that collects money once, a checkout or an invoice: the gateway's words, and two
 * of ours: CLOSING (the window has closed, checking) and REFUSED (nothing was opened).
 */
export type CollectionState =
  | 'PENDING'
  | 'CLOSING'
  | 'PAID'
  | 'OVERPAID'
  | 'PARTIALLY_PAID'
  | 'REVERSED'
  | 'REFUNDED'
  | 'EXPIRED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUSED';

const MONEY = ['PAID', 'OVERPAID', 'PARTIALLY_PAID'] as const;
const RETURNED = ['REVERSED', 'REFUNDED'] as const;

/**
 * The legal transitions. Late outcomes are legal: money can arrive after the end, and can be taken back.
 * PARTIALLY_PAID is an end that a further payment can change.
 */
export const COLLECTION_TRANSITIONS: Transitions<CollectionState> = {
  PENDING: ['CLOSING', ...MONEY, ...RETURNED, 'EXPIRED', 'FAILED', 'CANCELLED', 'REFUSED'],
  CLOSING: [...MONEY, ...RETURNED, 'EXPIRED', 'FAILED', 'CANCELLED'],
  PARTIALLY_PAID: ['PAID', 'OVERPAID', ...RETURNED],
  PAID: ['OVERPAID', ...RETURNED],
  OVERPAID: [...RETURNED],
  // a second transaction of the same checkout may still be paid
  REVERSED: ['REFUNDED', ...MONEY],
  REFUNDED: [...MONEY],
  EXPIRED: [...MONEY, ...RETURNED],
  FAILED: [...MONEY, ...RETURNED],
  CANCELLED: [...MONEY, ...RETURNED],
  REFUSED: [],
};

export function isOpen(state: CollectionState): boolean {
  return state === 'PENDING' || state === 'CLOSING';
}

/** Also accepts the gateway's own words, which are the same except for UNDERPAID. */
export function isMoney(state: string): boolean {
  return state === 'PAID' || state === 'OVERPAID' || state === 'PARTIALLY_PAID' || state === 'UNDERPAID';
}

export function isEndWithoutMoney(state: CollectionState): boolean {
  return state === 'EXPIRED' || state === 'FAILED' || state === 'CANCELLED';
}

export interface Paid {
  /** The gateway's transaction; absent in what was recorded before refunds existed. */
  readonly transactionReference?: string;
  readonly amountKobo: Kobo;
  readonly method?: string;
  /** How many accounts it came from, where there are several. */
  readonly sources?: number;
  readonly at?: string;
  /** What the gateway settles of it, and its fee. */
  readonly netKobo?: Kobo;
  readonly feeKobo?: Kobo;
  readonly payer?: { readonly name?: string; readonly bankCode?: string };
  /** Offered to the merchant when the card can be charged again. */
  readonly cardToken?: CardToken;
}

/** The outcome of the payer's last attempt, also on the hosted page. */
export interface Attempt {
  readonly channel: 'page' | 'card';
  readonly outcome: 'declined';
  readonly reason: string;
  readonly at: string;
}

/** How money that an operator or a policy accepted differs from the request. */
export type Accepted = 'underpaid' | 'late';

/** Just this money was accepted: other money must be accepted itself. */
export interface AcceptedMoney extends MoneyFingerprint {
  readonly as: Accepted;
}

/** The snapshot of a lifecycle that collects money once. */
export interface CollectionSnapshot extends LifecycleSnapshot<CollectionState> {
  readonly terms: Asked & { readonly reference: string };
  /** Money arrived for it, but it was not created here. */
  readonly unexpected?: true;
  /** When the gateway stops accepting money for it. */
  readonly expiresAt?: string;
  readonly paid?: Paid;
  readonly cash?: readonly CashPayment[];
  /** Money on further transactions. */
  readonly duplicateKobo?: Kobo;
  /** The window closed with less than the amount asked. */
  readonly underpaid?: true | undefined;
  /** Money arrived after it had ended. */
  readonly late?: true;
  /** Recorded without the money before decisions named it. */
  readonly accepted?: readonly (AcceptedMoney | Accepted)[];
  /** How many webhooks it has sent about each fact, by the hash of its type, transactions and amount. */
  readonly sent?: Readonly<Record<string, number>>;
  readonly lastAttempt?: Attempt;
  /** What went back to the payer, by transaction. */
  readonly refunded?: readonly RefundedTransaction[];
  /** Refunds that policies asked for. */
  readonly policyRefunds?: readonly PolicyRefund[];
}

/** Money of one transaction that went back to the payer. */
export interface RefundedTransaction {
  readonly transactionReference: string;
  readonly refundedKobo: Kobo;
}

export function refundedOn(
  { refunded = [] }: Pick<CollectionSnapshot, 'refunded'>,
  transactionReference: string | undefined,
): Kobo {
  const known = refunded.find((each) => each.transactionReference === transactionReference);
  return known?.refundedKobo ?? ZERO;
}

export const fingerprintOf = ({ transactionReference, amountKobo }: Paid): MoneyFingerprint => ({
  ...(transactionReference !== undefined && { transactionReference }),
  amountKobo,
});

export const isSameMoney = (one: MoneyFingerprint, other: MoneyFingerprint) =>
  one.transactionReference === other.transactionReference && one.amountKobo === other.amountKobo;

/** The accepted money; what was recorded without it was about the payment that counted then. */
export function acceptedIn({
  accepted = [],
  paid,
}: Pick<CollectionSnapshot, 'accepted' | 'paid'>): readonly AcceptedMoney[] {
  return accepted.flatMap((each) => {
    if (typeof each !== 'string') return each;
    return paid ? { as: each, ...fingerprintOf(paid) } : [];
  });
}

/** Whether the payment that counts was accepted, not some other one. */
export function isAccepted(snapshot: Pick<CollectionSnapshot, 'accepted' | 'paid'>, as: Accepted): boolean {
  const { paid } = snapshot;
  return paid !== undefined && acceptedIn(snapshot).some((each) => each.as === as && isSameMoney(each, paid));
}

/**
 * Whether the merchant may hand over the goods: the asked amount is covered (or an underpayment was
 * accepted), it arrived before any end (or late money was accepted), and it was not taken back.
 */
export function isFulfillable(snapshot: CollectionSnapshot): boolean {
  const { state, late, unexpected } = snapshot;
  const isCovered = state === 'PAID' || state === 'OVERPAID';
  const isEnough = isCovered || (state === 'PARTIALLY_PAID' && isAccepted(snapshot, 'underpaid'));
  return isEnough && !unexpected && (!late || isAccepted(snapshot, 'late'));
}

/**
 * What changes when more money counts than before. What made it fulfillable is still there, so the larger sum is accepted
 * as well; otherwise it is weighed anew. What was accepted stays so: it may count again when the larger sum goes back.
 */
export function withMore(snapshot: CollectionSnapshot, paid: Paid): Partial<CollectionSnapshot> {
  const { paid: before } = snapshot;
  if (!before || !isFulfillable(snapshot)) return withOther(paid);
  const accepted = acceptedIn(snapshot);
  const also = accepted
    .filter((each) => isSameMoney(each, before))
    .reduce((more, { as }) => withAccepted(more, { as, ...fingerprintOf(paid) }), accepted);
  return { paid, ...(also.length > 0 && { accepted: also }) };
}

/** The accepted money with one more; nothing is ever taken out. */
export function withAccepted(
  accepted: readonly AcceptedMoney[],
  one: AcceptedMoney,
): readonly AcceptedMoney[] {
  const isKnown = accepted.some((each) => each.as === one.as && isSameMoney(each, one));
  return isKnown ? accepted : [...accepted, one];
}

/** What changes when other money counts than before, which was weighed by itself. */
export function withOther(paid: Paid): Partial<CollectionSnapshot> {
  return { paid, underpaid: undefined };
}

/** The lifecycle has ended: a part payment waits for the rest until the window closes. */
export function isOver({ state, underpaid, late }: CollectionSnapshot): boolean {
  return !isOpen(state) && (state !== 'PARTIALLY_PAID' || underpaid === true || late === true);
}

/** What is still missing and what is surplus; zero where neither. A surplus that went back is none. */
export function balanceOf(snapshot: CollectionSnapshot) {
  const { terms, paid } = snapshot;
  const difference = (paid?.amountKobo ?? 0) - terms.amountKobo;
  const surplus = difference - refundedOn(snapshot, paid?.transactionReference);
  return {
    outstandingKobo: difference < 0 ? (-difference as Kobo) : ZERO,
    surplusKobo: surplus > 0 ? (surplus as Kobo) : ZERO,
  };
}
