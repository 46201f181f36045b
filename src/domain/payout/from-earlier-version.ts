import { addAll, CONFIRM_MS, noEvidence } from '../movement/evidence.js';
import { NO_READS } from '../movement/next-read.js';
import type { Piece, Reading } from '../movement/pieces.js';
import type { Kobo } from '../money.js';
import { isUsedElsewhere } from '../used-elsewhere.js';
import type { Payout, PayoutState, UnsentEnd, Word } from './payout.js';
import { earlierVersion } from '../earlier-version.js';

/** What a closed run of an earlier version kept of a payout: a verdict, and not what it came from. */
export interface EarlierPayout {
  readonly terms: { readonly amountKobo: Kobo };
  readonly state: PayoutState;
  readonly reason: string;
  readonly epoch: string;
  readonly sentAt?: string;
  readonly failedAt?: string;
  readonly failedTwice?: true;
  readonly concluded?: true;
  readonly authorization?: { readonly withheld?: true };
}

type Known = Pick<
  Payout,
  'movement' | 'reads' | 'unsent' | 'record' | 'concluded' | 'answered' | 'notOurs' | 'unwanted'
>;

const NOT_OURS = 'an earlier version ended it';

const UNSENT_ENDS: readonly PayoutState[] = [
  'CANCELLED',
  'EXPIRED',
  'REFUSED',
] satisfies readonly UnsentEnd[];

/**
 * What was known, as evidence: a verdict is one reading, a failure that was confirmed is two, what may have been sent is a
 * request without an answer, and what a person concluded is a decision. Nothing of it is fresh.
 */
export function fromEarlierVersion(earlier: EarlierPayout): Known {
  const { terms, state, reason, sentAt } = earlier;
  const none = noEvidence({ asked: terms.amountKobo });
  if (sentAt === undefined && UNSENT_ENDS.includes(state) && !isUsedElsewhere(reason)) {
    return { movement: none, reads: NO_READS, unsent: { to: state as UnsentEnd, reason }, notOurs: NOT_OURS };
  }
  const pieces = piecesOf(earlier);
  const movement = addAll(none, pieces);
  const isDecided = movement.decided !== undefined;
  return {
    movement,
    reads: NO_READS,
    notOurs: NOT_OURS,
    ...(earlier.authorization?.withheld && { unwanted: 'the merchant cancelled it' }),
    ...(pieces.some(({ kind }) => kind === 'reading') && {
      record: { word: state as Word, observed: reason },
    }),
    ...(isDecided ? { concluded: reason } : { answered: reason }),
  };
}

function piecesOf(earlier: EarlierPayout): readonly Piece[] {
  const { terms, state, reason, epoch, sentAt, failedAt, failedTwice, concluded } = earlier;
  const at = Date.parse(sentAt ?? epoch);
  const answer = isUsedElsewhere(reason) ? 'used' : sentAt === undefined ? 'left' : 'accepted';
  const sent: Piece = { kind: 'send', step: 'request', answer, askedAt: at, answeredAt: at };
  const seenAt = failedAt === undefined ? at : Math.max(at, Date.parse(failedAt));
  const reading = (shows: Reading['shows'], when: number, amount?: Kobo): Reading => ({
    kind: 'reading',
    shows,
    askedAt: when,
    answeredAt: when,
    ...(amount !== undefined && { amount }),
  });
  const asked = terms.amountKobo;
  if (concluded) {
    const says = state === 'SUCCESS' ? 'happened' : 'did-not-happen';
    const saw = addAll(noEvidence({ asked }), [sent]).changes;
    return [sent, { kind: 'decision', says, saw, at: seenAt }];
  }
  switch (state) {
    case 'SUCCESS':
      return [sent, reading('money', seenAt, asked)];
    case 'REVERSED': {
      const returned = [reading('return', seenAt, asked), reading('return', seenAt + CONFIRM_MS, asked)];
      return [sent, reading('money', seenAt, asked), ...returned];
    }
    case 'FAILED':
    case 'EXPIRED':
    case 'CANCELLED':
      return [sent, reading('end', seenAt), ...(failedTwice ? [reading('end', seenAt + CONFIRM_MS)] : [])];
    default:
      return [sent];
  }
}

export const earlierPayouts = earlierVersion(
  ['transfer', 'bill', 'paycode'],
  (snapshot: EarlierPayout | Payout) =>
    'movement' in snapshot ? snapshot : { ...snapshot, ...fromEarlierVersion(snapshot) },
);
