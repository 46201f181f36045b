import { readConfig } from '../../../src/config/config.js';
import type { Settings } from '../../../src/config/settings.js';
import { toSettings } from '../../../src/config/config.js';
import { kobo } from '../../../src/domain/money.js';
import { decisionsOn } from '../../../src/domain/movement/evidence.js';
import { newPayout, type Payout } from '../../../src/domain/payout/payout.js';
import type { RecordShows } from '../../../src/domain/payout/record.js';
import { isOver, isSafeToPayAgain, type Shown } from '../../../src/domain/payout/state.js';
import { createDice, type Dice } from '../../support/dice.js';
import { payOut, wantRead } from '../../../workflows/shared/payout/pay-out.js';
import type { Found, PayoutKind, SendReply } from '../../../workflows/shared/payout/payout-kind.js';
import { addPiece, changePayout, type PayoutPlace } from '../../../workflows/shared/payout/place.js';
import { moneyTerms } from '../../../workflows/shared/payout/replies.js';
import { takeAsLost } from '../../../workflows/shared/payout/take-as-sent.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const AMOUNT = kobo(10_00);
const SETTINGS: Settings = { ...toSettings(readConfig({})), deliversWebhooks: true };

/** What really happens to one request at the gateway; the payout sees replies, records and events only. */
interface Truth {
  /** How long after the request it arrives; undefined when it never does. A frozen worker sends late. */
  readonly arrivesAfter: number | undefined;
  readonly moves: boolean;
  /** How long after its arrival the money moves, or it fails. */
  readonly decidedAfter: number;
  /** Until how long after its arrival no record is shown. */
  readonly lag: number;
  /** Until how long after its arrival the record says that it failed, although it moves. */
  readonly wrong: number;
  /** How long after its arrival an event reports the money; undefined when it is lost. */
  readonly event: number | undefined;
  /** How long after the money moved it goes back, and how long after that it is out again. Events report both. */
  readonly back: number | undefined;
  readonly again: number | undefined;
  /** How far a copy of the gateway lags behind, which answers every other read. */
  readonly copyLag: number;
}

/** The payment under one reference: a second request with it changes nothing. */
interface Payment {
  readonly at: number;
  readonly truth: Truth;
}

export interface Outcome {
  readonly shown: Shown;
  /** Whether the money of the first payout moved, and is out at the end. */
  readonly everMoved: boolean;
  readonly moved: boolean;
  /** For how long its record was hidden, and for how long it said that it had failed. */
  readonly lag: number;
  readonly wrong: number;
  readonly isSafe: boolean;
  readonly isOver: boolean;
  readonly items: readonly string[];
  readonly sends: number;
  /** It was sent after it had been safe to pay again. */
  readonly isSentAfterSafe: boolean;
  /** A second payout for the same debt was sent because the first was safe to pay again. */
  readonly paidAgain: boolean;
  readonly log: readonly string[];
}

/** One debt in one random world: its payout, and a second one once the first is safe to pay again. */
export async function simulate(seed: number): Promise<Outcome> {
  const dice = createDice(seed);
  const log: string[] = [];
  const first = await simulatePayout(dice, log);
  if (!first.isSafe || first.shown.state === 'CANCELLED') return { ...first, paidAgain: false, log };
  // the merchant pays the debt again, and this payout is paid
  return { ...first, paidAgain: true, log };
}

function truthOf(dice: Dice): Truth {
  const arrives = dice.chance(0.75);
  return {
    arrivesAfter: arrives ? dice.pick([0, 0, 0, 30_000, 10 * MINUTE]) : undefined,
    moves: dice.chance(0.7),
    decidedAfter: dice.pick([0, 1_000, 5 * MINUTE, 3 * HOUR]),
    lag: dice.pick([0, 0, 5_000, HOUR, 20 * HOUR, 30 * HOUR]),
    wrong: dice.pick([0, 0, 0, HOUR, 23 * HOUR]),
    event: dice.pick([undefined, 1_000, HOUR, 25 * HOUR]),
    back: dice.pick([undefined, undefined, undefined, MINUTE, 20 * MINUTE, 5 * HOUR, 3 * DAY]),
    again: dice.pick([undefined, undefined, 20 * MINUTE, 5 * HOUR]),
    copyLag: dice.pick([0, 0, 5_000, MINUTE, 4 * MINUTE]),
  };
}

