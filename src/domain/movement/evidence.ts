import { type Kobo, ZERO } from '../money.js';
import type { Claim, Decision, Piece, Reading, Refunds, Send, Shown } from './pieces.js';

/** Two equal readings this far apart confirm each other: copies of a gateway lag behind one another. */
export const CONFIRM_MS = 5 * 60_000;
/** Readings that find nothing count once an hour. */
export const ABSENCE_GAP_MS = 3_600_000;

/** Everything that counts of what was seen of a movement, of a fixed size. What is not in here is shown to people only. */
export interface Evidence {
  /** What may move at most, as far as we asked for it. */
  readonly asked: Kobo;
  /** Proven to have moved and not returned, before our own refunds. */
  readonly proven: Kobo;
  /** The most that a record ever showed. */
  readonly highest: Kobo;
  /** Confirmed to have gone back. */
  readonly returned: Kobo;
  /** What a person has seen although the record shows less by now. */
  readonly noted: Kobo;
  /** More may come. */
  readonly isOpen: boolean;
  /** A record exists, or existed. */
  readonly isSeen: boolean;
  /** The gateway has confirmed that it has the reference. */
  readonly isThere: boolean;
  /** Requests that may have arrived: how many, and when the last one was answered. */
  readonly left?: { readonly count: number; readonly last: number } | undefined;
  /** The request was refused for good, and none had left before. */
  readonly isRefused: boolean;
  /** Two readings have shown an end, and nothing undid it. */
  readonly isEnded: boolean;
  /** The equal readings that came last. */
  readonly run?: Run | undefined;
  /** Readings that found nothing since the last request left. */
  readonly absences?: { readonly count: number; readonly last: number } | undefined;
  /** When the last reading was asked. */
  readonly readAt?: number;
  /** The highest claim that no record has shown. */
  readonly claimed: Kobo;
  /** The highest return that was claimed and not read. */
  readonly claimedBack: Kobo;
  /** An amount in something odd, until a person decides. */
  readonly odd: Kobo;
  readonly decided?: 'happened' | 'did-not-happen' | undefined;
  /** A record or a claim speaks against `did-not-happen`. */
  readonly isContradicted: boolean;
  readonly refunds: Omit<Refunds, 'kind'>;
}

export interface Run {
  readonly shows: Shown;
  readonly amount: Kobo;
  /** When the first was answered, and when the last was asked. */
  readonly since: number;
  readonly until: number;
  /** A person has seen that it speaks against what was known. */
  readonly isNoted?: true;
}

export const noEvidence = (asked: Kobo): Evidence => ({
  asked,
  proven: ZERO,
  highest: ZERO,
  returned: ZERO,
  noted: ZERO,
  isOpen: false,
  isSeen: false,
  isThere: false,
  isRefused: false,
  isEnded: false,
  claimed: ZERO,
  claimedBack: ZERO,
  odd: ZERO,
  isContradicted: false,
  refunds: { least: ZERO, most: ZERO, order: [0, 0, 0] },
});

/** Two equal readings far enough apart, with nothing else between them. */
export const isConfirmed = ({ since, until }: Run) => until - since >= CONFIRM_MS;

/** Adds a piece. It never throws, and forgets nothing that speaks for money. */
export function add(evidence: Evidence, piece: Piece): Evidence {
  switch (piece.kind) {
    case 'send':
      return addSend(evidence, piece);
    case 'reading':
      return addReading(evidence, piece);
    case 'claim':
      return addClaim(evidence, piece);
    case 'refunds':
      return addRefunds(evidence, piece);
    case 'decision':
      return addDecision(evidence, piece);
  }
}

export const addAll = (evidence: Evidence, pieces: readonly Piece[]) => pieces.reduce(add, evidence);

function addSend(evidence: Evidence, { answer, answeredAt }: Send): Evidence {
  switch (answer) {
    case 'not-left':
    case 'held':
      return evidence;
    case 'refused': {
      const isProof = !evidence.left && !evidence.isSeen && !evidence.decided;
      return { ...evidence, isRefused: evidence.isRefused || isProof };
    }
    case 'accepted':
    case 'used':
      return { ...afterSend(evidence, answeredAt, answer === 'accepted' ? 1 : 0), isThere: true };
    case 'twin':
      return afterSend(evidence, answeredAt, 0);
    case 'left':
      return afterSend(evidence, answeredAt, 1);
  }
}

/** Every proof that nothing moved covers only the requests before it. */
function afterSend(evidence: Evidence, last: number, more: number): Evidence {
  const left = { count: (evidence.left?.count ?? 0) + more, last };
  return { ...withoutProof(evidence), run: undefined, absences: undefined, left };
}

/** What speaks for money undoes what spoke against it. */
function withoutProof(evidence: Evidence): Evidence {
  const decided = evidence.decided === 'did-not-happen' ? undefined : evidence.decided;
  return { ...evidence, decided, isRefused: false, isEnded: false };
}

/** Money without an amount, and an end with one, cannot be read. */
function classOf({ shows, amount = ZERO }: Reading): Shown {
  const isOdd = shows === 'money' ? amount === ZERO : shows === 'end' && amount > ZERO;
  return isOdd ? 'odd' : shows;
}

