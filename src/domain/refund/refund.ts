import type { ApprovalPart } from '../approval/approval.js';
import type { SignedGrant } from '../approval/grant.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import { differingTerms } from '../lifecycle/terms.js';
import type { Transitions } from '../lifecycle/transitions.js';
import { type Kobo, totalOf } from '../money.js';
import type { Address } from '../lifecycle/address.js';
import type { Payment } from './payment.js';

/** The merchant's request for one refund. Two requests with the same reference must agree in all of it. */
export interface RefundTerms {
  readonly refundReference: string;
  readonly amountKobo: Kobo;
  /** For the merchant's records. */
  readonly refundReason: string;
  /** For the customer. */
  readonly customerNote: string;
  /** The customer's account; the account that paid unless given. */
  readonly destination?: RefundDestination;
}

export interface RefundDestination {
  readonly bankCode: string;
  readonly accountNumber: string;
}

export type RefundState =
  /** Being prepared or, with `sentAt`, under way at the gateway. */
  | 'PENDING'
  | 'WAITING_FOR_APPROVAL'
  | 'WAITING_FOR_FUNDS'
  | 'PAUSED'
  | 'COMPLETED'
  | 'FAILED'
  /** Not sent before its last moment. */
  | 'EXPIRED'
  | 'CANCELLED'
  | 'REFUSED';

const WAITING = ['WAITING_FOR_APPROVAL', 'WAITING_FOR_FUNDS', 'PAUSED'] as const;
const ENDS = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'] as const;

/**
 * Knowledge only gets more precise. Whatever was believed, money that moved is reported: a refund that failed or was
 * never sent may still turn out to be completed.
 */
export const REFUND_TRANSITIONS: Transitions<RefundState> = {
  PENDING: [...WAITING, ...ENDS],
  WAITING_FOR_APPROVAL: ['PENDING', ...ENDS],
  WAITING_FOR_FUNDS: ['PENDING', 'PAUSED', ...ENDS],
  PAUSED: ['PENDING', 'WAITING_FOR_FUNDS', ...ENDS],
  COMPLETED: [],
  FAILED: ['COMPLETED'],
  EXPIRED: ['COMPLETED'],
  CANCELLED: ['COMPLETED'],
  REFUSED: ['COMPLETED'],
};

/** One refund of the transaction. Each has an approval of its own, where it needs one. */
export interface Refund extends ApprovalPart {
  readonly terms: RefundTerms;
  readonly state: RefundState;
  /** Why it is in this state. */
  readonly reason: string;
  readonly requestedAt: string;
  /** The last moment to send it; a foreign one has none. */
  readonly notAfter?: string;
  /** When the wallet was last found to hold too little. */
  readonly fundsShortAt?: string;
  /** Another system of the merchant made it. */
  readonly foreign?: true;
  /** A policy asked for it, and its owner waits for the outcome. */
  readonly byPolicy?: true;
  /** Who asked for it, signed by the api; kept until it is decided whether it needs an approval. */
  readonly maker?: SignedGrant;
  /** When it was sent, as far as Oware knows. */
  readonly sentAt?: string;
  /** When a read first showed that it failed. */
  readonly failedAt?: string;
  /** A second read, minutes later, showed the same. */
  readonly failedTwice?: true;
  /** An operator concluded what the gateway never reported. */
  readonly concluded?: true;
  /** Why it is no longer wanted. It may have been sent already. */
  readonly unwanted?: string;
  /** The state that the lifecycle of the payment knows of. */
  readonly reported?: RefundState;
}

export function isEnded(state: RefundState): boolean {
  return ENDS.some((each) => each === state);
}

/** Whether nothing more is expected; a failure is read a second time before it counts. */
export function isOver({ state, failedTwice, concluded }: Refund): boolean {
  if (state === 'FAILED') return failedTwice === true || concluded === true;
  return isEnded(state);
}

/** Whether the lifecycle of the payment has to know: money went back, or what its policy asked for did not happen. */
export function isToBeReported(refund: Refund): boolean {
  const { state, reported, byPolicy } = refund;
  const isNews = state === 'COMPLETED' || (byPolicy === true && isOver(refund));
  return isNews && reported !== state;
}

