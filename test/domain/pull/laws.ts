import { readConfig, toSettings } from '../../../src/config/config.js';
import type { Settings } from '../../../src/config/settings.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { reviewKey } from '../../../src/domain/lifecycle/review.js';
import {
  type ChangedDebits,
  changedDebits,
  itemChanges,
  withDebit,
} from '../../../src/domain/mandate/change-debit.js';
import { countedKobo, type Debit, isSafeToDebitAgain, othersOf } from '../../../src/domain/mandate/debit.js';
import { plannedOf, webhooksDue } from '../../../src/domain/mandate/debits.js';
import type { MandateSnapshot, MandateTerms } from '../../../src/domain/mandate/mandate.js';
import { surroundingsOf } from '../../../src/domain/mandate/surroundings.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { add } from '../../../src/domain/movement/evidence.js';
import { itemsOf, standingOf } from '../../../src/domain/movement/standing.js';
import { nextStep, type Situation } from '../../../src/domain/pull/next-step.js';
import { createDice } from '../../support/dice.js';
import { ASKED, type Letter, LETTERS, MINUTE } from '../movement/letters.js';

const SETTINGS: Settings = { ...toSettings(readConfig({})), deliversWebhooks: true };
const START = Date.parse('2026-01-15T08:00:00.000Z');
const DAY = '2026-01-15';
const TERMS: MandateTerms = {
  reference: 'rent',
  currency: 'NGN',
  customer: { name: '', email: '', phone: '', address: '' },
  account: { bankCode: '058', accountNumber: '0100090002' },
  description: 'Rent',
  startAt: new Date(START - 1).toISOString(),
  endAt: new Date(START + 400 * 86_400_000).toISOString(),
  amountKobo: kobo(3 * ASKED),
  plan: { every: { unit: 'MONTH', count: 1 }, firstDay: DAY, amountKobo: ASKED, attempts: 3 },
};

const USED = ['left', 'refused', 'absent', 'pending', 'end', 'paid10', 'claim10', 'didNot', 'odd7'] as const;
const GAPS = [6, 25 * 60].map((minutes) => minutes * MINUTE);

interface Move {
  readonly attempt: 1 | 2;
  readonly letter: Letter;
  readonly gap: number;
}

export const MOVES: readonly Move[] = ([1, 2] as const).flatMap((attempt) =>
  USED.flatMap((letter) => GAPS.map((gap) => ({ attempt, letter, gap }))),
);

interface Page {
  readonly now: number;
  readonly mandate: MandateSnapshot;
}

const NEW: Page = {
  now: START,
  mandate: {
    ...beginning('ACTIVE', '', TERMS.startAt),
    lifecycle: 'mandate',
    terms: TERMS,
    debits: [],
    demands: 0,
    debited: { count: 0, sumKobo: ZERO },
  },
};

