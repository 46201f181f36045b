import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Kobo } from '../money.js';
import { isSafeToPayAgain } from '../payout-end.js';
import { originOf } from '../reference.js';
import type { Authorization } from '../transfer/transfer.js';
import type { TransferFees } from '../transfer-fees.js';
import type { BatchTerms } from './batch.js';
import type { RowResult } from './result-file.js';
import type { BatchRow } from './row.js';
import { type BatchTotals, fundsNeeded, totalsOf } from './totals.js';

/** Up to 500 rows of a batch, which the gateway gets as one batch. */
export interface PartTerms extends Pick<BatchTerms, 'title' | 'narration' | 'onValidationFailure'> {
  /** The batch and the number of the part: `payroll-march/1`. */
  readonly reference: string;
  readonly batch: string;
  readonly part: number;
  readonly rows: readonly BatchRow[];
}

/** In characters: 500 rows with the longest texts, beside the rest of a request. */
export const LARGEST_PART = 500_000;

export type RowState =
  /** Being checked, ready to be sent or, in a part that was sent, under way. */
  | 'PENDING'
  /** Excluded: the bank holds another name, does not know the account, or did not answer. */
  | 'HELD'
  | 'SUCCESS'
  | 'FAILED'
  | 'EXPIRED'
  | 'REVERSED'
  | 'CANCELLED'
  | 'REFUSED';

/** What is known of a row; the terms have the rest, at the same place. */
export interface PartRow {
  readonly state: RowState;
  readonly reason?: string;
  /** The gateway's last word for it. */
  readonly status?: string;
  readonly transactionReference?: string;
  readonly sessionId?: string;
  readonly feeKobo?: Kobo;
  readonly nameAtBank?: string;
  readonly nameMatches?: boolean;
  /** When a read first showed that it failed. */
  readonly failedAt?: string;
  /** A second read, minutes later, showed the same. */
  readonly failedTwice?: true;
  /** An operator concluded what the gateway never reported. */
  readonly concluded?: true;
}

export type PartState =
  /** The names at the banks are being checked. */
  | 'PENDING'
  /** Waits until the batch is sent. */
  | 'READY'
  | 'WAITING_FOR_FUNDS'
  | 'PAUSED'
  | 'PENDING_AUTHORIZATION'
  | 'IN_PROGRESS'
  /** Every row has its final state. */
  | 'COMPLETED'
  | 'CANCELLED'
  | 'REFUSED'
  | 'EXPIRED';

const HELD_BACK = ['WAITING_FOR_FUNDS', 'PAUSED'] as const;
const UNSENT_ENDS = ['COMPLETED', 'CANCELLED', 'REFUSED', 'EXPIRED'] as const;
const SENT = ['PENDING_AUTHORIZATION', 'IN_PROGRESS', 'COMPLETED', 'EXPIRED'] as const;

/** A part that ended without money may still turn out to have been sent. */
export const PART_TRANSITIONS: Transitions<PartState> = {
  PENDING: ['READY', ...UNSENT_ENDS],
  READY: [...HELD_BACK, ...SENT, 'CANCELLED', 'REFUSED'],
  WAITING_FOR_FUNDS: ['READY', 'PAUSED', ...SENT, 'CANCELLED', 'REFUSED'],
  PAUSED: ['READY', 'WAITING_FOR_FUNDS', ...SENT, 'CANCELLED', 'REFUSED'],
  PENDING_AUTHORIZATION: ['IN_PROGRESS', 'COMPLETED', 'EXPIRED'],
  IN_PROGRESS: ['COMPLETED', 'EXPIRED', 'PENDING_AUTHORIZATION'],
  COMPLETED: [],
  CANCELLED: ['IN_PROGRESS', 'COMPLETED'],
  REFUSED: ['IN_PROGRESS', 'COMPLETED'],
  EXPIRED: ['IN_PROGRESS', 'COMPLETED'],
};

/** What the batch has ordered. */
export type PartOrder =
  /** It may be sent, until a last moment. */
  | { readonly kind: 'send'; readonly notAfter: string }
  /** Rows that were not sent end like this. */
  | { readonly kind: 'end'; readonly as: UnsentEnd; readonly reason: string };

export type UnsentEnd = 'CANCELLED' | 'REFUSED' | 'EXPIRED';

