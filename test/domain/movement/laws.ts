import type * as evidenceRules from '../../../src/domain/movement/evidence.js';
import type { Evidence } from '../../../src/domain/movement/evidence.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import type * as standingRules from '../../../src/domain/movement/standing.js';
import { createDice } from '../../support/dice.js';
import { ASKED, type Letter, LETTERS, MINUTE } from './letters.js';

/** The rules, or a copy of them with one mistake. */
export type Rules = Pick<typeof evidenceRules, 'add' | 'noEvidence' | 'decisionsOn'> &
  Pick<typeof standingRules, 'standingOf' | 'itemsOf'>;

/** A gap on each side of every threshold, in minutes: five minutes, an hour, a day. */
export const GAPS = [1, 6, 90, 25 * 60];

/** Of the evidence of one movement, however long it lives. */
const MOST_CHARACTERS = 700;

interface Step {
  readonly letter: Letter;
  readonly at: number;
  readonly piece: Piece;
}

export interface Broken {
  readonly law: string;
  readonly sequence: string;
}

const shownBy = ({ piece }: Step) =>
  piece.kind === 'reading' && piece.shows === 'money' ? (piece.amount ?? 0) : 0;
const claimedBy = ({ piece }: Step) => (piece.kind === 'claim' && piece.shows === 'money' ? piece.amount : 0);
const highestOf = (amounts: readonly number[]) => amounts.reduce((most, each) => Math.max(most, each), 0);
const isSend = (step: Step, ...answers: readonly string[]) =>
  step.piece.kind === 'send' && answers.includes(step.piece.answer);
const isReading = (step: Step, ...shown: readonly string[]) =>
  step.piece.kind === 'reading' && shown.includes(step.piece.shows);
const isClaim = (step: Step) => step.piece.kind === 'claim';
const lastIndex = (steps: readonly Step[], test: (step: Step) => boolean) => steps.findLastIndex(test);

/** The laws, checked on the whole sequence rather than by what the rules have kept of it. */
export function brokenLaws(rules: Rules, steps: readonly Step[], evidence: Evidence): string[] {
  const broken: string[] = [];
  const { name, least, most } = rules.standingOf(evidence);
  const items = rules.itemsOf(evidence);
  if (!(least <= most)) broken.push('what is proven is possible');
  const decidedAt = lastIndex(steps, ({ piece }) => piece.kind === 'decision');
  const before = highestOf(steps.slice(0, decidedAt + 1).map(shownBy));
  const since = steps.slice(decidedAt + 1);
  // what a record had shown before a person decided is no news as a claim
  const claimed = highestOf(since.map(claimedBy).filter((amount) => amount > before));
  const shown = Math.max(claimed, highestOf(since.map(shownBy)));
  const refunded = highestOf(steps.map(({ piece }) => (piece.kind === 'refunds' ? piece.least : 0)));
  if (shown > Math.max(least + refunded, evidence.returned) && items.length === 0) {
    broken.push('no amount is lost from sight');
  }
  if (most === 0 && name !== 'returned') broken.push(...brokenNothing(steps));
  if (name === 'doubtful' && items.length === 0) broken.push('whatever is doubtful is an item');
  return broken;
}

/** What came after a decision; a reading that shows what the person had seen last is no news. */
function newsSince(steps: readonly Step[], decidedAt: number): readonly Step[] {
  const isAnyReading = ({ piece }: Step) => piece.kind === 'reading';
  const seen = steps.slice(0, decidedAt + 1).findLast(isAnyReading)?.letter;
  const since = steps.slice(decidedAt + 1);
  const other = since.findIndex((step) => isAnyReading(step) && step.letter !== seen);
  return since.filter((step, at) => !isAnyReading(step) || (other >= 0 && at >= other));
}

/** Whether nothing may be believed. */
function brokenNothing(steps: readonly Step[]): string[] {
  const said = lastIndex(steps, ({ letter }) => letter === 'didNot');
  const leftAt = lastIndex(steps, (step) => isSend(step, 'left', 'accepted', 'used', 'twin'));
  const since = newsSince(steps, said);
  const broken: string[] = [];
  if (steps.some((step) => shownBy(step) > 0)) broken.push('money was shown, and nothing is believed');
  if (since.some((step) => isClaim(step) || isReading(step, 'odd'))) {
    const isLastOdd = since.some(isClaim) || since.some(({ letter }) => letter === 'odd7');
    if (isLastOdd) broken.push('a claim is open, and nothing is believed');
  }
  if (leftAt > said && !isOver(steps, leftAt))
    broken.push('a request may have arrived, and nothing is believed');
  if (leftAt < 0 && since.some((step) => isReading(step, 'pending')) && !isOver(steps, -1)) {
    broken.push('a record is pending, and nothing is believed');
  }
  return broken;
}

