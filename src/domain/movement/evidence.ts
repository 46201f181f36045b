import { type Kobo, totalOf, ZERO } from '../money.js';
import { highestOf, rest } from './amounts.js';
import type { Claim, Decision, Piece, Reading, Refunds, Send, Sending, Shown, Step } from './pieces.js';

/** Two equal readings this far apart confirm each other: copies of a gateway lag behind one another. */
export const CONFIRM_MS = 5 * 60_000;
/** Readings that find nothing count once an hour. */
export const ABSENCE_GAP_MS = 3_600_000;

/** What the kind of a movement says of it. */
export interface MovementTerms {
  /** What may move at most, as far as we asked for it. */
  readonly asked: Kobo;
  /** For how long it must not be found until that proves anything; without it absence never does: a card, cash. */
  readonly horizonMs?: number;
  /** How long after a request a reading that finds nothing allows the same reference again; without it none does. */
  readonly repeatAfterMs?: number;
}

/** Everything that counts of what was seen of a movement, of a fixed size. What is not in here is shown to people only. */
export interface Evidence {
  readonly terms: MovementTerms;
  /** Grows with everything that is news; a decision names the number that it is about. */
  readonly changes: number;
  /** A request is on its way. */
  readonly sending?: Step | undefined;
  /** Requests that may have arrived: how many, when the last one was answered, and which step was not. */
  readonly left?: Left | undefined;
  /** The gateway has confirmed that it has the reference. */
  readonly isThere: boolean;
  /** The request was refused for good, and none had left before. */
  readonly isRefused: boolean;
  /** Two readings have shown an end, and nothing undid it. */
  readonly isEnded: boolean;
  /** What a record showed last, when it was found. */
  readonly lastSeen?: Shown;
  /** The equal readings that came last. */
  readonly run?: Run | undefined;
  /** When the last reading was answered. */
  readonly readAt?: number;
  /** Readings that found nothing since the last request left. */
  readonly absences?: { readonly count: number; readonly last: number } | undefined;
  /** Proven to have moved and not returned, before our own refunds. */
  readonly proven: Kobo;
  /** The most that a record showed, as far as no person has seen that it fell. */
  readonly highest: Kobo;
  /** Confirmed to have gone back. */
  readonly returned: Kobo;
  /** A record has shown money, or its return. */
  readonly hasShown: boolean;
  /** More may come. */
  readonly isOpen: boolean;
  /** The highest claim that no record has shown. */
  readonly claimed?: Kobo | undefined;
  /** The highest return that was claimed and not read. */
  readonly claimedBack?: Kobo | undefined;
  /** An amount in something odd, until a person decides. */
  readonly odd?: Kobo | undefined;
  readonly decided?: { readonly says: 'happened' | 'did-not-happen'; readonly saw: number } | undefined;
  /** A record or a claim speaks against what a person decided. */
  readonly isContradicted: boolean;
  /** Two readings have shown an end, or something under way, where money was proven. */
  readonly isAtOdds: boolean;
  /** The record could not be read when it was last found. */
  readonly isUnreadable: boolean;
  /** Something may move again after all had gone back. */
  readonly isReopened: boolean;
  /** A record has shown money since all had gone back. */
  readonly isShownAgain?: true | undefined;
  /** When a return was confirmed, or a person decided, last. */
  readonly settledAt?: number;
  readonly refunds?: Omit<Refunds, 'kind'>;
}

export interface Left {
  readonly count: number;
  /** When the first was answered, where it is not the last. */
  readonly first?: number;
  readonly last: number;
  readonly open?: Step | undefined;
  /** The last one was a step that was taken: a record that still waits for it may be late. */
  readonly isTaken?: true | undefined;
  /** A repeat was refused for good: there is no other. */
  readonly isRefused?: true;
}

export interface Run {
  readonly shows: Shown;
  readonly amount: Kobo;
  readonly isOpen: boolean;
  /** When the first was answered, and when the last was asked. */
  readonly since: number;
  readonly until: number;
  /** What is odd about it. */
  readonly about?: string;
  /** A person has seen that it speaks against what was known. */
  readonly isNoted?: true;
}

export const noEvidence = (terms: MovementTerms): Evidence => ({
  terms,
  changes: 0,
  isThere: false,
  isRefused: false,
  isEnded: false,
  proven: ZERO,
  highest: ZERO,
  returned: ZERO,
  hasShown: false,
  isOpen: false,
  isContradicted: false,
  isAtOdds: false,
  isUnreadable: false,
  isReopened: false,
});