/** A mandate with two attempts of one due date, and the laws that every change of them keeps. */
function createBook(page: Page) {
  let { now, mandate } = page;
  const broken: string[] = [];
  const rules = () => ({ now, settings: SETTINGS });
  const find = (attempt: number) => mandate.debits.find((debit) => debit.attempt === attempt);

  function keep(after: ChangedDebits, reference: string): void {
    const before = mandate;
    mandate = { ...mandate, ...after };
    const { due, isGone } = itemChanges(before, mandate, reference, rules());
    const open = mandate.review.filter((item) => !isGone(item));
    const added = due
      .filter((item) => !open.some(({ key }) => key === reviewKey(item)))
      .map((item) => ({ ...item, key: reviewKey(item), since: '' }));
    mandate = { ...mandate, review: [...open, ...added] };
    check(before, reference);
  }

  function check(before: MandateSnapshot, reference: string): void {
    const news = webhooksDue(before, mandate, reference);
    for (const debit of mandate.debits) {
      const { least, most, name } = standingOf(debit.movement);
      const was = before.debits.find((each) => each.reference === debit.reference);
      if ((debit.state === 'PAID') !== least > 0) broken.push('PAID means that money is proven');
      if (debit.state === 'FAILED' && was?.state !== 'FAILED' && name === 'doubtful')
        broken.push('a failure is not shown in doubt');
      const isSafe = isSafeToDebitAgain(debit, mandate);
      const all = [debit, ...othersOf(mandate.debits, debit)];
      if (isSafe && all.some((each) => standingOf(each.movement).most > 0))
        broken.push('safe means most = 0');
      if (isSafe && all.some(({ movement }) => itemsOf(movement).length > 0)) broken.push('safe in doubt');
      if (least > most) broken.push('least is at most most');
      const paid = news.filter((each) => each.reference === debit.reference && each.type === 'paid').length;
      const isNewlyPaid = debit.state === 'PAID' && was?.state !== 'PAID';
      if (paid !== Number(isNewlyPaid)) broken.push('debit-paid is due exactly when it becomes PAID');
      sends(debit);
    }
    const shown = mandate.debits.map(({ movement }) => standingOf(movement).most);
    if (countedKobo(mandate.debits, mandate.packed) < Math.max(0, ...shown))
      broken.push('counted is too low');
  }

  /** When a send is scheduled, no other attempt of the due date may have money, as read a moment ago. */
  function sends(debit: Debit): void {
    const situation: Situation = {
      ...surroundingsOf(mandate, debit),
      now,
      waitedUntil: now - 1,
      reading: {
        scheduleMs: [],
        graceMs: 0,
        expectedFrom: 0,
        safetyMs: [],
        dailyMs: 86_400_000,
        unresolvedAt: Infinity,
      },
      looking: { shortMs: 0, pausedMs: 0, unansweredMs: [] },
    };
    if (nextStep({ ...debit, look: { at: now } }, situation).do !== 'send') return;
    const others = othersOf(mandate.debits, debit);
    if (others.some(({ movement }) => standingOf(movement).most > 0)) broken.push('sent beside money');
    if (others.some(({ movement }) => itemsOf(movement).length > 0)) broken.push('sent beside a doubt');
    const isFresh = ({ movement }: Debit) => {
      const { by } = standingOf(movement);
      return by === undefined || by === 'refusal' || (movement.run?.until ?? 0) >= now - 1;
    };
    if (!others.every(isFresh)) broken.push('sent beside what was not read');
    if (others.some(({ movement }) => standingOf(movement).by === 'decision'))
      broken.push('sent after a decision');
    if (standingOf(debit.movement).name !== 'unsent') broken.push('a debit is sent once');
  }

  const planned = (attempt: number) =>
    plannedOf(
      mandate,
      {
        day: DAY,
        attempt,
        dueAt: new Date(START).toISOString(),
        notAfter: new Date(START + 300 * 86_400_000).toISOString(),
      },
      new Date(START).toISOString(),
    );
  for (const attempt of mandate.debits.length === 0 ? [1, 2] : []) {
    const debit = planned(attempt);
    const terms = { asked: ASKED, horizonMs: 24 * 60 * MINUTE };
    const movement = { ...debit.movement, terms };
    keep(withDebit(mandate, { ...debit, movement }, rules()), debit.reference);
  }

  return {
    move({ attempt, letter, gap }: Move): void {
      now += gap;
      const debit = find(attempt);
      if (!debit) return;
      const { movement } = debit;
      const after = add(movement, LETTERS[letter](now, movement));
      const reads = { count: debit.reads.count + 1, lastAt: now };
      const changed = changedDebits(mandate, debit.reference, { movement: after, reads }, rules());
      if (changed) keep(changed, debit.reference);
    },
    broken: () => [...new Set(broken)],
    page: (): Page => ({ now, mandate }),
  };
}

const show = (moves: readonly Move[]) =>
  moves.map(({ attempt, letter, gap }) => `${gap / MINUTE}min ${attempt}.${letter}`).join(', ');

/** The page after a move, and the laws that the move broke. */
function turn(page: Page, move: Move) {
  const book = createBook(page);
  book.move(move);
  return { next: book.page(), broken: book.broken() };
}

const FIRST = createBook(NEW).page();

function search(page: Page, depth: number, before: readonly Move[]): { count: number; broken: string[] } {
  const found = { count: 0, broken: [] as string[] };
  for (const move of MOVES) {
    const moves = [...before, move];
    const { next, broken } = turn(page, move);
    found.broken.push(...broken.map((law) => `${law}: ${show(moves)}`));
    const deeper = depth > 1 ? search(next, depth - 1, moves) : { count: 1, broken: [] };
    found.count += deeper.count;
    found.broken.push(...deeper.broken);
    if (found.broken.length > 5) break;
  }
  return found;
}

/** What breaks after every sequence of moves of this length, and how many there are. */
export const searchAll = (depth: number) => search(FIRST, depth, []);

/** What breaks in sequences of twelve moves at random. */
export function searchAtRandom(seed: number, runs: number): string[] {
  const dice = createDice(seed);
  for (let n = 0; n < runs; n++) {
    const moves = Array.from({ length: 12 }, () => dice.pick(MOVES));
    let page = FIRST;
    for (const move of moves) {
      const { next, broken } = turn(page, move);
      if (broken.length > 0) return broken.map((law) => `${law}: ${show(moves)}`);
      page = next;
    }
  }
  return [];
}
