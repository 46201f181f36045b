import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Kobo } from '../money.js';
import { feeTaken } from '../payout/fee.js';
import type { ItemTexts, UnsentEnd } from '../payout/payout.js';
import { isOtpWithheld, isSafeUntilRead, isShownAsSafe, isUnknown } from '../payout/state.js';
import { originOf } from '../reference.js';
import type { Authorization } from '../transfer/transfer.js';
import type { TransferFees } from '../transfer-fees.js';
import type { BatchTerms } from './batch.js';
import type { RowResult } from './result-file.js';
import type { PartRequest, PartRow } from './part-row.js';
import { isInRequest, payoutOf, returnsOf } from './row-payout.js';
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

const PARTS: readonly PartState[] = [
  'PENDING',
  'READY',
  'WAITING_FOR_FUNDS',
  'PAUSED',
  'PENDING_AUTHORIZATION',
  'IN_PROGRESS',
  'COMPLETED',
  'CANCELLED',
  'REFUSED',
  'EXPIRED',
];

/** Any may follow any: the state derives from what is known. */
export const PART_TRANSITIONS: Transitions<PartState> = {
  PENDING: PARTS,
  READY: PARTS,
  WAITING_FOR_FUNDS: PARTS,
  PAUSED: PARTS,
  PENDING_AUTHORIZATION: PARTS,
  IN_PROGRESS: PARTS,
  COMPLETED: PARTS,
  CANCELLED: PARTS,
  REFUSED: PARTS,
  EXPIRED: PARTS,
};

/** What the batch has ordered. */
export type PartOrder =
  /** It may be sent, until a last moment. `isRetry`: unless rows of it were paid since by the batches that it retries. */
  | { readonly kind: 'send'; readonly notAfter: string; readonly isRetry?: true }
  /** Rows that were not sent end like this. */
  | { readonly kind: 'end'; readonly as: UnsentEnd; readonly reason: string };

export interface PartSnapshot extends LifecycleSnapshot<PartState> {
  readonly lifecycle: 'batch-part';
  readonly terms: PartTerms;
  /** One for each row of the terms, in their order. */
  readonly rows: readonly PartRow[];
  readonly request: PartRequest;
  /** When the names of the rows were asked for at the banks. */
  readonly namesAt?: string;
  /** What the review items of rows said last. */
  readonly rowTexts?: ItemTexts;
  readonly order?: PartOrder;
  /** Of a retry: rows that must not be sent, as the chain stood at the last look. */
  readonly paidSince?: readonly number[];
  /** The batch may have orders that the part does not know. */
  readonly hasUnreadOrders?: boolean;
  /** How many orders to release rows were carried out. */
  readonly releases?: number;
  /** How often what was known of its request was contradicted. */
  readonly contradicted?: number;
  readonly sentAt?: string;
  readonly authorization?: Authorization;
  /** Grows with every change that the batch has to know. */
  readonly version: number;
  /** The version that the batch knows. */
  readonly reported: number;
  /** In place of the rows, where those are left out. */
  readonly totals?: BatchTotals;
}

const ENDS: readonly PartState[] = ['COMPLETED', 'CANCELLED', 'REFUSED', 'EXPIRED'];

export function isPartEnded(state: PartState): boolean {
  return ENDS.includes(state);
}

/** Whether an order to end it has an effect: it was not sent, or its OTP can be withheld. */
export const isStoppable = ({ state, isSent }: Pick<PartReport, 'state' | 'isSent'>) =>
  !isPartEnded(state) && (!isSent || state === 'PENDING_AUTHORIZATION');

export function isRowEnded({ state }: PartRow): boolean {
  return state !== 'PENDING' && state !== 'HELD';
}

