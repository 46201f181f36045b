import type { LookAnswer, LookRequest } from '../../../activities/look.js';
import type { Settings } from '../../../src/config/settings.js';
import { isHold, type NewReviewItem } from '../../../src/domain/lifecycle/review.js';
import { type Kobo, showNaira } from '../../../src/domain/money.js';
import { answerOfInterrupted } from '../../../src/domain/movement/interrupted.js';
import { afterRead } from '../../../src/domain/movement/next-read.js';
import { standingOf } from '../../../src/domain/movement/standing.js';
import { nextStep, type Situation, type Step, type Wait } from '../../../src/domain/payout/next-step.js';
import { itemOfHold, unresolvedAt } from '../../../src/domain/payout/items.js';
import type { Look, Payout } from '../../../src/domain/payout/payout.js';
import { readingOf } from '../../../src/domain/payout/record.js';
import { lookAfterRead } from '../../../src/domain/payout/steps.js';
import { answerOf } from '../gateway/answer-of.js';
import { type Cancellable, findRecord, heldAfter, request } from '../gateway/money-request.js';
import type { Lifecycle } from '../run/lifecycle.js';
import type { Found, PayoutKind, SendReply } from './payout-kind.js';
import { addPiece, changePayout, type PayoutPlace, syncItems } from './place.js';

export interface PayOut {
  readonly lifecycle: Pick<Lifecycle, 'pace' | 'settings' | 'given'>;
  readonly place: PayoutPlace;
  readonly kind: PayoutKind;
  /** Reads what must be known before a send. */
  readonly look: (request: LookRequest) => Promise<LookAnswer>;
  /** Work that can be cancelled before a worker has started it. */
  readonly cancellable: <Result>(work: () => Promise<Result>) => Cancellable<Result>;
  /** Requests an approval, or finds that none is needed; the place has the result. It waits for nothing that does not answer. */
  readonly askApproval: (notAfter: number) => Promise<void>;
  /** Reads what it shares with others; false when the gateway did not answer for all of it. */
  readonly readLimits?: () => Promise<boolean>;
  /** Takes what gateway events report. */
  readonly takeEvents: () => void;
  /** Waits; true when the run has nothing left to do. */
  readonly idle: (wait: Wait) => Promise<boolean>;
  readonly onRead?: {
    readonly started: () => void;
    /** Returns whether the gateway has answered for all of it: only that ends a read that is owed. */
    readonly ended: (isAnswered: boolean) => boolean;
  };
}

/**
 * Pays one payout: asks what comes next, does that, and asks again. What comes next is decided by `nextStep` alone; whether
 * money may move, by `whyNotSend` within it, after every wait.
 */
export async function payOut(pay: PayOut): Promise<void> {
  const { lifecycle, place, kind } = pay;
  const { pace } = lifecycle;
  endInterrupted(place);
  let waitedUntil = pace.now();
  // the first activity brings the settings
  if (!lifecycle.given() && isNew(place.read())) await look(pay, undefined);
  for (;;) {
    const settings = lifecycle.given() ?? (await lifecycle.settings());
    adoptTerms(place, kind, settings);
    // what they report is read before anything more is sent
    pay.takeEvents();
    const step = nextStep(place.read(), situationOf(pay, settings, waitedUntil));
    switch (step.do) {
      case 'look':
        await look(pay, settings);
        break;
      case 'ask-approval':
        await askApproval(pay, settings);
        break;
      case 'read-limits':
        await readLimits(pay, step.limit, settings);
        break;
      case 'read':
        await read(pay);
        break;
      case 'send':
        clearHolds(place);
        await send(pay, settings);
        break;
      case 'end':
        endUnsent(place, step);
        break;
      case 'give-up':
        changePayout(place, { unwanted: place.read().unwanted ?? step.reason, isGivenUp: true });
        // an OTP that no worker has started yet
        place.withdraw();
        break;
      case 'wait':
        if (place.read().stage?.reason !== step.stage?.reason) changePayout(place, { stage: step.stage });
        if (step.hold) hold(place, step.hold);
        else clearHolds(place);
        if (await pay.idle(step)) return;
        waitedUntil = pace.now();
    }
  }
}

function endInterrupted(place: PayoutPlace): void {
  const piece = answerOfInterrupted(place.read().movement, place.now());
  if (piece) addPiece(place, piece);
}

