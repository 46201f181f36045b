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
  | {
      readonly overNetwork: (subject: string, done: () => void) => Promise<void>;
      /** Each lane has places of its own: a long queue in one delays no job of another. */
      readonly laneOf?: (subject: string) => string;
    };

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
/** Of one lane. */
const AT_ONCE = 32;

interface Lane {
  /** The ids of its jobs. */
  queue: DueQueue<string>;
  running: number;
}

export function createAgenda({ store, jobs, clock, runners, onFailure }: Parts): Agenda {
  const running = new Map<string, { readonly dueAt: number; readonly end: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const lanes = new Map<string, Lane>();
  // false until the jobs are first read: a journal restores them after the agenda was created
  let areQueued = false;

  /** All jobs that run in a commit share a lane, so that they run in the order of their due times. */
  function laneOf({ kind, subject }: Job): string {
    const runner = runners[kind];
    return runner && 'overNetwork' in runner ? `${kind} ${runner.laneOf?.(subject) ?? ''}` : '';
  }

  function enqueue(job: Job): void {
    if (!areQueued) return;
    const name = laneOf(job);
    const lane = lanes.get(name) ?? { queue: createDueQueue<string>(), running: 0 };
    lanes.set(name, lane);
    lane.queue.add(job.dueAt, job.id);
  }

  function queuedLanes(): readonly Lane[] {
    if (!areQueued) {
      areQueued = true;
      for (const lane of lanes.values()) lane.queue = createDueQueue();
      for (const job of jobs.values()) if (!running.has(job.id)) enqueue(job);
    }
    return [...lanes.values()];
  }

  /** The earliest job of a lane that is not running. Entries of jobs that were rolled back or moved are dropped here. */
  function firstWaiting({ queue }: Lane): Job | undefined {
    for (;;) {
      const first = queue.first();
      if (!first) return undefined;
      const job = jobs.get(first.item);
      if (job?.dueAt === first.dueAt && !running.has(job.id)) return job;
      queue.removeFirst();
    }
  }

  async function run(job: Job, lane: Lane): Promise<void> {
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
      lane.running -= 1;
      const left = jobs.get(job.id);
      if (left) enqueue(left);
    }
  }

  /** Starts due jobs, the oldest of each lane first. */
  function startDue(lane: Lane, now: number): void {
    while (!stopped && lane.running < AT_ONCE) {
      const job = firstWaiting(lane);
      if (!job || job.dueAt > now) return;
      lane.queue.removeFirst();
      lane.running += 1;
      // asynchronous, so that running has the job before run can delete it
      const end = Promise.resolve()
        .then(() => run(job, lane))
        .then(wake);
      running.set(job.id, { dueAt: job.dueAt, end });
    }
  }

  /** Resets the timer each time: a timer set before a job was added could fire after that job is due. */
  function wake(): void {
    const now = clock.now();
    for (const lane of queuedLanes()) startDue(lane, now);
    clearTimeout(timer);
    if (stopped) return;
    // where all places are taken, the end of a running job wakes it
    const free = queuedLanes().filter((lane) => lane.running < AT_ONCE);
    const next = earliest(free.map(firstWaiting));
    if (next === undefined) return;
    timer = setTimeout(wake, Math.min(Math.max(1, next - clock.now()), LONGEST_SLEEP_MS));
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
      return earliest([...running.values(), ...queuedLanes().map(firstWaiting)]);
    },
    postpone(ms) {
      for (const job of [...jobs.values()]) jobs.put({ ...job, dueAt: job.dueAt + ms });
      areQueued = false;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(ends());
    },
  };
}

function earliest(jobs: readonly (Pick<Job, 'dueAt'> | undefined)[]): number | undefined {
  const times = jobs.flatMap((job) => (job ? [job.dueAt] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}