/** A row with what became of it. */
export function resultsOf({
  terms,
  rows,
  request,
}: Pick<PartSnapshot, 'terms' | 'rows' | 'request'>): RowResult[] {
  return terms.rows.map((row, index) => {
    const known = rows[index] ?? { state: 'PENDING' };
    const { state, reason, transactionReference, sessionId, feeKobo, nameAtBank, nameMatches } = known;
    const payout = payoutOf(row, known, request);
    return {
      ...row,
      state,
      reason,
      transactionReference,
      sessionId,
      feeKobo: feeTaken({ state, feeKobo }),
      nameAtBank,
      nameMatches,
      safeToPayAgain: isShownAsSafe(payout),
      ...(isSafeUntilRead(payout) && { isReadOwed: true }),
    };
  });
}

export function totalsOfPart({ terms, rows }: Pick<PartSnapshot, 'terms' | 'rows'>): BatchTotals {
  return totalsOf(
    terms.rows.map(({ amountKobo }, index) => {
      const { state = 'PENDING', feeKobo } = rows[index] ?? {};
      return { state, amountKobo, feeKobo: feeTaken({ state, feeKobo }) };
    }),
  );
}

/** What a batch knows of a part. */
export interface PartReport {
  readonly part: number;
  readonly state: PartState;
  readonly version: number;
  /** The gateway has it. */
  readonly isSent: boolean;
  /** It was sent, and the gateway has not said what became of it. */
  readonly outcome?: 'unknown';
  /** It waits for an OTP that it will not get. */
  readonly withheld?: true;
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
  /** How often the gateway contradicted what the merchant was sent: by the number of the row, and of the request as row 0. */
  readonly contradicted?: Readonly<Record<number, number>>;
  /** Rows to send that were released although their names were not confirmed. */
  readonly released?: number;
}

/** The gateway has it, or may have: what became of it a check can tell. */
export const isAtGateway = ({ isSent, outcome }: Pick<PartReport, 'isSent' | 'outcome'>) =>
  isSent || outcome === 'unknown';

/** The reports of several parts. */
export interface PartReports {
  readonly reports: readonly PartReport[];
  /** Parts that did not answer in time. */
  readonly unanswered: readonly number[];
}

export interface ReversedRow {
  readonly n: number;
  /** How often; once, where an earlier version reported it. */
  readonly times?: number;
  readonly merchantReference?: string;
  readonly amountKobo: Kobo;
}

export function reportOf(part: PartSnapshot, fees: TransferFees): PartReport {
  const { terms, rows, request, state, version, sentAt, review, order, releases = 0 } = part;
  return {
    part: terms.part,
    state,
    version,
    isSent: sentAt !== undefined,
    ...(isUnknown(request) && { outcome: 'unknown' }),
    ...(isOtpWithheld(request) && { withheld: true }),
    ...(order && { order: order.kind }),
    releases,
    totals: totalsOfPart(part),
    needKobo: fundsNeeded(
      terms.rows.filter((_row, index) => rows[index]?.state === 'PENDING'),
      fees,
    ),
    review: [...new Set(review.map(({ kind }) => kind))],
    reversed: terms.rows.flatMap(({ n, merchantReference, amountKobo }, index) => {
      const times = returnsOf(rows[index] ?? { state: 'PENDING' });
      const name = merchantReference !== undefined && { merchantReference };
      return times > 0 ? [{ n, times, ...name, amountKobo }] : [];
    }),
    contradicted: contradictionsOf(part),
    released: rows.filter((row) => row.wasReleased && isInRequest(row)).length,
  };
}

function contradictionsOf({ terms, rows, contradicted = 0 }: PartSnapshot): Readonly<Record<number, number>> {
  const ofRows = terms.rows.flatMap(({ n }, index) => {
    const times = rows[index]?.contradicted ?? 0;
    return times > 0 ? [[n, times] as const] : [];
  });
  return Object.fromEntries(contradicted > 0 ? [[0, contradicted] as const, ...ofRows] : ofRows);
}

/** The place of a row by the reference that the gateway has; undefined when it belongs to another batch or part. */
export function rowIndexOf({ batch, rows }: PartTerms, reference: string): number | undefined {
  const { owner, kind, ordinal } = originOf(reference);
  if (owner !== batch || kind !== 'batch-row') return undefined;
  const index = Number(ordinal) - (rows[0]?.n ?? 1);
  return rows[index]?.n === Number(ordinal) ? index : undefined;
}
