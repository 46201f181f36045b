import type { Settings } from '../../../src/config/settings.js';
import { readConfig, toSettings } from '../../../src/config/config.js';
import { withApproval, withDecline, isRefusedDecision } from '../../../src/domain/approval/approval.js';
import {
  type NewReviewItem,
  reviewKey,
  type ReviewItem,
  withItem,
} from '../../../src/domain/lifecycle/review.js';
import { kobo } from '../../../src/domain/money.js';
import { newPayout, type Payout } from '../../../src/domain/payout/payout.js';
import type { RecordShows } from '../../../src/domain/payout/record.js';
import { isAuthorising, isOver, isSafeToPayAgain, type Shown } from '../../../src/domain/payout/state.js';
import type { Wait } from '../../../src/domain/payout/next-step.js';
import { createOperations } from '../../../workflows/shared/gateway/operations.js';
import { submitOtp, type Authorised } from '../../../workflows/shared/payout/authorise.js';
import { decideOn, refuseDecisionOn } from '../../../workflows/shared/payout/decide.js';
import { payOut, wantRead } from '../../../workflows/shared/payout/pay-out.js';
import type { Found, PayoutKind, SendReply } from '../../../workflows/shared/payout/payout-kind.js';
import { changePayout, type PayoutPlace } from '../../../workflows/shared/payout/place.js';
import { moneyTerms } from '../../../workflows/shared/payout/replies.js';
import { cancelOrKeep } from '../../../workflows/shared/payout/cancel-payout.js';
import { takeEvents } from '../../../workflows/shared/payout/single-run.js';
import { takeAsLost } from '../../../workflows/shared/payout/take-as-sent.js';
import { createTurns } from '../../../workflows/shared/run/turns.js';
import {
  cancelledActivity,
  createClock,
  createDice,
  type Dice,
  failedWith,
  freeze,
  notPickedUp,
  timedOut,
} from './world.js';

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const AMOUNT = kobo(10_00);
const OTHER_AMOUNT = kobo(99_00);
const SETTINGS: Settings = { ...toSettings(readConfig({})), deliversWebhooks: true };
const START = Date.parse('2026-01-15T09:00:00.000Z');
/** A pause is confirmed after a second; what a worker has read of it counts for two. */
const PAUSE_SEEN_MS = 3_000;

interface Truth {
  readonly moves: boolean;
  readonly asksOtp: boolean;
  readonly otpWindow: number;
  readonly decidedAfter: number;
  readonly lag: number;
  readonly wrong: number;
  readonly event: number | undefined;
  readonly back: number | undefined;
  readonly again: number | undefined;
  readonly copyLag: number;
  /** Events come a second time. */
  readonly repeats: boolean;
}

interface Payment {
  readonly at: number;
  readonly truth: Truth;
  authorisedAt?: number;
}

const truthOf = (dice: Dice, isOtpWorld: boolean): Truth => ({
  moves: dice.chance(0.75),
  asksOtp: isOtpWorld,
  otpWindow: dice.pick([HOUR, 3 * HOUR]),
  decidedAfter: dice.pick([0, SECOND, 5 * MINUTE, 3 * HOUR]),
  lag: dice.pick([0, 0, 0, 5 * SECOND, HOUR, 20 * HOUR]),
  wrong: dice.pick([0, 0, 0, 0, 2 * MINUTE]),
  event: dice.pick([undefined, SECOND, SECOND, HOUR, 25 * HOUR]),
  back: dice.pick([undefined, undefined, undefined, MINUTE, 20 * MINUTE, 5 * HOUR, 3 * DAY]),
  again: dice.pick([undefined, undefined, 3 * MINUTE, 20 * MINUTE, 5 * HOUR]),
  copyLag: dice.pick([0, 0, 5 * SECOND, MINUTE, 4 * MINUTE]),
  repeats: dice.chance(0.3),
});

/** When the money moves, goes back, and is out again; undefined where it does not. */
function movesOf({ at, truth, authorisedAt }: Payment) {
  const { moves, asksOtp, decidedAfter, wrong, lag, back, again } = truth;
  const base = asksOtp ? authorisedAt : at;
  if (!moves || base === undefined) return {};
  const outAt = base + decidedAfter;
  if (back === undefined) return { outAt };
  const backAt = Math.max(outAt, at + lag, base + wrong) + back;
  return again === undefined ? { outAt, backAt } : { outAt, backAt, againAt: backAt + again };
}

function isOutAt(payment: Payment | undefined, at: number): boolean {
  if (!payment) return false;
  const { outAt = Infinity, backAt = Infinity, againAt = Infinity } = movesOf(payment);
  return at >= outAt && (at < backAt || at >= againAt);
}