export interface PartSnapshot extends LifecycleSnapshot<PartState> {
  readonly lifecycle: 'batch-part';
  readonly terms: PartTerms;
  /** One for each row of the terms, in their order. */
  readonly rows: readonly PartRow[];
  readonly order?: PartOrder;
  /** The batch may have orders that the part does not know. */
  readonly hasUnreadOrders?: boolean;
  /** How many orders to release rows were carried out. */
  readonly releases?: number;
  readonly sentAt?: string;
  /** Since when the gateway has to report outcomes. */
  readonly pendingSince?: string;
  readonly authorization?: Authorization;
  /** When the gateway last refused it because the wallet holds too little. */
  readonly shortAt?: number;
  /** Grows with every change that the batch has to know. */
  readonly version: number;
  /** The version that the batch knows. */
  readonly reported: number;
  /** In place of the rows, where those are left out. */
  readonly totals?: BatchTotals;
}

const ENDS: readonly PartState[] = UNSENT_ENDS;

export function isPartEnded(state: PartState): boolean {
  return ENDS.includes(state);
}

export function isRowEnded({ state }: PartRow): boolean {
  return state !== 'PENDING' && state !== 'HELD';
}

/** Nothing more is expected of the row: a failure counts once a second read confirmed it. */
export function isRowOver(row: PartRow): boolean {
  if (row.state === 'FAILED') return row.failedTwice === true || row.concluded === true;
  return isRowEnded(row);
}

/** A row with what became of it. */
export function resultsOf({ terms, rows }: Pick<PartSnapshot, 'terms' | 'rows'>): RowResult[] {
  return terms.rows.map((row, index) => {
    const known = rows[index] ?? { state: 'PENDING' };
    const { state, reason, transactionReference, sessionId, feeKobo, nameAtBank, nameMatches } = known;
    return {
      ...row,
      state,
      reason,
      transactionReference,
      sessionId,
      feeKobo,
      nameAtBank,
      nameMatches,
      safeToPayAgain: isSafeToPayAgain(known),
    };
  });
}

export function totalsOfPart({ terms, rows }: Pick<PartSnapshot, 'terms' | 'rows'>): BatchTotals {
  return totalsOf(
    terms.rows.map(({ amountKobo }, index) => {
      const { state = 'PENDING', feeKobo } = rows[index] ?? {};
      return { state, amountKobo, feeKobo };
    }),
  );
}

/** What a batch knows of a part. */
export interface PartReport {
  readonly part: number;
  readonly state: PartState;
  readonly version: number;
  readonly isSent: boolean;
  /** The order that it has. */
  readonly order?: PartOrder['kind'];
  /** How many orders to release rows it has carried out. */
  readonly releases: number;
  readonly totals: BatchTotals;
  /** What the wallet must hold for rows that are under way or to be sent, with the fees expected for them. */
  readonly needKobo: Kobo;
  /** Kinds of its review items. */
  readonly review: readonly string[];
  /** Rows whose money came back, for the merchant's webhooks. */
  readonly reversed: readonly ReversedRow[];
}

/** The reports of several parts. */
export interface PartReports {
  readonly reports: readonly PartReport[];
  /** Parts that did not answer in time. */
  readonly unanswered: readonly number[];
}

export interface ReversedRow {
  readonly n: number;
  readonly merchantReference?: string;
  readonly amountKobo: Kobo;
}

export function reportOf(part: PartSnapshot, fees: TransferFees): PartReport {
  const { terms, rows, state, version, sentAt, review, order, releases = 0 } = part;
  return {
    part: terms.part,
    state,
    version,
    isSent: sentAt !== undefined,
    ...(order && { order: order.kind }),
    releases,
    totals: totalsOfPart(part),
    needKobo: fundsNeeded(
      terms.rows.filter((_row, index) => rows[index]?.state === 'PENDING'),
      fees,
    ),
    review: [...new Set(review.map(({ kind }) => kind))],
    reversed: terms.rows
      .filter((_row, index) => rows[index]?.state === 'REVERSED')
      .map(({ n, merchantReference, amountKobo }) => ({
        n,
        ...(merchantReference !== undefined && { merchantReference }),
        amountKobo,
      })),
  };
}

/** The place of a row by the reference that the gateway has; undefined when it belongs to another batch or part. */
export function rowIndexOf({ batch, rows }: PartTerms, reference: string): number | undefined {
  const { owner, kind, ordinal } = originOf(reference);
  if (owner !== batch || kind !== 'batch-row') return undefined;
  const index = Number(ordinal) - (rows[0]?.n ?? 1);
  return rows[index]?.n === Number(ordinal) ? index : undefined;
}
