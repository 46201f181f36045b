import { shortHash } from '../hash.js';
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
  /** The gateway does not let this merchant, or this address, send the payout. */
  'not-authorised',
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
  /** Of a comparison with the gateway: something could not be read, and may differ. */
  'incomplete-comparison',
  'unresolved-differences',
  'webhook-undelivered',
  /** Of the endpoint, not of a lifecycle. */
  'webhook-disabled',
  'state-size',
  /** An error in Oware itself. */
  'internal-error',
  /** A new version of the rules would show something else of the same evidence. */
  'rules-changed',
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
  /** Of such an item: what a decision must name, so that it is about what the person saw. */
  readonly version?: string;
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
  /** How many occurrences it stands for. */
  readonly count?: number;
  /** True where each raise is a further occurrence, not the same one again. */
  readonly addsUp?: true;
  /** The money that it is about, where other money is another item. */
  readonly money?: MoneyFingerprint;
  /** It is open while what is known says so. */
  readonly isOfEvidence?: true;
  readonly version?: string;
}

/**
 * An item that follows from evidence. `open`: what the evidence leaves open beside the amount at risk. Its version is a function
 * of both, without times and counts: the same seen again is the same version.
 */
export function ofEvidence<Item extends NewReviewItem>(item: Item, open: string) {
  const { kind, atRiskKobo, money } = item;
  const version = shortHash(JSON.stringify([kind, atRiskKobo, money, open]));
  return { ...item, isOfEvidence: true as const, version };
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

/** Nothing is kept or forgotten by a word: they end with what became of them. */
const NOT_DISMISSED: readonly ReviewKind[] = ['unresolved', 'not-authorised'];

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
      return !NOT_DISMISSED.includes(kind) && !isHold(kind);
  }
}

