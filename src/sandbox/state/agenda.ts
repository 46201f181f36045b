import { type Clock } from './clock.js';
import { type Collection, type Store } from './store.js';

/** Work due at a time of the sandbox's clock: a delivery attempt, the end of a transfer, a settlement run. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly dueAt: number;
}

/** Runs a job. A network job makes its own commits and calls done; any other runs inside a commit. */
export type Runner =
  | { readonly inCommit: (subject: string) => void }
  | { readonly overNetwork: (subject: string, done: () => void) => Promise<void> };

export interface Agenda {
  /** Runs inside a commit. */
  add(job: { readonly kind: string; readonly subject: string; readonly dueAt: number }): void;
  /** Starts all due jobs without waiting for them. */
  wake(): void;
  /** Resolves once no job is due or running. */
  readonly settled: () => Promise<void>;
  nextDueAt(): number | undefined;
  /** Runs inside a commit: delays every job by this much. */
  postpone(ms: number): void;
  stop(): Promise<void>;
}

interface Parts {
  readonly store: Store;
  readonly jobs: Collection<Job>;
  readonly clock: Clock;
  readonly runners: Readonly<Record<string, Runner>>;
  readonly onFailure: (job: Job, error: unknown) => void;
}

/** A job whose runner throws is a bug. It is retried after a pause, so that it cannot spin. */
const RETRY_FAILED_JOB_MS = 60_000;
const LONGEST_SLEEP_MS = 60_000;
const AT_ONCE = 32;

export function createAgenda({ store, jobs, clock, runners, onFailure }: Parts): Agenda {
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  // no job is due before this time; every request asks, and most need not scan the jobs
  let quietUntil = -Infinity;

  async function run(job: Job): Promise<void> {
    try {
      const runner = runners[job.kind];
      if (!runner) throw new Error(`No runner for jobs of kind ${job.kind}`);
      if ('overNetwork' in runner) await runner.overNetwork(job.subject, () => jobs.delete(job.id));
      else {
        store.commit(() => {
          jobs.delete(job.id);
          runner.inCommit(job.subject);
        });
      }
    } catch (error) {
      onFailure(job, error);
      store.commit(() => jobs.put({ ...job, dueAt: clock.now() + RETRY_FAILED_JOB_MS }));
    } finally {
      running.delete(job.id);
      quietUntil = -Infinity;
    }
  }

  /** Starts due jobs, the oldest first, and computes when the next one is due. */
  function startDue(): void {
    const now = clock.now();
    if (stopped || now < quietUntil) return;
    const waiting = [...jobs.values()].filter((job) => !running.has(job.id));
    waiting.sort((a, b) => a.dueAt - b.dueAt);
    quietUntil = Infinity;
    for (const job of waiting) {
      if (job.dueAt > now) {
        quietUntil = job.dueAt;
        return;
      }
      if (running.size >= AT_ONCE) return;
      // asynchronous, so that running has the job before run can delete it
      running.set(
        job.id,
        Promise.resolve()
          .then(() => run(job))
          .then(wake),
      );
    }
  }

  /** Resets the timer each time: a timer set before a job was added could fire after that job is due. */
  function wake(): void {
    startDue();
    clearTimeout(timer);
    if (stopped || quietUntil === Infinity) return;
    timer = setTimeout(wake, Math.min(Math.max(1, quietUntil - clock.now()), LONGEST_SLEEP_MS));
    timer.unref();
  }

  async function settled(): Promise<void> {
    for (;;) {
      wake();
      if (running.size === 0) return;
      await Promise.all(running.values());
    }
  }

  return {
    add(job) {
      jobs.put({ ...job, id: `${job.kind}-${store.next('job')}` });
      quietUntil = Math.min(quietUntil, job.dueAt);
    },
    wake,
    settled,
    nextDueAt() {
      let next: number | undefined;
      for (const { dueAt } of jobs.values()) if (next === undefined || dueAt < next) next = dueAt;
      return next;
    },
    postpone(ms) {
      for (const job of [...jobs.values()]) jobs.put({ ...job, dueAt: job.dueAt + ms });
      quietUntil = -Infinity;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