/** When the money goes back and is out again, after the record has stopped to say that it failed. */
function movesOf({ at, truth: { decidedAfter, wrong, lag, back, again } }: Payment) {
  const backAt = back === undefined ? undefined : at + Math.max(decidedAfter, wrong, lag) + back;
  return { backAt, againAt: backAt === undefined || again === undefined ? undefined : backAt + again };
}

function isBackAt(payment: Payment, at: number): boolean {
  const { backAt = Infinity, againAt = Infinity } = movesOf(payment);
  return at >= backAt && at < againAt;
}

class Lost extends Error {}

/** An error in Oware's own code, between a request and its answer: the next run continues from what was known. */
class Slip extends Error {}

/** Answers later, as a call of an activity does; what it throws is a rejection. */
const inTurn =
  <Input extends unknown[], Result>(work: (...input: Input) => Result) =>
  (...input: Input): Promise<Result> =>
    Promise.resolve().then(() => work(...input));

async function simulatePayout(dice: Dice, log: string[]) {
  let now = Date.parse('2026-01-15T09:00:00.000Z');
  const notAfter = now + 10 * DAY;
  const end = now + 40 * DAY;
  let payment: Payment | undefined;
  let sends = 0;
  /** What happens by itself. */
  let agenda: { readonly at: number; readonly what: string; readonly run: () => void }[] = [];
  const plan = (at: number, what: string, run: () => void) => {
    agenda = [...agenda, { at, what, run }].sort((one, other) => one.at - other.at);
  };
  const pass = (until: number) => {
    for (let next = agenda[0]; next && next.at <= until; next = agenda[0]) {
      agenda = agenda.slice(1);
      now = Math.max(now, next.at);
      log.push(`${show(now)} ${next.what}`);
      next.run();
    }
    now = Math.max(now, until);
  };

  let payout: Payout & Shown = {
    ...newPayout({ asked: AMOUNT }),
    state: 'PENDING',
    reason: 'new',
    needsNoApproval: true,
  };
  const items = new Set<string>();
  let version = 0;
  /** The merchant was sent at some moment that it is safe to pay again, or that it is cancelled. */
  let wasSafe = false;
  let isSentAfterSafe = false;
  const place: PayoutPlace = {
    read: () => payout,
    write: (part, shown) => {
      version += 1;
      if (shown.state !== payout.state)
        log.push(`${show(now)} ${payout.state} -> ${shown.state}: ${shown.reason}`);
      // what continues as new is data
      payout = JSON.parse(JSON.stringify({ ...payout, ...part, ...shown })) as typeof payout;
      if (isSafeToPayAgain(payout)) wasSafe = true;
    },
    notify: () => undefined,
    raise: ({ kind, subject }) => {
      const key = `${kind}:${subject ?? ''}`;
      const isNew = !items.has(key);
      items.add(key);
      return isNew;
    },
    clear: (isGone) => {
      for (const key of items) {
        const kind = key.split(':')[0];
        if (
          isGone({
            key,
            kind,
            isOfEvidence: kind !== 'conflicting-records' || key.includes(':records'),
          } as never)
        ) {
          items.delete(key);
        }
      }
    },
    itemRules: () => ({
      subject: 'r',
      now,
      readsOfClaim: SETTINGS.recheckScheduleMs.length + 1,
      unresolvedAfterMs: HOUR,
      expectedFrom: 0,
      open: [...items],
    }),
    now: () => now,
    inTurn: (work) => work(),
    setWithdrawal: () => undefined,
    withdraw: () => undefined,
  };

  const arrive = (truth: Truth) => {
    if (payment) return;
    payment = { at: now, truth };
    const { event, moves } = truth;
    if (!moves) return;
    const report = (at: number, shows: 'money' | 'return') =>
      plan(at, `event ${shows}`, () => void inbox.push(shows));
    if (event !== undefined) report(now + Math.max(event, truth.decidedAfter), 'money');
    const { backAt, againAt } = movesOf(payment);
    if (backAt !== undefined) report(backAt + dice.pick([1_000, HOUR]), 'return');
    if (againAt !== undefined) report(againAt + dice.pick([1_000, HOUR]), 'money');
  };

  /** What events reported, until the payout takes it. */
  let inbox: ('money' | 'return')[] = [];
  const takeEvents = () => {
    const events = inbox;
    inbox = [];
    for (const shows of events) {
      const { changes } = payout.movement;
      addPiece(place, { kind: 'claim', shows, amount: AMOUNT });
      if (payout.movement.changes !== changes) wantRead(place, { isOwed: true });
    }
  };

  function recordNow(): Found {
    if (!payment) return { shows: 'absent' };
    const at = now - (dice.chance(0.5) ? payment.truth.copyLag : 0);
    const age = at - payment.at;
    const { lag, wrong, moves, decidedAfter } = payment.truth;
    if (age < lag) return { shows: 'absent' };
    const observed = 'the gateway reports';
    const shown = (
      shows: 'pending' | 'end' | 'money' | 'return',
      word: 'PENDING' | 'FAILED' | 'SUCCESS' | 'REVERSED',
    ): RecordShows => ({
      shows,
      word,
      observed: `${observed} ${word}`,
      ...((shows === 'money' || shows === 'return') && { amount: AMOUNT }),
    });
    if (age < decidedAfter) return shown('pending', 'PENDING');
    if (!moves || age < wrong) return shown('end', 'FAILED');
    if (isBackAt(payment, at)) return shown('return', 'REVERSED');
    return shown('money', 'SUCCESS');
  }

  function answerToSend(): SendReply {
    sends += 1;
    isSentAfterSafe ||= wasSafe;
    const before = payment;
    const truth = truthOf(dice);
    const reply = dice.pick(['ok', 'ok', 'lost', 'lost', 'lost', 'refused', 'held', 'not-left'] as const);
    log.push(`${show(now)} send ${sends}: ${reply} ${JSON.stringify(truth)}`);
    pass(now + 1_000);
    if (reply === 'refused' && !before) return { answer: 'refused', observed: 'refused' };
    if (reply === 'held') return { answer: 'held', observed: 'held' };
    if (reply === 'not-left') return { answer: 'not-left', observed: 'not left' };
    if (before)
      return reply === 'lost' ? { answer: 'left', observed: 'lost' } : { answer: 'used', observed: 'used' };
    if (reply === 'lost' || reply === 'refused') {
      const { arrivesAfter } = truth;
      if (arrivesAfter !== undefined) plan(now + arrivesAfter, 'the request arrives', () => arrive(truth));
      return { answer: 'left', observed: 'lost' };
    }
    arrive(truth);
    return { answer: 'accepted', observed: 'sent to the gateway' };
  }

  const kind: PayoutKind = {
    movement: (settings) => moneyTerms(AMOUNT, settings),
    startAt: () => 0,
    notAfter: () => notAfter,
    expectedFrom: () => 0,
    requirement: () => undefined,
    needKobo: () => AMOUNT,
    wants: () => ({}),
    send: inTurn((): SendReply => {
      const reply = answerToSend();
      if (!dice.chance(0.1)) return reply;
      log.push(`${show(now)} an error interrupts what waited for the answer`);
      throw new Slip();
    }),
    find: inTurn(() => {
      pass(now + 200);
      const found = dice.chance(0.1) ? undefined : recordNow();
      log.push(`${show(now)} read: ${found ? found.shows : 'no answer'}`);
      return found;
    }),
  };

  // a person, and the merchant
  let isCancelled = false;
  const isForRelease = dice.chance(0.7);
  if (dice.chance(0.25))
    plan(now + dice.pick([0, 500, HOUR, 5 * HOUR]), 'cancel', () => {
      if (!isOver(payout)) changePayout(place, { unwanted: 'the merchant cancelled it' });
      isCancelled = true;
    });
  if (dice.chance(0.2))
    plan(now + dice.pick([2 * HOUR, 30 * HOUR]), 'decision', () => {
      const hasArrived = agenda.every(({ what }) => what !== 'the request arrives');
      const says = payment?.truth.moves ? 'happened' : 'did-not-happen';
      if (payment && isBackAt(payment, now)) return;
      if (!hasArrived || !decisionsOn(payout.movement).includes(says)) return;
      addPiece(place, { kind: 'decision', says, saw: payout.movement.changes, at: now }, { concluded: says });
    });
  const lossAt = dice.chance(0.15) ? now + dice.pick([500, HOUR, 26 * HOUR]) : Infinity;
  let isLost = false;

  const pace = { now: () => now, call: <Result>(work: () => Promise<Result>) => work() };
  const lifecycle = { pace, settings: () => Promise.resolve(SETTINGS), given: () => SETTINGS } as never;
  const releaseRecovered = () => {
    const { recovered, released = [] } = payout;
    // who releases it knows what was commanded
    if (!isForRelease || isCancelled || wasSafe || recovered === undefined || released.length > 0) return;
    if (items.has('recovered:'))
      changePayout(place, { released: [{ hold: 'recovered', because: recovered }] });
  };
  const idle = (until: number | undefined): boolean => {
    releaseRecovered();
    if (now >= end || (isOver(payout) && agenda.length === 0)) return true;
    if (inbox.length > 0) return false;
    if (!isLost && now >= lossAt) {
      isLost = true;
      throw new Lost();
    }
    const seen = version;
    // until something is due, or something has changed
    const target = Math.min(until ?? end, end, isLost ? Infinity : Math.max(lossAt, now));
    const isWoken = () => version !== seen || inbox.length > 0;
    for (let next = agenda[0]; next && next.at <= target && !isWoken(); next = agenda[0]) pass(next.at);
    if (!isWoken()) pass(Math.max(target, now + 1));
    return false;
  };
  const payInOneRun = () =>
    payOut({
      lifecycle,
      place,
      kind,
      look: () => Promise.resolve({}),
      cancellable: (work) => ({ result: work(), cancel: () => undefined }),
      askApproval: () => Promise.resolve(),
      takeEvents,
      idle: inTurn(({ until }: { readonly until?: number | undefined }) => idle(until)),
    });
  const pay = async (): Promise<void> => {
    try {
      await payInOneRun();
    } catch (error) {
      if (!(error instanceof Slip)) throw error;
      await pay();
    }
  };
  try {
    await pay();
    // also one that is over: what an event started later may be lost
    if (lossAt !== Infinity) throw new Lost();
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    isLost = true;
    log.push(`${show(now)} the run is lost`);
    payout = {
      ...newPayout({ asked: AMOUNT }),
      state: 'PENDING',
      reason: 'recovered',
      needsNoApproval: true,
    };
    items.clear();
    takeAsLost(place, now - HOUR);
    await pay();
  }
  const last: Payment | undefined = payment;
  const everMoved = last?.truth.moves === true;
  const moved = everMoved && !isBackAt(last, now);
  const { lag = 0, wrong = 0 } = payment?.truth ?? {};
  return {
    shown: { state: payout.state, reason: payout.reason },
    everMoved,
    moved,
    lag,
    wrong,
    isSafe: isSafeToPayAgain(payout),
    isOver: isOver(payout),
    items: [...items],
    sends,
    isSentAfterSafe,
  };
}

const show = (at: number) => new Date(at).toISOString().slice(8, 19);
