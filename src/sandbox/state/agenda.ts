import { type Clock } from './clock.js';
import { type Collection, type Store } from './store.js';

/** Something that is due at a time of the sandbox's clock: an attempt to deliver, the end of a transfer, a settlement run. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly dueAt: number;
}

/** Does a job. One that talks to the network commits by itself and calls done; any other runs inside of a commit. */
export type Runner =
  | { readonly inCommit: (subject: string) => void }
  | { readonly overNetwork: (subject: string, done: () => void) => Promise<void> };

export interface Agenda {
  /** Inside of a commit. */
  add(job: { readonly kind: string; readonly subject: string; readonly dueAt: number }): void;
  /** Starts whatever is due, without waiting for it. */
  wake(): void;
  /** Resolves once nothing is due and nothing runs. */
  readonly settled: () => Promise<void>;
  nextDueAt(): number | undefined;
  /** Inside of a commit: everything falls due so much later. */
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

/** A job whose runner throws is a mistake of ours; it is tried again later, so that one cannot spin. */
const AFTER_MISTAKE_MS = 60_000;
const LONGEST_SLEEP_MS = 60_000;
const AT_ONCE = 32;

export function createAgenda({ store, jobs, clock, runners, onFailure }: Parts): Agenda {
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  // nothing is due before this; every request asks, and most of them need not look through the jobs
  let quietUntil = -Infinity;

  async function run(job: Job): Promise<void> {
    try {
      const runner = runners[job.kind];
      if (!runner) throw new Error(`nobody runs jobs of kind ${job.kind}`);
      if ('overNetwork' in runner) await runner.overNetwork(job.subject, () => jobs.delete(job.id));
      else {
        store.commit(() => {
          jobs.delete(job.id);
          runner.inCommit(job.subject);
        });
      }
    } catch (error) {
      onFailure(job, error);
      store.commit(() => jobs.put({ ...job, dueAt: clock.now() + AFTER_MISTAKE_MS }));
    } finally {
      running.delete(job.id);
      quietUntil = -Infinity;
    }
  }

  /** Starts what is due, the oldest first, and finds out how long it will be quiet after that. */
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
      // asynchronous from here, so that running holds the job before run can take it out
      running.set(
        job.id,
        Promise.resolve()
          .then(() => run(job))
          .then(wake),
      );
    }
  }

  /** The timer is set anew each time: one that was set before a job was added would fire after it is due. */
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
