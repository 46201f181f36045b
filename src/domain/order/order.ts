import type { Asked, Paid } from '../collection/collection.js';
import type { UnexpectedMoney } from '../collection/policy.js';
import type { ReviewKind } from '../lifecycle/review.js';
import { type Kobo, ZERO } from '../money.js';
import { rest } from '../movement/amounts.js';
import { add, type Evidence, noEvidence } from '../movement/evidence.js';
import type { Piece } from '../movement/pieces.js';
import { standingOf } from '../movement/standing.js';
import type { Attempt } from '../pull/attempt.js';
import type { PolicyRefund } from '../refund/by-policy.js';
import type { Versioned } from '../rules-version.js';

/*
 * An order is money in once: a checkout, an invoice, a charge. Whatever its kind, these fields are all that decides which
 * payment counts, what its state is, whether the merchant may fulfil it, and what a person must look at.
 */

/** What the gateway's record can say of a transaction, in our words. */
export type RecordWord = 'PENDING' | 'PAID' | 'EXPIRED' | 'FAILED' | 'CANCELLED' | 'REVERSED' | 'REFUNDED';

/** One transaction of the gateway. Cash is one too: its signed events are its readings. */
export interface OrderTransaction {
  readonly transactionReference: string;
  /** What was seen of its money. */
  readonly movement: Evidence;
  /** Its money, as it was shown last. */
  readonly paid?: Paid;
  /** Up to this amount it is no overpayment: the payer may bear the fee. */
  readonly toleratedKobo?: Kobo;
  /** What its record said last, and the sentence about it. */
  readonly record?: {
    readonly word: RecordWord;
    readonly observed: string;
    /** How much of what it shows as returned only our own refunds explained, also such as were under way. */
    readonly byOurs?: Kobo;
  };
  /** Why its record could not be believed when it was last read. */
  readonly doubt?: { readonly about: ReviewKind; readonly reason: string };
  /** Signed events about cash are its readings. */
  readonly isCash?: true;
  /** An agent took the money: no payer is sent to it, and the gateway has no record of it. */
  readonly isOffline?: true;
  /** When its money was first believed, as long as some is left. */
  readonly moneyAt?: number | undefined;
  /** Its money arrived after the order had ended, or after its money had gone back. */
  readonly isLate?: true;
  /** A lost run may have known why it is late, or that a person accepted it: it is for a person, whatever the policy is. */
  readonly isOfLostRun?: true;
  /** All of its money has gone back once. */
  readonly wentBack?: true;
  /** Its last record showed less than is known: until it is read again it does not begin to fulfil the order. */
  readonly mayBeGone?: true | undefined;
  /** Our refunds that are under way may take all that is left of it: it does not begin to fulfil the order. */
  readonly isLeaving?: true | undefined;
  /** What our refunds had returned when they had returned all of it: it does not count again. */
  readonly gone?: Kobo;
  /** When its record was last asked for with an answer, on Temporal's clock. */
  readonly readAt?: number;
  /** When an event claimed more than its record shows, and how often its record was read since. */
  readonly claim?: OpenClaim | undefined;
  /** What merchants were sent about it, by type: how often it did not grow, and the last amount. */
  readonly sent?: Readonly<Record<string, Sent>>;
}

export interface OpenClaim {
  readonly at: number;
  readonly reads: number;
  /** Its record was read often enough: it is for a person, and for whatever is read later. */
  readonly isForPerson?: true;
}

export interface Sent {
  readonly falls: number;
  readonly last: Kobo;
}

export type OrderEnd = 'EXPIRED' | 'FAILED' | 'CANCELLED' | 'REFUSED';

/** What a policy or a person said about unexpected money: just this money, and no other. */
export interface Word {
  readonly kind: UnexpectedMoney;
  readonly transactionReference: string;
  readonly amountKobo: Kobo;
  readonly says: 'accept' | 'hold' | 'refund' | 'dismissed';
  /** Why a refund of it did not happen. */
  readonly note?: string;
}

/** A request of ours that charges a card. */
export interface OrderAttempt extends Attempt {
  readonly paymentReference: string;
}