/** Without an answer it is asked again later: until then the record is read, and events are taken. */
async function askApproval(
  { lifecycle, place, kind, askApproval: ask }: PayOut,
  settings: Settings,
): Promise<void> {
  const notAfter = kind.notAfter(settings);
  await ask(notAfter);
  const { approval, needsNoApproval, held } = place.read();
  const isAnswered = approval !== undefined || needsNoApproval === true;
  if (isAnswered && held === undefined) return;
  const rules = { now: lifecycle.pace.now(), notAfter, settings };
  const unanswered = { answer: 'not-left', observed: 'the sums of the day could not be read' } as const;
  changePayout(place, { held: isAnswered ? undefined : heldAfter(held, unanswered, rules) });
}

/** Without an answer it is tried again later. A read after the look makes another look necessary. */
async function readLimits(
  { lifecycle, place, kind, readLimits: readAll }: PayOut,
  limit: string,
  settings: Settings,
): Promise<void> {
  const isRead = (await readAll?.()) ?? true;
  const { look: before, held } = place.read();
  const rules = { now: lifecycle.pace.now(), notAfter: kind.notAfter(settings), settings };
  const unanswered = { answer: 'not-left', observed: `${limit}: it could not be read` } as const;
  changePayout(place, {
    look: lookAfterRead(before),
    ...(!isRead && { held: heldAfter(held, unanswered, rules) }),
  });
}

const isNew = ({ movement, look, unsent }: Payout) =>
  !unsent && !look && standingOf(movement).name === 'unsent';

/** What its kind says of absence and repeats comes from the settings; once something was sent, it stays as it was. */
function adoptTerms(place: PayoutPlace, kind: PayoutKind, settings: Settings): void {
  const { movement } = place.read();
  if (movement.terms.horizonMs !== undefined || movement.terms.repeatAfterMs !== undefined) return;
  changePayout(place, { movement: { ...movement, terms: kind.movement(settings) } });
}

function situationOf({ lifecycle, place, kind }: PayOut, settings: Settings, waitedUntil: number): Situation {
  const now = lifecycle.pace.now();
  return {
    now,
    waitedUntil,
    startAt: kind.startAt(),
    notAfter: kind.notAfter(settings),
    reading: {
      scheduleMs: settings.recheckScheduleMs,
      graceMs: settings.closingGraceMs,
      expectedFrom: kind.expectedFrom(settings),
      safetyMs: settings.safetyChecksMs,
      dailyMs: settings.dailyCheckMs,
      unresolvedAt: unresolvedAt(place.read(), place.itemRules() ?? settings, kind.expectedFrom(settings)),
    },
    looking: {
      pausedMs: settings.pauseCheckMs,
      shortMs: settings.fundsCheckMs,
      unansweredMs: settings.retryScheduleMs,
    },
    requirement: kind.requirement(settings, now),
    isStoppable: kind.isStoppable?.() === true,
    others: kind.others?.() ?? [],
    limits: kind.limits?.() ?? [],
  };
}

/** Reads everything that must be known before a send. */
async function look(
  { lifecycle, place, kind, look: lookAtAll }: PayOut,
  known: Settings | undefined,
): Promise<void> {
  const { pace } = lifecycle;
  const before = place.read().look;
  const wants = kind.wants(pace.now());
  const newerThan = before?.short === undefined ? undefined : before.balanceAt;
  const answer = await answerOf(lifecycle, () =>
    lookAtAll({
      ...wants,
      queue: 'payouts',
      withBalance: true,
      ...(newerThan !== undefined && { newerThan }),
    }),
  );
  const settings = known ?? lifecycle.given() ?? (await lifecycle.settings());
  if (answer) kind.learn?.(answer);
  const at = pace.now();
  const requirement = kind.requirement(settings, at);
  const isUnmet = requirement !== undefined && 'needs' in requirement && requirement.needs === 'look';
  const seen = answer && !isUnmet ? toLook(answer, { before, need: kind.needKobo(settings) }) : undefined;
  changePayout(place, {
    look: { at, ...(seen ?? { unanswered: (before?.unanswered ?? 0) + 1 }) },
  });
}

function toLook(
  { paused, balanceKobo, balanceAt }: LookAnswer,
  { before, need }: { readonly before: Look | undefined; readonly need: Kobo },
): Omit<Look, 'at'> {
  if (paused) return { paused: paused.reason };
  const read = balanceAt === undefined ? {} : { balanceAt };
  if (balanceKobo !== undefined && balanceKobo < need) {
    const short = `the wallet has ${showNaira(balanceKobo)}, the payment needs ${showNaira(need)}`;
    return { short, ...read };
  }
  // once it was found short, it is sent when the balance is known to cover it
  if (balanceKobo === undefined && before?.short !== undefined) {
    return { short: 'the wallet was too low for the payment, and its balance cannot be read' };
  }
  return read;
}

