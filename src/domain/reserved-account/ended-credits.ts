import { shortHash } from '../hash.js';
import { type Kobo, totalOf, ZERO } from '../money.js';
import { addAll, CONFIRM_MS } from '../movement/evidence.js';
import type { Piece } from '../movement/pieces.js';
import { type KnownCredit, newCredit, withRefunded } from './known-credit.js';

/*
 * A busy account has ten thousand credits a day. Of one of which nothing more is expected it keeps a hash and four numbers: what
 * is proven, what went back, what our refunds returned, and how many webhooks were sent. That is all of its evidence that
 * later evidence is compared with.
 */

/** The oldest above this number are forgotten. That they were reported is known for longer. */
export const ENDED_KEPT = 5_000;
/** Forgetting each one by itself would copy the text each time. */
const FORGOTTEN_AT_ONCE = 500;

export type EndedCredits = ReturnType<typeof createEndedCredits>;

/** The ended credits of one run. `text`: as the run before has left them. */
export function createEndedCredits(text: string) {
  // built once per run, when first needed
  let lines: Map<string, string> | undefined;
  const known = () => (lines ??= new Map(split(text).map((line) => [hashOf(line), line])));
  let now = text;

  function join(kept: readonly string[]): void {
    lines = new Map(kept.map((line) => [hashOf(line), line]));
    now = kept.join(' ');
  }

  return {
    text: () => now,
    /** There may have been older ones, which are forgotten. */
    isFull: () => known().size >= ENDED_KEPT,
    find(transactionReference: string): KnownCredit | undefined {
      const line = known().get(shortHash(transactionReference));
      return line === undefined ? undefined : unpack(transactionReference, line);
    },
    add(credit: KnownCredit): void {
      const { movement, sent, old } = credit;
      const hasMoved = sent > 0 || movement.returned > ZERO || movement.refunds !== undefined;
      // of what never was money there is nothing to remember; what is old by its age or its hash is so again
      if (old !== undefined || !hasMoved) return;
      const line = pack(credit);
      const hash = hashOf(line);
      const before = known().get(hash);
      if (before === line) return;
      if (before !== undefined) join([...known().values()].filter((each) => each !== before));
      known().set(hash, line);
      now = now === '' ? line : `${now} ${line}`;
      if (known().size >= ENDED_KEPT + FORGOTTEN_AT_ONCE) join([...known().values()].slice(-ENDED_KEPT));
    },
  };
}

/** One of them, where they are looked for seldom. */
export function findEnded(text: string, transactionReference: string): KnownCredit | undefined {
  const hash = shortHash(transactionReference);
  const line = split(text).find((each) => hashOf(each) === hash);
  return line === undefined ? undefined : unpack(transactionReference, line);
}

const split = (text: string) => (text === '' ? [] : text.split(' '));

const HASH_LENGTH = shortHash('').length;
const hashOf = (line: string) => line.slice(0, HASH_LENGTH);

/** Most have their amount only. */
function pack({ transactionReference, movement, sent }: KnownCredit): string {
  const { returned, refunds } = movement;
  // what was never sent, no record has shown
  const proven = sent === 0 ? ZERO : movement.proven;
  const numbers = [proven, returned, refunds?.least ?? ZERO, sent === 1 ? 0 : sent + 1];
  const last = numbers.findLastIndex((number) => number > 0);
  const texts = numbers.slice(0, last + 1).map((number) => (number === 0 ? '' : number.toString(36)));
  return shortHash(transactionReference) + texts.join('.');
}

function unpack(transactionReference: string, line: string): KnownCredit {
  const numbers = line
    .slice(HASH_LENGTH)
    .split('.')
    .map((text) => (text === '' ? 0 : parseInt(text, 36)));
  const [proven, returned, refunded] = [0, 1, 2].map((n) => (numbers[n] ?? 0) as Kobo);
  const sent = numbers[3] ? numbers[3] - 1 : 1;
  const empty = newCredit(transactionReference, '');
  const movement = addAll(empty.movement, piecesOf(proven ?? ZERO, returned ?? ZERO));
  const credit = { ...empty, movement, told: proven ?? ZERO, sent };
  return refunded ? withRefunded(credit, refunded) : credit;
}

/** What was read, at the beginning of time: every later reading is later. */
function piecesOf(proven: Kobo, returned: Kobo): readonly Piece[] {
  const read = (shows: 'money' | 'return', amount: Kobo, at: number): Piece => ({
    kind: 'reading',
    shows,
    amount,
    askedAt: at,
    answeredAt: at,
  });
  const whole = totalOf(proven, returned);
  return [
    ...(proven > ZERO ? [read('money', whole, 0)] : []),
    ...(returned > ZERO ? [read('return', returned, 0), read('return', returned, CONFIRM_MS)] : []),
  ];
}