export interface Resolution {
  readonly decision: (typeof RESOLUTIONS)[number];
  readonly reason: string;
  /** The gateway's reference of what happened. */
  readonly gatewayReference?: string;
  /** How much, where an item asks for a sum. */
  readonly amountKobo?: Kobo;
  /** Of the item, as the person saw it. */
  readonly version?: string;
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
  /** The latest decisions. */
  readonly resolved?: readonly Resolved[];
  /** How many there were: the webhook about each has the number in its id. */
  readonly decisionCount?: number;
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

/** A name within a key. Other systems may choose one that ends like another after a colon, and a key is about just one. */
export const inKey = (name: string) => name.replaceAll(':', ';');

/** Whether an item is about this subject, whatever its kind. */
export const isItemAbout = ({ key }: Pick<ReviewItem, 'key'>, subject: string) =>
  key.endsWith(`:${subject}`) || key.includes(`:${subject}+`);

/** The same item under a key that names its money: after a decision on other money it returns under this one. */
export function namingMoney<Item extends Pick<NewReviewItem, 'money'>>(item: Item): Item {
  const { transactionReference, amountKobo } = item.money ?? {};
  if (amountKobo === undefined) return item;
  const subject =
    transactionReference === undefined ? `${amountKobo}` : `${transactionReference}:${amountKobo}`;
  return { ...item, subject };
}

/** Whether a person has decided on just this: an item that follows from evidence returns with other evidence only. */
export function isDecided(
  { resolved = [] }: Pick<ReviewState, 'resolved'>,
  item: NewReviewItem & { readonly version: string },
): boolean {
  const wanted = reviewKey(item);
  return resolved.some(({ key, version }) => key === wanted && version === item.version);
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
  const key = isTooMany ? `${newItem.kind}:${OTHERS}` : wanted;
  const before = items.find((item) => item.key === key);
  const addsUp = newItem.addsUp === true || (isTooMany && !newItem.isOfEvidence);
  const item = toItem(key, isTooMany && newItem.isOfEvidence ? toOverflow(newItem) : newItem, {
    before,
    at,
    addsUp,
  });
  return before ? items.map((each) => (each === before ? item : each)) : [...items, item];
}

const OTHERS = 'others';

/** Whether further items are counted together. */
export const isListFull = (items: readonly ReviewItem[]) => items.length >= ITEMS_KEPT;

/**
 * With all items that follow from evidence, each once: as many as there is room for, and of each kind one that stands for the
 * others, with their sum. Its version is theirs: a decision on it is about all of them, as they are. `before`: the list as it
 * was.
 */
export function withEvident(
  items: readonly ReviewItem[],
  due: readonly NewReviewItem[],
  { before: earlier, at }: { readonly before: readonly ReviewItem[]; readonly at: string },
): readonly ReviewItem[] {
  const found = new Map(earlier.map((item) => [item.key, item]));
  const dueBy = new Map(due.map((item) => [reviewKey(item), item]));
  const toListed = (key: string, item: NewReviewItem) =>
    toItem(key, item, { before: found.get(key), at, addsUp: false });
  const known = items.filter((item) => !isOverflow(item));
  const kept = known.map((item) => {
    const now = dueBy.get(item.key);
    dueBy.delete(item.key);
    return now ? toListed(item.key, now) : item;
  });
  const fresh = [...dueBy];
  const room = Math.max(ITEMS_KEPT - kept.length, 0);
  const others = fresh.slice(room).map(([, item]) => item);
  const inOne = [...new Set(others.map(({ kind }) => kind))].map((kind) =>
    toListed(
      `${kind}:${OTHERS}`,
      inOneItem(
        kind,
        others.filter((item) => item.kind === kind),
      ),
    ),
  );
  return [...kept, ...fresh.slice(0, room).map(([key, item]) => toListed(key, item)), ...inOne];
}

/** With an item that adds up, however long the list is: it stands for many by itself. */
export function withCounted(
  items: readonly ReviewItem[],
  item: NewReviewItem,
  at: string,
): readonly ReviewItem[] {
  const key = reviewKey(item);
  const before = items.find((each) => each.key === key);
  const counted = toItem(key, item, { before, at, addsUp: true });
  return before ? items.map((each) => (each === before ? counted : each)) : [...items, counted];
}

/** What stands for items that are not listed. */
export function inOneItem(kind: ReviewKind, items: readonly NewReviewItem[]): NewReviewItem {
  const reason = `${items.length} more than are listed, the first of them: ${items[0]?.reason ?? ''}`;
  const atRiskKobo = totalOf(...items.map((item) => item.atRiskKobo));
  const versions = items.map((item) => `${reviewKey(item)} ${item.version}`);
  return ofEvidence({ kind, subject: OTHERS, reason, atRiskKobo }, versions.join());
}

/** What follows from evidence is raised with every change: it is not counted, and is listed as soon as there is room. */
const toOverflow = (item: NewReviewItem): NewReviewItem => ({
  ...item,
  reason: `more items of this kind than are listed, among them: ${item.reason}`,
});

/** Whether it stands for items that are not listed. */
export const isOverflow = ({ key, kind, isOfEvidence }: ReviewItem) =>
  isOfEvidence === true && key === `${kind}:${OTHERS}`;

/** Without items whose cause is gone. Those that follow from evidence and were not listed are raised again where there is room. */
export function withoutItems(
  items: readonly ReviewItem[],
  isGone: (item: ReviewItem) => boolean,
): readonly ReviewItem[] {
  const left = items.filter((item) => !isGone(item));
  const hasRoom = left.length < items.length && left.length < ITEMS_KEPT;
  return hasRoom ? left.filter((item) => !isOverflow(item)) : left;
}

function toItem(
  key: string,
  { kind, reason, atRiskKobo, evidence, count, money, isOfEvidence, version }: NewReviewItem,
  { before, at, addsUp }: { before: ReviewItem | undefined; at: string; addsUp: boolean },
): ReviewItem {
  return {
    key,
    kind,
    reason,
    atRiskKobo: addsUp ? totalOf(before?.atRiskKobo ?? ZERO, atRiskKobo) : atRiskKobo,
    since: before?.since ?? at,
    ...(evidence && { evidence: boundedEvidence(evidence) }),
    ...(count !== undefined && { count }),
    ...(addsUp && { count: (before?.count ?? 0) + 1 }),
    ...(money && { money }),
    ...(isOfEvidence && { isOfEvidence }),
    ...(version !== undefined && { version }),
  };
}

/** What a decision on an item leaves. Its key does not return, unless the kind allows it, nor the one that names its money. */
export function afterDecision(
  { review, resolved = [], decisionCount = resolved.length, dismissed }: ReviewState,
  item: ReviewItem,
  resolution: Resolution,
  at: string,
): ReviewState {
  const { key, version } = item;
  const decided: Resolved = { ...resolution, ...(version !== undefined && { version }), key, at };
  const hashes = decidedKeys(item).map(shortHash);
  return {
    review: review.filter((each) => each.key !== key),
    resolved: [...resolved, decided].slice(-RESOLVED_KEPT),
    decisionCount: decisionCount + 1,
    dismissed: mayReturn(item) ? (dismissed ?? []) : withDismissed(dismissed, ...hashes),
  };
}

function withDismissed(dismissed: readonly string[] = [], ...hashes: readonly string[]): readonly string[] {
  return [...dismissed, ...hashes].slice(-DISMISSED_KEPT);
}

/** The kinds of all items, each once, in the order of the list above. */
export function kindsOf(items: readonly ReviewItem[]): ReviewKind[] {
  return REVIEW_KINDS.filter((kind) => items.some((item) => item.kind === kind));
}

export function atRisk(items: readonly ReviewItem[]): Kobo {
  return totalOf(...items.map(({ atRiskKobo }) => atRiskKobo));
}