/** Two equal readings far enough apart, with nothing else between them. */
export const isConfirmed = ({ since, until }: Run) => until - since >= CONFIRM_MS;

/** The record waits for a step that may have been taken: only a second reading, minutes later, says that it still does. */
export const isStepUnconfirmed = ({ left, run }: Pick<Evidence, 'left' | 'run'>) =>
  run?.shows === 'authorising' && (left?.open === 'authorise' || left?.isTaken === true) && !isConfirmed(run);

/** A record was found. */
export const isSeen = ({ lastSeen }: Evidence) => lastSeen !== undefined;

/** The gateway has it, as far as is known. */
export const hasArrived = (evidence: Evidence) => evidence.isThere || isSeen(evidence);

/** Adds a piece. It never throws, and forgets nothing that speaks for money. */
export function add(evidence: Evidence, piece: Piece): Evidence {
  switch (piece.kind) {
    case 'sending':
      return addSending(evidence, piece);
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

const news = (evidence: Evidence): Evidence => ({ ...evidence, changes: evidence.changes + 1 });

/** What speaks for money undoes what spoke against it. */
function withoutProof(evidence: Evidence): Evidence {
  const isReopened = evidence.isReopened || hasGoneBack(evidence);
  return { ...evidence, decided: withoutDenial(evidence), isReopened, isRefused: false, isEnded: false };
}

const withoutDenial = ({ decided }: Evidence) => (decided?.says === 'did-not-happen' ? undefined : decided);

const hasGoneBack = ({ returned, proven }: Evidence) => returned > 0 && proven === 0;

/** Every proof that nothing moved covers only the requests before it. */
const beforeSend = (evidence: Evidence): Evidence => ({
  ...withoutProof(news(evidence)),
  run: undefined,
  absences: undefined,
});

/** It stands as one that left until it is answered. */
function addSending(evidence: Evidence, { step, askedAt }: Sending): Evidence {
  // the answer to the one before was lost
  const gone = evidence.sending === undefined ? evidence : leave(evidence, askedAt, evidence.sending);
  const known = step === 'authorise' && isStillAwaited(gone) ? withoutStep(gone) : gone;
  return { ...beforeSend(known), sending: step };
}

/** Two readings have shown that the step before had no effect: what is read from now on is about the next one. */
const isStillAwaited = ({ run }: Evidence) => run?.shows === 'authorising' && isConfirmed(run);

const withoutStep = (evidence: Evidence): Evidence => {
  const { left } = evidence;
  if (!left) return evidence;
  return {
    ...evidence,
    left: { ...left, open: left.open === 'authorise' ? undefined : left.open, isTaken: undefined },
  };
};

function addSend(evidence: Evidence, { step, answer, answeredAt }: Send): Evidence {
  const answered = evidence.sending === step ? { ...evidence, sending: undefined } : evidence;
  switch (answer) {
    case 'not-left':
    case 'held':
      return answered;
    case 'refused': {
      // what a refused step leaves behind, the record shows
      const isProof = step === 'request' && !evidence.left && !isSeen(evidence) && !evidence.decided;
      const left = step === 'request' && answered.left && { ...answered.left, isRefused: true as const };
      return { ...answered, left: left || answered.left, isRefused: isProof || evidence.isRefused };
    }
    case 'accepted':
    case 'used': {
      const gone = leave(answered, answeredAt, answer === 'accepted' ? step : undefined);
      const left = step === 'authorise' && gone.left ? { ...gone.left, isTaken: true as const } : gone.left;
      return { ...gone, left, isThere: true };
    }
    case 'twin':
      return leave(answered, answeredAt, undefined);
    case 'left': {
      const gone = leave(answered, answeredAt, step);
      return { ...gone, left: gone.left && { ...gone.left, open: step } };
    }
  }
}

/** `counted`: the step that counts as one of the requests that may ever leave. */
function leave(evidence: Evidence, at: number, counted: Step | undefined): Evidence {
  const { count = 0, last = at } = evidence.left ?? {};
  const left: Left = { count: counted === 'request' ? count + 1 : count, last: Math.max(last, at) };
  const first = evidence.left && firstLeftOf(evidence.left);
  return { ...beforeSend(evidence), left: first === undefined ? left : { ...left, first } };
}

/** Since when it may be at the gateway. */
export const firstLeftOf = ({ first, last }: Left) => first ?? last;

/** Money without an amount, and an end or a pending record with one, cannot be read. */
function classOf({ shows, amount = ZERO }: Reading): Shown {
  const hasNone = shows === 'end' || shows === 'pending' || shows === 'authorising';
  const isOdd = shows === 'money' ? amount === ZERO : hasNone && amount > ZERO;
  return isOdd ? 'odd' : shows;
}

function addReading(evidence: Evidence, given: Reading): Evidence {
  const reading = { ...given, shows: classOf(given) };
  if (isOutdated(evidence, reading)) return { ...news(evidence), run: undefined };
  const read = withRun({ ...evidence, readAt: Math.max(evidence.readAt ?? 0, given.answeredAt) }, reading);
  if (reading.shows === 'absent') return addAbsence(read, reading.askedAt);
  const seen: Evidence = {
    ...read,
    lastSeen: reading.shows,
    isRefused: false,
    isUnreadable: staysUnreadable(read),
  };
  switch (reading.shows) {
    case 'authorising':
    case 'pending':
      return addDoubt({ ...withoutProof(seen), isContradicted: isNowContradicted(evidence) });
    case 'odd':
      return addOdd(seen, amountOf(reading));
    case 'end':
      return addDoubt(addEnd(seen));
    case 'return':
      return addReturn({ ...seen, isEnded: false, decided: withoutDenial(seen) }, reading);
    case 'money':
      return addMoney({ ...seen, hasShown: true, isContradicted: isNowContradicted(evidence) }, reading);
  }
}

/** One that was asked before another was answered may be older than that: it takes back nothing, and confirms nothing. */
export const isOutdated = (
  { readAt = -Infinity, run }: Evidence,
  { shows, askedAt }: Pick<Reading, 'shows' | 'askedAt'>,
) => askedAt < readAt && run?.shows !== shows && !SPEAK_FOR_MONEY.includes(shows);

const SPEAK_FOR_MONEY: readonly Shown[] = ['money', 'return', 'odd'];

const isNowContradicted = ({ isContradicted, decided }: Evidence) =>
  isContradicted || decided?.says === 'did-not-happen';

/** A reading that was asked before the last request was answered proves nothing about that request. */
function withRun(evidence: Evidence, { shows, askedAt, answeredAt, ...given }: Reading): Evidence {
  const amount = amountOf(given);
  const isOpen = given.isOpen === true;
  const { run, left, sending } = evidence;
  if (sending !== undefined || (left && askedAt < left.last)) return { ...news(evidence), run: undefined };
  const { about } = given;
  const isEqual =
    run?.shows === shows && run.amount === amount && run.isOpen === isOpen && run.about === about;
  if (isEqual) return { ...evidence, run: { ...run, until: Math.max(run.until, askedAt) } };
  return {
    ...news(evidence),
    run: { shows, amount, isOpen, since: answeredAt, until: askedAt, ...(about !== undefined && { about }) },
  };
}

function addAbsence(evidence: Evidence, askedAt: number): Evidence {
  const { left, absences, sending } = evidence;
  if (!left || askedAt < left.last || sending !== undefined) return evidence;
  if (absences && askedAt - absences.last < ABSENCE_GAP_MS) return evidence;
  return { ...evidence, absences: { count: (absences?.count ?? 0) + 1, last: askedAt } };
}

/**
 * Until its record is read again, but not by a reading that was asked for before the last request. Where money is
 * known, one reading that shows none is not believed, so it explains nothing either.
 */
function staysUnreadable({ isUnreadable, run, hasShown, proven }: Evidence): boolean {
  if (!isUnreadable || !run) return isUnreadable;
  return (hasShown || proven > 0) && run.shows !== 'money' && !isConfirmed(run);
}

/** The same that a person has seen is no news. */
function addOdd(evidence: Evidence, amount: Kobo): Evidence {
  if (evidence.run?.isNoted) return evidence;
  return {
    ...withoutProof(evidence),
    isUnreadable: true,
    ...(amount > 0 && { odd: highestOf(evidence.odd ?? ZERO, amount) }),
  };
}

function addEnd(evidence: Evidence): Evidence {
  const { run } = evidence;
  return run && isConfirmed(run) ? { ...evidence, isEnded: true } : evidence;
}

/** Money that was proven does not end, and does not wait: two readings that say so are for a person. */
function addDoubt(evidence: Evidence): Evidence {
  const { run, proven } = evidence;
  const isAtOdds = proven > 0 && run !== undefined && isConfirmed(run) && !run.isNoted;
  return isAtOdds && !evidence.isAtOdds ? { ...news(evidence), isAtOdds } : evidence;
}

/** Money goes back when two readings say so. */
function addReturn(evidence: Evidence, { answeredAt, ...reading }: Reading): Evidence {
  const { run, terms, proven } = evidence;
  if (!run || !isConfirmed(run)) return evidence;
  const shown = highestOf(evidence.highest, proven);
  const whole = shown > 0 ? shown : terms.asked;
  const amount = amountOf(reading);
  const returned = highestOf(evidence.returned, amount > 0 ? amount : whole);
  const highest = highestOf(shown, returned);
  // of what is there: what was shown in an earlier round has gone back already
  const left = rest(totalOf(proven, evidence.returned), returned);
  const isNews = returned > evidence.returned || evidence.isReopened;
  return {
    ...evidence,
    hasShown: true,
    // what is left of money that only a person concluded, no record has shown
    decided: left > 0 ? evidence.decided : undefined,
    isReopened: false,
    isShownAgain: undefined,
    isAtOdds: false,
    returned,
    highest,
    proven: left < proven ? left : proven,
    isOpen: evidence.isOpen && left > 0,
    claimed: unless(evidence.claimed, (claimed) => claimed <= highest),
    claimedBack: unless(evidence.claimedBack, (claimed) => claimed <= returned),
    settledAt: isNews ? answeredAt : (evidence.settledAt ?? answeredAt),
  };
}

/** More counts at once; less, and more than is left after a return, when two readings say so. */
function addMoney(evidence: Evidence, reading: Reading): Evidence {
  const amount = amountOf(reading);
  const { run, proven, returned, terms } = evidence;
  const isSure = run !== undefined && isConfirmed(run);
  const isAgain = returned > 0 && amount > proven;
  const isBelieved = isSure || !(isAgain || amount < proven);
  // all that was there before has gone back: it is not looked for again
  const isFirstAgain = hasGoneBack(evidence) && !evidence.isShownAgain;
  const highest = isFirstAgain ? amount : highestOf(evidence.highest, proven, amount);
  const isShownAgain = hasGoneBack(evidence) ? (true as const) : undefined;
  const shown = { ...withoutProof(evidence), highest, isShownAgain };
  if (!isBelieved) return { ...shown, isReopened: evidence.isReopened || isAgain };
  return {
    ...shown,
    isReopened: false,
    isShownAgain: undefined,
    isAtOdds: false,
    proven: amount,
    ...(isAgain && { returned: ZERO }),
    // that no more comes is believed when two readings say so
    isOpen: reading.isOpen === true || (amount < terms.asked && !isSure),
    decided: undefined,
    claimed: unless(evidence.claimed, (claimed) => claimed <= amount),
    // what could not be read before is explained by a record that shows as much
    odd: unless(evidence.odd, (odd) => odd <= amount),
  };
}

function addClaim(evidence: Evidence, { shows, amount: given }: Claim): Evidence {
  if (shows === 'there') return addPresence(evidence);
  const { terms, highest, proven, returned, decided } = evidence;
  const amount = given > 0 ? given : highestOf(terms.asked, highest);
  const isKnown = shows === 'money' && amount > 0 && amount <= (returned > 0 || decided ? proven : highest);
  if (isKnown || (shows === 'return' && returned > 0 && amount <= returned)) {
    // known before the last reading, which showed the opposite: that must be confirmed by readings after it
    return isOpposed(evidence, shows) ? { ...news(evidence), run: undefined } : evidence;
  }
  // readings from before it do not confirm what is read after it
  const shaken = {
    ...withoutProof(news(evidence)),
    isContradicted: isNowContradicted(evidence),
    run: undefined,
  };
  switch (shows) {
    case 'odd':
      return { ...shaken, odd: highestOf(evidence.odd ?? ZERO, amount) };
    case 'money':
      return { ...shaken, claimed: highestOf(evidence.claimed ?? ZERO, amount) };
    case 'return':
      return { ...shaken, claimedBack: highestOf(evidence.claimedBack ?? ZERO, amount) };
  }
}

/** As much as a record that is under way: its absence no longer proves anything, nor does what was concluded from it. */
function addPresence(evidence: Evidence): Evidence {
  const { lastSeen, decided, run } = evidence;
  const isKnown = isSeen(evidence) && decided?.says !== 'did-not-happen' && run?.shows !== 'absent';
  if (isKnown) return evidence;
  return {
    ...withoutProof(news(evidence)),
    isThere: true,
    lastSeen: lastSeen ?? 'pending',
    isContradicted: isNowContradicted(evidence),
    run: undefined,
  };
}

/** The last reading shows the opposite of a claim, and none has confirmed it. */
function isOpposed({ run, isReopened }: Evidence, shows: Exclude<Claim['shows'], 'there'>): boolean {
  if (!run || isConfirmed(run)) return false;
  return shows === 'money' ? run.shows === 'return' : isReopened && run.shows === 'money';
}

function addRefunds(evidence: Evidence, { least, most, order }: Refunds): Evidence {
  const { refunds } = evidence;
  if (refunds && compareOrders(order, refunds.order) <= 0) return evidence;
  return { ...evidence, refunds: { least, most, order } };
}

function compareOrders(one: Refunds['order'], other: Refunds['order']): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** What may be decided: only what no record contradicts, and not while a request is on its way. */
export function decisionsOn(evidence: Evidence): readonly Decision['says'][] {
  const { sending, hasShown, decided, changes, lastSeen, run, left, claimed, claimedBack, odd } = evidence;
  if (sending !== undefined) return [];
  if (hasShown) return ['seen'];
  const isAbout = [lastSeen, left, claimed, claimedBack, odd].some((each) => each !== undefined);
  // the first decision counts, until there is news
  if (!isAbout || decided?.saw === changes) return [];
  // what was under way and is twice not found is for a person to say
  const last = run?.shows === 'absent' && isConfirmed(run) ? 'absent' : lastSeen;
  const isUnderWay = last === 'pending' || last === 'authorising';
  return isUnderWay ? ['happened'] : ['happened', 'did-not-happen'];
}

/** How much happened, unless the person gives it; zero where that is not known. */
export const amountOfHappened = ({ claimed, terms }: Evidence): Kobo => claimed ?? terms.asked;

/** What was read once is confirmed by a reading, not by a person; something odd is as odd the second time. */
const isKnownToPerson = (run: Run) => run.shows === 'odd' || isConfirmed(run);

function addDecision(evidence: Evidence, { says, saw, at, amount }: Decision): Evidence {
  const asked = says === 'there' ? 'happened' : says;
  if (saw !== evidence.changes || !decisionsOn(evidence).includes(asked)) return evidence;
  const { proven, returned, claimed, run } = evidence;
  const settled: Evidence = {
    ...evidence,
    run: run && isKnownToPerson(run) ? { ...run, isNoted: true as const } : run,
    claimed: undefined,
    claimedBack: undefined,
    odd: undefined,
    isContradicted: false,
    isAtOdds: false,
    isUnreadable: false,
    settledAt: at,
  };
  switch (says) {
    case 'seen': {
      // money that was read once more after a return is confirmed by a reading, not by a person
      const isAgain = run?.shows === 'money' && hasGoneBack(evidence);
      // what cannot be read shows nothing about what was claimed
      const isBlind = run?.shows === 'odd' && !run.isNoted;
      return {
        ...settled,
        highest: totalOf(proven, returned),
        isShownAgain: undefined,
        isReopened: evidence.isReopened && isAgain,
        ...(isBlind && { claimed, claimedBack: evidence.claimedBack }),
      };
    }
    case 'happened': {
      const happened = amount ?? amountOfHappened(evidence);
      return happened > 0 ? { ...settled, decided: { says, saw }, proven: happened } : evidence;
    }
    case 'did-not-happen':
      return { ...settled, decided: { says, saw }, proven: ZERO };
    case 'there':
      return { ...withoutProof(settled), decided: undefined, isThere: true, lastSeen: 'pending' };
  }
}

const amountOf = ({ amount = ZERO }: Pick<Reading, 'amount'>) => amount;
const unless = (amount: Kobo | undefined, isOver: (amount: Kobo) => boolean) =>
  amount === undefined || isOver(amount) ? undefined : amount;