export interface Order extends Versioned {
  readonly terms: Asked & { readonly reference: string };
  /** A lost run sent webhooks, and knew of refunds, that are not known here. */
  readonly rebuiltAt?: string;
  /** A lost run had ended, or was refunded, and was paid after that: all money that is found from now on is late. */
  readonly lostLate?: true;
  /** A lost run had shown money, and nothing that was read since does: cash, or on a transaction that is not known here. */
  readonly lostMoney?: true | undefined;
  /** After a lost run: the transactions of which the gateway has not answered yet, so that which was paid first is not known. */
  readonly unread?: readonly string[] | undefined;
  /** Those of them of which it had not answered within a day, when another one may have come to count. */
  readonly readLate?: readonly string[] | undefined;
  /** Money arrived for it, but it was not created here. */
  readonly unexpected?: true;
  readonly transactions: readonly OrderTransaction[];
  /** The transaction of the payment that counts; its money may have gone back. */
  readonly main?: string | undefined;
  /** It ended without money. It stays recorded when money arrives later: that money is late. */
  readonly end?:
    | {
        readonly to: OrderEnd;
        readonly reason: string;
        /** A lost run had shown money that is not found: it has not ended before a person has said what that was. */
        readonly isDoubtful?: true;
      }
    | undefined;
  /** No payer can try again: nothing waits for a window to close. */
  readonly hasNoWindow?: true;
  /** What is known of our own request, until its transaction is known: that takes it over. */
  readonly attempt?: OrderAttempt | undefined;
  /** When it was noticed that the payer can no longer pay. */
  readonly windowOverAt?: number;
  /** After that each transaction was answered for: no more is expected. */
  readonly isAnswered?: true;
  /** A person concluded that no money, or no more, arrives: the sentence about it. */
  readonly concluded?: string;
  readonly words?: readonly Word[];
  /** Which money had the first item of each kind, `<transaction>:<amount>`: the key of its item is the kind alone. */
  readonly firstItems?: Readonly<Partial<Record<UnexpectedMoney, string>>>;
  /** Refunds that policies asked for. */
  readonly policyRefunds?: readonly PolicyRefund[];
  /** What merchants were sent about the order as a whole, by type. */
  readonly sent?: Readonly<Record<string, Sent>>;
}

/** The payer pays, or a card of theirs is charged: that its record is missing never proves that nothing moved. */
export const newTransaction = (transactionReference: string, asked: Kobo) => ({
  transactionReference,
  movement: noEvidence({ asked }),
});

export const findTransaction = <Of extends Pick<OrderTransaction, 'transactionReference'>>(
  transactions: readonly Of[],
  transactionReference: string | undefined,
): Of | undefined => transactions.find((each) => each.transactionReference === transactionReference);

/** What is proven and has not gone back. */
export const leftOf = ({ movement }: OrderTransaction): Kobo => standingOf(movement).least;

const returnedByUs = ({ movement }: OrderTransaction): Kobo => movement.refunds?.least ?? ZERO;

/** What does not count again, as far as our refunds did return it: one that failed after all has returned nothing. */
export function goneOf(transaction: OrderTransaction): Kobo {
  const { gone = ZERO } = transaction;
  const returned = returnedByUs(transaction);
  return gone < returned ? gone : returned;
}

/** What counts of it: a part that went back since still does, until all of it has. */
export const countedOf = (transaction: OrderTransaction): Kobo =>
  rest(transaction.movement.proven, goneOf(transaction));

/** What our refunds have returned of what counts. */
export const refundedOf = (transaction: OrderTransaction): Kobo =>
  rest(returnedByUs(transaction), goneOf(transaction));

/** What refunds of ours that have not ended may still return of it, by a policy or a request. */
export const underWayOf = ({ movement: { refunds } }: Pick<OrderTransaction, 'movement'>): Kobo =>
  rest(refunds?.most ?? ZERO, refunds?.least ?? ZERO);

export const hasMoney = (transaction: OrderTransaction) => leftOf(transaction) > ZERO;

/** It has money, or had some that went back. */
export const wasPaid = (transaction: OrderTransaction) =>
  hasMoney(transaction) || transaction.wentBack === true;

/** The payment that counts, while some of its money is left. */
export function mainOf({ transactions, main }: Order): OrderTransaction | undefined {
  const found = findTransaction(transactions, main);
  return found && hasMoney(found) ? found : undefined;
}

/** The transaction with what was seen of it. */
export function withPiece<Of extends OrderTransaction>(transaction: Of, piece: Piece, now: number): Of {
  const { movement: before, claim } = transaction;
  const movement = add(before, piece);
  const isClaimed = movement.claimed !== undefined || movement.claimedBack !== undefined;
  if (!isClaimed) return { ...transaction, movement, claim: undefined };
  const isNew = claim === undefined || (piece.kind === 'claim' && movement.changes !== before.changes);
  return { ...transaction, movement, claim: isNew ? { at: now, reads: 0 } : claim };
}
