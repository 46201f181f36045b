import { readConfig, toSettings } from '../../../src/config/config.js';
import type { Settings } from '../../../src/config/settings.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { type NewReviewItem, type ReviewItem, reviewKey } from '../../../src/domain/lifecycle/review.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { add, decisionsOn } from '../../../src/domain/movement/evidence.js';
import { standingOf } from '../../../src/domain/movement/standing.js';
import { isOver } from '../../../src/domain/pull/state.js';
import {
  changedCharge,
  chargeOf,
  chargesOf,
  ended,
  itemChanges,
  settled,
  totalsAfter,
  webhooksDue,
} from '../../../src/domain/subscription/change-charge.js';
import {
  chargeable,
  endingsOf,
  lostPeriod,
  newCharge,
  newestAfterLoss,
  nextCharge,
  wasTried,
  whyClosed,
} from '../../../src/domain/subscription/charges.js';
import {
  attemptReference,
  type Charge,
  leastOf,
  movementsOf,
  type Period,
  unlistedNumbers,
} from '../../../src/domain/subscription/period.js';
import type {
  SubscriptionSnapshot,
  SubscriptionTerms,
} from '../../../src/domain/subscription/subscription.js';
import { surroundingsOf } from '../../../src/domain/subscription/surroundings.js';
import { without } from '../../../src/domain/without.js';
import {
  addClaim,
  addFound,
  type Found,
  pull,
  type PullPlace,
  type PullReply,
  readAttempt,
} from '../../../workflows/shared/pull/pull.js';
import { createDice, type Dice } from '../../support/dice.js';
import { DAY, HOUR, MINUTE } from './simulated.js';

const AMOUNT = kobo(10_00);
const START = Date.parse('2026-01-15T08:00:00.000Z');
const DATE = '2026-01-15';
const SETTINGS: Settings = { ...toSettings(readConfig({})), deliversWebhooks: true };

const TERMS: SubscriptionTerms = {
  reference: 'gym',
  amountKobo: AMOUNT,
  currency: 'NGN',
  plan: { every: { unit: 'DAY', count: 10 }, firstDay: DATE, at: '09:00' },
  customer: {},
  retryAfterDays: [1, 1, 2],
};

/** What really happens to one request at the gateway; Oware sees replies, records and events only. */
interface Truth {
  /** How long after the request it arrives; undefined when it never does. */
  readonly arrivesAfter: number | undefined;
  readonly moves: boolean;
  readonly decidedAfter: number;
  /** Until how long after its arrival no record is shown. */
  readonly lag: number;
  /** Until how long after its arrival the record says that it failed, although it moves. */
  readonly wrong: number;
  /** How long after its arrival an event reports the money; undefined when it is lost. */
  readonly event: number | undefined;
}

interface Arrived extends Truth {
  readonly at: number;
}

export interface PeriodOutcome {
  readonly charges: readonly string[];
  readonly period: string;
  /** References whose money moved. */
  readonly moved: readonly string[];
  readonly isExcused: boolean;
  readonly wrongs: readonly string[];
  readonly sends: number;
  readonly log: readonly string[];
}

class Lost extends Error {}

function truthOf(dice: Dice): Truth {
  return {
    // a second request under the same reference is refused only by what has arrived
    arrivesAfter: dice.chance(0.8) ? dice.pick([0, 0, 0, 5_000]) : undefined,
    moves: dice.chance(0.45),
    decidedAfter: dice.pick([0, 1_000, 5 * MINUTE, 3 * HOUR]),
    lag: dice.pick([0, 0, 5_000, 20_000, HOUR, 20 * HOUR, 30 * HOUR]),
    wrong: dice.pick([0, 0, 0, 0, HOUR, 30 * HOUR]),
    event: dice.pick([undefined, 1_000, HOUR, 25 * HOUR]),
  };
}