function addReading(evidence: Evidence, given: Reading): Evidence {
  const reading = { ...given, shows: classOf(given) };
  const read = { ...evidence, readAt: reading.askedAt };
  if (reading.shows === 'absent') return addAbsence(withRun(read, reading), reading.askedAt);
  const seen = withRun({ ...read, isSeen: true, isRefused: false }, reading);
  switch (reading.shows) {
    case 'pending':
      return { ...withoutProof(seen), isContradicted: isNowContradicted(evidence) };
    case 'odd':
      // the same that a person has seen is no news
      if (seen.run?.isNoted) return seen;
      return { ...withoutProof(seen), odd: larger(evidence.odd, amountOf(reading)) };
    case 'end':
      return addEnd(seen);
    case 'return':
      return addReturn(withoutProof(seen), amountOf(reading));
    case 'money':
      return addMoney({ ...withoutProof(seen), isContradicted: isNowContradicted(evidence) }, reading);
  }
}

const isNowContradicted = ({ isContradicted, decided }: Evidence) =>
  isContradicted || decided === 'did-not-happen';

/** A reading that was asked before the last request was answered proves nothing about that request. */
function withRun(evidence: Evidence, { shows, askedAt, answeredAt, ...reading }: Reading): Evidence {
  const amount = amountOf(reading);
  const { run, left } = evidence;
  if (left && askedAt < left.last) return { ...evidence, run: undefined };
  const hasAmount = shows === 'money' || shows === 'odd';
  const isEqual = run?.shows === shows && (!hasAmount || run.amount === amount);
  const next = isEqual ? { ...run, until: askedAt } : { shows, amount, since: answeredAt, until: askedAt };
  return { ...evidence, run: next };
}

function addAbsence(evidence: Evidence, askedAt: number): Evidence {
  const { left, absences } = evidence;
  if (!left || askedAt < left.last) return evidence;
  if (absences && askedAt - absences.last < ABSENCE_GAP_MS) return evidence;
  return { ...evidence, absences: { count: (absences?.count ?? 0) + 1, last: askedAt } };
}

function addEnd(evidence: Evidence): Evidence {
  const { run } = evidence;
  return run && isConfirmed(run) ? { ...evidence, isEnded: true } : evidence;
}

/** Money goes back when two readings say so. */
function addReturn(evidence: Evidence, amount: Kobo): Evidence {
  const { run, highest, proven, asked } = evidence;
  if (!run || !isConfirmed(run)) return evidence;
  const back = amount > 0 ? amount : larger(highest, proven);
  const returned = larger(evidence.returned, back > 0 ? back : asked);
  return {
    ...evidence,
    decided: undefined,
    returned,
    proven: ZERO,
    isOpen: false,
    claimed: evidence.claimed <= returned ? ZERO : evidence.claimed,
    claimedBack: evidence.claimedBack <= returned ? ZERO : evidence.claimedBack,
  };
}

/** More counts at once; less, and anything after a confirmed return, when two readings say so. */
function addMoney(evidence: Evidence, reading: Reading): Evidence {
  const amount = amountOf(reading);
  const { run, proven, returned } = evidence;
  const isAgain = returned > 0 && proven === 0;
  const isBelieved = isAgain || amount < proven ? run !== undefined && isConfirmed(run) : true;
  return {
    ...evidence,
    highest: larger(evidence.highest, amount),
    claimed: evidence.claimed <= amount ? ZERO : evidence.claimed,
    noted: isAgain || amount >= evidence.noted ? ZERO : evidence.noted,
    ...(isBelieved && { proven: amount, isOpen: reading.isOpen === true, decided: undefined }),
  };
}

function addClaim(evidence: Evidence, { shows, amount }: Claim): Evidence {
  const shaken = { ...withoutProof(evidence), isContradicted: isNowContradicted(evidence) };
  switch (shows) {
    case 'odd':
      return { ...shaken, odd: larger(evidence.odd, amount) };
    case 'money':
      // a record has shown as much
      if (amount <= evidence.highest) return evidence;
      return { ...shaken, claimed: larger(evidence.claimed, amount) };
    case 'return':
      if (amount <= evidence.returned) return evidence;
      return { ...shaken, claimedBack: larger(evidence.claimedBack, amount) };
  }
}

function addRefunds(evidence: Evidence, { least, most, order }: Refunds): Evidence {
  const isNewer = compareOrders(order, evidence.refunds.order) > 0;
  return isNewer ? { ...evidence, refunds: { least, most, order } } : evidence;
}

function compareOrders(one: Refunds['order'], other: Refunds['order']): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** What may be decided: only what no record contradicts. */
export function decisionsOn(evidence: Evidence): readonly Decision['says'][] {
  const { highest, returned, decided, run } = evidence;
  if (highest > 0 || returned > 0) return ['seen'];
  if (decided === 'happened') return [];
  return run?.shows === 'pending' ? ['happened'] : ['happened', 'did-not-happen'];
}

function addDecision(evidence: Evidence, { says }: Decision): Evidence {
  if (!decisionsOn(evidence).includes(says)) return evidence;
  const run = evidence.run && { ...evidence.run, isNoted: true as const };
  const settled = { ...evidence, run, claimed: ZERO, claimedBack: ZERO, odd: ZERO, isContradicted: false };
  switch (says) {
    case 'seen':
      // only what has fallen by now: a later fall is news
      return evidence.highest > evidence.proven ? { ...settled, noted: evidence.highest } : settled;
    case 'happened':
      return { ...settled, decided: says, proven: evidence.asked };
    case 'did-not-happen':
      return { ...settled, decided: says };
  }
}

const amountOf = ({ amount = ZERO }: Pick<Reading, 'amount'>) => amount;
const larger = (one: Kobo, other: Kobo): Kobo => (one > other ? one : other);
