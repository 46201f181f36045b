import { kobo } from '../../../src/domain/money.js';
import {
  add,
  decisionsOn,
  type Evidence,
  type MovementTerms,
  noEvidence,
} from '../../../src/domain/movement/evidence.js';
import { whyNotSend } from '../../../src/domain/movement/may-send.js';
import type { Piece, Reading, SendAnswer, Shown, Step } from '../../../src/domain/movement/pieces.js';
import { itemsOf, refundableOf, standingOf } from '../../../src/domain/movement/standing.js';

export const MINUTE = 60_000;
export const ASKED = kobo(10);

/** A transfer: not found for a day it is absent, and after two minutes the same reference may be sent again. */
export const TERMS: MovementTerms = { asked: ASKED, horizonMs: 24 * 60 * MINUTE, repeatAfterMs: 2 * MINUTE };

/** Made at a moment, beside what is known by then. */
type Made = (at: number, known: Pick<Evidence, 'changes'>) => Piece;

const send =
  (answer: SendAnswer, step: Step = 'request', tookMs = 0): Made =>
  (at) => ({ kind: 'send', step, answer, askedAt: at - tookMs, answeredAt: at });
const shows =
  (what: Shown, amount?: number, more: Pick<Reading, 'isOpen'> = {}, tookMs = 0): Made =>
  (at) => ({
    kind: 'reading',
    shows: what,
    askedAt: at - tookMs,
    answeredAt: at,
    ...(amount !== undefined && { amount: kobo(amount) }),
    ...more,
  });
const claims =
  (what: 'money' | 'return' | 'odd' | 'there', amount: number): Made =>
  () => ({ kind: 'claim', shows: what, amount: kobo(amount) });
const says =
  (what: 'happened' | 'did-not-happen' | 'seen' | 'there', missed = 0): Made =>
  (at, { changes }) => ({ kind: 'decision', says: what, at, saw: changes - missed });
const refunds =
  (least: number, most: number, sequence: number): Made =>
  () => ({ kind: 'refunds', least: kobo(least), most: kobo(most), order: [0, 0, sequence] });

/** Every kind of piece, by a short name. */
export const LETTERS = {
  sending: (at) => ({ kind: 'sending', step: 'request', askedAt: at }),
  sendingOtp: (at) => ({ kind: 'sending', step: 'authorise', askedAt: at }),
  otpLeft: send('left', 'authorise'),
  otpTaken: send('accepted', 'authorise'),
  otpRefused: send('refused', 'authorise'),
  // a request, and readings, that took half an hour
  leftSlowly: send('left', 'request', 30 * MINUTE),
  absentSlowly: shows('absent', undefined, {}, 30 * MINUTE),
  endSlowly: shows('end', undefined, {}, 30 * MINUTE),
  left: send('left'),
  notLeft: send('not-left'),
  held: send('held'),
  refused: send('refused'),
  accepted: send('accepted'),
  used: send('used'),
  twin: send('twin'),
  absent: shows('absent'),
  pending: shows('pending'),
  asksOtp: shows('authorising'),
  end: shows('end'),
  end4: shows('end', 4),
  paid4: shows('money', 4, { isOpen: true }),
  paid0: shows('money', 0),
  paid10: shows('money', 10),
  paid12: shows('money', 12),
  back: shows('return'),
  back4: shows('return', 4),
  odd: shows('odd'),
  odd7: shows('odd', 7),
  paid4over: shows('money', 4),
  claim10: claims('money', 10),
  claim0: claims('money', 0),
  claimBack: claims('return', 10),
  claimOdd: claims('odd', 3),
  claimThere: claims('there', 0),
  happened: says('happened'),
  didNot: says('did-not-happen'),
  seen: says('seen'),
  there: says('there'),
  didNotUnaware: says('did-not-happen', 1),
  refund4: refunds(0, 4, 1),
  refunded4: refunds(4, 4, 2),
} satisfies Record<string, Made>;

export type Letter = keyof typeof LETTERS;

/** The rules, or a copy of them with one mistake. */
export interface Rules {
  readonly add: typeof add;
  readonly noEvidence: typeof noEvidence;
  readonly decisionsOn: typeof decisionsOn;
  readonly standingOf: typeof standingOf;
  readonly itemsOf: typeof itemsOf;
  readonly refundableOf: typeof refundableOf;
  readonly whyNotSend: typeof whyNotSend;
}

export const RULES: Rules = { add, noEvidence, decisionsOn, standingOf, itemsOf, refundableOf, whyNotSend };

/** The evidence of what came when, in minutes: `left@0 absent@61`. */
export function evidenceOf(text: string, terms: MovementTerms = TERMS, rules = RULES): Evidence {
  const words = text.split(' ').filter((word) => word !== '');
  return words.reduce((known, word) => {
    const [letter = '', minutes = ''] = word.split('@');
    return rules.add(known, LETTERS[letter as Letter](Number(minutes) * MINUTE, known));
  }, rules.noEvidence(terms));
}

/** `name [least, most]`, and the items that a person must look at. */
export function showStanding(sequence: string, rules = RULES): string {
  const evidence = evidenceOf(sequence, TERMS, rules);
  const { name, least, most } = rules.standingOf(evidence);
  const items = rules.itemsOf(evidence).map(({ kind }) => kind);
  return [`${name} [${least}, ${most}]`, ...items].join(' ');
}
