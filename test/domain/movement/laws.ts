import type { Evidence } from '../../../src/domain/movement/evidence.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import { createDice } from '../../support/dice.js';
import { ASKED, type Letter, LETTERS, MINUTE, type Rules, TERMS } from './letters.js';

/** A gap on each side of every threshold, in minutes: five minutes, an hour, a day. */
export const GAPS = [1, 6, 90, 25 * 60];

export const ALL = Object.keys(LETTERS) as Letter[];
/** Those that a payout or a debit has most, and those of a payment by a payer. */
export const SENT: readonly Letter[] = [
  'left',
  'refused',
  'used',
  'absent',
  'pending',
  'end',
  'paid10',
  'back',
  'claim10',
  'didNot',
];
export const PAID: readonly Letter[] = [
  'pending',
  'end',
  'paid4',
  'paid10',
  'back',
  'odd',
  'claim10',
  'claimBack',
  'seen',
];

/** Of the evidence of one movement, however long it lives. */
const MOST_CHARACTERS = 800;

interface Step {
  readonly letter: Letter;
  readonly at: number;
  readonly piece: Piece;
  /** A decision that no person was asked for, or that misses what came last, counts for nothing. */
  readonly isHeard: boolean;
}

export interface Broken {
  readonly law: string;
  readonly sequence: string;
}

const shownBy = ({ piece }: Step) =>
  piece.kind === 'reading' && piece.shows === 'money' ? (piece.amount ?? 0) : 0;
const claimedBy = ({ piece }: Step) =>
  piece.kind === 'claim' && piece.shows === 'money' ? piece.amount || ASKED : 0;
const highestOf = (amounts: readonly number[]) => amounts.reduce((most, each) => Math.max(most, each), 0);
const isSend = ({ piece }: Step, ...answers: readonly string[]) =>
  piece.kind === 'send' && answers.includes(piece.answer);
const isReading = ({ piece }: Step, ...shown: readonly string[]) =>
  piece.kind === 'reading' && shown.includes(piece.shows);
const isAnyReading = ({ piece }: Step) => piece.kind === 'reading';
/** That the gateway has it claims no money. */
const isClaim = ({ piece }: Step) => piece.kind === 'claim' && piece.shows !== 'there';
const isPresence = (step: Step) =>
  (step.piece.kind === 'claim' && step.piece.shows === 'there') || isHeard(step, 'there');
const isHeard = (step: Step, ...says: readonly string[]) =>
  step.isHeard && step.piece.kind === 'decision' && says.includes(step.piece.says);
/** It may have arrived, or may arrive; of a request with an answer, the answer counts. */
function isGone(step: Step, at: number, steps: readonly Step[]): boolean {
  const { piece } = step;
  if (piece.kind !== 'sending') return isSend(step, 'left', 'accepted', 'used', 'twin');
  const next = steps
    .slice(at + 1)
    .map((each) => each.piece)
    .find((each) => each.kind === 'sending' || (each.kind === 'send' && each.step === piece.step));
  return next?.kind !== 'send';
}
const lastIndex = (steps: readonly Step[], test: (step: Step, at: number, all: readonly Step[]) => boolean) =>
  steps.findLastIndex(test);

/** The laws, checked on the whole sequence rather than by what the rules have kept of it. */
export function brokenLaws(rules: Rules, steps: readonly Step[], evidence: Evidence): string[] {
  const broken: string[] = [];
  const { name, least, most } = rules.standingOf(evidence);
  const items = rules.itemsOf(evidence);
  if (!(least <= most)) broken.push('what is proven is possible');
  const decidedAt = lastIndex(steps, (step) => isHeard(step, 'happened', 'did-not-happen', 'seen', 'there'));
  const before = highestOf(steps.slice(0, decidedAt + 1).map(shownBy));
  const since = steps.slice(decidedAt + 1);
  // what a record had shown before a person decided is no news as a claim
  const claimed = highestOf(since.map(claimedBy).filter((amount) => amount > before));
  const shown = Math.max(claimed, highestOf(since.map(shownBy)));
  const refunded = highestOf(steps.map(({ piece }) => (piece.kind === 'refunds' ? piece.least : 0)));
  if (shown > least + refunded + returnedIn(steps) && items.length === 0) {
    broken.push('no amount is lost from sight');
  }
  if (most === 0)
    broken.push(...(name === 'returned' ? brokenReturn(steps, refunded) : brokenNothing(steps)));
  if (name === 'doubtful' && items.length === 0) broken.push('whatever is doubtful is an item');
  if (items.length > 0 && !canBeClosed(rules, evidence)) broken.push('a person can close every item');
  return broken;
}

