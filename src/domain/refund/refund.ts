import type { SignedGrant } from '../approval/grant.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import { differingTerms } from '../lifecycle/terms.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Kobo } from '../money.js';
import type { Address } from '../lifecycle/address.js';
import type { NameAtBank } from '../payout/name-at-bank.js';
import type { Payout, PayoutState } from '../payout/payout.js';
import { isSettled } from '../payout/state.js';
import { boundsOf } from './bounds.js';
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

/** The customer's account, and the name that the merchant expects there. */
export interface RefundDestination {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
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

const ENDS = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'] as const;

const ALL_STATES: readonly RefundState[] = [
  'PENDING',
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_FUNDS',
  'PAUSED',
  ...ENDS,
];

/** Any may follow any: the state derives from what is known. */
export const REFUND_TRANSITIONS: Transitions<RefundState> = {
  PENDING: ALL_STATES,
  WAITING_FOR_APPROVAL: ALL_STATES,
  WAITING_FOR_FUNDS: ALL_STATES,
  PAUSED: ALL_STATES,
  COMPLETED: ALL_STATES,
  FAILED: ALL_STATES,
  EXPIRED: ALL_STATES,
  CANCELLED: ALL_STATES,
  REFUSED: ALL_STATES,
};

/** The words of a payout as those of a refund. A refund has no OTP and no planned time; money that came back went nowhere. */
const WORDS: Readonly<Record<PayoutState, RefundState>> = {
  PENDING: 'PENDING',
  SCHEDULED: 'PENDING',
  PENDING_AUTHORIZATION: 'PENDING',
  OTP_EMAIL_DISPATCH_FAILED: 'PENDING',
  WAITING_FOR_APPROVAL: 'WAITING_FOR_APPROVAL',
  WAITING_FOR_FUNDS: 'WAITING_FOR_FUNDS',
  PAUSED: 'PAUSED',
  SUCCESS: 'COMPLETED',
  FAILED: 'FAILED',
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
  REFUSED: 'REFUSED',
  REVERSED: 'FAILED',
};

export const toRefundState = (state: PayoutState): RefundState => WORDS[state];
export const toPayoutState = (state: RefundState): PayoutState => (state === 'COMPLETED' ? 'SUCCESS' : state);

/** One refund of the transaction: a payout of its own, with an approval of its own where it needs one. */
export interface Refund extends Payout, NameAtBank {
  readonly terms: RefundTerms;
  readonly state: RefundState;
  /** Why it is in this state. */
  readonly reason: string;
  readonly requestedAt: string;
  /** The last moment to send it; one that was not requested here has none. */
  readonly notAfter?: string;
  /** Another system of the merchant made it. */
  readonly unexpected?: true;
  /** A policy asked for it, and its owner waits for the outcome. */
  readonly byPolicy?: true;
  /** Who asked for it, signed by the api: people do not decide about their own refunds. */
  readonly maker?: SignedGrant;
  /** When the gateway had it, as far as Oware knows. */
  readonly sentAt?: string;
  /** The state that the lifecycle of the payment knows of. */
  readonly reported?: RefundState;
  /** How often each webhook was due: its id counts them. */
  readonly due?: Readonly<Record<string, number>>;
}

export function isEnded(state: RefundState): boolean {
  return ENDS.some((each) => each === state);
}

/** Whether the lifecycle of the payment has to know: money went back, or none does, and what was under way holds nothing any longer. */
export function isToBeReported(refund: Refund): boolean {
  const { state, reported } = refund;
  return (state === 'COMPLETED' || isSettled(refund)) && reported !== state;
}

/** Names of the terms in which a request differs from this refund; of one that was not made here only the record is known. */
export function differencesFrom({ terms, unexpected }: Refund, asked: RefundTerms): string[] {
  if (!unexpected) return differingTerms(terms, asked);
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
  /** A run was lost: since when it may have sent refunds, and when this was noticed. */
  readonly lost?: { readonly since: string; readonly at: string };
  /** After a lost run: the gateway's list of refunds was not read yet, so what is known may be too little. */
  readonly isUnlisted?: true | undefined;
  /** When the payment and the list of its refunds were last asked for, with an answer that is kept. */
  readonly readAt?: string;
  /** How often their bounds have changed, or were reported to the lifecycle of the payment: what that knows is ordered by it. */
  readonly reports?: number;
}

export function stateOf({ refunds, payment }: Pick<RefundsSnapshot, 'refunds' | 'payment'>): RefundsState {
  // in this order: a resume finds what it has to wake by PAUSED
  for (const waiting of ['PAUSED', 'WAITING_FOR_APPROVAL'] as const) {
    if (refunds.some(({ state }) => state === waiting)) return waiting;
  }
  if (!refunds.every(isSettled)) return 'REFUNDING';
  const { least: refunded } = boundsOf(refunds);
  if (refunded === 0) return 'NOT_REFUNDED';
  return payment && refunded >= payment.amountKobo ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

/** Whether a lost run may have sent a refund under any reference that is asked for now. */
export const mayBeSentByLostRun = (
  { lost }: Pick<RefundsSnapshot, 'lost'>,
  { now, absenceHorizonMs }: { readonly now: number; readonly absenceHorizonMs: number },
): boolean => lost !== undefined && now < Date.parse(lost.at) + absenceHorizonMs;
