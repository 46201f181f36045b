import { shortHash } from '../hash.js';
import type { ReviewKind } from '../lifecycle/review.js';
import type { Kobo } from '../money.js';
import { type Evidence, isOutdated } from '../movement/evidence.js';
import type { Reading, Shown, Span } from '../movement/pieces.js';
import type { Payout, Word } from './payout.js';

/** What a gateway's record shows of a payout. */
export type RecordShows =
  | {
      readonly shows: Exclude<Shown, 'absent' | 'odd'>;
      readonly word: Word;
      readonly observed: string;
      /** Of money and returns. */
      readonly amount?: Kobo;
    }
  /** It cannot be believed: it contradicts what was asked for. */
  | {
      readonly shows: 'odd';
      readonly about: ReviewKind;
      readonly reason: string;
      readonly amount?: Kobo;
      /** Another request made it. */
      readonly isForeign?: true;
    };

/** A record under our reference that is about something else: which one, and what differs. */
export const foreign = (what: string, mismatch: string, amount: Kobo): RecordShows => ({
  shows: 'odd',
  about: 'identity-mismatch',
  reason: `${what}: ${mismatch}`,
  isForeign: true,
  amount,
});

/** The record was made before this payout could have been sent: whose it is, a person decides. */
export const tooOld = (createdOn: string | null | undefined, amount: Kobo): RecordShows => ({
  shows: 'odd',
  about: 'identity-mismatch',
  reason: `the gateway's record was created ${createdOn ?? 'at an unknown time'}, before this one was sent`,
  amount,
});

export type FoundRecord = RecordShows | { readonly shows: 'absent' };

/** What was found, as a reading of the movement, and what else is kept of it. */
export function readingOf(
  movement: Evidence,
  found: FoundRecord,
  { askedAt, answeredAt }: Span,
): { readonly piece: Reading; readonly part: Partial<Payout> } {
  const piece: Reading = {
    kind: 'reading',
    shows: found.shows,
    askedAt,
    answeredAt,
    ...('amount' in found && { amount: found.amount }),
    ...(found.shows === 'odd' && { about: shortHash(found.reason) }),
  };
  return { piece, part: isOutdated(movement, piece) ? {} : partOf(found) };
}

function partOf(found: FoundRecord): Partial<Payout> {
  switch (found.shows) {
    case 'absent':
      return {};
    case 'odd': {
      const { about, reason, isForeign } = found;
      return { doubt: { about, reason }, ...(isForeign && { foreign: reason }) };
    }
    default: {
      const { word, observed } = found;
      return { record: { word, observed }, doubt: undefined, foreign: undefined };
    }
  }
}
