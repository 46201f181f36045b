import { describe, expect, it } from 'vitest';
import type { Piece, Reading, SendAnswer, Step } from '../../../src/domain/movement/pieces.js';
import { hasLostCharge, inWords, whyNotCharge } from '../../../src/domain/order/may-charge.js';
import { newTransaction, type Order, withPiece } from '../../../src/domain/order/order.js';
import { kobo } from '../../../src/domain/money.js';

const MINUTE = 60_000;
const ASKED = kobo(1_000_00);

const sending = (step: Step = 'request'): Piece => ({ kind: 'sending', step, askedAt: 0 });
const answered = (answer: SendAnswer, step: Step = 'request'): Piece => ({
  kind: 'send',
  step,
  answer,
  askedAt: 0,
  answeredAt: 0,
});
const shows = (what: Reading['shows'], minutes: number): Piece => ({
  kind: 'reading',
  shows: what,
  askedAt: minutes * MINUTE,
  answeredAt: minutes * MINUTE,
  ...(what === 'money' && { amount: ASKED }),
});
const claim: Piece = { kind: 'claim', shows: 'money', amount: ASKED };
const LOST = [sending(), answered('left')];

/** A checkout whose first transaction has a card on it, and whose second is not used yet. */
function after(pieces: readonly Piece[]): Order {
  const first = pieces.reduce((known, piece) => withPiece(known, piece, 0), newTransaction('T1', ASKED));
  return {
    terms: { reference: 'order-1', amountKobo: ASKED, currency: 'NGN' },
    transactions: [first, newTransaction('T2', ASKED)],
  };
}

const whyNot = (pieces: readonly Piece[]) => whyNotCharge(after(pieces));

describe('the next card', () => {
  it.each([
    ['no card was charged', []],
    ['the gateway declined the last one', [sending(), answered('refused')]],
    ['the last one did not leave', [sending(), answered('not-left')]],
    [
      'the payer gave up at the OTP of the last one',
      [sending(), answered('accepted'), shows('authorising', 1)],
    ],
    [
      'the gateway refused the last OTP',
      [sending(), answered('accepted'), sending('authorise'), answered('refused', 'authorise')],
    ],
    ['the record of a lost charge has ended twice', [...LOST, shows('end', 1), shows('end', 7)]],
  ] as const)('is charged at once when %s', (_what, pieces) => {
    expect(whyNot(pieces)).toBeUndefined();
    expect(hasLostCharge(after(pieces))).toBe(false);
  });

  it.each([
    ['is on its way', [sending()]],
    ['had no answer', LOST],
    ['had no answer, and its record said once that it failed', [...LOST, shows('end', 1)]],
    ['had no answer, and its record is pending', [...LOST, shows('pending', 1), shows('pending', 60)]],
    [
      'had no answer, and is not found for days',
      [...LOST, shows('absent', 61), shows('absent', 1_500), shows('absent', 3_000)],
    ],
    ['had an OTP without an answer', [sending(), answered('accepted'), sending('authorise')]],
    ['was successful by the reply, and no record shows it', [sending(), answered('accepted'), claim]],
    ['was declined, and an event reports money', [sending(), answered('refused'), claim]],
    ['was declined, and its record shows money', [sending(), answered('refused'), shows('money', 1)]],
  ] as const)('is not charged while the last one %s, and no text says pay', (_what, pieces) => {
    const why = whyNot(pieces);
    expect(why).toBeDefined();
    expect(why && inWords(why)).toContain('do not pay again until its outcome is known');
  });
});
