import { expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { add } from '../../../src/domain/movement/evidence.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import { newPayout, type Payout } from '../../../src/domain/payout/payout.js';
import { viewOf, webhooksDue } from '../../../src/domain/payout/webhooks-due.js';

const MINUTE = 60_000;
const PENDING = { state: 'PENDING', reason: 'sent to the gateway' } as const;
const at = (minutes: number) => ({ askedAt: minutes * MINUTE, answeredAt: minutes * MINUTE });

const left: Piece = { kind: 'send', step: 'request', answer: 'left', ...at(0) };
const absent = (minutes: number): Piece => ({ kind: 'reading', shows: 'absent', ...at(minutes) });

/** What is known after these pieces, each read counted, and what the merchant is sent on the way. */
function sentAfter(...pieces: readonly Piece[]): readonly string[] {
  const sent: string[] = [];
  let payout: Payout = newPayout({ asked: kobo(500) });
  for (const piece of pieces) {
    const reads =
      piece.kind === 'reading' ? { count: payout.reads.count + 1, lastAt: piece.askedAt } : payout.reads;
    const next = { ...payout, reads, movement: add(payout.movement, piece) };
    sent.push(...webhooksDue(viewOf(payout, PENDING), viewOf(next, PENDING)));
    payout = next;
  }
  return sent;
}

it('the merchant is sent once that nothing is known of a payout, by a read five minutes after it may have left', () => {
  expect(sentAfter(left, absent(1), absent(4))).toEqual([]);
  expect(sentAfter(left, absent(1), absent(5), absent(60))).toEqual(['outcome-unknown']);
});

it('and not again when it is sent a second time', () => {
  const again: Piece = { kind: 'sending', step: 'request', askedAt: 7 * MINUTE };
  const lost: Piece = { kind: 'send', step: 'request', answer: 'left', ...at(8) };
  expect(sentAfter(left, absent(6), again, lost, absent(20))).toEqual(['outcome-unknown']);
});

it('nor where the gateway has it, however long that takes', () => {
  expect(sentAfter(left, { kind: 'reading', shows: 'pending', ...at(6) }, absent(60))).toEqual([]);
});

it('nor for the time in which the gateway did not take it', () => {
  const held: Piece = { kind: 'send', step: 'request', answer: 'held', ...at(0) };
  const later: Piece = { kind: 'send', step: 'request', answer: 'left', ...at(120) };
  expect(sentAfter(held, later, absent(121), absent(124))).toEqual([]);
  expect(sentAfter(held, later, absent(121), absent(125))).toEqual(['outcome-unknown']);
});