function outSince(payment: Payment, at: number): number {
  const { outAt = Infinity, againAt = Infinity } = movesOf(payment);
  return at >= againAt ? againAt : outAt;
}

export interface Outcome {
  readonly seed: number;
  readonly wrongs: readonly string[];
  readonly state: string;
  readonly moved: boolean;
  readonly isSafe: boolean;
  readonly items: readonly string[];
  readonly sends: number;
  readonly otps: number;
  readonly losses: number;
  readonly frozen: number;
  readonly decisions: number;
  readonly told: readonly string[];
  readonly log: readonly string[];
}

/** What an exchange with the gateway answers, or throws. */
function answerOf<Reply>(exchange: () => Reply): { readonly reply: Reply } | { readonly error: Error } {
  try {
    return { reply: exchange() };
  } catch (error) {
    return { error: error as Error };
  }
}

export async function playWorld(seed: number): Promise<Outcome> {
  const dice = createDice(seed);
  const clock = createClock(START);
  const log: string[] = [];
  const wrongs: string[] = [];
  const note = (text: string) => void log.push(`${new Date(clock.now()).toISOString().slice(8, 19)} ${text}`);
  const wrong = (text: string) => {
    note(`WRONG ${text}`);
    wrongs.push(text);
  };
  const end = START + 45 * DAY;
  const lastMoment = START + 10 * DAY;

  // the world
  const isOtpWorld = dice.chance(0.35);
  const needsApproval = dice.chance(0.25);
  const hasForeign = dice.chance(0.06);
  const isStrict = dice.chance(0.5);
  const startAt = dice.chance(0.1) ? START + dice.pick([HOUR, 26 * HOUR]) : 0;
  let payment: Payment | undefined;
  const foreignAt = hasForeign ? START + dice.pick([-HOUR, 2 * SECOND, HOUR]) : Infinity;
  const foreignWord = dice.pick(['pending', 'money', 'end'] as const);
  const unreadable: { from: number; to: number; amount: boolean }[] = [];
  if (dice.chance(0.15)) {
    const from = START + dice.pick([0, MINUTE, HOUR, 5 * HOUR]);
    unreadable.push({ from, to: from + dice.pick([MINUTE, HOUR, 30 * HOUR]), amount: dice.chance(0.4) });
  }
  const outages: { from: number; to: number }[] = [];
  if (dice.chance(0.2)) {
    const from = START + dice.pick([0, 10 * SECOND, HOUR]);
    outages.push({ from, to: from + dice.pick([MINUTE, 3 * HOUR, 2 * DAY]) });
  }
  const pauses: { from: number; to: number }[] = [];
  for (let count = dice.chance(0.3) ? dice.below(3) + 1 : 0; count > 0; count--) {
    const from = START + dice.pick([0, SECOND, 3 * SECOND, 8 * SECOND, MINUTE, 3 * MINUTE, HOUR, 5 * HOUR]);
    pauses.push({ from, to: from + dice.pick([10 * SECOND, 10 * MINUTE, 5 * HOUR]) });
  }
  const isPausedAt = (at: number) => pauses.some(({ from, to }) => at >= from && at < to);
  const isPauseConfirmedAt = (at: number) =>
    pauses.some(({ from, to }) => at >= from + PAUSE_SEEN_MS && at < to);
  const isIn = <Window extends { readonly from: number; readonly to: number }>(
    windows: readonly Window[],
    at: number,
  ) => windows.find(({ from, to }) => at >= from && at < to);

  // what people know
  let cancelAnswered: string | undefined;
  let wasSafe: string | undefined;
  let isDenied = false;
  let isDeclined = false;
  let inTheAir = 0;
  let sends = 0;
  let otps = 0;
  let losses = 0;
  let frozen = 0;
  let decisions = 0;
  const told: string[] = [];
  let nonce = 0;

  // one run of the lifecycle at a time
  interface Run {
    alive: boolean;
    payout: Payout & Shown & { review: readonly ReviewItem[]; seen: readonly string[]; due?: unknown };
    authorization?: { since: string; attempts: number; resentAt?: string } | undefined;
    version: number;
    resumes: number;
    withdrawal: (() => void) | undefined;
    inbox: { shows: 'money' | 'return' | 'end'; key: string }[];
    dismissed: Set<string>;
  }
  let run!: Run;
  let carried: string | undefined;
  const never = new Promise<never>(() => undefined);
  const guard = <T>(of: Run, work: Promise<T>): Promise<T> =>
    work.then(
      (value) => (of.alive ? value : never),
      (error: unknown) => (of.alive ? Promise.reject(error as Error) : never),
    );

  // the gateway
  const report = (at: number, shows: 'money' | 'return' | 'end') => {
    nonce += 1;
    const event = { shows, key: `${shows}-${nonce}` };
    const deliver = () => {
      note(`event ${shows}`);
      if (!run.inbox.some(({ key }) => key === event.key)) run.inbox.push(event);
      if (!run.payout.seen.includes(event.key)) run.withdrawal?.();
    };
    clock.at(at, deliver);
    if (payment?.truth.repeats) clock.at(at + dice.pick([MINUTE, HOUR]), deliver);
  };
  const planEvents = () => {
    if (!payment) return;
    const { event } = payment.truth;
    const { outAt, backAt, againAt } = movesOf(payment);
    if (outAt === undefined) {
      const base = payment.truth.asksOtp ? payment.authorisedAt : payment.at;
      if (event !== undefined && base !== undefined && !payment.truth.moves)
        report(base + payment.truth.decidedAfter + event, 'end');
      return;
    }
    if (event !== undefined) report(outAt + event, 'money');
    if (backAt !== undefined) report(backAt + dice.pick([SECOND, HOUR]), 'return');
    if (againAt !== undefined) report(againAt + dice.pick([SECOND, HOUR]), 'money');
  };
  const arrive = (truth: Truth) => {
    if (payment || clock.now() >= foreignAt) return;
    payment = { at: clock.now(), truth };
    note(`arrives ${JSON.stringify(truth)}`);
    if (!truth.asksOtp) planEvents();
  };
  const authorise = () => {
    if (!payment || payment.authorisedAt !== undefined || !payment.truth.asksOtp) return false;
    if (clock.now() >= payment.at + payment.truth.otpWindow) return false;
    payment.authorisedAt = clock.now();
    note('authorised');
    planEvents();
    return true;
  };
  const shown = (
    shows: 'authorising' | 'pending' | 'end' | 'money' | 'return',
    word: 'PENDING' | 'FAILED' | 'SUCCESS' | 'REVERSED' | 'EXPIRED' | 'PENDING_AUTHORIZATION',
  ): RecordShows => ({
    shows,
    word,
    observed: `the gateway reports ${word}`,
    ...((shows === 'money' || shows === 'return') && { amount: AMOUNT }),
  });
  function recordAt(at: number): NonNullable<Found> {
    if (!payment && clock.now() >= foreignAt) {
      return {
        shows: 'odd',
        about: 'identity-mismatch',
        reason: `another transfer, ${foreignWord}`,
        isForeign: true,
        amount: OTHER_AMOUNT,
      };
    }
    if (!payment) return { shows: 'absent' };
    const { at: since, truth, authorisedAt } = payment;
    if (at - since < truth.lag) return { shows: 'absent' };
    const strange = isIn(unreadable, clock.now());
    if (strange)
      return strange.amount
        ? { shows: 'odd', about: 'unreadable-record', reason: 'another amount', amount: OTHER_AMOUNT }
        : { shows: 'odd', about: 'unreadable-record', reason: 'HTML' };
    if (truth.asksOtp && (authorisedAt === undefined || at < authorisedAt)) {
      return at < since + truth.otpWindow
        ? shown('authorising', 'PENDING_AUTHORIZATION')
        : shown('end', 'EXPIRED');
    }
    const base = truth.asksOtp ? (authorisedAt ?? since) : since;
    if (at - base < truth.decidedAfter) return shown('pending', 'PENDING');
    if (!truth.moves || at - base < truth.decidedAfter + truth.wrong) return shown('end', 'FAILED');
    return isOutAt(payment, at) ? shown('money', 'SUCCESS') : shown('return', 'REVERSED');
  }
  const isExcused = () =>
    payment !== undefined &&
    (payment.truth.lag >= DAY || payment.truth.wrong + payment.truth.copyLag >= 5 * MINUTE);

  // the worker: one attempt
  function attempt<Reply>(
    of: Run,
    notAfter: number,
    exchange: () => Reply,
    leaves: () => void,
  ): Promise<Reply> {
    const scope = currentScope;
    return new Promise<Reply>((resolve, reject) => {
      let isStarted = false;
      let isDone = false;
      let isCancelWanted = false;
      const finish = (how: () => void) => {
        if (isDone) return;
        isDone = true;
        how();
      };
      scope?.push(() => {
        if (isStarted) isCancelWanted = true;
        else finish(() => reject(cancelledActivity()));
      });
      /** Temporal waits for it no longer. */
      const isUnheard = () => isDone || !of.alive;
      const go = async () => {
        const waits = dice.chance(0.8) ? 0 : dice.pick([5 * SECOND, 2 * MINUTE, 3 * HOUR]);
        await clock.sleep(waits);
        if (isUnheard()) return;
        if (clock.now() >= notAfter) {
          finish(() => reject(notPickedUp()));
          return;
        }
        isStarted = true;
        clock.at(clock.now() + 30 * SECOND, () => finish(() => reject(timedOut())));
        const before = freeze(dice);
        if (before > 0) {
          frozen += 1;
          note(`worker frozen before the look for ${before / SECOND}s`);
        }
        await clock.sleep(before);
        // what is asked last
        if (isUnheard() || isCancelWanted || isPausedAt(clock.now() - 500)) {
          finish(() => reject(failedWith('not-left')));
          return;
        }
        await clock.sleep(dice.pick([0, 0, SECOND]));
        leaves();
        inTheAir += 1;
        const network = dice.pick([100, 100, 20 * SECOND]);
        const after = freeze(dice);
        if (after > 0) {
          frozen += 1;
          note(`worker frozen after the request for ${after / SECOND}s`);
        }
        clock.at(clock.now() + network, () => void (inTheAir -= 1));
        await clock.sleep(network);
        const answer = answerOf(exchange);
        await clock.sleep(after);
        finish(() => ('reply' in answer ? resolve(answer.reply) : reject(answer.error)));
      };
      go().catch(reject);
    });
  }
  let currentScope: (() => void)[] | undefined;
  const cancellable = <Result>(work: () => Promise<Result>) => {
    const scope: (() => void)[] = [];
    currentScope = scope;
    const result = work();
    currentScope = undefined;
    return { result, cancel: () => scope.forEach((each) => each()) };
  };

  function mayLeave(of: Run, what: string): void {
    const at = clock.now();
    if (wasSafe !== undefined) wrong(`${what} left after it was safe to pay again (${wasSafe})`);
    if (cancelAnswered === 'CANCELLED') wrong(`${what} left after its cancel was answered`);
    if (cancelAnswered === 'withheld' && what === 'otp') wrong('an OTP left after it was withheld');
    if (isDenied) wrong(`${what} left after a person said that it did not happen`);
    if (isDeclined) wrong(`${what} left after it was declined`);
    if (isPauseConfirmedAt(at)) wrong(`${what} left during a pause`);
    if (needsApproval && what === 'request' && of.payout.approval?.given.length !== 1)
      wrong('it left without an approval');
    if (what === 'request' && at < startAt) wrong('it left before its start');
    if (what === 'request' && at > lastMoment + 5 * SECOND) wrong('it left after its last moment');
  }

  const kindFor = (of: Run): PayoutKind & { prefix: string; claimIn: (event: never) => never } => ({
    prefix: 'transfer',
    movement: (settings) => moneyTerms(AMOUNT, settings),
    startAt: () => startAt,
    notAfter: () => lastMoment,
    expectedFrom: ({ transferOtpWindowMs }) =>
      of.authorization && isAuthorising(of.payout.state)
        ? Date.parse(of.authorization.since) + transferOtpWindowMs
        : 0,
    requirement: () => undefined,
    isStoppable: () => isAuthorising(of.payout.state),
    needKobo: () => AMOUNT,
    wants: () => ({}),
    claimIn: ((event: { shows: 'money' | 'return' | 'end' }) =>
      event.shows === 'end' ? 'read' : { kind: 'claim', shows: event.shows, amount: AMOUNT }) as never,
    send: (notAfter, withdrawable) =>
      withdrawable(() =>
        attempt<SendReply>(
          of,
          notAfter,
          () => {
            const reply = dice.pick([
              'ok',
              'ok',
              'ok',
              'lost',
              'lost',
              'refused',
              'held',
              'never',
              'late',
            ] as const);
            note(`send ${sends}: ${reply}`);
            const truth = truthOf(dice, isOtpWorld);
            const isThere = payment !== undefined || clock.now() >= foreignAt;
            if (reply === 'held') return { answer: 'held', observed: 'held' };
            if (reply === 'refused' && !isThere) return { answer: 'refused', observed: 'refused' };
            if (reply === 'never') throw failedWith('outcome-unknown');
            if (reply === 'late') {
              const ms = dice.pick([30 * SECOND, 10 * MINUTE]);
              inTheAir += 1;
              clock.at(clock.now() + ms, () => {
                inTheAir -= 1;
                arrive(truth);
              });
              throw failedWith('outcome-unknown');
            }
            arrive(truth);
            if (reply === 'lost') throw failedWith('outcome-unknown');
            if (isThere) return { answer: 'used', observed: 'used' };
            const record =
              payment && payment.truth.lag === 0 && dice.chance(0.7) ? recordAt(clock.now()) : undefined;
            return {
              answer: 'accepted',
              observed: 'sent to the gateway',
              ...(record && record.shows !== 'absent' && record.shows !== 'odd' && { record }),
            };
          },
          () => {
            sends += 1;
            mayLeave(of, 'request');
          },
        ),
      ),
    find: async () => {
      await clock.sleep(dice.pick([200, 200, 200, 5 * SECOND]));
      if (dice.chance(0.1) || isIn(outages, clock.now())) {
        note('read: no answer');
        return undefined;
      }
      const at = clock.now() - (dice.chance(0.5) ? (payment?.truth.copyLag ?? 0) : 0);
      const found = recordAt(at);
      await clock.sleep(dice.pick([100, 100, 4 * SECOND]));
      note(`read: ${found.shows}`);
      return learn(of, found);
    },
  });
  const learn = (of: Run, found: NonNullable<Found>): Found => {
    if (found.shows === 'authorising' && !of.authorization) {
      of.authorization = { since: new Date(clock.now()).toISOString(), attempts: 0 };
    }
    return found;
  };

  function placeFor(of: Run, kind: Pick<PayoutKind, 'expectedFrom'>): PayoutPlace {
    return {
      read: () => of.payout,
      write: (part, shownNow) => {
        of.version += 1;
        const before = of.payout;
        if (shownNow.state !== before.state) note(`${before.state} -> ${shownNow.state}: ${shownNow.reason}`);
        of.payout = JSON.parse(JSON.stringify({ ...before, ...part, ...shownNow })) as Run['payout'];
        const isSafe = isSafeToPayAgain(of.payout);
        if (shownNow.state === 'SUCCESS' && before.state !== 'SUCCESS' && !isEverOut())
          wrong('SUCCESS, and no money ever moved');
        if (!isSafe || isSafeToPayAgain(before)) return;
        wasSafe ??= `${shownNow.state} at ${new Date(clock.now()).toISOString().slice(8, 19)}`;
        note(`safe to pay again: ${shownNow.state}`);
        if (isExcused()) return;
        const isOut = isOutAt(payment, clock.now());
        if (isOut && payment && outSince(payment, clock.now()) < clock.now() - 10 * MINUTE) {
          wrong(`safe to pay again while money is out: ${shownNow.state}`);
        }
        if (inTheAir > 0 && !payment)
          wrong(`safe to pay again while a request is in the air: ${shownNow.state}`);
        const { outAt } = payment ? movesOf(payment) : {};
        if (outAt !== undefined && clock.now() < outAt)
          wrong(`safe to pay again before money moves: ${shownNow.state}`);
      },
      notify: (news) => {
        told.push(news);
        note(`webhook ${news}`);
      },
      raise: (item: NewReviewItem) => {
        const key = reviewKey(item);
        if (
          of.dismissed.has(key) &&
          item.isOfEvidence !== true &&
          item.addsUp !== true &&
          key !== 'recovered'
        )
          return false;
        const isNew = !of.payout.review.some((each) => each.key === key);
        if (isNew) note(`item ${key}: ${item.reason}`);
        const review = withItem(of.payout.review, item, new Date(clock.now()).toISOString());
        of.payout = { ...of.payout, review };
        return isNew;
      },
      clear: (isGone) => {
        const gone = of.payout.review.filter(isGone);
        if (gone.length === 0) return;
        note(`cleared ${gone.map(({ key }) => key).join()}`);
        of.payout = { ...of.payout, review: of.payout.review.filter((each) => !isGone(each)) };
      },
      itemRules: () => ({
        subject: 'r',
        now: clock.now(),
        readsOfClaim: SETTINGS.recheckScheduleMs.length + 1,
        unresolvedAfterMs: HOUR,
        expectedFrom: kind.expectedFrom(SETTINGS),
        open: of.payout.review.map(({ key }) => key),
      }),
      now: () => clock.now(),
      inTurn: turnsOf(of),
      setWithdrawal: (withdraw) => void (of.withdrawal = withdraw),
      withdraw: () => of.withdrawal?.(),
    };
  }
  const turns = new Map<Run, PayoutPlace['inTurn']>();
  const turnsOf = (of: Run): PayoutPlace['inTurn'] => {
    const known = turns.get(of) ?? createTurns();
    turns.set(of, known);
    return known;
  };
  const isEverOut = () => {
    const { outAt = Infinity } = payment ? movesOf(payment) : {};
    return clock.now() >= outAt;
  };

  function lifecycleFor(of: Run) {
    const operations = createOperations();
    return {
      pace: {
        now: () => clock.now(),
        call: <T>(work: () => Promise<T>) => guard(of, work()),
        until: (holds: () => boolean) =>
          guard(
            of,
            clock.until(() => !of.alive || holds()),
          ),
      },
      settings: () => Promise.resolve(SETTINGS),
      given: () => SETTINGS,
      operations,
      inbox: { take: () => of.inbox.splice(0) },
      stayFor: () => undefined,
      subject: () => ({
        snapshot: () => of.payout,
        withdraw: () => of.withdrawal?.(),
        hasSeen: (key: string) => of.payout.seen.includes(key),
        markSeen: (key: string) => void (of.payout = { ...of.payout, seen: [...of.payout.seen, key] }),
      }),
    };
  }

  const parts = new Map<
    Run,
    { lifecycle: ReturnType<typeof lifecycleFor>; kind: ReturnType<typeof kindFor>; place: PayoutPlace }
  >();
  const partsOf = (of: Run) => {
    const known = parts.get(of);
    if (known) return known;
    const kind = kindFor(of);
    const made = { lifecycle: lifecycleFor(of), kind, place: placeFor(of, kind) };
    parts.set(of, made);
    return made;
  };

  function startRun(payout: Run['payout'], authorization: Run['authorization']): Run {
    return {
      alive: true,
      payout,
      authorization,
      version: 0,
      resumes: 0,
      withdrawal: undefined,
      inbox: [],
      dismissed: new Set(),
    };
  }
  const fresh = (): Run['payout'] => ({
    ...newPayout({ asked: AMOUNT }),
    state: 'PENDING',
    reason: 'new',
    review: [],
    seen: [],
  });

  function begin(of: Run): void {
    const { lifecycle, kind, place } = partsOf(of);
    const idle = async (wait: Wait): Promise<boolean> => {
      const { payout } = of;
      if (payout.movement.sending === undefined && dice.chance(0.1)) {
        carried = JSON.stringify({ payout, authorization: of.authorization });
      }
      const [seen, resumed] = [of.version, of.resumes];
      const isWoken = () => of.version !== seen || of.inbox.length > 0 || of.resumes !== resumed;
      let isDue = isWoken();
      if (wait.until !== undefined) {
        if (wait.until <= clock.now()) isDue = true;
        else clock.at(wait.until, () => void (isDue = true));
      }
      await guard(
        of,
        clock.until(() => isDue || isWoken()),
      );
      if (of.resumes !== resumed) changePayout(place, { look: undefined });
      return false;
    };
    payOut({
      lifecycle: lifecycle as never,
      place,
      kind,
      look: async () => {
        // what else it reads may take seconds; a worker uses what it has read of pauses for half a second
        await clock.sleep(dice.pick([100, 100, 3 * SECOND]));
        const isPaused = isPausedAt(clock.now() - 500);
        await clock.sleep(dice.pick([0, 0, 5 * SECOND]));
        if (isPaused) return { paused: { reason: 'incident', since: '' } };
        return {};
      },
      cancellable,
      askApproval: async () => {
        await guard(of, clock.sleep(dice.pick([0, 100, 20 * SECOND])));
        if (dice.chance(0.2)) {
          note('no sums of the day');
          return;
        }
        if (!needsApproval) {
          changePayout(place, { needsNoApproval: true });
          return;
        }
        const at = new Date(clock.now()).toISOString();
        changePayout(place, {
          approval: {
            needed: 1,
            because: ['large'],
            requestedAt: at,
            expiresAt: new Date(clock.now() + 3 * DAY).toISOString(),
            given: [],
          },
        });
      },
      takeEvents: () => takeEvents(lifecycle as never, place, kind as never),
      idle,
    }).then(
      () => undefined,
      (error: unknown) => wrong(`an error: ${String((error as Error).stack)}`),
    );
  }

  // people
  const plan = (ms: number, what: string, work: () => void | Promise<void>) =>
    clock.at(START + ms, () => {
      note(what);
      void Promise.resolve(work()).catch((error: unknown) => note(`refused: ${(error as Error).message}`));
    });
  const approveAfter = dice.pick([SECOND, MINUTE, 5 * HOUR, 30 * HOUR, 4 * DAY]);
  const isToDecline = dice.chance(0.2);
  if (needsApproval) {
    for (const ms of [approveAfter, approveAfter + 5 * HOUR, approveAfter + 2 * DAY])
      plan(ms, 'approver', () => {
        const { approval } = run.payout;
        if (!approval) return;
        const by = { key: 'k', subject: 'boss', at: new Date(clock.now()).toISOString() };
        const result = (isToDecline ? withDecline : withApproval)(approval, by);
        if (isRefusedDecision(result)) return;
        if (isToDecline) isDeclined = true;
        changePayout(partsOf(run).place, { approval: result });
      });
  }
  const cancel = async () => {
    const of = run;
    const { lifecycle, place } = partsOf(of);
    if (isOver(of.payout)) return;
    const isCancelled = await cancelOrKeep(lifecycle.pace, place);
    const { state } = of.payout;
    note(`cancel answered ${String(isCancelled)} ${state}`);
    if (!isCancelled) return;
    cancelAnswered =
      state === 'CANCELLED'
        ? 'CANCELLED'
        : isAuthorising(state) && of.payout.movement.sending === undefined
          ? 'withheld'
          : 'requested';
  };
  if (dice.chance(0.3)) {
    const ms = dice.pick([0, 50, 500, 3 * SECOND, MINUTE, 3 * MINUTE, HOUR, 5 * HOUR, 30 * HOUR]);
    plan(ms, 'cancel', cancel);
    if (dice.chance(0.4)) plan(ms + dice.pick([0, 100, MINUTE]), 'cancel again', cancel);
  }
  for (let count = dice.below(3); count > 0; count--)
    plan(dice.pick([2 * SECOND, MINUTE, 6 * MINUTE, 4 * HOUR, 20 * HOUR]), 'check', () => {
      if (run.payout.movement.sending === undefined) wantRead(partsOf(run).place);
    });
  // OTPs, sometimes two at once
  const otpAt = () => {
    const of = run;
    const { lifecycle, kind, place } = partsOf(of);
    const authorised: Authorised = {
      lifecycle: lifecycle as never,
      place,
      kind,
      noun: 'transfer',
      bankCodes: () => [],
      reviewItems: () => of.payout.review,
      authorization: () => of.authorization,
      setAuthorization: (part) => {
        if (of.authorization) of.authorization = { ...of.authorization, ...part };
      },
      cancellable,
      validate: (_vault, _handle, withdrawable) =>
        withdrawable(() =>
          attempt(
            of,
            clock.now() + MINUTE,
            () => {
              const reply = dice.pick(['ok', 'ok', 'lost', 'incorrect', 'never', 'late'] as const);
              note(`otp: ${reply}`);
              if (reply === 'never') throw failedWith('outcome-unknown');
              if (reply === 'incorrect') return { kind: 'refused' as const, message: 'incorrect' };
              if (reply === 'late') {
                inTheAir += 1;
                clock.at(clock.now() + dice.pick([30 * SECOND, 4 * MINUTE]), () => {
                  inTheAir -= 1;
                  authorise();
                });
                throw failedWith('outcome-unknown');
              }
              const isTaken = authorise();
              if (reply === 'lost') throw failedWith('outcome-unknown');
              if (!isTaken) return { kind: 'refused' as const, message: 'expired' };
              const record = recordAt(clock.now());
              return {
                kind: 'ok' as const,
                record: record.shows === 'absent' ? undefined : record,
              };
            },
            () => {
              otps += 1;
              mayLeave(of, 'otp');
            },
          ),
        ),
      resend: () => never,
    };
    return submitOtp(authorised, { handle: 'h', taskQueue: 'vault' });
  };
  if (isOtpWorld)
    for (const ms of [10 * SECOND, MINUTE, 8 * MINUTE, 20 * MINUTE, 50 * MINUTE, 2 * HOUR, 21 * HOUR])
      if (dice.chance(0.7)) {
        plan(ms, 'otp', otpAt);
        if (dice.chance(0.2)) plan(ms + dice.pick([0, 1, 500]), 'otp again', otpAt);
      }
  // pauses end with a signal
  for (const { to } of pauses) clock.at(to + 2 * SECOND, () => void (run.resumes += 1));
  // people who look at items, and decide a while later
  const knowsAll = () => inTheAir === 0 && (!payment || movesOf(payment).outAt === undefined || isEverOut());
  const decideAt = (ms: number) =>
    plan(ms, 'person looks', () => {
      const of = run;
      for (const item of of.payout.review) {
        const delay = dice.pick([0, 0, MINUTE, HOUR]);
        const twice = dice.chance(0.2);
        const decide = () => {
          if (!of.alive) return;
          const { place } = partsOf(of);
          const open = of.payout.review.find(({ key }) => key === item.key);
          if (!open) return;
          const isOut = isOutAt(payment, clock.now());
          const isKnown =
            knowsAll() &&
            !(
              payment?.truth.asksOtp &&
              payment.authorisedAt === undefined &&
              clock.now() < payment.at + payment.truth.otpWindow
            );
          let decision: 'happened' | 'did-not-happen' | 'accept' | 'dismiss' | 'release' | 'refuse';
          if (open.kind === 'recovered') {
            const isKnownUnwanted =
              cancelAnswered !== undefined || wasSafe !== undefined || isDenied || isDeclined;
            decision = isKnownUnwanted ? 'refuse' : 'release';
          } else if (!open.isOfEvidence) {
            if (!isStrict) return;
            decision = 'dismiss';
          } else if (!isKnown) return;
          else if (of.payout.movement.hasShown) {
            if (of.payout.movement.proven > 0 !== isOut) return;
            decision = 'accept';
          } else decision = isOut ? 'happened' : 'did-not-happen';
          const command = { key: item.key, decision, reason: 'the bank says so' } as never;
          try {
            refuseDecisionOn(place, command, open);
          } catch (error) {
            note(`decision ${decision} on ${item.key} refused: ${(error as Error).message}`);
            return;
          }
          decisions += 1;
          note(`decision ${decision} on ${item.key}`);
          of.payout = { ...of.payout, review: of.payout.review.filter((each) => each !== open) };
          if (!open.isOfEvidence) of.dismissed.add(open.key);
          if (decision === 'did-not-happen') isDenied = true;
          if (decision === 'refuse') isDeclined = true;
          of.version += 1;
          decideOn(place, command, open);
        };
        clock.at(clock.now() + delay, decide);
        if (twice) clock.at(clock.now() + delay, decide);
      }
    });
  for (const ms of [90 * MINUTE, 2 * HOUR, 7 * HOUR, 30 * HOUR, 3 * DAY, 8 * DAY, 20 * DAY, 30 * DAY]) {
    if (dice.chance(0.5)) decideAt(ms);
  }
  decideAt(40 * DAY);
  decideAt(41 * DAY);
  decideAt(42 * DAY);
  // runs are lost at any step
  for (let count = dice.chance(0.25) ? dice.below(2) + 1 : 0; count > 0; count--) {
    plan(
      dice.pick([50, 300, 1_500, 3 * SECOND, 15 * SECOND, 2 * MINUTE, HOUR, 26 * HOUR]) + dice.below(2_000),
      'the run is lost',
      () => {
        losses += 1;
        run.alive = false;
        const left =
          carried !== undefined && dice.chance(0.5)
            ? (JSON.parse(carried) as Pick<Run, 'payout' | 'authorization'>)
            : undefined;
        run = startRun(left?.payout ?? fresh(), left?.authorization);
        const { place } = partsOf(run);
        if (left && isOver(left.payout)) wantRead(place);
        else takeAsLost(place, clock.now() - HOUR);
        begin(run);
      },
    );
  }

  run = startRun(fresh(), undefined);
  begin(run);
  if (hasForeign && foreignWord === 'money' && dice.chance(0.5)) report(foreignAt + MINUTE, 'money');
  await clock.runUntil(end);

  // at the end
  const { payout } = run;
  const items = payout.review.map(({ key }) => key);
  const moved = isOutAt(payment, clock.now());
  const isSafe = isSafeToPayAgain(payout);
  if (moved && isSafe && !isExcused()) wrong('at the end it is safe to pay again while money is out');
  if (moved && payout.state !== 'SUCCESS' && items.length === 0 && !isExcused())
    wrong(`at the end money is out, and it says ${payout.state} without an item`);
  if (!moved && payout.state === 'SUCCESS' && items.length === 0 && !(losses > 0))
    wrong('at the end no money is out, and it says SUCCESS without an item');
  if (!isOver(payout) && items.length === 0)
    wrong(`at the end nothing is known, and no person knows: ${payout.state}`);
  if (sends > 40) wrong(`sent ${sends} times`);
  const lastTold = told.filter((each) => each === each.toUpperCase()).at(-1);
  const isTold = !['PENDING', 'SCHEDULED', 'PAUSED'].includes(payout.state);
  if (isTold && losses === 0 && lastTold !== payout.state)
    wrong(`the merchant was last told ${String(lastTold)}, it is ${payout.state}`);
  return {
    seed,
    wrongs,
    state: payout.state,
    moved,
    isSafe,
    items,
    sends,
    otps,
    losses,
    frozen,
    decisions,
    told,
    log,
  };
}
