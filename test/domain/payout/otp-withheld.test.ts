import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { addAll, CONFIRM_MS, noEvidence } from '../../../src/domain/movement/evidence.js';
import type { Piece, Send } from '../../../src/domain/movement/pieces.js';
import { newPayout } from '../../../src/domain/payout/payout.js';
import { isOtpWithheld } from '../../../src/domain/payout/state.js';

const SECOND = 1_000;
const asked = kobo(5_000_00);

const waits = (at: number): Piece => ({
  kind: 'reading',
  shows: 'authorising',
  askedAt: at,
  answeredAt: at + 1,
});
const send = (step: Send['step'], answer: Send['answer'], at: number): readonly Piece[] => [
  { kind: 'sending', step, askedAt: at },
  { kind: 'send', step, answer, askedAt: at, answeredAt: at + 1 },
];

function isWithheld(...pieces: readonly Piece[]): boolean {
  const movement = addAll(noEvidence({ asked }), [...send('request', 'accepted', 0), ...pieces]);
  return isOtpWithheld({ ...newPayout({ asked }), movement, unwanted: 'the merchant cancelled it' });
}

describe('the OTP of a payout that is no longer wanted', () => {
  it('is withheld as soon as its record waits for it', () => {
    expect(isWithheld()).toBe(false);
    expect(isWithheld(waits(SECOND))).toBe(true);
  });

  it('is on its way while the reply to one is awaited', () => {
    const [sending] = send('authorise', 'accepted', 2 * SECOND);
    if (!sending) throw new Error('no piece');
    expect(isWithheld(waits(SECOND), sending)).toBe(false);
  });

  it('was taken, although the record that is read next still waits: only a second one, minutes later, says otherwise', () => {
    const taken = [waits(SECOND), ...send('authorise', 'accepted', 2 * SECOND), waits(3 * SECOND)];
    expect(isWithheld(...taken)).toBe(false);
    expect(isWithheld(...taken, waits(4 * SECOND + CONFIRM_MS))).toBe(true);
  });

  it('may have been taken when the reply was lost', () => {
    const lost = [waits(SECOND), ...send('authorise', 'left', 2 * SECOND), waits(3 * SECOND)];
    expect(isWithheld(...lost, waits(4 * SECOND + CONFIRM_MS))).toBe(false);
  });

  it('is withheld after one that was refused, or that did not leave', () => {
    for (const answer of ['refused', 'not-left'] as const) {
      expect(isWithheld(waits(SECOND), ...send('authorise', answer, 2 * SECOND), waits(3 * SECOND))).toBe(
        true,
      );
    }
  });

  it('is withheld after one that was refused, though one before it was taken without an effect', () => {
    const twice = [waits(3 * SECOND), waits(4 * SECOND + CONFIRM_MS)];
    const without = [waits(SECOND), ...send('authorise', 'accepted', 2 * SECOND), ...twice];
    const wrong = send('authorise', 'refused', 5 * SECOND + CONFIRM_MS);
    expect(isWithheld(...without, ...wrong, waits(6 * SECOND + CONFIRM_MS))).toBe(true);
  });

  it.each([
    ['knew that it waits for one', [...send('request', 'accepted', 0), waits(SECOND)]],
    ['left nothing of what it knew', []],
  ])('may have been submitted by a lost run that %s', (_, before) => {
    const lost: Piece = {
      kind: 'send',
      step: 'request',
      answer: 'left',
      askedAt: 2 * SECOND,
      answeredAt: 2 * SECOND,
    };
    const isWithheldAfter = (...pieces: readonly Piece[]) =>
      isOtpWithheld({
        ...newPayout({ asked }),
        movement: addAll(noEvidence({ asked }), [...before, lost, ...pieces]),
        unwanted: 'the merchant cancelled it',
        recovered: 'its run was lost',
      });
    expect(isWithheldAfter(waits(3 * SECOND))).toBe(false);
    expect(isWithheldAfter(waits(3 * SECOND), waits(4 * SECOND + CONFIRM_MS))).toBe(true);
  });
});
