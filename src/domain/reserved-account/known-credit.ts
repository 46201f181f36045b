import { shortHash } from '../hash.js';
import type { ReviewKind } from '../lifecycle/review.js';
import { type Kobo, ZERO } from '../money.js';
import { add, type Evidence, isOutdated, noEvidence } from '../movement/evidence.js';
import { afterRead, NO_READS, type Reads } from '../movement/next-read.js';
import { withoutOurRefunds } from '../movement/our-refunds.js';
import type { Decision, Piece, Reading, Refunds, Span } from '../movement/pieces.js';
import type { Policy } from '../collection/policy.js';
import type { Versioned } from '../rules-version.js';
import type { Credit, Found } from './credit.js';

/**
 * One payment into an account, as long as anything about it is open: what was seen of its money, and what merchants were sent.
 * Once nothing more is expected, four numbers of it are kept (`ended-credits.ts`).
 */
export interface KnownCredit extends Versioned {
  readonly transactionReference: string;
  readonly movement: Evidence;
  readonly reads: Reads;
  /** When its record is read next, in milliseconds since the epoch; undefined while a reading could change nothing. */
  readonly readAt?: number | undefined;
  /** Of the last event about it: its owner gets it under the same key. */
  readonly key: string;
  /** When an event claimed what its record does not show. */
  readonly claimedAt?: number;
  /** The most that was reported of it before the account ended: so much was paid in time, whatever the clock of the gateway says. */
  readonly inTimeKobo?: Kobo;
  /** What its record says about the payment. */
  readonly credit?: Credit;
  /** The sentence about the last reply. */
  readonly observed?: string;
  readonly doubt?: { readonly about: ReviewKind; readonly reason: string };
  /** What merchants were sent last, and how many webhooks they were sent about it. */
  readonly told: Kobo;
  readonly sent: number;
  /** Money that arrived after the account had ended: what the policy or a person says about this amount. */
  readonly late?: Late;
  /** Its amount was forgotten, or it may have been reported and forgotten: then it is not counted, and a person looks at it. */
  readonly old?: 'reported' | 'unknown';
  /** Of such a credit: what its record showed when a person decided. Anything else is news. */
  readonly noted?: string;
  /** It was reported as a credit before this invoice named its transaction. */
  readonly atInvoice?: string;
}

export interface Late {
  readonly says: Policy['action'] | 'dismissed';
  readonly amountKobo: Kobo;
  /** What had arrived in time, or a person has decided on before. */
  readonly beforeKobo?: Kobo;
  /** Why a refund of it did not happen. */
  readonly note?: string;
}

/** The payer decides how much moves: nothing of it was asked for, and that its record is missing proves nothing. */
const TERMS = { asked: ZERO };

export const newCredit = (transactionReference: string, key: string): KnownCredit => ({
  transactionReference,
  key,
  movement: noEvidence(TERMS),
  reads: NO_READS,
  told: ZERO,
  sent: 0,
});

/** What counts: shown by a record. What a person only concluded is no payment to be told. */
export const countedOf = ({ movement, old }: KnownCredit): Kobo =>
  old || movement.decided ? ZERO : movement.proven;

function withPiece(credit: KnownCredit, piece: Piece): KnownCredit {
  return { ...credit, movement: add(credit.movement, piece) };
}

/**
 * An event reports money: a reason to read, until a record shows as much. One that repeats an open claim is read for once more, and
 * is no other claim: however often an event is repeated, its item comes.
 */
export function withClaim(
  credit: KnownCredit,
  { key, amountKobo: amount }: { readonly key: string; readonly amountKobo: Kobo },
  now: number,
): KnownCredit {
  const { claimed: open = ZERO, run } = credit.movement;
  // while the last record shows a return, that must be read twice after every claim
  if (amount > ZERO && amount <= open && run?.shows !== 'return') return wanted(credit);
  const claimed = withPiece(credit, { kind: 'claim', shows: 'money', amount });
  if (claimed.movement === credit.movement) return credit;
  return wanted({ ...claimed, key, claimedAt: now, reads: { ...credit.reads, count: 0, ofClaim: 0 } });
}

/** Its record is read as soon as possible, until the gateway has answered. */
export const wanted = (credit: KnownCredit): KnownCredit => ({
  ...credit,
  reads: { ...credit.reads, isWanted: true, isOwed: true, unanswered: 0 },
});

/**
 * After a read; without `found` the gateway did not answer. A reply about something else is an answer, and shows nothing.
 * `sent`: what refunds of ours may have returned by now, where that was read with the record.
 */
export function withFound(
  credit: KnownCredit,
  found: Found | { readonly kind: 'crossed'; readonly observed: string } | undefined,
  span: Span,
  sent?: Kobo,
): KnownCredit {
  const isClaimed = credit.movement.claimed !== undefined;
  const reads = afterRead(credit.reads, {
    askedAt: span.askedAt,
    isAnswered: found !== undefined,
    isClaimed,
  });
  if (found === undefined) return { ...credit, reads, observed: 'the gateway did not answer' };
  const { observed } = found;
  if (found.kind === 'crossed') return { ...credit, reads, observed };
  const { isRefund } = found;
  const shown = toReading(found, span);
  const reading = isRefund ? withoutOurRefunds(credit.movement, shown, sent) : shown;
  if (isOutdated(credit.movement, reading)) return { ...withPiece(credit, reading), reads };
  return {
    ...withPiece(credit, reading),
    reads,
    observed,
    ...(found.credit && { credit: found.credit }),
    ...(found.about && { doubt: { about: found.about, reason: observed } }),
  };
}

function toReading({ shows, amount, observed }: Found, span: Span): Reading {
  return {
    kind: 'reading',
    shows,
    ...span,
    ...(amount !== undefined && { amount }),
    ...(shows === 'odd' && { about: shortHash(observed) }),
  };
}

/** What all our refunds of it have returned, and may have. */
export const withRefunds = (credit: KnownCredit, reported: Omit<Refunds, 'kind'>): KnownCredit =>
  withPiece(credit, { kind: 'refunds', ...reported });

/** Known without a report: any report is newer. */
export const withRefunded = (credit: KnownCredit, refunded: Kobo): KnownCredit =>
  withRefunds(credit, { least: refunded, most: refunded, order: [0, 0, refunded] });

/** What a person concluded from its records. */
export const withDecision = (
  credit: KnownCredit,
  says: Decision['says'],
  { at, amount }: { readonly at: number; readonly amount?: Kobo | undefined },
): KnownCredit =>
  withPiece(credit, {
    kind: 'decision',
    says,
    saw: credit.movement.changes,
    at,
    ...(amount !== undefined && { amount }),
  });
