import { type Kobo, totalOf, ZERO } from '../money.js';
import { highestOf, rest } from './amounts.js';
import { type Evidence, isSeen } from './evidence.js';

export const ABSENCES_NEEDED = 3;

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

export function standingOf(evidence: Evidence): Standing {
  const { terms, proven, highest, returned, isOpen, refunds } = evidence;
  const refunded = refunds?.least ?? ZERO;
  const least = rest(proven, refunded);
  if (isDoubtful(evidence)) return { name: 'doubtful', least, most: mostInDoubt(evidence) };
  const unexplained = isLessThanShown(evidence) ? rest(highest, returned) : ZERO;
  const possible = rest(highestOf(proven, unexplained, isOpen ? terms.asked : ZERO), refunded);
  if (least > 0) return { name: 'moved', least, most: possible };
  const isUnderWay = evidence.sending !== undefined;
  const most = isUnderWay ? highestOf(possible, terms.asked) : possible;
  if (returned > 0 || proven > 0) return { name: 'returned', least, most };
  const by = isUnderWay ? undefined : provesNothing(evidence);
  if (by) return { name: 'nothing', least, most: ZERO, by };
  if (!isSeen(evidence) && !evidence.left && !isUnderWay) return { name: 'unsent', least, most: ZERO };
  const last = evidence.run?.shows;
  if (last === 'end' || last === 'return') return { name: 'ending', least, most: terms.asked };
  return { name: isSeen(evidence) ? 'waiting' : 'unknown', least, most: terms.asked };
}

/** What may be refunded: what is proven, without what our refunds may have returned. */
export const refundableOf = ({
  proven,
  refunds,
}: {
  readonly proven: Kobo;
  readonly refunds?: { readonly most: Kobo } | undefined;
}): Kobo => rest(proven, refunds?.most ?? ZERO);

/** Where pieces contradict each other, or a claim is open. */
function isDoubtful(evidence: Evidence): boolean {
  const { claimed, claimedBack, proven, odd } = evidence;
  if (claimed !== undefined || odd !== undefined || evidence.isUnreadable) return true;
  if (isContradictory(evidence)) return true;
  // a return of money that no record has shown
  return claimedBack !== undefined && proven === 0;
}

const isContradictory = ({ isContradicted, isAtOdds, isReopened }: Evidence) =>
  isContradicted || isAtOdds || isReopened;

function mostInDoubt({ terms, claimed, claimedBack, proven, highest, odd }: Evidence): Kobo {
  return highestOf(terms.asked, claimed ?? ZERO, claimedBack ?? ZERO, proven, highest, odd ?? ZERO);
}

/** Where no money was ever proven. */
function provesNothing(evidence: Evidence): NothingBy | undefined {
  if (evidence.decided?.says === 'did-not-happen') return 'decision';
  if (evidence.isRefused) return 'refusal';
  if (evidence.isEnded) return 'end';
  return isAbsent(evidence) ? 'absence' : undefined;
}

/** Absence is weak: it proves nothing about what the gateway has shown or confirmed once. */
function isAbsent(evidence: Evidence): boolean {
  const { isThere, left, absences, terms } = evidence;
  if (isSeen(evidence) || isThere || !left || !absences || terms.horizonMs === undefined) return false;
  return absences.count >= ABSENCES_NEEDED && absences.last - left.last >= terms.horizonMs;
}

/** A record showed more than it does now, it did not go back, and no person has seen that. */
const isLessThanShown = ({ highest, proven, returned }: Evidence) => highest > totalOf(proven, returned);

/** What a person must look at, and how much money it is about. */
export interface MoneyItem {
  readonly kind: 'claim' | 'claimed-return' | 'odd' | 'contradiction' | 'less-than-shown';
  readonly amount: Kobo;
}

export function itemsOf(evidence: Evidence): readonly MoneyItem[] {
  const { claimed, claimedBack, odd, highest, returned } = evidence;
  const items: readonly (MoneyItem | false)[] = [
    claimed !== undefined && { kind: 'claim', amount: claimed },
    claimedBack !== undefined && { kind: 'claimed-return', amount: claimedBack },
    (odd !== undefined || evidence.isUnreadable) && { kind: 'odd', amount: mostInDoubt(evidence) },
    isContradictory(evidence) && { kind: 'contradiction', amount: mostInDoubt(evidence) },
    isLessThanShown(evidence) && { kind: 'less-than-shown', amount: rest(highest, returned) },
  ];
  return items.filter((item) => item !== false);
}

/**
 * What a person sees of the evidence, and decides on: classes and amounts, and which request was the last. A further equal reading
 * adds nothing to it.
 */
export function seenOf(evidence: Evidence): string {
  const { lastSeen, run, left, proven, highest, returned, claimed, claimedBack, odd } = evidence;
  const { isContradicted, isAtOdds, isReopened, isUnreadable } = evidence;
  const about = lastSeen === 'odd' ? run?.about : undefined;
  const amounts = [proven, highest, returned, claimed, claimedBack, odd];
  const doubts = [isContradicted, isAtOdds, isReopened, isUnreadable];
  return JSON.stringify([lastSeen, about, ...amounts, ...doubts, left?.open, left?.last]);
}
