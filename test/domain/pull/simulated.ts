import { readConfig, toSettings } from '../../../src/config/config.js';
import type { Settings } from '../../../src/config/settings.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { type NewReviewItem, type ReviewItem, reviewKey } from '../../../src/domain/lifecycle/review.js';
import {
  type ChangedDebits,
  changedDebits,
  itemChanges,
  withDebit,
} from '../../../src/domain/mandate/change-debit.js';
import { type Debit, isSafeToDebitAgain, othersOf } from '../../../src/domain/mandate/debit.js';
import { datesToContinue, debitsAfterLoss, lostDebits } from '../../../src/domain/mandate/after-loss.js';
import { plannedOf, webhooksDue } from '../../../src/domain/mandate/debits.js';
import type { MandateSnapshot, MandateTerms } from '../../../src/domain/mandate/mandate.js';
import { surroundingsOf } from '../../../src/domain/mandate/surroundings.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { add, decisionsOn } from '../../../src/domain/movement/evidence.js';
import { standingOf } from '../../../src/domain/movement/standing.js';
import { isOver } from '../../../src/domain/pull/state.js';
import {
  addClaim,
  type Found,
  pull,
  type PullPlace,
  type PullReply,
  readAttempt,
} from '../../../workflows/shared/pull/pull.js';
import { createDice, type Dice } from '../../support/dice.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const AMOUNT = kobo(10_00);
const START = Date.parse('2026-01-15T08:00:00.000Z');
const DATE = '2026-01-15';
const SETTINGS: Settings = { ...toSettings(readConfig({})), deliversWebhooks: true };

const TERMS: MandateTerms = {
  reference: 'rent',
  currency: 'NGN',
  customer: { name: '', email: '', phone: '', address: '' },
  account: { bankCode: '058', accountNumber: '0100090002' },
  description: 'Rent',
  startAt: new Date(START - DAY).toISOString(),
  endAt: new Date(START + 300 * DAY).toISOString(),
  // another debit than those of the due date fits in
  amountKobo: kobo(2 * AMOUNT),
  plan: { every: { unit: 'WEEK', count: 1 }, firstDay: DATE, at: '09:00', amountKobo: AMOUNT, attempts: 3 },
};

/** What really happens to one request at the bank; Oware sees replies, records and events only. */
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

export interface Outcome {
  readonly debits: readonly string[];
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
    arrivesAfter: dice.chance(0.8) ? dice.pick([0, 0, 0, 30_000, 10 * MINUTE]) : undefined,
    moves: dice.chance(0.45),
    decidedAfter: dice.pick([0, 1_000, 5 * MINUTE, 3 * HOUR]),
    lag: dice.pick([0, 0, 5_000, HOUR, 20 * HOUR, 30 * HOUR]),
    wrong: dice.pick([0, 0, 0, 0, HOUR, 30 * HOUR]),
    event: dice.pick([undefined, 1_000, HOUR, 25 * HOUR]),
  };
}

