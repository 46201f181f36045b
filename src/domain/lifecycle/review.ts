import type { Kobo } from '../money.js';
import { totalOf, ZERO } from '../money.js';

/** Why an item needs review. Operators filter by these words. */
export const REVIEW_KINDS = [
  /** An operation or a record without an outcome. */
  'unresolved',
  'unreadable-record',
  'identity-mismatch',
  'unproven-event',
  'unmatched-event',
  'conflicting-records',
  'possible-duplicate',
  'name-mismatch',
  /** A lost run had the payout: what was commanded there may be lost as well. */
  'recovered',
  'underpaid',
  'overpaid',
  'paid-late',
  'duplicate-payment',
  'cancel-refused',
  /** By a client of Temporal, which ends nothing. */
  'cancel-requested',
  'payout-reversed',
  'unsettled',
  'settlement-difference',
  'wallet-drift',
  'webhook-undelivered',
  /** Of the endpoint, not of a lifecycle. */
  'webhook-disabled',
  'state-size',
  /** An error in Oware itself. */
  'internal-error',
] as const;

export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Which money an item, or a decision on it, is about: a transaction, if it is one, and its amount. */
export interface MoneyFingerprint {
  readonly transactionReference?: string | undefined;
  readonly amountKobo: Kobo;
}

/** One item for manual review. The amount at risk is what could be lost or owed until it is resolved. */
export interface ReviewItem {
  /** The kind, and the subject where there may be several of a kind. It is resolved by this key. */
  readonly key: string;
  readonly kind: ReviewKind;
  readonly reason: string;
  readonly atRiskKobo: Kobo;
  readonly since: string;
  /** What was sent and what came back, where that is the only evidence. */
  readonly evidence?: readonly Evidence[];
  /** How many occurrences it stands for, where they are counted together. */
  readonly count?: number;
  /** A decision on it is about this money and no other. */
  readonly money?: MoneyFingerprint;
  /** It is open while what is known says so: other evidence opens it again. */
  readonly isOfEvidence?: true;
}

/** Whether a lifecycle waits for a decision. Nothing waits for one on a request to cancel, which ends with the run. */
export const awaitsDecision = (items: readonly ReviewItem[]) =>
  items.some(({ kind }) => kind !== 'cancel-requested');

/**
 * Whether the same item may be added again after its decision: one that counts several occurrences, a second operation
 * under the same name, such as another cancel, another request to a later run, and a hold for another reason.
 */
export const mayReturn = ({ kind, count, isOfEvidence }: ReviewItem) =>
  isOfEvidence === true || count !== undefined || RETURNING.includes(kind) || isHold(kind);

const RETURNING: readonly ReviewKind[] = [
  'unresolved',
  'cancel-requested',
  'cancel-refused',
  'internal-error',
];

/** One check on an operation whose outcome is unknown. */
export interface Evidence {
  readonly at: string;
  readonly observed: string;
}

/** A review item to raise. */
export interface NewReviewItem {
  readonly kind: ReviewKind;
  /** The transaction or operation that it is about. */
  readonly subject?: string;
  readonly reason: string;
  readonly atRiskKobo: Kobo;
  readonly evidence?: readonly Evidence[];
  /** True where each raise is a further occurrence, not the same one again. */
  readonly addsUp?: true;
  /** The money that it is about, where other money is another item. */
  readonly money?: MoneyFingerprint;
  /** It is open while what is known says so. */
  readonly isOfEvidence?: true;
}

/**
 * How an operator resolves an item. accept: keep the money. dismiss: nothing to do. happened and
 * did-not-happen conclude what the gateway never reported. release: send a payout that was held; refuse: do
 * not send it. Only release lets money move.
 */
export const RESOLUTIONS = ['accept', 'dismiss', 'happened', 'did-not-happen', 'release', 'refuse'] as const;

/** Items that hold a payout before it is sent. */
export const HOLDS = [
  'name-mismatch',
  'possible-duplicate',
  'recovered',
] as const satisfies readonly ReviewKind[];

export type Hold = (typeof HOLDS)[number];

export const isHold = (kind: ReviewKind): kind is Hold => HOLDS.some((each) => each === kind);

/** What a record shows, or does not, is for a person to conclude. */
const ABOUT_RECORDS: readonly ReviewKind[] = [
  'unproven-event',
  'identity-mismatch',
  'unreadable-record',
  'conflicting-records',
];

/** Whether this decision fits an item of this kind. */
export function isFitting(decision: Resolution['decision'], kind: ReviewKind): boolean {
  switch (decision) {
    case 'happened':
    case 'did-not-happen':
      return kind === 'unresolved' || ABOUT_RECORDS.includes(kind);
    case 'release':
    case 'refuse':
      return isHold(kind);
    default:
      return kind !== 'unresolved' && !isHold(kind);
  }
}

