import { kobo } from '../../../src/domain/money.js';
import type { Piece, Reading, SendAnswer, Shown } from '../../../src/domain/movement/pieces.js';

export const MINUTE = 60_000;
export const ASKED = kobo(10);

type Made = (at: number) => Piece;

const send =
  (answer: SendAnswer): Made =>
  (at) => ({ kind: 'send', answer, askedAt: at, answeredAt: at });
const shows =
  (what: Shown, amount?: number, more: Pick<Reading, 'isOpen'> = {}): Made =>
  (at) => ({
    kind: 'reading',
    shows: what,
    askedAt: at,
    answeredAt: at,
    ...(amount !== undefined && { amount: kobo(amount) }),
    ...more,
  });
const claims =
  (what: 'money' | 'return' | 'odd', amount: number): Made =>
  () => ({ kind: 'claim', shows: what, amount: kobo(amount) });
const says =
  (what: 'happened' | 'did-not-happen' | 'seen'): Made =>
  () => ({ kind: 'decision', says: what });
const refunds =
  (least: number, most: number, sequence: number): Made =>
  () => ({ kind: 'refunds', least: kobo(least), most: kobo(most), order: [0, 0, sequence] });

/** Every kind of piece, by a short name. */
export const LETTERS = {
  left: send('left'),
  notLeft: send('not-left'),
  held: send('held'),
  refused: send('refused'),
  accepted: send('accepted'),
  used: send('used'),
  twin: send('twin'),
  absent: shows('absent'),
  pending: shows('pending'),
  end: shows('end'),
  paid4: shows('money', 4, { isOpen: true }),
  paid0: shows('money', 0),
  paid10: shows('money', 10),
  paid12: shows('money', 12),
  back: shows('return'),
  back4: shows('return', 4),
  odd: shows('odd'),
  odd7: shows('odd', 7),
  claim10: claims('money', 10),
  claimBack: claims('return', 10),
  claimOdd: claims('odd', 3),
  happened: says('happened'),
  didNot: says('did-not-happen'),
  seen: says('seen'),
  refund4: refunds(0, 4, 1),
  refunded4: refunds(4, 4, 2),
} satisfies Record<string, Made>;

export type Letter = keyof typeof LETTERS;

/** What comes when, in minutes: `left@0 absent@61`. */
export function piecesOf(text: string): Piece[] {
  return text.split(' ').map((word) => {
    const [letter = '', minutes = ''] = word.split('@');
    const make = LETTERS[letter as Letter];
    return make(Number(minutes) * MINUTE);
  });
}
