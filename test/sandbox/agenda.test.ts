import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAgenda, type Job } from '../../src/sandbox/state/agenda.js';
import { createClock, type Skipped } from '../../src/sandbox/state/clock.js';
import { createStore } from '../../src/sandbox/state/store.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

function start() {
  const store = createStore();
  const clock = createClock(
    Date.now,
    store.collection<Skipped>('clock', ({ name }) => name),
  );
  const ran: { readonly subject: string; readonly at: number }[] = [];
  const startedAt = clock.now();
  const agenda = createAgenda({
    store,
    clock,
    jobs: store.collection<Job>('jobs', ({ id }) => id),
    runners: { note: { inCommit: (subject) => void ran.push({ subject, at: clock.now() - startedAt }) } },
    onFailure: (_job, error) => {
      throw error;
    },
  });
  const add = (subject: string, afterMs: number): void =>
    store.commit(() => agenda.add({ kind: 'note', subject, dueAt: clock.now() + afterMs }));
  return { agenda, add, ran, clock, store };
}

describe('a scheduled job', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('X2: runs on time without requests, even if a later job was added before it', async () => {
    const { agenda, add, ran } = start();
    add('settlement', HOUR);
    agenda.wake();
    add('end of a transfer', 2 * SECOND);
    agenda.wake();
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(ran).toEqual([{ subject: 'end of a transfer', at: 2 * SECOND }]);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(ran.at(-1)).toEqual({ subject: 'settlement', at: HOUR });
  });

  it('X2: runs on time after the clock was moved', async () => {
    const { agenda, add, ran, clock, store } = start();
    add('expiry', 100 * SECOND);
    agenda.wake();
    store.commit(() => clock.skip(90 * SECOND));
    await agenda.settled();
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(ran).toEqual([{ subject: 'expiry', at: 100 * SECOND }]);
  });

  it('runs in the order of due times', async () => {
    const { agenda, add, ran } = start();
    for (const [subject, after] of [
      ['c', 3],
      ['a', 1],
      ['b', 2],
    ] as const)
      add(subject, after * SECOND);
    agenda.wake();
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(ran.map(({ subject }) => subject)).toEqual(['a', 'b', 'c']);
  });
});
