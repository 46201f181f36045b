import type { Payout } from '../../../src/domain/payout/payout.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import { timestamp } from '../run/state.js';
import { addPiece, type PayoutPlace } from './place.js';

/** A lost run, or another system, may have sent it: it stands as sent at this moment, whatever is read of it. */
export function takeAsSent(
  place: PayoutPlace,
  {
    since,
    why,
  }: {
    readonly since: number;
    readonly why: Pick<Payout, 'recovered' | 'notOurs'> & { readonly answered: string };
  },
): void {
  const now = place.now();
  const sent: Piece = { kind: 'send', step: 'request', answer: 'left', askedAt: now, answeredAt: now };
  addPiece(place, sent, { since: place.read().since ?? since, ...why });
}

const LOST = 'the previous run was lost; it may have sent this';

/** A lost run may have sent it, and may have accepted a cancel or a decision that is lost with it. */
export const takeAsLost = (place: PayoutPlace, since: number) =>
  takeAsSent(place, {
    since,
    why: {
      answered: LOST,
      recovered: `its run was lost, and with it any cancel or decision; recovered at ${timestamp()}`,
    },
  });
