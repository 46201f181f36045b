import { isSeen } from '../movement/evidence.js';
import { standingOf } from '../movement/standing.js';
import { isOver } from '../payout/state.js';
import { isPartEnded, isRowEnded, type PartSnapshot, type PartState } from './batch-part.js';
import type { PartRequest } from './part-row.js';
import { isInRequest, payoutOf } from './row-payout.js';

export interface PartShown {
  readonly state: PartState;
  readonly reason: string;
}

type Known = Pick<PartSnapshot, 'terms' | 'rows' | 'request' | 'state' | 'reason' | 'authorization'>;

/** Whether nothing more is expected of any row. */
export const areRowsOver = ({ terms, rows, request }: Pick<PartSnapshot, 'terms' | 'rows' | 'request'>) =>
  request.movement.sending === undefined &&
  terms.rows.every((row, index) => {
    const known = rows[index];
    return known !== undefined && isRowEnded(known) && isOver(payoutOf(row, known, request));
  });

/** The state of a part: a table over its request and its rows. */
export function partStateOf(part: Known): PartShown {
  const { rows, request, state, reason } = part;
  const sent = rows.filter(isInRequest);
  if (!request.unsent && isUnsent(request)) return asUnsent(part);
  if (rows.every(({ unsent }) => unsent)) return { state: 'COMPLETED', reason: 'it has no row to send' };
  // a part that has ended stays so while a row is only in doubt
  if (rows.every(isRowEnded) && (isPartEnded(state) || areRowsOver(part))) return endOf(part);
  switch (request.state) {
    case 'REFUSED':
      return { state: 'REFUSED', reason: request.reason };
    case 'PENDING_AUTHORIZATION':
    case 'OTP_EMAIL_DISPATCH_FAILED':
      return { state: 'PENDING_AUTHORIZATION', reason: 'the gateway wants an OTP' };
    case 'EXPIRED':
      // until a second reading confirms it
      return { state, reason };
    default: {
      const isAuthorised =
        part.authorization !== undefined && sent.some(({ status }) => status !== undefined);
      const sentence = isAuthorised ? 'the part was authorised' : request.reason;
      return { state: 'IN_PROGRESS', reason: sentence };
    }
  }
}

/** Also while its first request waits for a worker: that may still be withdrawn. */
const isUnsent = ({ movement }: PartRequest) =>
  standingOf(movement).name === 'unsent' ||
  (movement.sending === 'request' && !movement.left && !isSeen(movement));

function asUnsent({ request: { stage, held }, state, reason }: Known): PartShown {
  // its names are checked first
  if (state === 'PENDING') return { state, reason };
  switch (stage?.to) {
    case 'WAITING_FOR_FUNDS':
    case 'PAUSED':
      return { state: stage.to, reason: stage.reason };
    default:
      if (held) return { state: 'READY', reason: held.because };
      return state === 'READY' ? { state, reason } : { state: 'READY', reason: 'about to be sent' };
  }
}

function endOf({ rows, request }: Known): PartShown {
  const states = new Set(rows.filter(isInRequest).map((row) => row.state));
  if (states.has('SUCCESS') || states.has('REVERSED') || states.has('FAILED')) {
    return { state: 'COMPLETED', reason: 'every row has its final state' };
  }
  if (request.unsent) return { state: request.unsent.to, reason: request.unsent.reason };
  if (states.has('EXPIRED')) return { state: 'EXPIRED', reason: 'it was not authorised in time' };
  const [only] = states;
  if (states.size === 1 && (only === 'CANCELLED' || only === 'REFUSED')) {
    return { state: only, reason: request.reason };
  }
  return { state: 'COMPLETED', reason: 'every row has its final state' };
}
