import { standingOf } from '../movement/standing.js';
import { addAll, noEvidence } from '../movement/evidence.js';
import { pack } from '../movement/packed.js';
import type { Piece } from '../movement/pieces.js';
import { ZERO } from '../money.js';
import { omitUndefined } from '../omit-undefined.js';
import { type EarlierPayout, fromEarlierVersion } from '../payout/from-earlier-version.js';
import { newPayout, type UnsentEnd } from '../payout/payout.js';
import type { PartSnapshot } from './batch-part.js';
import type { PartRequest, PartRow } from './part-row.js';
import type { BatchRow } from './row.js';
import { sumOf } from './totals.js';
import { earlierVersion } from '../earlier-version.js';

/** What a closed run of an earlier version kept of a row: a verdict, and not what it came from. */
export interface EarlierRow extends Omit<PartRow, 'seen' | 'record' | 'concluded'> {
  readonly failedAt?: string;
  readonly failedTwice?: true;
  readonly concluded?: true;
}

export type EarlierPart = Omit<PartSnapshot, 'request' | 'rows'> & { readonly rows: readonly EarlierRow[] };

const NOT_OURS = 'an earlier version ended it';

/** A part as it is kept today. Nothing of what was known of it is fresh. */
export function partWithEvidence(part: PartSnapshot | EarlierPart): PartSnapshot {
  if ('request' in part) return part;
  const { terms, rows } = part;
  return {
    ...part,
    request: requestOf(part),
    rows: terms.rows.map((row, index) => rowOf(part, row, rows[index] ?? { state: 'PENDING' })),
  };
}

function requestOf({ terms, state, reason, sentAt }: EarlierPart): PartRequest {
  const none = { ...newPayout({ asked: ZERO }), needsNoApproval: true as const, notOurs: NOT_OURS };
  const asked = sumOf(terms.rows);
  if (sentAt === undefined) {
    const to: UnsentEnd = state === 'EXPIRED' || state === 'CANCELLED' ? state : 'REFUSED';
    return { ...none, unsent: { to, reason }, state: to, reason };
  }
  const at = Date.parse(sentAt);
  const span = { askedAt: at, answeredAt: at };
  const pieces: readonly Piece[] = [
    { kind: 'send', step: 'request', answer: 'accepted', ...span },
    { kind: 'reading', shows: 'pending', ...span },
  ];
  return {
    ...none,
    movement: addAll(noEvidence({ asked }), pieces),
    record: { word: 'PENDING', observed: 'sent to the gateway' },
    answered: 'sent to the gateway',
    state: 'PENDING',
    reason: 'sent to the gateway',
  };
}

/** A row that the gateway has a word for was sent, whatever became of its part. */
function rowOf({ sentAt, epoch }: EarlierPart, { amountKobo }: BatchRow, given: EarlierRow): PartRow {
  const { failedAt, failedTwice, concluded, ...row } = given;
  const { state, reason = '', status } = row;
  const wasSent =
    status !== undefined || concluded === true || ['SUCCESS', 'FAILED', 'REVERSED'].includes(state);
  if (state === 'HELD' || (!wasSent && state !== 'PENDING')) {
    const to: UnsentEnd = state === 'EXPIRED' || state === 'CANCELLED' ? state : 'REFUSED';
    return { ...row, unsent: { to, reason } };
  }
  if (state === 'PENDING') return row;
  const earlier: EarlierPayout = omitUndefined({
    terms: { amountKobo },
    state,
    reason,
    epoch,
    sentAt: sentAt ?? epoch,
    failedAt,
    failedTwice,
    concluded,
  });
  const known = fromEarlierVersion(earlier);
  if (standingOf(known.movement).name === 'unsent')
    return { ...row, ...(known.unsent && { unsent: known.unsent }) };
  return omitUndefined({
    ...row,
    seen: pack(known.movement),
    record: known.record,
    concluded: known.concluded,
  });
}

export const earlierRows = earlierVersion(['batch-part'], partWithEvidence);