export interface Resolution {
  readonly decision: (typeof RESOLUTIONS)[number];
  readonly reason: string;
  /** The gateway's reference of what happened. */
  readonly gatewayReference?: string;
  /** How much, where an item asks for a sum. */
  readonly amountKobo?: Kobo;
  /** Who decided, where the api signs decisions: the subject of its API key. */
  readonly by?: string;
}

export interface Resolved extends Resolution {
  readonly key: string;
  readonly at: string;
}

/** The review part of a snapshot. */
export interface ReviewState {
  readonly review: readonly ReviewItem[];
  readonly resolved?: readonly Resolved[];
  /** Hashed keys that an operator dismissed: they do not return. */
  readonly dismissed?: readonly string[];
}

/** Bounds on what one lifecycle carries along. */
const ITEMS_KEPT = 100;
const RESOLVED_KEPT = 50;
const DISMISSED_KEPT = 200;
const EVIDENCE_FIRST = 5;
const EVIDENCE_LAST = 20;

export function reviewKey({ kind, subject }: Pick<NewReviewItem, 'kind' | 'subject'>): string {
  return subject === undefined ? kind : `${kind}:${subject}`;
}

/** Whether an item is about this subject, whatever its kind. */
export const isItemAbout = ({ key }: ReviewItem, subject: string) =>
  key.endsWith(`:${subject}`) || key.includes(`:${subject}+`);

/** The same item under a key that names its money: after a decision on other money it returns under this one. */
export function namingMoney<Item extends Pick<NewReviewItem, 'money'>>(item: Item): Item {
  const { transactionReference, amountKobo } = item.money ?? {};
  if (amountKobo === undefined) return item;
  const subject =
    transactionReference === undefined ? `${amountKobo}` : `${transactionReference}:${amountKobo}`;
  return { ...item, subject };
}

/** The keys under which an item does not return after a decision on it. */
export function decidedKeys({ key, kind, money }: ReviewItem): readonly string[] {
  return money ? [...new Set([key, reviewKey(namingMoney({ kind, money }))])] : [key];
}

/** Keeps the first and the latest entries; those between are seldom read. */
export function boundedEvidence(evidence: readonly Evidence[]): readonly Evidence[] {
  if (evidence.length <= EVIDENCE_FIRST + EVIDENCE_LAST) return evidence;
  return [...evidence.slice(0, EVIDENCE_FIRST), ...evidence.slice(-EVIDENCE_LAST)];
}

/** Adds an item: the same key updates the item. Items over the limit are counted together by kind. */
export function withItem(
  items: readonly ReviewItem[],
  newItem: NewReviewItem,
  at: string,
): readonly ReviewItem[] {
  const wanted = reviewKey(newItem);
  const isKnown = items.some(({ key }) => key === wanted);
  const isTooMany = !isKnown && items.length >= ITEMS_KEPT;
  const key = isTooMany ? `${newItem.kind}:others` : wanted;
  const before = items.find((item) => item.key === key);
  const item = toItem(key, newItem, { before, at, addsUp: isTooMany || newItem.addsUp === true });
  return before ? items.map((each) => (each === before ? item : each)) : [...items, item];
}

function toItem(
  key: string,
  { kind, reason, atRiskKobo, evidence, money, isOfEvidence }: NewReviewItem,
  { before, at, addsUp }: { before: ReviewItem | undefined; at: string; addsUp: boolean },
): ReviewItem {
  return {
    key,
    kind,
    reason,
    atRiskKobo: addsUp ? totalOf(before?.atRiskKobo ?? ZERO, atRiskKobo) : atRiskKobo,
    since: before?.since ?? at,
    ...(evidence && { evidence: boundedEvidence(evidence) }),
    ...(addsUp && { count: (before?.count ?? 0) + 1 }),
    ...(money && { money }),
    ...(isOfEvidence && { isOfEvidence }),
  };
}

export function withResolved(resolved: readonly Resolved[] = [], one: Resolved): readonly Resolved[] {
  return [...resolved, one].slice(-RESOLVED_KEPT);
}

export function withDismissed(
  dismissed: readonly string[] = [],
  ...hashes: readonly string[]
): readonly string[] {
  return [...dismissed, ...hashes].slice(-DISMISSED_KEPT);
}

/** The kinds of all items, each once, in the order of the list above. */
export function kindsOf(items: readonly ReviewItem[]): ReviewKind[] {
  return REVIEW_KINDS.filter((kind) => items.some((item) => item.kind === kind));
}

export function atRisk(items: readonly ReviewItem[]): Kobo {
  return totalOf(...items.map(({ atRiskKobo }) => atRiskKobo));
}
