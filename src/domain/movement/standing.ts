import { type Kobo, ZERO } from '../money.js';
import { type Evidence, isConfirmed } from './evidence.js';

/** After this time a movement of which nothing was ever seen counts as absent. */
export const ABSENCE_HORIZON_MS = 24 * 3_600_000;
const ABSENCES_NEEDED = 3;

export type StandingName =
  /** Pieces speak against each other, or cannot be read: a person looks at it. */
  | 'doubtful'
  | 'moved'
  | 'returned'
  /** It surely moved nothing, and nothing of it is under way. */
  | 'nothing'
  | 'unsent'
  /** An end or a return was read once. */
  | 'ending'
  | 'waiting'
  | 'unknown';

/** Why it is known that nothing moved. What records or their absence prove must be read afresh before another send. */
export type NothingBy = 'refusal' | 'end' | 'absence' | 'decision';

/** What the evidence proves. It takes no clock: time acts through recorded readings only. */
export interface Standing {
  readonly name: StandingName;
  /** Proven to have moved and not returned: to fulfil, to count, to refund. */
  readonly least: Kobo;
  /** May have moved: to send, to repeat, to free a limit. */
  readonly most: Kobo;
  readonly by?: NothingBy;
}

export function standingOf(evidence: Evidence, horizonMs = ABSENCE_HORIZON_MS): Standing {
  const { asked, proven, highest, claimed, claimedBack, odd, isOpen, refunds } = evidence;
  const least = rest(proven, refunds.least);
  if (isDoubtful(evidence)) {
    return { name: 'doubtful', least, most: highestOf(asked, claimed, claimedBack, proven, highest, odd) };
  }
  const unexplained = isLessThanShown(evidence) ? highest : ZERO;
  if (least > 0) {
    const most = highestOf(proven, unexplained, isOpen ? asked : ZERO);
    return { name: 'moved', least, most: rest(most, refunds.least) };
  }
  if (evidence.returned > 0 || proven > 0) return { name: 'returned', least, most: unexplained };
  const by = provesNothing(evidence, horizonMs);
  if (by) return { name: 'nothing', least, most: ZERO, by };
  if (!evidence.isSeen && !evidence.left) return { name: 'unsent', least, most: ZERO };
  const last = evidence.run?.shows;
  if (last === 'end' || last === 'return') return { name: 'ending', least, most: asked };
  return { name: evidence.isSeen ? 'waiting' : 'unknown', least, most: asked };
}

/** Where pieces contradict each other, or a claim is open. */
function isDoubtful(evidence: Evidence): boolean {
  const { claimed, claimedBack, proven, returned, odd, run, isContradicted, highest, decided } = evidence;
  if (claimed > 0 || odd > 0 || isContradicted) return true;
  // a return of money that no record has shown
  if (claimedBack > 0 && proven === 0) return true;
  if (run?.shows === 'money') return returned > 0 && proven === 0;
  if (!run || run.isNoted) return false;
  if (run.shows === 'odd') return true;
  const hasMoved = (highest > 0 && returned === 0) || decided === 'happened';
  return (run.shows === 'pending' || run.shows === 'end') && hasMoved && isConfirmed(run);
}

/** Where no money was ever proven. */
function provesNothing(evidence: Evidence, horizonMs: number): NothingBy | undefined {
  if (evidence.decided === 'did-not-happen') return 'decision';
  if (evidence.isRefused) return 'refusal';
  if (evidence.isEnded) return 'end';
  return isAbsent(evidence, horizonMs) ? 'absence' : undefined;
}

/** Absence is weak: it proves nothing about what the gateway has shown or confirmed once. */
function isAbsent({ isSeen, isThere, left, absences }: Evidence, horizonMs: number): boolean {
  if (isSeen || isThere || !left || !absences) return false;
  return absences.count >= ABSENCES_NEEDED && absences.last - left.last >= horizonMs;
}

/** A record showed more than it does now, it did not go back, and no person has seen that. */
function isLessThanShown({ highest, proven, returned, noted }: Evidence): boolean {
  return highest > highestOf(proven, returned, noted);
}

/** What a person must look at, and how much money it is about. */
export interface MoneyItem {
  readonly kind: 'claim' | 'claimed-return' | 'odd' | 'contradiction' | 'less-than-shown';
  readonly amount: Kobo;
}

export function itemsOf(evidence: Evidence): readonly MoneyItem[] {
  const { asked, claimed, claimedBack, odd, highest, proven, run } = evidence;
  const isAtOdds = isDoubtful(evidence) && claimed === 0 && claimedBack === 0 && odd === 0;
  const items: readonly (MoneyItem | false)[] = [
    claimed > 0 && { kind: 'claim', amount: claimed },
    claimedBack > 0 && { kind: 'claimed-return', amount: claimedBack },
    odd > 0 && { kind: 'odd', amount: odd },
    isAtOdds && {
      kind: run?.shows === 'odd' ? 'odd' : 'contradiction',
      amount: highestOf(asked, highest, proven),
    },
    isLessThanShown(evidence) && { kind: 'less-than-shown', amount: highest },
  ];
  return items.filter((item) => item !== false);
}

const rest = (amount: Kobo, part: Kobo): Kobo => (amount > part ? ((amount - part) as Kobo) : ZERO);
const highestOf = (...amounts: readonly Kobo[]): Kobo => Math.max(...amounts) as Kobo;