/** Two ends, or three absences over a day, after the last request. */
function isOver(steps: readonly Step[], leftAt: number): boolean {
  const after = steps.slice(leftAt + 1);
  const from = leftAt < 0 ? 0 : (steps[leftAt]?.at ?? 0);
  const lastOther = lastIndex(
    after,
    (step) => isReading(step, 'pending', 'money', 'return', 'odd') || isClaim(step),
  );
  const ends = after.slice(lastOther + 1).filter((step) => isReading(step, 'end'));
  const [first] = ends;
  const last = ends.at(-1);
  if (first && last && last.at - first.at >= 5 * MINUTE) return true;
  const isWeak = steps.some(
    (step) => isSend(step, 'used', 'accepted') || isReading(step, 'pending', 'end', 'odd', 'return'),
  );
  const absences: number[] = [];
  for (const step of after.filter((each) => isReading(each, 'absent'))) {
    if (step.at - (absences.at(-1) ?? -Infinity) >= 60 * MINUTE) absences.push(step.at);
  }
  return !isWeak && absences.length >= 3 && (absences.at(-1) ?? 0) - from >= 24 * 60 * MINUTE;
}

/** Laws about one more piece: what is proven falls by something confirmed only. */
function brokenByOne(rules: Rules, before: Evidence, step: Step, after: Evidence): string[] {
  const { piece } = step;
  if (piece.kind === 'decision') {
    const isMoneyAgain = after.run?.shows === 'money' && after.proven === 0;
    const isOffered = rules.decisionsOn(before).includes(piece.says);
    const isOpen = rules.itemsOf(after).length > 0 && !isMoneyAgain;
    return isOffered && isOpen ? ['a decision closes what it is about'] : [];
  }
  if (piece.kind !== 'reading') return [];
  const speaks = shownBy(step) > 0 || piece.shows === 'pending';
  if (speaks && rules.standingOf(before).by === 'decision' && rules.standingOf(after).name !== 'doubtful') {
    return ['a record that contradicts a person is doubtful'];
  }
  const falls = rules.standingOf(after).least < rules.standingOf(before).least;
  if (!falls) return [];
  const isHighest = piece.shows === 'money' && (piece.amount ?? 0) >= Math.max(before.highest, before.proven);
  const isFirst = before.run?.shows !== piece.shows;
  return [
    ...(isHighest ? ['a record of the most money never lowers what is proven'] : []),
    ...(isFirst ? ['a single reading never lowers what is proven'] : []),
  ];
}

/** Every sequence of so many pieces; the first sequence that breaks each law. */
export function searchAll(
  rules: Rules,
  { letters, depth, gaps }: { letters: readonly Letter[]; depth: number; gaps: readonly number[] },
): { readonly sequences: number; readonly names: ReadonlySet<string>; readonly broken: readonly Broken[] } {
  let sequences = 0;
  const names = new Set<string>();
  const broken = new Map<string, string>();
  const steps: Step[] = [];
  const note = (laws: readonly string[], evidence: Evidence) => {
    for (const law of laws) if (!broken.has(law)) broken.set(law, tell(steps, rules, evidence));
  };
  const visit = (before: Evidence, at: number): void => {
    if (steps.length === depth) return;
    for (const letter of letters) {
      for (const gap of steps.length === 0 ? [0] : gaps) {
        const then = at + gap * MINUTE;
        const step = { letter, at: then, piece: LETTERS[letter](then) };
        const evidence = rules.add(before, step.piece);
        steps.push(step);
        sequences += 1;
        names.add(rules.standingOf(evidence).name);
        note(brokenLaws(rules, steps, evidence), evidence);
        note(brokenByOne(rules, before, step, evidence), evidence);
        visit(evidence, then);
        steps.pop();
      }
    }
  };
  visit(rules.noEvidence(ASKED), 0);
  return { sequences, names, broken: [...broken].map(([law, sequence]) => ({ law, sequence })) };
}

/** Sequences at random, longer than those that can all be searched. */
export function searchSome(
  rules: Rules,
  { letters, depth, count, seed }: { letters: readonly Letter[]; depth: number; count: number; seed: number },
): readonly Broken[] {
  const broken = new Map<string, string>();
  const dice = createDice(seed);
  for (let n = 0; n < count; n++) {
    let evidence = rules.noEvidence(ASKED);
    let at = 0;
    const steps: Step[] = [];
    for (let length = 0; length < depth; length++) {
      const letter = dice.pick(letters);
      at += dice.pick(GAPS) * MINUTE;
      const piece = LETTERS[letter](at);
      evidence = rules.add(evidence, piece);
      steps.push({ letter, at, piece });
      for (const law of brokenLaws(rules, steps, evidence)) {
        if (!broken.has(law)) broken.set(law, tell(steps, rules, evidence));
      }
    }
    if (JSON.stringify(evidence).length > MOST_CHARACTERS)
      broken.set('its size is bounded', tell(steps, rules, evidence));
  }
  return [...broken].map(([law, sequence]) => ({ law, sequence }));
}

function tell(steps: readonly Step[], rules: Rules, evidence: Evidence): string {
  const sequence = steps.map(({ letter, at }) => `${letter}@${at / MINUTE}`).join(' ');
  return `${sequence} -> ${JSON.stringify(rules.standingOf(evidence))}`;
}
