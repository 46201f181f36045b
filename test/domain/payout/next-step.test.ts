import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { addAll } from '../../../src/domain/movement/evidence.js';
import type { Reading, SendAnswer } from '../../../src/domain/movement/pieces.js';
import { nextStep, reasonsAgainst, type Situation } from '../../../src/domain/payout/next-step.js';
import { newPayout, type Payout } from '../../../src/domain/payout/payout.js';
import { isSafeToPayAgain, stateOf } from '../../../src/domain/payout/state.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BEFORE = { state: 'PENDING', reason: 'sent to the gateway' } as const;

const sent = (answer: SendAnswer, at: number) =>
  ({ kind: 'send', step: 'request', answer, askedAt: at, answeredAt: at }) as const;
const read = (shows: Reading['shows'], at: number) =>
  ({ kind: 'reading', shows, askedAt: at, answeredAt: at }) as const;

function payout(pieces: Parameters<typeof addAll>[1], more: Partial<Payout> = {}): Payout {
  const none = newPayout({ asked: kobo(10_000_00), horizonMs: 24 * HOUR, repeatAfterMs: 2 * MINUTE });
  const reads = { count: pieces.length, lastAt: Math.max(0, ...pieces.map(atOf)) };
  return { ...none, movement: addAll(none.movement, pieces), reads, needsNoApproval: true, ...more };
}
const atOf = (piece: Parameters<typeof addAll>[1][number]) => ('askedAt' in piece ? piece.askedAt : 0);

const situation = (now: number, more: Partial<Situation> = {}): Situation => ({
  now,
  waitedUntil: now,
  startAt: 0,
  notAfter: 10 * MINUTE,
  reading: {
    scheduleMs: [MINUTE],
    graceMs: 0,
    expectedFrom: 0,
    safetyMs: [],
    dailyMs: 24 * HOUR,
    unresolvedAt: Infinity,
  },
  looking: { pausedMs: MINUTE, shortMs: MINUTE, unansweredMs: [MINUTE] },
  requirement: undefined,
  isStoppable: false,
  others: [],
  limits: [],
  ...more,
});

const stateAfter = (known: Payout) => stateOf(known, BEFORE).state;

describe('a payout whose request may have left', () => {
  const absentTwice = [sent('left', 0), read('absent', 2_000), read('absent', 12_000)];

  it.each([
    ['its last moment passes', {}, { notAfter: 15_000 }],
    ['the merchant has cancelled it', { unwanted: 'the merchant cancelled it' }, {}],
    ['a limit was lowered', {}, { requirement: { refused: 'above the limit' } }],
    ['another payout took the rest', {}, { limits: [{ name: 'the day', cap: kobo(0), taken: kobo(1) }] }],
  ] as const)('neither ends nor is safe to pay again because %s', (_what, more, moment) => {
    const known = payout(absentTwice, more);
    for (const now of [20_000, 5 * MINUTE, 9 * HOUR]) {
      expect(nextStep(known, situation(now, moment)).do).not.toBe('end');
    }
    expect(stateAfter(known)).toBe('PENDING');
    expect(isSafeToPayAgain(known)).toBe(false);
  });

  it.each([
    ['its last moment passes', {}, { notAfter: 4 * MINUTE }],
    ['the merchant has cancelled it', { unwanted: 'the merchant cancelled it' }, {}],
    ['a limit was lowered', {}, { requirement: { refused: 'above the limit' } }],
    ['the run that sent it was lost', { recovered: 'its run was lost' }, {}],
  ] as const)('that may be sent again is neither sent nor ended because %s', (_what, more, moment) => {
    const absent = [sent('left', 0), read('absent', 3 * MINUTE)];
    const now = 5 * MINUTE;
    expect(nextStep(payout(absent, { look: { at: now } }), situation(now)).do).toBe('read');
    const known = payout([...absent, read('absent', now)], { look: { at: now }, ...more });
    expect(nextStep(payout([...absent, read('absent', now)], { look: { at: now } }), situation(now)).do).toBe(
      'send',
    );
    expect(['wait', 'read']).toContain(nextStep(known, situation(now, moment)).do);
    expect([stateAfter(known), isSafeToPayAgain(known)]).toEqual(['PENDING', false]);
  });

  it('and whose repeat looks like a twin was not refused, nor did a second request of it leave: a day starts anew', () => {
    const twin = [sent('left', 0), read('absent', 2 * MINUTE), sent('twin', 3 * MINUTE)];
    const absent = [1, 12, 24].map((hours) => read('absent', hours * HOUR));
    const hours = payout([...twin, ...absent]);
    expect(hours.movement.left).toMatchObject({ count: 1, last: 3 * MINUTE });
    expect([stateAfter(hours), isSafeToPayAgain(hours)]).toEqual(['PENDING', false]);
    const day = payout([...twin, ...absent, read('absent', 25 * HOUR + 4 * MINUTE)]);
    expect([stateAfter(day), isSafeToPayAgain(day)]).toEqual(['FAILED', true]);
  });
});

