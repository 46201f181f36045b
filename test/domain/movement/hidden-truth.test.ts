import { describe, expect, it } from 'vitest';
import { add, type Evidence, noEvidence } from '../../../src/domain/movement/evidence.js';
import { whyNotSend } from '../../../src/domain/movement/may-send.js';
import type { Shown } from '../../../src/domain/movement/pieces.js';
import { ASKED, evidenceOf, LETTERS, MINUTE, TERMS } from './letters.js';

const HOUR = 60;
const DAY = 24 * HOUR;

/** What really happens at the gateway, which the rules see through its records and events only. In minutes. */
interface Truth {
  readonly moves: boolean;
  readonly reply: 'lost' | 'accepted';
  /** Until when no record is shown. */
  readonly lag: number;
  /** Until when the record says that it failed, although it moves. */
  readonly wrong: number;
  /** When an event reports the money. */
  readonly event: number | undefined;
}

const TRUTHS: readonly Truth[] = [true, false].flatMap((moves) =>
  (['lost', 'accepted'] as const).flatMap((reply) =>
    [0, 0.5, HOUR, 23 * HOUR, 30 * HOUR].flatMap((lag) =>
      [0, HOUR, 23 * HOUR, 26 * HOUR].flatMap((wrong) =>
        [undefined, 30, 25 * HOUR].map((event) => ({ moves, reply, lag, wrong, event })),
      ),
    ),
  ),
);

function shownAt({ moves, reply, lag, wrong }: Truth, at: number): Shown {
  if (at < lag) return 'absent';
  if (!moves) return reply === 'lost' ? 'absent' : 'end';
  return at < wrong ? 'end' : 'money';
}

/** When the first attempt is read: by its schedule, and right before the second attempt, which is due after a day. */
const READS = [0.2, 1, 7, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const TRIES = [DAY + 1, DAY + 10, DAY + 70, DAY + 200, 2 * DAY, 3 * DAY];

/** When the second attempt is sent, if ever. */
function secondAttempt(truth: Truth): number | undefined {
  let first = evidenceOf(truth.reply === 'lost' ? 'left@0' : 'accepted@0');
  const reading = (evidence: Evidence, at: number): Evidence => {
    const shows = shownAt(truth, at);
    const letter = shows === 'money' ? 'paid10' : shows === 'absent' ? 'absent' : 'end';
    return add(evidence, LETTERS[letter](at * MINUTE, evidence));
  };
  const events = truth.moves && truth.event !== undefined ? [truth.event] : [];
  const times = [...READS, ...TRIES, ...events].sort((one, other) => one - other);
  for (const at of times) {
    if (events.includes(at)) first = add(first, LETTERS.claim10(at * MINUTE, first));
    else first = reading(first, at);
    if (!TRIES.includes(at)) continue;
    const why = whyNotSend({
      step: 'request',
      now: at * MINUTE,
      waitedUntil: at * MINUTE,
      notAfter: 10 * DAY * MINUTE,
      against: [],
      isApproved: true,
      checkedAt: at * MINUTE,
      movement: noEvidence(TERMS),
      others: [first],
      obligation: ASKED,
      limits: [],
    });
    if (!why) return at;
  }
  return undefined;
}

describe('a second attempt, against a gateway that lags and corrects itself', () => {
  const doubles = TRUTHS.filter((truth) => truth.moves && secondAttempt(truth) !== undefined);

  it('is sent beside money only where a record was hidden, or wrong, for more than a day', () => {
    expect(doubles.filter(({ lag, wrong }) => lag <= DAY && wrong <= DAY)).toEqual([]);
  });

  it('is sent beside money there, unless an event has reported it in time', () => {
    expect(doubles.length).toBeGreaterThan(0);
    expect(doubles.filter(({ event }) => event !== undefined && event < DAY)).toEqual([]);
  });

  it('is sent in the end where nothing moved', () => {
    const stuck = TRUTHS.filter((truth) => !truth.moves && secondAttempt(truth) === undefined);
    expect(stuck).toEqual([]);
  });
});