/** Names of the terms in which a request differs from this refund; of a foreign one only the record is known. */
export function differencesFrom({ terms, foreign }: Refund, asked: RefundTerms): string[] {
  if (!foreign) return differingTerms(terms, asked);
  const known = {
    amountKobo: terms.amountKobo,
    refundReason: terms.refundReason || asked.refundReason,
    customerNote: terms.customerNote || asked.customerNote,
  };
  const { amountKobo, refundReason, customerNote } = asked;
  return differingTerms(known, { amountKobo, refundReason, customerNote });
}

/** A refund to grant, and whose payment it is, where the caller knows. */
export interface RefundRequest extends RefundTerms {
  readonly owner?: Address;
  /** Who asks for it, signed by the api. Not part of the terms: the first request decides. */
  readonly maker?: SignedGrant;
}

/** What tells two requests apart: a repeat has a new signature. */
export function unsigned(request: RefundRequest): RefundRequest {
  const { owner } = request;
  return { ...termsOf(request), ...(owner && { owner }) };
}

/** What two requests for the same refund must agree in. */
export function termsOf(request: RefundRequest): RefundTerms {
  const { refundReference, amountKobo, refundReason, customerNote, destination } = request;
  return { refundReference, amountKobo, refundReason, customerNote, ...(destination && { destination }) };
}

/** What grants for one refund are about: a grant for another refund, or for other terms, does not count. */
export function grantedTerms(transactionReference: string, request: RefundRequest): object {
  return { transactionReference, ...termsOf(request) };
}

/**
 * How far a transaction is refunded. PAUSED: operators have paused payouts, and a refund waits because of that.
 * WAITING_FOR_APPROVAL: a refund waits for another person.
 */
export type RefundsState =
  'NOT_REFUNDED' | 'REFUNDING' | 'WAITING_FOR_APPROVAL' | 'PAUSED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';

const UNDER_WAY: readonly RefundsState[] = ['REFUNDING', 'WAITING_FOR_APPROVAL', 'PAUSED'];

export function isUnderWay(state: RefundsState): boolean {
  return UNDER_WAY.includes(state);
}

const ALL: readonly RefundsState[] = [
  'NOT_REFUNDED',
  'REFUNDING',
  'WAITING_FOR_APPROVAL',
  'PAUSED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
];

/** Any may follow any: it derives from the refunds, which have a table of their own. */
export const REFUNDS_TRANSITIONS: Transitions<RefundsState> = {
  NOT_REFUNDED: ALL,
  REFUNDING: ALL,
  WAITING_FOR_APPROVAL: ALL,
  PAUSED: ALL,
  PARTIALLY_REFUNDED: ALL,
  REFUNDED: ALL,
};

/** All refunds of one transaction: what queries return, webhooks carry, and a finished run returns. */
export interface RefundsSnapshot extends LifecycleSnapshot<RefundsState> {
  readonly lifecycle: 'refunds-of';
  /** The reference is the gateway's, of the transaction. */
  readonly terms: { readonly reference: string };
  readonly refunds: readonly Refund[];
  /** What the gateway's record of the transaction shows. */
  readonly payment?: Payment;
  readonly owner?: Address;
  /** Refunds that a policy asked for and that are not granted yet. */
  readonly orders?: readonly RefundRequest[];
  /** The last moment to send the first of those that are paused. */
  readonly notAfter?: string;
  /** A run was lost that may have sent refunds since this time: what is sent from now on is looked for first. */
  readonly lostSince?: string;
}

/** Money that certainly went back to the payer. */
export function refundedKobo(refunds: readonly Refund[]): Kobo {
  return totalOf(
    ...refunds.filter(({ state }) => state === 'COMPLETED').map(({ terms }) => terms.amountKobo),
  );
}

export function stateOf({ refunds, payment }: Pick<RefundsSnapshot, 'refunds' | 'payment'>): RefundsState {
  // in this order: a resume finds what it has to wake by PAUSED
  for (const waiting of ['PAUSED', 'WAITING_FOR_APPROVAL'] as const) {
    if (refunds.some(({ state }) => state === waiting)) return waiting;
  }
  if (!refunds.every(isOver)) return 'REFUNDING';
  const refunded = refundedKobo(refunds);
  if (refunded === 0) return 'NOT_REFUNDED';
  return payment && refunded >= payment.amountKobo ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}