describe('a payout that a person declines after its run was lost', () => {
  const declined: Payout['approval'] = {
    needed: 1,
    because: ['the amount is above the limit'],
    requestedAt: '2026-01-15T09:00:00.000Z',
    expiresAt: '2026-01-16T09:00:00.000Z',
    given: [],
    declined: { key: 'second', subject: 'ada', at: '2026-01-15T09:05:00.000Z' },
  };
  const more = { approval: declined, recovered: 'its run was lost' };

  it.each([
    ['waits for an OTP', [sent('left', 0), read('authorising', MINUTE)]],
    ['is under way at the gateway', [sent('left', 0), read('pending', MINUTE)]],
    ['may have left', [sent('left', 0), read('absent', MINUTE)]],
  ] as const)('and that %s is no longer wanted, as after a cancel', (_what, pieces) => {
    const known = payout(pieces, more);
    const step = nextStep(known, situation(MINUTE + 1));
    expect(step).toEqual({ do: 'give-up', reason: 'declined by ada' });
    const unwanted: Payout = { ...known, unwanted: 'declined by ada', isGivenUp: true };
    expect(reasonsAgainst(unwanted)).toContain('cancel');
    // nor is the gateway asked without end to cancel it, where it refuses that
    for (const after of [unwanted, { ...unwanted, unwanted: undefined }]) {
      expect(['wait', 'read']).toContain(nextStep(after, situation(MINUTE + 1)).do);
    }
  });

  it('and that was not sent ends, and one that was paid stays paid', () => {
    expect(nextStep(payout([], { approval: declined }), situation(MINUTE))).toMatchObject({
      do: 'end',
      to: 'CANCELLED',
    });
    const paid: Reading = { ...read('money', MINUTE), amount: kobo(10_000_00) };
    expect(nextStep(payout([sent('left', 0), paid], more), situation(MINUTE + 1)).do).toBe('wait');
  });
});

describe('a payout that shares a limit with others', () => {
  const now = 9 * MINUTE;
  const ready = payout([], { look: { at: now } });
  const limit = (taken: number, readAt: number) => ({
    limits: [{ name: 'what was paid', cap: kobo(10_000_00), taken: kobo(taken), readAt }],
  });
  const refused = { do: 'end', to: 'REFUSED', reason: 'above what was paid' };

  it.each([
    ['sent within what was read a moment ago', limit(0, now - 5 * MINUTE), { do: 'send' }],
    ['refused above it', limit(1, now - 5 * MINUTE), refused],
    [
      'not sent before what was read earlier is read again',
      limit(1, now - 6 * MINUTE),
      { do: 'read-limits' },
    ],
    ['not sent while something of it was not read', limit(0, -Infinity), { do: 'read-limits' }],
  ])('is %s', (_what, more, step) => {
    expect(nextStep(ready, situation(now, more))).toMatchObject(step);
  });
});