/** The place of the reading that confirms the last return: equal ones before it, five minutes apart, and no request since. */
function returnConfirmedAt(steps: readonly Step[]): number {
  for (let at = steps.length - 1; at >= 0; at--) {
    const last = steps[at];
    if (!last || !isReading(last, 'return')) continue;
    for (let from = at - 1; from >= 0; from--) {
      const step = steps[from];
      if (!step || isGone(step, from, steps) || (isAnyReading(step) && step.letter !== last.letter)) break;
      if (isReading(step, 'return') && last.at - step.at >= 5 * MINUTE) return at;
    }
  }
  return -1;
}

/** What two equal readings have shown to have gone back, at most; without an amount it is everything. */
function returnedIn(steps: readonly Step[]): number {
  const places = steps.map((_step, at) => returnConfirmedAt(steps.slice(0, at + 1)));
  return highestOf(
    places.map((at) => {
      const piece = steps[at]?.piece;
      return piece?.kind === 'reading' ? (piece.amount ?? Infinity) : 0;
    }),
  );
}

/** After a return nothing is possible only while nothing speaks for more. */
function brokenReturn(steps: readonly Step[], refunded: number): string[] {
  const over = Math.max(
    returnConfirmedAt(steps),
    lastIndex(steps, (step) => isHeard(step, 'seen')),
  );
  const spoken = lastIndex(
    steps,
    (step, at) =>
      isGone(step, at, steps) || isReading(step, 'pending', 'authorising', 'money') || claimedBy(step) > 0,
  );
  return spoken > over && refunded === 0 ? ['it may have moved again after a return'] : [];
}

/** What came after a decision; a reading that shows what the person had seen last is no news. */
function newsSince(steps: readonly Step[], decidedAt: number): readonly Step[] {
  const seen = steps.slice(0, decidedAt + 1).findLast(isAnyReading)?.letter;
  const since = steps.slice(decidedAt + 1);
  const other = since.findIndex((step) => isAnyReading(step) && step.letter !== seen);
  return since.filter((step, at) => !isAnyReading(step) || (other >= 0 && at >= other));
}

/** Whether nothing may be believed. */
function brokenNothing(steps: readonly Step[]): string[] {
  const said = lastIndex(steps, (step) => isHeard(step, 'did-not-happen'));
  const leftAt = lastIndex(steps, isGone);
  const since = newsSince(steps, said);
  const broken: string[] = [];
  if (steps.some((step) => shownBy(step) > 0)) broken.push('money was shown, and nothing is believed');
  // a person who has seen what a claim or an odd record says may close it; the record then decides
  const closed = lastIndex(steps, (step) => isHeard(step, 'did-not-happen', 'seen', 'there'));
  if (newsSince(steps, closed).some((step) => isClaim(step) || step.letter === 'odd7')) {
    broken.push('a claim is open, and nothing is believed');
  }
  if (leftAt > said && !isOver(steps, leftAt))
    broken.push('a request may have arrived, and nothing is believed');
  const isUnderWay = (step: Step) => isReading(step, 'pending', 'authorising') || isPresence(step);
  if (leftAt < 0 && since.some(isUnderWay) && !isOver(steps, -1)) {
    broken.push('a record is pending, and nothing is believed');
  }
  return broken;
}

/** Two ends, or three absences over a day, after the last request. */
function isOver(steps: readonly Step[], leftAt: number): boolean {
  const from = leftAt < 0 ? -Infinity : (steps[leftAt]?.at ?? 0);
  // what was asked before the answer to the request proves nothing about it
  const after = steps
    .slice(leftAt + 1)
    .filter(({ piece }) => piece.kind !== 'reading' || piece.askedAt >= from);
  const lastOther = lastIndex(
    after,
    (step) => isReading(step, 'pending', 'authorising', 'money', 'return', 'odd') || isClaim(step),
  );
  const ends = after.slice(lastOther + 1).filter((step) => isReading(step, 'end'));
  const [first] = ends;
  const asked = ends.map(({ piece }) => (piece.kind === 'reading' ? piece.askedAt : 0));
  if (first && highestOf(asked) - first.at >= 5 * MINUTE) return true;
  const isWeak = steps.some(
    (step) =>
      isSend(step, 'used', 'accepted') ||
      isReading(step, 'pending', 'authorising', 'end', 'odd', 'return') ||
      isPresence(step),
  );
  const absences: number[] = [];
  for (const { piece } of after.filter((each) => isReading(each, 'absent'))) {
    const askedAt = piece.kind === 'reading' ? piece.askedAt : 0;
    if (askedAt - (absences.at(-1) ?? -Infinity) >= 60 * MINUTE) absences.push(askedAt);
  }
  return !isWeak && absences.length >= 3 && (absences.at(-1) ?? 0) - from >= 24 * 60 * MINUTE;
}

/** Some decision closes every item; money that was read again after a return needs its second reading first. */
function canBeClosed(rules: Rules, evidence: Evidence): boolean {
  const { run, proven, returned, sending } = evidence;
  if (sending !== undefined || (run?.shows === 'money' && proven === 0 && returned > 0)) return true;
  return rules.decisionsOn(evidence).some((says) => {
    const decide = (known: Evidence) =>
      rules.add(known, { kind: 'decision', says, saw: known.changes, at: 0 } as const);
    const once = decide(evidence);
    // what could not be read is decided about first, and what was claimed after that
    return rules.itemsOf(once).length === 0 || rules.itemsOf(decide(once)).length === 0;
  });
}

