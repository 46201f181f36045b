import { expect, it } from 'vitest';
import { readConfig, toSettings } from '../../../src/config/config.js';
import type { Settings } from '../../../src/config/settings.js';
import { kobo } from '../../../src/domain/money.js';
import { add } from '../../../src/domain/movement/evidence.js';
import { standingOf } from '../../../src/domain/movement/standing.js';
import { type Attempt, newAttempt } from '../../../src/domain/pull/attempt.js';
import { pull, type PullPlace, type PullReply } from '../../../workflows/shared/pull/pull.js';

const START = Date.parse('2026-01-15T08:00:00.000Z');
const DAY = 86_400_000;
const ASKED = kobo(5_000_00);
const SETTINGS: Settings = { ...toSettings(readConfig({})), deliversWebhooks: true };
const NEW = newAttempt({ asked: ASKED, horizonMs: DAY });

/** Pulls one attempt until it waits for the nth time; the gateway has no record of it. */
async function pulled(first: Attempt, answers: readonly PullReply[], waits = 1) {
  let attempt = first;
  let now = START;
  const left = [...answers];
  const sentAt: number[] = [];
  const place: PullPlace = {
    read: () => attempt,
    change: (part) => void (attempt = { ...attempt, ...part }),
    version: () => 0,
    terms: () => attempt.movement.terms,
    surroundings: () => ({ startAt: START, notAfter: START + DAY, against: [], others: [], limits: [] }),
    checksMs: () => [],
    look: () => Promise.resolve({}),
    find: () => Promise.resolve({ shows: 'absent' }),
    send: () => {
      sentAt.push(now);
      return Promise.resolve(left.shift() ?? { answer: 'left', observed: 'lost' });
    },
    readOther: () => Promise.resolve(),
    inTurn: (work) => work(),
    cancellable: (work) => ({ result: work(), cancel: () => undefined }),
    setWithdrawal: () => undefined,
  };
  let paused = 0;
  let until: number | undefined;
  await new Promise<void>((resolve, reject) => {
    const pace = {
      now: () => now,
      call: <Result>(work: () => Promise<Result>) => work(),
      pause: (at: number | undefined) => {
        until = at;
        paused += 1;
        if (paused < waits && at !== undefined) {
          now = at;
          return Promise.resolve();
        }
        resolve();
        return new Promise<void>(() => undefined);
      },
    };
    const lifecycle = { pace, given: () => SETTINGS, operations: { resumes: () => 0 } };
    pull(lifecycle as unknown as Parameters<typeof pull>[0], place).catch(reject);
  });
  return { attempt, sentAt, until };
}

it('a request whose answer an error interrupted counts as one that left, and its record is read', async () => {
  const sending = { kind: 'sending', step: 'request', askedAt: START - DAY } as const;
  const interrupted = { ...NEW, since: START - DAY, movement: add(NEW.movement, sending) };
  const { attempt, sentAt, until } = await pulled(interrupted, []);
  expect(standingOf(attempt.movement)).toMatchObject({ name: 'unknown', most: ASKED });
  expect(attempt.movement.sending).toBeUndefined();
  expect(until).toBeGreaterThan(START);
  expect(sentAt).toEqual([]);
});

it('an outcome is unknown since the first request that may have left', async () => {
  const { attempt, sentAt } = await pulled(NEW, [{ answer: 'held', observed: 'too many requests' }], 2);
  expect(sentAt).toHaveLength(2);
  expect(attempt.since).toBe(sentAt[1]);
});