export type Reader = Pick<PayOut, 'lifecycle' | 'place' | 'kind' | 'onRead'>;

/** Reads the record by its reference. No answer is no reading. */
export function read(reader: Reader): Promise<void> {
  return reader.place.inTurn(() => readNow(reader));
}

async function readNow({ lifecycle, place, kind, onRead }: Reader): Promise<void> {
  const { pace } = lifecycle;
  const askedAt = pace.now();
  onRead?.started();
  const found: Found = await findRecord(pace, kind.find);
  const isAnswered = onRead?.ended(found !== undefined) ?? found !== undefined;
  const { reads, movement, look } = place.read();
  const isClaimed = movement.claimed !== undefined || movement.claimedBack !== undefined;
  const counted = afterRead(reads, { askedAt, isAnswered, isClaimed });
  changePayout(place, { reads: counted, look: lookAfterRead(look) });
  if (!found) return;
  const { changes } = movement;
  addReading(place, found, { askedAt, answeredAt: pace.now() }, counted);
  if (place.read().movement.changes !== changes) changePayout(place, { reads: { ...counted, count: 1 } });
}

export function addReading(
  place: PayoutPlace,
  found: NonNullable<Found>,
  span: { readonly askedAt: number; readonly answeredAt: number },
  reads: Payout['reads'],
): void {
  const { piece, part } = readingOf(place.read().movement, found, span);
  addPiece(place, piece, { reads, ...part });
}

/** One request. From the moment it is scheduled it stands as one that left, until its answer is known. */
async function send(pay: PayOut, settings: Settings): Promise<void> {
  const { lifecycle, place, kind } = pay;
  const { pace } = lifecycle;
  const askedAt = pace.now();
  const notAfter = kind.notAfter(settings);
  const { cancellable } = pay;
  const reply: SendReply = await request(
    pace,
    { cancellable, setWithdrawal: place.setWithdrawal },
    (withdrawable) => {
      const since = place.read().since ?? askedAt;
      addPiece(place, { kind: 'sending', step: 'request', askedAt }, { since, stage: undefined });
      return kind.send(notAfter, withdrawable);
    },
  );
  const answeredAt = pace.now();
  const { answer, observed, record } = reply;
  addPiece(
    place,
    { kind: 'send', step: 'request', answer, askedAt, answeredAt },
    { answered: observed, ...afterSend(place.read(), reply, { now: answeredAt, notAfter, settings }) },
  );
  if (record && isProof(record))
    addReading(place, record, { askedAt: answeredAt, answeredAt }, place.read().reads);
  else if (record || answer === 'used') wantRead(place);
  syncItems(place);
}

/** Its record is read as soon as possible; what is owed, until it is answered. */
export function wantRead(place: PayoutPlace, { isOwed = false } = {}): void {
  const { reads } = place.read();
  changePayout(place, {
    reads: { ...reads, isWanted: true, unanswered: 0, ...(isOwed && { isOwed: true as const }) },
  });
}

/** The reply to a write proves no failure, and a reply that contradicts the request proves nothing: the record does. */
const isProof = ({ shows }: NonNullable<SendReply['record']>) =>
  shows !== 'end' && shows !== 'odd' && shows !== 'return';

/** When it is tried again after an answer that moved nothing. */
function afterSend(
  { held, look }: Payout,
  reply: SendReply,
  rules: { readonly now: number; readonly notAfter: number; readonly settings: Settings },
): Partial<Payout> {
  const { isShort, observed } = reply;
  if (isShort) return { held: undefined, look: { ...look, at: rules.now, short: observed } };
  return { held: heldAfter(held, reply, rules) };
}

/** A hold whose cause is gone ends. */
function clearHolds(place: PayoutPlace, but?: NewReviewItem): void {
  place.clear(({ kind, reason }) => isHold(kind) && (kind !== but?.kind || reason !== but.reason));
}

/** Asks a person to look at it. */
function hold(place: PayoutPlace, why: NonNullable<Wait['hold']>): void {
  const payout = place.read();
  const { item, texts } = itemOfHold(payout, why);
  if (texts !== payout.texts) place.write({ texts }, payout);
  clearHolds(place, item);
  if (place.raise(item)) place.notify('on-hold');
}

function endUnsent(place: PayoutPlace, { to, reason }: Extract<Step, { do: 'end' }>): void {
  clearHolds(place);
  changePayout(place, { unsent: { to, reason }, stage: undefined });
}