/** Laws about one more piece: what is proven, and what is possible, falls by something confirmed only. */
function brokenByOne(rules: Rules, before: Evidence, step: Step, after: Evidence): string[] {
  const { piece } = step;
  if (piece.kind !== 'reading') return [];
  const [was, is] = [rules.standingOf(before), rules.standingOf(after)];
  const speaks = shownBy(step) > 0 || isReading(step, 'pending', 'authorising');
  if (speaks && was.by === 'decision' && is.name !== 'doubtful') {
    return ['a record that contradicts a person is doubtful'];
  }
  const again = rules.standingOf(rules.add(after, piece));
  const broken: string[] = [];
  if (JSON.stringify(again) !== JSON.stringify(is)) broken.push('the same reading twice changes nothing');
  const isHighest = piece.shows === 'money' && (piece.amount ?? 0) >= Math.max(before.highest, before.proven);
  const isFirst = before.run?.shows !== piece.shows || before.run.amount !== (piece.amount ?? 0);
  if (is.least < was.least) {
    if (isHighest) broken.push('a record of the most money never lowers what is proven');
    if (isFirst) broken.push('a single reading never lowers what is proven');
  }
  const isExplained = is.name === 'nothing' && is.by === 'absence';
  if (is.most < was.most && isFirst && shownBy(step) === 0 && !isExplained) {
    broken.push('a single reading never lowers what is possible');
  }
  if (piece.shows === 'absent' && rules.itemsOf(after).length < rules.itemsOf(before).length) {
    broken.push('that nothing is found closes no item');
  }
  return broken;
}

/** What the gateway says in the end where nothing moved: read as often as it takes, it is over, or a person is asked. */
function brokenInTheEnd(rules: Rules, evidence: Evidence, at: number): string[] {
  if (evidence.sending !== undefined || rules.standingOf(evidence).name === 'unsent') return [];
  const isFound = evidence.isThere || evidence.lastSeen !== undefined;
  const times = isFound ? [10, 20, 30] : [60, 180, 1500, 1600];
  const last = times.reduce((known, minutes) => {
    const then = at + minutes * MINUTE;
    return rules.add(known, LETTERS[isFound ? 'end' : 'absent'](then, known));
  }, evidence);
  const { name } = rules.standingOf(last);
  const isOpen = name === 'unknown' || name === 'waiting' || name === 'ending' || name === 'unsent';
  return isOpen ? ['what the gateway says twice is over'] : [];
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
        const step = stepOf(rules, before, letter, then);
        const evidence = rules.add(before, step.piece);
        steps.push(step);
        sequences += 1;
        names.add(rules.standingOf(evidence).name);
        note(brokenLaws(rules, steps, evidence), evidence);
        note(brokenByOne(rules, before, step, evidence), evidence);
        note(brokenInTheEnd(rules, evidence, then), evidence);
        visit(evidence, then);
        steps.pop();
      }
    }
  };
  visit(rules.noEvidence(TERMS), 0);
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
    let evidence = rules.noEvidence(TERMS);
    let at = 0;
    const steps: Step[] = [];
    for (let length = 0; length < depth; length++) {
      const letter = dice.pick(letters);
      at += dice.pick(GAPS) * MINUTE;
      const before = evidence;
      const step = stepOf(rules, before, letter, at);
      evidence = rules.add(before, step.piece);
      steps.push(step);
      const laws = [
        ...brokenLaws(rules, steps, evidence),
        ...brokenByOne(rules, before, step, evidence),
        ...brokenInTheEnd(rules, evidence, at),
      ];
      for (const law of laws) if (!broken.has(law)) broken.set(law, tell(steps, rules, evidence));
    }
    if (JSON.stringify(evidence).length > MOST_CHARACTERS)
      broken.set('its size is bounded', tell(steps, rules, evidence));
  }
  return [...broken].map(([law, sequence]) => ({ law, sequence }));
}

function stepOf(rules: Rules, known: Evidence, letter: Letter, at: number): Step {
  const piece = LETTERS[letter](at, known);
  const isHeard =
    piece.kind === 'decision' &&
    piece.saw === known.changes &&
    // it may be said where it may be said to have happened
    rules.decisionsOn(known).includes(piece.says === 'there' ? 'happened' : piece.says);
  return { letter, at, piece, isHeard };
}

function tell(steps: readonly Step[], rules: Rules, evidence: Evidence): string {
  const sequence = steps.map(({ letter, at }) => `${letter}@${at / MINUTE}`).join(' ');
  return `${sequence} -> ${JSON.stringify(rules.standingOf(evidence))}`;
}
