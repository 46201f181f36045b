import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAgenda, type Job, type Runner } from '../../src/sandbox/state/agenda.js';
import { createClock, type Skipped } from '../../src/sandbox/state/clock.js';
import { createStore } from '../../src/sandbox/state/store.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

function start(runners: Readonly<Record<string, Runner>> = {}) {
  const store = createStore();
  const clock = createClock(
    Date.now,
    store.collection<Skipped>('clock', ({ name }) => name),
  );
  const ran: { readonly subject: string; readonly at: number }[] = [];
  const startedAt = clock.now();
  const table = store.collection<Job>('jobs', ({ id }) => id);
  /** How often the agenda read one job, and all of them. */
  const reads = { one: 0, all: 0 };
  const jobs: typeof table = {
    ...table,
    get(key) {
      reads.one += 1;
      return table.get(key);
    },
    values() {
      reads.all += 1;
      return table.values();
    },
  };
  const failures: unknown[] = [];
  const agenda = createAgenda({
    store,
    clock,
    jobs,
    runners: {
      note: { inCommit: (subject) => void ran.push({ subject, at: clock.now() - startedAt }) },
      ...runners,
    },
    onFailure: (_job, error) => void failures.push(error),
  });
  const add = (subject: string, afterMs: number): void =>
    store.commit(() => agenda.add({ kind: 'note', subject, dueAt: clock.now() + afterMs }));
  return { agenda, add, ran, clock, store, jobs: table, reads, failures };
}

describe('a scheduled job', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs on time without requests, even if a later job was added before it', async () => {
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

  it('runs on time after the clock was moved', async () => {
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

  it('runs in the order in which they were added when they are due at the same time', async () => {
    const { agenda, add, ran } = start();
    const subjects = Array.from({ length: 100 }, (_, n) => String(n));
    for (const subject of subjects) add(subject, SECOND);
    agenda.wake();
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(ran.map(({ subject }) => subject)).toEqual(subjects);
  });

  it('costs the same with ten thousand others: the jobs are not searched for each', async () => {
    const { agenda, add, ran, reads } = start();
    for (let n = 0; n < 10_000; n += 1) add(String(n), n % 2 === 0 ? 0 : HOUR);
    await agenda.settled();
    expect(ran).toHaveLength(5_000);
    expect(reads.all).toBeLessThanOrEqual(1);
    expect(reads.one).toBeLessThanOrEqual(4 * 5_000 + 10);
  });

  it('runs beside five thousand of another lane that wait, and after those of its own lane', async () => {
    const started: string[] = [];
    const answers: (() => void)[] = [];
    const deliver: Runner = {
      overNetwork: async (subject, done) => {
        started.push(subject);
        await new Promise<void>((resolve) => answers.push(resolve));
        done();
      },
      laneOf: (subject) => subject.split(' ')[0]!,
    };
    const { agenda, store } = start({ deliver });
    const add = (subject: string) => agenda.add({ kind: 'deliver', subject, dueAt: 0 });
    store.commit(() => {
      for (let n = 0; n < 5_000; n += 1) add(`row ${n}`);
      add('row last');
      add('checkout 1');
    });
    agenda.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(started.filter((subject) => subject.startsWith('row'))).toHaveLength(32);
    expect(started).toContain('checkout 1');
    while (answers.length > 0) {
      for (const answer of answers.splice(0)) answer();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect([started.length, started.at(-1)]).toEqual([5_002, 'row last']);
  });

  it('that was rolled back does not run, even when another job has its number', async () => {
    const { agenda, add, ran, store } = start();
    add('first', HOUR);
    agenda.wake();
    expect(() =>
      store.commit(() => {
        agenda.add({ kind: 'note', subject: 'undone', dueAt: 0 });
        throw new Error('refused');
      }),
    ).toThrow('refused');
    add('second', 2 * HOUR);
    expect(agenda.nextDueAt()).toBe(Date.now() + HOUR);
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    expect(ran.map(({ subject }) => subject)).toEqual(['first', 'second']);
  });

  it('that fails is retried after a pause', async () => {
    let attempts = 0;
    const flaky: Runner = {
      inCommit() {
        attempts += 1;
        if (attempts === 1) throw new Error('not yet');
      },
    };
    const { agenda, store, failures, jobs } = start({ flaky });
    store.commit(() => agenda.add({ kind: 'flaky', subject: 'x', dueAt: 0 }));
    await agenda.settled();
    expect([attempts, failures.length, jobs.size]).toEqual([1, 1, 1]);
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect([attempts, failures.length, jobs.size]).toEqual([2, 1, 0]);
  });

  it('keeps its delay when the clock is set back', async () => {
    const { agenda, add, ran, clock, store } = start();
    store.commit(() => clock.skip(HOUR));
    add('event', 5 * SECOND);
    agenda.wake();
    store.commit(() => {
      agenda.postpone(-clock.skippedMs());
      clock.reset();
    });
    agenda.wake();
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(ran.map(({ subject }) => subject)).toEqual(['event']);
  });
});