/** One due date of one mandate in one random world. */
export async function simulate(seed: number): Promise<Outcome> {
  const dice = createDice(seed);
  const log: string[] = [];
  const wrongs: string[] = [];
  const end = START + 12 * DAY;
  let now = START - HOUR;
  let generation = 0;
  let sends = 0;
  const bank = new Map<string, Arrived>();

  // what happens by itself, and what waits for it
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

  let mandate: MandateSnapshot = {
    ...beginning('ACTIVE', '', TERMS.startAt),
    lifecycle: 'mandate',
    terms: TERMS,
    debits: [],
    demands: 0,
    debited: { count: 0, sumKobo: ZERO },
  };
  let version = 0;
  const find = (reference: string) => mandate.debits.find((debit) => debit.reference === reference);
  const rules = () => ({ now, settings: SETTINGS });

  function raise(item: NewReviewItem): void {
    const key = reviewKey(item);
    if (mandate.review.some((open) => open.key === key)) return;
    const open: ReviewItem = { key, since: '', ...item };
    mandate = { ...mandate, review: [...mandate.review, open] };
    say(`item ${key}`);
  }

  function keep(before: MandateSnapshot, after: ChangedDebits, reference: string): void {
    version += 1;
    // what continues as new is data
    mandate = JSON.parse(JSON.stringify({ ...mandate, ...after })) as MandateSnapshot;
    const items = itemChanges(before, mandate, reference, rules());
    mandate = { ...mandate, review: mandate.review.filter((item) => !items.isGone(item)) };
    items.due.forEach(raise);
    for (const { type, reference: about } of webhooksDue(before, mandate, reference)) {
      const debit = find(about);
      say(`webhook ${type} ${about} ${debit?.state} safe=${debit && isSafeToDebitAgain(debit, mandate)}`);
      if (type === 'failed' && debit && standingOf(debit.movement).least > 0)
        wrongs.push('failed, with money');
    }
    judge(reference);
  }

  /** Whatever is shown must not be wrong at any moment. */
  function judge(reference: string): void {
    for (const debit of mandate.debits) {
      const arrived = bank.get(debit.reference);
      if (debit.state === 'PAID' && !arrived?.moves) wrongs.push(`${debit.reference} PAID without money`);
    }
    const debit = find(reference);
    if (!debit || !isSafeToDebitAgain(debit, mandate)) return;
    for (const each of [debit, ...othersOf(mandate.debits, debit)]) {
      const arrived = bank.get(each.reference);
      if (arrived?.moves && !excuses(arrived)) wrongs.push(`safe, and ${each.reference} has money`);
      if (toArrive.has(each.reference)) wrongs.push(`safe, and ${each.reference} arrives later`);
    }
  }
  const toArrive = new Set<string>();

  const change = (reference: string, part: Partial<Debit>) => {
    const before = mandate;
    const after = changedDebits(before, reference, part, rules());
    if (after) keep(before, after, reference);
  };
  const addOne = (debit: Debit) => {
    const before = mandate;
    keep(before, withDebit(before, debit, rules()), debit.reference);
  };

  function arrive(reference: string, truth: Truth): void {
    toArrive.delete(reference);
    if (bank.has(reference)) wrongs.push(`${reference} arrived twice`);
    bank.set(reference, { ...truth, at: now });
    say(`${reference} arrives ${JSON.stringify(truth)}`);
    const { moves, event, decidedAfter } = truth;
    if (!moves || event === undefined) return;
    plan(now + Math.max(event, decidedAfter), () => {
      say(`event PAID ${reference}`);
      if (!find(reference)) return;
      addClaim(placeOf(reference, generation), AMOUNT, now);
    });
  }

  function recordNow(reference: string): Found {
    const arrived = bank.get(reference);
    if (!arrived || now - arrived.at < arrived.lag) return { shows: 'absent' };
    const age = now - arrived.at;
    if (age < arrived.decidedAfter) return { shows: 'pending', observed: 'PENDING' };
    if (!arrived.moves || age < arrived.wrong) return { shows: 'end', observed: 'FAILED' };
    return { shows: 'money', observed: 'PAID', amount: AMOUNT };
  }

  const turns = new Map<string, Promise<unknown>>();

  function placeOf(reference: string, of: number): PullPlace {
    const read = () => (of === generation ? find(reference) : undefined);
    return {
      read,
      change: (part) => change(reference, part),
      version: () => version,
      terms: ({ absenceHorizonMs }) => ({ asked: AMOUNT, horizonMs: absenceHorizonMs }),
      surroundings: () => surroundingsOf(mandate, find(reference) as Debit),
      checksMs: ({ debitChecksMs }) => debitChecksMs,
      look: async () => {
        await later(10);
        return dice.chance(0.05) ? { paused: { reason: 'by hand', since: '' } } : {};
      },
      find: async () => {
        await later(200);
        const found = dice.chance(0.1) ? undefined : recordNow(reference);
        say(`read ${reference}: ${found ? found.shows : 'no answer'}`);
        return found;
      },
      send: async (): Promise<PullReply> => {
        sends += 1;
        const { against, limits } = surroundingsOf(mandate, find(reference) as Debit);
        if (against.length > 0) wrongs.push(`${reference} sent against ${against[0]?.reason}`);
        for (const { cap, taken } of limits) if (taken + AMOUNT > cap) wrongs.push('over the limit');
        for (const other of othersOf(mandate.debits, find(reference) as Debit)) {
          if (standingOf(other.movement).most > 0) wrongs.push(`${reference} sent beside ${other.reference}`);
        }
        const reply = dice.pick(['ok', 'ok', 'lost', 'lost', 'refused', 'held', 'not-left'] as const);
        say(`send ${reference}: ${reply}`);
        if (reply === 'ok' || reply === 'lost') {
          const truth = truthOf(dice);
          const delay = reply === 'ok' ? 0 : truth.arrivesAfter;
          if (delay !== undefined) {
            toArrive.add(reference);
            plan(now + delay, () => arrive(reference, truth));
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
          default:
            return { answer: reply, observed: reply };
        }
      },
      readOther: async (n) => {
        const debit = read();
        const other = debit && othersOf(mandate.debits, debit)[n];
        if (other) await readAttempt(lifecycle, placeOf(other.reference, of));
      },
      inTurn: (work) => {
        const mine = (turns.get(reference) ?? Promise.resolve()).then(work);
        turns.set(
          reference,
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
  const operations = { resumes: () => 0 };
  const lifecycle = {
    pace,
    operations,
    settings: () => Promise.resolve(SETTINGS),
    given: () => SETTINGS,
  } as never;

  let underWay = new Set<string>();
  const failures: unknown[] = [];
  const unfollowed = () => mandate.debits.filter((debit) => !isOver(debit) && !underWay.has(debit.reference));
  function followAll(): void {
    const of = generation;
    for (const { reference } of unfollowed()) {
      const mine = underWay;
      mine.add(reference);
      pull(lifecycle, placeOf(reference, of))
        .catch((error: unknown) => {
          if (!(error instanceof Lost)) failures.push(error);
        })
        .finally(() => mine.delete(reference));
    }
  }

  const due = { day: DATE, at: START, notAfter: START + 3 * DAY };
  const place = {
    day: DATE,
    attempt: 1,
    dueAt: new Date(due.at).toISOString(),
    notAfter: new Date(due.notAfter).toISOString(),
  };
  plan(START, () => {
    if (mandate.debits.length === 0) addOne(plannedOf(mandate, place, new Date(now).toISOString()));
  });
  if (dice.chance(0.2)) {
    plan(START + dice.pick([0, 500, HOUR, 25 * HOUR]), () => {
      say('cancel');
      version += 1;
      mandate = { ...mandate, fences: [{ cause: 'cancel', reason: 'cancelled', since: '' }] };
    });
  }
  if (dice.chance(0.25)) {
    plan(START + dice.pick([2 * HOUR, 30 * HOUR]), () => {
      for (const debit of mandate.debits) {
        // a person who knows the truth, and only what has arrived
        const says = bank.get(debit.reference)?.moves ? 'happened' : 'did-not-happen';
        if (toArrive.has(debit.reference) || !decisionsOn(debit.movement).includes(says)) continue;
        say(`decision ${debit.reference} ${says}`);
        const { movement } = debit;
        const decision = { kind: 'decision', says, saw: movement.changes, at: now } as const;
        change(debit.reference, { movement: add(movement, decision), concluded: says });
      }
    });
  }
  // the last run continued from here: what it learned since is lost with it
  let carried: MandateSnapshot | undefined;
  /** Debits that the rebuilt run knows, and whose record shows their money by then: nothing excuses that it is hidden. */
  const shownAtLoss = new Set<string>();
  if (dice.chance(0.4)) {
    plan(START + dice.pick([-1, 100, 2_000, 20 * MINUTE, 5 * HOUR, 25 * HOUR]), () => {
      say('the run continues as new');
      carried = mandate;
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
      const rest = carried ?? { ...mandate, debits: [], debited: { count: 0, sumKobo: ZERO } };
      mandate = {
        ...rest,
        ...(mandate.fences && { fences: mandate.fences }),
        debits: debitsAfterLoss(rest, { now, since: now }),
        review: [],
      };
      version += 1;
      for (const { reference } of mandate.debits)
        if (recordNow(reference)?.shows === 'money') shownAtLoss.add(reference);
      // the plan looks for a due date that the last snapshot does not know
      const dates = rest.debits.length === 0 && now >= START ? [due] : datesToContinue(rest);
      for (const date of dates) lostDebits(mandate, date, now).forEach(addOne);
    });
  }

  while (now < end) {
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
  if (sends > 30) wrongs.push('sent without end');
  const moved = [...bank].filter(([, { moves }]) => moves).map(([reference]) => reference);
  for (const reference of moved) {
    const debit = find(reference);
    const isKnown = debit?.state === 'PAID' || mandate.review.some(({ key }) => key.endsWith(reference));
    const isExcused = excuses(bank.get(reference) as Arrived) && !shownAtLoss.has(reference);
    if (!isKnown && !isExcused) wrongs.push(`${reference} moved, and is hidden`);
  }
  for (const debit of mandate.debits) {
    const isKnown = isOver(debit) || mandate.review.some(({ key }) => key.endsWith(debit.reference));
    if (!isKnown) wrongs.push(`${debit.reference} is ${debit.state}, and no person knows`);
  }
  return {
    debits: mandate.debits.map(({ attempt, state }) => `${attempt} ${state}`),
    moved,
    isExcused: [...bank.values()].some(excuses),
    wrongs,
    sends,
    log,
  };
}

/** Assumptions: no record is hidden for a day, and none says for five minutes that a debit failed which is paid. */
const excuses = ({ lag, wrong }: Truth) => lag >= DAY || wrong >= 5 * MINUTE;

const settle = async () => {
  for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve));
};

const show = (at: number) => new Date(at).toISOString().slice(8, 19);
