import type { ApprovalPart } from '../approval/approval.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Hold } from '../lifecycle/review.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Currency, Kobo } from '../money.js';
import type { UnsentEnd } from '../payout/payout.js';
import type { PartOrder, PartReport, PartSnapshot } from './batch-part.js';
import { mergeTotals, type BatchTotals } from './totals.js';

/** With a bad row the gateway refuses the whole batch (BREAK), or fails only that row (CONTINUE). */
export const ON_VALIDATION_FAILURE = ['CONTINUE', 'BREAK'] as const;

/**
 * What the merchant asks for, without the rows, which the parts hold. Count, sum and fingerprint are of all rows: the
 * same reference with other rows is a conflict.
 */
export interface BatchTerms {
  readonly reference: string;
  readonly title: string;
  /** For rows without one of their own, and for the gateway's record of the batch. */
  readonly narration?: string;
  readonly onValidationFailure: (typeof ON_VALIDATION_FAILURE)[number];
  readonly currency: Currency;
  readonly count: number;
  readonly sumKobo: Kobo;
  readonly fingerprint: string;
  /** The batch whose failed rows are sent again. */
  readonly retryOf?: string;
  /** Nothing is sent before this time. */
  readonly startAt?: string;
  /** Nothing is sent after this time. */
  readonly notAfter?: string;
  /** An equal batch may have been sent in the last days: it is meant twice. */
  readonly duplicateIntended?: true;
}

export type BatchState =
  /** Its rows are being stored, or their names checked. */
  | 'PENDING'
  | 'WAITING_FOR_APPROVAL'
  | 'SCHEDULED'
  | 'WAITING_FOR_FUNDS'
  | 'PAUSED'
  | 'PENDING_AUTHORIZATION'
  | 'IN_PROGRESS'
  /** Every row has its final state. */
  | 'COMPLETED'
  | 'CANCELLED'
  | 'REFUSED'
  | 'EXPIRED';

const WAITING = ['WAITING_FOR_APPROVAL', 'SCHEDULED', 'WAITING_FOR_FUNDS', 'PAUSED'] as const;
const ENDS = ['COMPLETED', 'CANCELLED', 'REFUSED', 'EXPIRED'] as const;
const SENT = ['PENDING_AUTHORIZATION', 'IN_PROGRESS'] as const;

/** A batch that ended without money may still turn out to have been sent. */
export const BATCH_TRANSITIONS: Transitions<BatchState> = {
  PENDING: [...WAITING, ...SENT, ...ENDS],
  // after a lost run whatever was waited for may turn out to be sent, or over
  WAITING_FOR_APPROVAL: ['PENDING', 'SCHEDULED', 'WAITING_FOR_FUNDS', 'PAUSED', ...SENT, ...ENDS],
  SCHEDULED: ['PENDING', 'WAITING_FOR_APPROVAL', 'WAITING_FOR_FUNDS', 'PAUSED', ...SENT, ...ENDS],
  // rows that are released meanwhile need an approval
  WAITING_FOR_FUNDS: ['PENDING', 'WAITING_FOR_APPROVAL', 'SCHEDULED', 'PAUSED', ...SENT, ...ENDS],
  PAUSED: ['PENDING', 'WAITING_FOR_APPROVAL', 'SCHEDULED', 'WAITING_FOR_FUNDS', ...SENT, ...ENDS],
  PENDING_AUTHORIZATION: ['IN_PROGRESS', 'WAITING_FOR_FUNDS', 'PAUSED', ...ENDS],
  IN_PROGRESS: ['PENDING_AUTHORIZATION', 'WAITING_FOR_FUNDS', 'PAUSED', ...ENDS],
  COMPLETED: [],
  CANCELLED: ['COMPLETED'],
  REFUSED: ['COMPLETED'],
  EXPIRED: ['COMPLETED'],
};

/** Rows that were excluded and are sent after all: those that a person names, or all. */
export interface RowRelease {
  readonly rows: readonly number[] | 'all';
  readonly reason: string;
  readonly at: string;
  /** Who released them, by the subject of their API key. */
  readonly by: string;
}

/** What a grant to release rows is for. */
export function releaseTerms(terms: BatchTerms, { rows, reason }: Pick<RowRelease, 'rows' | 'reason'>) {
  return { terms, release: { rows, reason } };
}

/** The orders that a part was last signalled to read. */
export interface Signalled {
  /** How many orders to release rows it then had. */
  readonly releases: number;
  readonly order?: PartOrder['kind'];
  /** The version of its report that the batch then knew. */
  readonly version: number;
}

export interface BatchSnapshot extends LifecycleSnapshot<BatchState>, ApprovalPart {
  readonly lifecycle: 'batch';
  readonly terms: BatchTerms;
  /** All rows are stored. */
  readonly sealedAt?: string;
  /** The latest report of each part that has one. */
  readonly parts: readonly PartReport[];
  /** Parts that have news. */
  readonly unread?: readonly number[];
  readonly releases?: readonly RowRelease[];
  /** How many orders to release rows each part had from runs that were lost: `releases` does not have them. */
  readonly lostReleases?: Readonly<Record<number, number>>;
  /** Another batch with the same payments within seven days. */
  readonly twin?: string;
  /** It was checked whether there is such a batch. */
  readonly claimed?: true;
  readonly released?: readonly Hold[];
  /** When everything that comes before the first send was done. */
  readonly sendingSince?: string;
  /** From then on: the last moment to send a part. */
  readonly sendUntil?: string;
  /** Parts that may be sent. */
  readonly ordered?: readonly number[];
  /** What each part was last signalled to read. */
  readonly signalled?: Readonly<Record<number, Signalled>>;
  /** The gateway wanted an OTP for a part. */
  readonly wantsOtp?: true;
  /** How parts end that were not sent, and why. */
  readonly ending?: { readonly as: UnsentEnd; readonly reason: string };
  /** Why it is no longer wanted. Parts may have been sent already. */
  readonly unwanted?: string;
  /** The batch that sends its failed rows again: the first that asked. */
  readonly retriedBy?: string;
}

/** What a batch received that only its run knew. */
export interface ReceivedByBatch {
  readonly retriedBy?: string;
  /** The merchant cancelled it. */
  readonly isCancelled?: true;
}

export function isBatchEnded(state: BatchState): boolean {
  return ENDS.some((end) => end === state);
}

export function totalsOfBatch({ parts }: Pick<BatchSnapshot, 'parts'>): BatchTotals {
  return mergeTotals(parts.map(({ totals }) => totals));
}

/** Whether its parts have reported to it what is known of these. */
export const knows = (
  { parts }: Pick<BatchSnapshot, 'parts'>,
  known: readonly Pick<PartSnapshot, 'terms' | 'version'>[],
) =>
  known.every(({ terms, version }) =>
    parts.some((report) => report.part === terms.part && report.version >= version),
  );

/** What an approver approves: the rows that are sent, and no others. */
export function approvedTerms({ terms, parts, releases = [] }: BatchSnapshot) {
  const { byState } = totalsOfBatch({ parts });
  return { terms, byState, releases: releases.map(({ rows }) => rows) };
}