/** One period of one subscription in one random world. */
export async function simulatePeriod(seed: number): Promise<PeriodOutcome> {
  const dice = createDice(seed);
  const log: string[] = [];
  const wrongs: string[] = [];
  const end = START + 16 * DAY;
  let now = START - HOUR;
  let generation = 0;
  let sends = 0;
  const bank = new Map<string, Arrived>();
  const toArrive = new Set<string>();

  let agenda: { readonly at: number; readonly run: () => void }[] = [];
  const plan = (at: number, run: () => void) => {
    agenda = [...agenda, { at, run }].sort((one, other) => one.at - other.at);
  };
  const later = (ms: number) => new Promise<void>((resolve) => plan(now + ms, resolve));
  interface Waiter {
    readonly until: number | undefined;
    readonly wake: () => boolean;
    readonly resolve: () => void;
    readonly reject: (error: Error) => void;
  }
  let waiters: Waiter[] = [];
  const say = (text: string) => void log.push(`${show(now)} ${text}`);
  const iso = (at: number) => new Date(at).toISOString();

  let subscription: SubscriptionSnapshot = {
    ...beginning('ACTIVE', '', iso(START - DAY)),
    lifecycle: 'subscription',
    terms: TERMS,
    amountKobo: AMOUNT,
    periods: [],
    totals: { charged: 0, chargedKobo: ZERO, failed: 0, missed: 0 },
  };
  let version = 0;
  const find = (key: string) => chargeOf(subscription, key)?.charge;
  const rules = () => ({ ...SETTINGS, now });

  function raise(item: NewReviewItem): void {
    const key = reviewKey(item);
    if (subscription.review.some((open) => open.key === key)) return;
    const open: ReviewItem = { key, since: '', ...item };
    subscription = { ...subscription, review: [...subscription.review, open] };
    say(`item ${key}`);
  }

  function keep(part: Partial<SubscriptionSnapshot>, key?: string): void {
    const before = subscription;
    version += 1;
    // what continues as new is data
    subscription = JSON.parse(JSON.stringify({ ...subscription, ...part })) as SubscriptionSnapshot;
    if (key === undefined) return;
    const items = itemChanges(before, subscription, key, { now, settings: SETTINGS });
    subscription = { ...subscription, review: subscription.review.filter((item) => !items.isGone(item)) };
    items.due.forEach(raise);
    for (const { type, effect } of webhooksDue(before, subscription, key, SETTINGS)) {
      say(`webhook ${type} ${effect}`);
      const isTrue = [...bank].some(([, { moves }]) => moves);
      if (type === 'charged' && !isTrue) wrongs.push('charged, without money');
    }
    for (const charge of chargesOf(subscription)) {
      const isPaid = charge.state === 'PAID' && charge.key !== subscription.periods[0]?.lost?.key;
      if (isPaid && !bank.get(charge.paymentReference)?.moves)
        wrongs.push(`${charge.key} PAID without money`);
    }
  }

  function change(key: string, part: Partial<Charge>): void {
    const after = changedCharge(subscription, key, part, now);
    if (after) keep(after, key);
  }

  function addOne(charge: Charge): void {
    const [period] = subscription.periods;
    if (!period || chargeOf(subscription, charge.key)) return;
    const attempts = [...period.attempts, charge].sort((one, other) => one.n - other.n);
    const after = settled(subscription, { ...without(period, 'retryAt'), attempts });
    keep({ periods: [after], totals: totalsAfter(subscription.totals, period, after) }, charge.key);
  }

  const setPeriod = (after: Period) => {
    const [period] = subscription.periods;
    if (period) keep({ periods: [after], totals: totalsAfter(subscription.totals, period, after) });
  };

  function arrive(reference: string, truth: Truth): void {
    toArrive.delete(reference);
    if (bank.has(reference)) return;
    bank.set(reference, { ...truth, at: now });
    say(`${reference} arrives ${JSON.stringify(truth)}`);
    const { moves, event, decidedAfter } = truth;
    if (!moves || event === undefined) return;
    plan(now + Math.max(event, decidedAfter), () => {
      say(`event PAID ${reference}`);
      const [period] = subscription.periods;
      const isListed = find(reference) !== undefined;
      if (!isListed && period?.lost) addOne(found(reference, period));
      if (find(reference)) addClaim(placeOf(reference, generation), AMOUNT, now);
    });
  }

  const found = (paymentReference: string, { amountKobo }: Period): Charge =>
    newCharge(
      {
        key: paymentReference,
        n: Number(paymentReference.split('.').at(-1)),
        paymentReference,
        reason: '',
        notOurs: 'lost',
      },
      { amountKobo, at: now },
    );

  function recordNow(reference: string): Found {
    const arrived = bank.get(reference);
    if (!arrived || now - arrived.at < arrived.lag) return { shows: 'absent' };
    const age = now - arrived.at;
    if (age < arrived.decidedAfter) return { shows: 'pending', observed: 'PENDING' };
    if (!arrived.moves || age < arrived.wrong) return { shows: 'end', observed: 'FAILED' };
    return { shows: 'money', observed: 'PAID', amount: AMOUNT };
  }

  function findLost(period: Period): Found {
    const [kept = period] = subscription.periods;
    const span = { askedAt: now, answeredAt: now };
    for (const n of unlistedNumbers(kept)) {
      const reference = attemptReference(TERMS.reference, kept.day, n);
      const record = recordNow(reference);
      if (!record || record.shows === 'absent') continue;
      addOne(found(reference, kept));
      addFound(placeOf(reference, generation), record, span);
    }
    return { shows: 'absent' };
  }

  const turns = new Map<string, Promise<unknown>>();

  function placeOf(key: string, of: number): PullPlace {
    const read = () => (of === generation ? find(key) : undefined);
    const isLost = () => chargeOf(subscription, key)?.period?.lost?.key === key;
    return {
      read,
      change: (part) => change(key, part),
      version: () => version,
      terms: ({ absenceHorizonMs, propagationMs }) => ({
        asked: AMOUNT,
        horizonMs: absenceHorizonMs,
        ...(!isLost() && { repeatAfterMs: propagationMs }),
      }),
      surroundings: () => surroundingsOf(subscription, key),
      checksMs: () => [],
      look: async () => {
        await later(10);
        return dice.chance(0.05) ? { paused: { reason: 'by hand', since: '' } } : {};
      },
      find: async () => {
        await later(200);
        const [period] = subscription.periods;
        const isSilent = dice.chance(0.1);
        const record = isSilent ? undefined : isLost() && period ? findLost(period) : recordNow(key);
        say(`read ${key}: ${record ? record.shows : 'no answer'}`);
        return record;
      },
      send: async (): Promise<PullReply> => {
        sends += 1;
        const { against, others } = surroundingsOf(subscription, key);
        if (against.length > 0) wrongs.push(`${key} sent against ${against[0]?.reason}`);
        for (const other of others) {
          if (standingOf(other.movement).most > 0) wrongs.push(`${key} sent beside ${other.name}`);
        }
        const isUsed = bank.has(key);
        const reply = isUsed
          ? 'used'
          : dice.pick(['ok', 'ok', 'lost', 'lost', 'declined', 'refused', 'held', 'not-left'] as const);
        say(`send ${key}: ${reply}`);
        if (reply === 'ok' || reply === 'lost' || reply === 'declined') {
          const random = truthOf(dice);
          // an assumption: what the gateway keeps of a charge that it declined, it shows at once
          const truth = reply === 'declined' ? { ...random, lag: 0, decidedAfter: 0 } : random;
          const delay = reply === 'lost' ? truth.arrivesAfter : 0;
          if (delay !== undefined) {
            toArrive.add(key);
            plan(now + delay, () => arrive(key, truth));
          }
        }
        await later(1_000);
        switch (reply) {
          case 'ok':
            return {
              answer: 'accepted',
              observed: 'sent',
              record: { shows: 'pending', observed: 'PENDING' },
            };
          case 'lost':
            return { answer: 'left', observed: 'lost' };
          // the gateway may keep a record of what it declined, which decides
          case 'declined':
            return { answer: 'refused', observed: 'declined', isDoubtful: true };
          default:
            return { answer: reply, observed: reply };
        }
      },
      readOther: async (n) => {
        const other = surroundingsOf(subscription, key).others[n] as Charge | undefined;
        if (other) await readAttempt(lifecycle, placeOf(other.key, of));
      },
      inTurn: (work) => {
        const mine = (turns.get(key) ?? Promise.resolve()).then(work);
        turns.set(
          key,
          mine.catch(() => undefined),
        );
        return mine;
      },
      cancellable: (work) => ({ result: work(), cancel: () => undefined }),
      setWithdrawal: () => undefined,
    };
  }

  const pace = {
    now: () => now,
    call: <Result>(work: () => Promise<Result>) => work(),
    pause: (until: number | undefined, _summary: string, wake: () => boolean) =>
      new Promise<void>((resolve, reject) => waiters.push({ until, wake, resolve, reject })),
  };
  const lifecycle = {
    pace,
    operations: { resumes: () => 0 },
    settings: () => Promise.resolve(SETTINGS),
    given: () => SETTINGS,
  } as never;

  let underWay = new Set<string>();
  const failures: unknown[] = [];
  const unfollowed = () => chargesOf(subscription).filter((each) => !isOver(each) && !underWay.has(each.key));
  function followAll(): void {
    const of = generation;
    for (const { key } of unfollowed()) {
      const mine = underWay;
      mine.add(key);
      pull(lifecycle, placeOf(key, of))
        .catch((error: unknown) => {
          if (!(error instanceof Lost)) failures.push(error);
        })
        .finally(() => mine.delete(key));
    }
  }

  /** What the loop of the periods does, without its timers. */
  function chargeNow(): boolean {
    const before = version;
    for (const { period, charge, endsPeriod, retryAt, end: how } of endingsOf(subscription, rules())) {
      change(charge.key, { reported: true });
      if (how === 'failed' && leastOf(charge) > 0) wrongs.push('failed, with money');
      const [kept = period] = subscription.periods;
      if (endsPeriod) setPeriod(ended(kept, 'FAILED', charge.reason));
      else setPeriod({ ...kept, ...(retryAt !== undefined && { retryAt: iso(retryAt) }) });
      if (retryAt !== undefined) plan(retryAt, () => undefined);
    }
    const [period] = subscription.periods;
    const why = period && whyClosed(subscription, period, rules());
    if (period && why !== undefined) setPeriod(ended(period, wasTried(period) ? 'FAILED' : 'MISSED', why));
    const due = chargeable(subscription, now);
    const charge = due && nextCharge(subscription, due, rules());
    if (charge) addOne(charge);
    return version !== before;
  }

  const due = { n: 0, day: DATE, at: START };
  plan(START, () => {
    if (subscription.periods.length > 0) return;
    const period: Period = {
      n: 0,
      day: DATE,
      dueAt: iso(START),
      amountKobo: AMOUNT,
      state: 'DUE',
      reason: 'due',
      attempts: [],
    };
    keep({ periods: [period] });
  });
  plan(START + 10 * DAY, () => say('its time is over'));
  if (dice.chance(0.15)) {
    plan(START + dice.pick([0, 500, HOUR, 25 * HOUR]), () => {
      say('cancel');
      keep({ state: 'CANCELLED' });
    });
  }
  if (dice.chance(0.15)) {
    plan(START + dice.pick([0, 500, HOUR, 25 * HOUR]), () => {
      if (subscription.state !== 'ACTIVE') return;
      say('pause, and resume a day later');
      const dropped = 'paused';
      keep({
        paused: true,
        state: 'PAUSED',
        periods: subscription.periods.map((period) => ({ ...period, dropped })),
      });
      plan(now + DAY, () => {
        if (subscription.state === 'PAUSED') {
          subscription = { ...without(subscription, 'paused'), state: 'ACTIVE' };
        }
        version += 1;
      });
    });
  }
  if (dice.chance(0.25)) {
    plan(START + dice.pick([2 * HOUR, 30 * HOUR]), () => {
      for (const charge of chargesOf(subscription)) {
        // a person who knows the truth, and only what has arrived
        const isLost = charge.key === subscription.periods[0]?.lost?.key;
        const says = bank.get(charge.key)?.moves ? 'happened' : 'did-not-happen';
        if (isLost || toArrive.has(charge.key) || !decisionsOn(charge.movement).includes(says)) continue;
        say(`decision ${charge.key} ${says}`);
        const { movement } = charge;
        const decision = { kind: 'decision', says, saw: movement.changes, at: now } as const;
        change(charge.key, { movement: add(movement, decision), concluded: says });
      }
    });
  }
  // the last run continued from here: what it learned since is lost with it
  let carried: SubscriptionSnapshot | undefined;
  /** Charges that the rebuilt run knows, and whose record shows their money by then: nothing excuses that it is hidden. */
  const shownAtLoss = new Set<string>();
  if (dice.chance(0.4)) {
    plan(START + dice.pick([100, 2_000, 20 * MINUTE, 5 * HOUR, 25 * HOUR]), () => {
      say('the run continues as new');
      carried = subscription;
    });
  }
  if (dice.chance(0.3)) {
    plan(START + dice.pick([500, HOUR, 26 * HOUR, 50 * HOUR, 100 * HOUR]), () => {
      say('the run is lost');
      generation += 1;
      underWay = new Set();
      turns.clear();
      const gone = waiters;
      waiters = [];
      gone.forEach(({ reject }) => reject(new Lost()));
      const isDropped = subscription.periods[0]?.dropped !== undefined;
      const [known] = carried?.periods ?? [];
      const lost = known
        ? newestAfterLoss(known, { now, since: now })
        : lostPeriod(due, { amountKobo: AMOUNT }, now);
      for (const { key } of lost.attempts) if (recordNow(key)?.shows === 'money') shownAtLoss.add(key);
      keep({
        periods: [{ ...lost, ...(isDropped && { dropped: 'paused' }) }],
        review: [],
        totals: (known && carried?.totals) ?? { charged: 0, chargedKobo: ZERO, failed: 0, missed: 0 },
      });
    });
  }

  while (now < end) {
    if (chargeNow()) continue;
    followAll();
    await settle();
    if (failures.length > 0) throw failures[0];
    if (unfollowed().length > 0) continue;
    const woken = waiters.filter(({ until, wake }) => (until ?? Infinity) <= now || wake());
    if (woken.length > 0) {
      waiters = waiters.filter((waiter) => !woken.includes(waiter));
      woken.forEach(({ resolve }) => resolve());
      continue;
    }
    const next = Math.min(agenda[0]?.at ?? Infinity, ...waiters.map(({ until }) => until ?? Infinity), end);
    now = Math.max(now, next);
    const [first, ...others] = agenda;
    if (first && first.at <= now) {
      agenda = others;
      first.run();
    }
  }
  if (sends > 40) wrongs.push('sent without end');
  const [period] = subscription.periods;
  const all = period ? movementsOf(period) : [];
  const moved = [...bank].filter(([, { moves }]) => moves).map(([reference]) => reference);
  const isInReview = (name: string) => subscription.review.some(({ key }) => key.includes(name));
  for (const reference of moved) {
    const isKnown = find(reference)?.state === 'PAID' || isInReview(reference);
    const isExcused = excuses(bank.get(reference) as Arrived) && !shownAtLoss.has(reference);
    if (!isKnown && !isExcused) wrongs.push(`${reference} moved, and is hidden`);
  }
  for (const charge of all) {
    if (!isOver(charge) && !isInReview(charge.key)) wrongs.push(`${charge.key} is open, and no person knows`);
  }
  const isPaid = all.some((charge) => leastOf(charge) > 0);
  if (isPaid && period?.state !== 'PAID') wrongs.push(`paid, and the period is ${period?.state}`);
  if (subscription.totals.charged !== (isPaid ? 1 : 0)) wrongs.push('a wrong sum');
  return {
    charges: (period?.attempts ?? []).map(({ n, state }) => `${n} ${state}`),
    period: period?.state ?? 'none',
    moved,
    isExcused: [...bank.values()].some(excuses),
    wrongs,
    sends,
    log,
  };
}

/** Assumptions: no record is hidden for a day, and none says for five minutes that a charge failed which is paid. */
const excuses = ({ lag, wrong }: Truth) => lag >= DAY || wrong >= 5 * MINUTE;

const settle = async () => {
  for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve));
};

const show = (at: number) => new Date(at).toISOString().slice(8, 19);
