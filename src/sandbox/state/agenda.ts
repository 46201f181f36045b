import { type Clock } from './clock.js';
import { createDueQueue, type DueQueue } from './due-queue.js';
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
  const running = new Map<string, { readonly dueAt: number; readonly end: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  // built from the jobs when it is first read: a journal restores them after the agenda was created
  let queue: DueQueue<string> | undefined;

  function enqueue({ id, dueAt }: Job): void {
    queue?.add(dueAt, id);
  }

  /** The earliest job that is not running. Entries of jobs that were rolled back or moved are dropped here. */
  function firstWaiting(): Job | undefined {
    if (!queue) {
      queue = createDueQueue();
      for (const job of jobs.values()) if (!running.has(job.id)) enqueue(job);
    }
    for (;;) {
      const first = queue.first();
      if (!first) return undefined;
      const job = jobs.get(first.item);
      if (job?.dueAt === first.dueAt && !running.has(job.id)) return job;
      queue.removeFirst();
    }
  }

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
      const left = jobs.get(job.id);
      if (left) enqueue(left);
    }
  }

  /** Starts due jobs, the oldest first. */
  function startDue(): void {
    const now = clock.now();
    while (!stopped && running.size < AT_ONCE) {
      const job = firstWaiting();
      if (!job || job.dueAt > now) return;
      queue?.removeFirst();
      // asynchronous, so that running has the job before run can delete it
      const end = Promise.resolve()
        .then(() => run(job))
        .then(wake);
      running.set(job.id, { dueAt: job.dueAt, end });
    }
  }

  /** Resets the timer each time: a timer set before a job was added could fire after that job is due. */
  function wake(): void {
    startDue();
    clearTimeout(timer);
    // with all places taken, the end of a running job wakes it
    const next = stopped || running.size >= AT_ONCE ? undefined : firstWaiting();
    if (!next) return;
    timer = setTimeout(wake, Math.min(Math.max(1, next.dueAt - clock.now()), LONGEST_SLEEP_MS));
    timer.unref();
  }

  const ends = (): Promise<void>[] => [...running.values()].map(({ end }) => end);

  async function settled(): Promise<void> {
    for (;;) {
      wake();
      if (running.size === 0) return;
      await Promise.all(ends());
    }
  }

  return {
    add(job) {
      const added: Job = { ...job, id: `${job.kind}-${store.next('job')}` };
      jobs.put(added);
      enqueue(added);
    },
    wake,
    settled,
    nextDueAt() {
      const waiting = firstWaiting();
      const times = [...running.values(), ...(waiting ? [waiting] : [])].map(({ dueAt }) => dueAt);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    postpone(ms) {
      for (const job of [...jobs.values()]) jobs.put({ ...job, dueAt: job.dueAt + ms });
      queue = undefined;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(ends());
    },
  };
}
