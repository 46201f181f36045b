import { type Kobo } from '../../src/domain/money.js';
import { addAll, CONFIRM_MS, noEvidence } from '../../src/domain/movement/evidence.js';
import type { Piece, Reading } from '../../src/domain/movement/pieces.js';
import type { Payout, PayoutState, Word } from '../../src/domain/payout/payout.js';
import { UNKNOWN } from '../../src/domain/payout/webhooks-due.js';
import { CAME } from './sample.js';

const AT = Date.parse(CAME);
const sent = (answer: 'accepted' | 'left'): Piece => ({
  kind: 'send',
  step: 'request',
  answer,
  askedAt: AT,
  answeredAt: AT,
});
const SENT = sent('accepted');

const reading = (shows: Reading['shows'], minutes: number, amount?: Kobo): Reading => {
  const at = AT + minutes * 60_000;
  return { kind: 'reading', shows, askedAt: at, answeredAt: at, ...(amount !== undefined && { amount }) };
};

const UNSENT = ['CANCELLED', 'EXPIRED', 'REFUSED'] as const;

/** What is known of a payout in this state, when this webhook is sent of it, for samples. */
export function knownOf(
  state: PayoutState,
  amount: Kobo,
  { reason, name }: { readonly reason: string; readonly name?: string },
): Pick<Payout, 'movement' | 'reads' | 'unsent' | 'stage' | 'record'> {
  const none = noEvidence({ asked: amount });
  const to = UNSENT.find((each) => each === state);
  if (to) return { movement: none, reads: { count: 0 }, unsent: { to, reason } };
  const pieces = piecesFor(name, state, amount);
  return {
    movement: addAll(none, pieces),
    reads: { count: Math.max(pieces.length - 1, 0) },
    ...(pieces.length > 1 && { record: { word: state as Word, observed: reason } }),
  };
}

function piecesFor(name: string | undefined, state: PayoutState, amount: Kobo): readonly Piece[] {
  if (name === UNKNOWN) return [sent('left')];
  if (name === 'issued') return [SENT, reading('pending', 1)];
  return piecesOf(state, amount, name === 'safe-to-pay-again');
}

function piecesOf(state: PayoutState, amount: Kobo, isConfirmed: boolean): readonly Piece[] {
  switch (state) {
    case 'SUCCESS':
      return [SENT, reading('money', 1, amount)];
    case 'REVERSED':
      return [SENT, reading('return', 1, amount), reading('return', 1 + CONFIRM_MS / 60_000, amount)];
    case 'FAILED':
      return [SENT, reading('end', 1), ...(isConfirmed ? [reading('end', 1 + CONFIRM_MS / 60_000)] : [])];
    case 'PENDING_AUTHORIZATION':
    case 'OTP_EMAIL_DISPATCH_FAILED':
      return [SENT, reading('authorising', 1)];
    default:
      return [];
  }
}
