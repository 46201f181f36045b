import { expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { addAll } from '../../../src/domain/movement/evidence.js';
import { afterRead } from '../../../src/domain/movement/next-read.js';
import { type Attempt, newAttempt } from '../../../src/domain/pull/attempt.js';
import { nextStep, type Other } from '../../../src/domain/pull/next-step.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NEW = newAttempt({ asked: kobo(5_000_00), horizonMs: DAY });

/** An attempt whose request left at 0, and that the gateway shows as under way ever since. */
const UNDER_WAY: Other = {
  ...NEW,
  name: 'attempt 1',
  movement: addAll(NEW.movement, [
    { kind: 'sending', step: 'request', askedAt: 0 },
    { kind: 'send', step: 'request', answer: 'accepted', askedAt: 0, answeredAt: 0 },
    { kind: 'reading', shows: 'pending', askedAt: 1_000, answeredAt: 1_000 },
  ]),
  reads: { count: 1, lastAt: 1_000 },
};

function stepOf(attempt: Attempt, other: Other, { now, waitedUntil }: { now: number; waitedUntil: number }) {
  return nextStep(attempt, {
    now,
    waitedUntil,
    startAt: 0,
    notAfter: 30 * DAY,
    reading: {
      scheduleMs: [MINUTE],
      graceMs: MINUTE,
      expectedFrom: 0,
      safetyMs: [],
      dailyMs: DAY,
      unresolvedAt: Infinity,
    },
    looking: { pausedMs: MINUTE, shortMs: MINUTE, unansweredMs: [MINUTE] },
    against: [],
    others: [other],
    limits: [],
  });
}

it('a second attempt that waits for a month reads the first one a few times a day, and not every five minutes', () => {
  let other = UNDER_WAY;
  let now = 2_000;
  let waitedUntil = now;
  let reads = 0;
  const pauses: number[] = [];
  while (now < 30 * DAY - MINUTE) {
    const step = stepOf(NEW, other, { now, waitedUntil });
    if (step.do === 'read-others') {
      const read = { askedAt: now, isAnswered: true, isClaimed: false };
      other = { ...other, reads: afterRead(other.reads, read) };
      reads += 1;
      continue;
    }
    if (step.do !== 'wait' || step.until === undefined) throw new Error(`unexpected: ${step.do}`);
    pauses.push((step.until - now) / MINUTE);
    now = waitedUntil = step.until;
  }
  expect(pauses.slice(0, 7)).toEqual([10, 20, 60, 120, 240, 360, 360]);
  expect(reads).toBeLessThan(130);
});
