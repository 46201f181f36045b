import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { ABSENCE_GAP_MS, addAll, noEvidence } from '../../../src/domain/movement/evidence.js';
import type { Reading, SendAnswer } from '../../../src/domain/movement/pieces.js';
import { changeOf } from '../../../src/domain/payout/change.js';
import { newPayout, type Payout } from '../../../src/domain/payout/payout.js';
import { whyNotRevealed } from '../../../src/domain/paycode/reveal.js';

const sent = (answer: SendAnswer) =>
  ({ kind: 'send', step: 'request', answer, askedAt: 1, answeredAt: 2 }) as const;
const read = (shows: Reading['shows'], at: number) =>
  ({ kind: 'reading', shows, askedAt: at, answeredAt: at }) as const;

const ISSUED = { record: { word: 'PENDING', observed: 'the gateway reports PENDING' } } as const;

const paycode = (pieces: Parameters<typeof addAll>[1], more: Partial<Payout> = {}) => {
  const { movement, reads } = newPayout({ asked: kobo(2_000_00) });
  return { state: 'PENDING' as const, review: [], reads, movement: addAll(movement, pieces), ...more };
};

describe('the code of a paycode', () => {
  it('is shown once its own record was read', () => {
    expect(whyNotRevealed(paycode([sent('accepted'), read('pending', 3)], ISSUED))).toBeUndefined();
  });

  it('is not shown because the gateway knows the reference: another system may have used it', () => {
    expect(whyNotRevealed(paycode([sent('used')]))).toBe('was not issued yet');
  });

  it('is not shown where the record under its reference is about another one', () => {
    expect(whyNotRevealed(paycode([sent('left'), read('odd', 3)]))).toBe('was not issued yet');
    const since = paycode([sent('accepted'), read('pending', 3), read('odd', 4)], ISSUED);
    expect(whyNotRevealed(since)).toContain('in doubt');
  });

  it('is not shown before a person has looked where it was safe to pay again: the cash may be paid by other means since', () => {
    const terms = { asked: kobo(2_000_00), horizonMs: 24 * ABSENCE_GAP_MS };
    const absent = [3, 5 + ABSENCE_GAP_MS, 7 + 24 * ABSENCE_GAP_MS].map((at) => read('absent', at));
    const before = paycode([], { movement: addAll(noEvidence(terms), [sent('left'), ...absent]) });
    const movement = addAll(before.movement, [read('pending', 9 + 24 * ABSENCE_GAP_MS)]);
    const failed = { ...before, state: 'FAILED', reason: 'the gateway has no record of it' } as const;
    const { part, items } = changeOf(failed, { ...ISSUED, movement });
    const review = items.map((item) => ({ ...item, key: 'conflicting-records:state', since: '' }));
    expect(whyNotRevealed({ ...before, ...part, review })).toContain('a person must look');
    expect(whyNotRevealed({ ...before, ...part })).toBeUndefined();
  });

  it('is not shown once its cancel was accepted, nor after its end', () => {
    const there = [sent('accepted'), read('pending', 3)];
    expect(whyNotRevealed(paycode(there, { ...ISSUED, unwanted: 'cancelled' }))).toBe('is being cancelled');
    expect(whyNotRevealed({ ...paycode(there, ISSUED), state: 'SUCCESS' })).toBe('is SUCCESS');
  });

  it('is not shown once an approver declined it, also where the gateway refused to cancel it', () => {
    const decision = { key: 'second', subject: 'ada', at: '2026-01-15T09:00:00.000Z' };
    const approval = {
      needed: 1,
      because: [],
      requestedAt: '',
      expiresAt: '',
      given: [],
      declined: decision,
    } as const;
    const there = [sent('left'), read('pending', 3)];
    for (const more of [{}, { isGivenUp: true }] as const) {
      expect(whyNotRevealed(paycode(there, { ...ISSUED, approval, ...more }))).toBe(
        'was declined by an approver',
      );
    }
  });

  it('is not shown after a lost run, whose cancel may be lost with it, until a person releases it', () => {
    const recovered = 'its run was lost, and with it any cancel or decision';
    const there = [sent('accepted'), read('pending', 3), sent('left'), read('pending', 5)];
    const lost = { ...ISSUED, recovered };
    expect(whyNotRevealed(paycode(there, lost))).toContain('until a person releases it');
    const released = [{ hold: 'recovered', because: recovered }] as const;
    expect(whyNotRevealed(paycode(there, { ...lost, released }))).toBeUndefined();
  });
});
