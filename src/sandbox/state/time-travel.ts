import { type Log } from '../log.js';
import { type Agenda } from './agenda.js';
import { type Clock } from './clock.js';
import { type Store } from './store.js';

/** The parts of the world that a clock move changes or reads. */
export interface TimeTravelDeps {
  readonly agenda: Agenda;
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Log;
}

/** A workflow that follows the sandbox's clock. */
export interface Follower {
  readonly id: string;
  readonly state: string | undefined;
}

/** What follows the sandbox's clock: in `oware dev`, every open workflow. */
export interface Followers {
  /** The reason that they cannot be moved; undefined when they can. */
  unavailable(): Promise<string | undefined>;
  listOpen(): Promise<readonly Follower[]>;
  read(id: string): Promise<Follower & { readonly isOpen: boolean }>;
  /** Resolves when each has reached the new time, has closed or is overdue. */
  forward(ms: number): Promise<{ readonly moved: readonly string[]; readonly overdue: readonly Overdue[] }>;
  /** Resolves when none of these has work in flight or a timer about to fire. */
  settle(ids: readonly string[]): Promise<void>;
}

export interface Overdue {
  readonly id: string;
  readonly reason: string;
}

export interface Change {
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly closed: boolean;
}

/** One move of the clock, in progress or finished. */
export interface ClockMove {
  readonly ms: number;
  readonly movedMs: number;
  readonly finished: boolean;
  /** How many workflows moved too; null when only the sandbox moved. */
  readonly workflows: number | null;
  readonly changes: readonly Change[];
  readonly overdue: readonly Overdue[];
  /** The reason that it stopped early. */
  readonly failed?: string;
}

export interface MoveOptions {
  readonly sandboxOnly?: boolean | undefined;
  readonly stepMs?: number | undefined;
}

export interface TimeTravel {
  readonly followers: Followers | undefined;
  /** Moves the sandbox and its followers together, one move at a time; `latest` returns the progress. */
  move(ms: number, options?: MoveOptions): Promise<ClockMove>;
  /** Whether a move is in progress or queued. */
  isMoving(): boolean;
  latest(): ClockMove | undefined;
}

/** Steps small enough to keep sandbox and workflows close, and few enough that a month takes seconds. */
const SMALLEST_STEP_MS = 5 * 60_000;
const MOST_STEPS = 20;

const usualStep = (ms: number): number => Math.max(SMALLEST_STEP_MS, Math.ceil(ms / MOST_STEPS));

export function createTimeTravel(world: () => TimeTravelDeps, followers: Followers | undefined): TimeTravel {
  let latest: ClockMove | undefined;
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();

  async function moveTogether(ms: number, stepMs: number, along: Followers): Promise<ClockMove> {
    const overdue = new Map<string, Overdue>();
    let move: ClockMove = { ms, movedMs: 0, finished: false, workflows: 0, changes: [], overdue: [] };
    latest = move;
    try {
      const before = new Map((await along.listOpen()).map(({ id, state }) => [id, state]));
      const moved = new Set(before.keys());
      while (move.movedMs < ms) {
        const step = Math.min(stepMs, ms - move.movedMs);
        await advance(world(), step);
        const arrived = await along.forward(step);
        for (const id of arrived.moved) moved.add(id);
        for (const late of arrived.overdue) overdue.set(late.id, late);
        latest = move = { ...move, movedMs: move.movedMs + step, workflows: moved.size };
      }
      await along.settle([...moved]);
      await world().agenda.settled();
      const after = await Promise.all([...moved].map((id) => along.read(id)));
      const changes = after
        .map(({ id, state, isOpen }) => ({
          id,
          from: before.get(id) ?? null,
          to: state ?? null,
          closed: !isOpen,
        }))
        .filter(({ from, to, closed }) => from !== to || closed);
      return { ...move, finished: true, changes, overdue: [...overdue.values()] };
    } catch (error) {
      const failed = `The move stopped early; the sandbox is at most one step ahead of the workflows: ${String(error)}`;
      return { ...move, finished: true, overdue: [...overdue.values()], failed };
    }
  }

  async function moveSandboxOnly(ms: number): Promise<ClockMove> {
    await advance(world(), ms);
    return { ms, movedMs: ms, finished: true, workflows: null, changes: [], overdue: [] };
  }

  return {
    followers,
    isMoving: () => waiting > 0,
    latest: () => latest,
    move(ms, { sandboxOnly = false, stepMs = usualStep(ms) } = {}) {
      waiting += 1;
      const done = queue
        .then(() => (followers && !sandboxOnly ? moveTogether(ms, stepMs, followers) : moveSandboxOnly(ms)))
        .then((move) => {
          latest = move;
          logMove(world(), move);
          return move;
        })
        .finally(() => (waiting -= 1));
      // for callers that do not await the move
      queue = done.catch((error: unknown) =>
        world().log('error', 'clock move failed', { error: String(error) }),
      );
      return done;
    },
  };
}

function logMove(
  { log, clock }: Pick<TimeTravelDeps, 'log' | 'clock'>,
  { ms, workflows, changes, overdue, failed }: ClockMove,
): void {
  const now = new Date(clock.now()).toISOString();
  const level = failed === undefined && overdue.length === 0 ? 'info' : 'warn';
  log(level, `clock moved by ${showDuration(ms)}`, {
    now,
    ...(workflows !== null && { workflows }),
    ...(changes.length > 0 && { changes: changes.map(describeChange) }),
    ...(overdue.length > 0 && { overdue }),
    ...(failed !== undefined && { failed }),
  });
}

export function describeChange({ id, from, to, closed }: Change): string {
  const states = from === to ? (to ?? '?') : `${from ?? 'new'} → ${to ?? '?'}`;
  return `${id} ${states}${closed ? ', closed' : ''}`;
}

/** 40m, 1d 2h, 90s */
export function showDuration(ms: number): string {
  const parts = [
    [Math.floor(ms / 86_400_000), 'd'],
    [Math.floor(ms / 3_600_000) % 24, 'h'],
    [Math.floor(ms / 60_000) % 60, 'm'],
    [Math.floor(ms / 1_000) % 60, 's'],
  ] as const;
  const text = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return text.join(' ') || `${ms} ms`;
}

/**
 * Moves the sandbox's clock forward and stops at every due job, so that five retries within half an hour run at
 * their five times and not all at the end. Resolves when all of them have run.
 */
export async function advance(
  { clock, store, agenda }: Omit<TimeTravelDeps, 'log'>,
  ms: number,
): Promise<void> {
  // measured in skipped time: the real time that the jobs take is added on top
  const target = clock.skippedMs() + ms;
  await agenda.settled();
  for (;;) {
    const left = target - clock.skippedMs();
    const untilDue = (agenda.nextDueAt() ?? Infinity) - clock.now();
    const step = Math.min(left, Math.max(0, untilDue));
    if (step > 0) store.commit(() => clock.skip(step));
    await agenda.settled();
    if (step >= left) return;
  }
}

/**
 * Sets the clock back to the machine's. Scheduled jobs keep their delay: an event due in five minutes is still due in
 * five minutes. Records keep their dates, and workflows keep the time that they have reached.
 */
export function setClockToNow({ store, clock, agenda }: Omit<TimeTravelDeps, 'log'>): void {
  store.commit(() => {
    agenda.postpone(-clock.skippedMs());
    clock.reset();
  });
  agenda.wake();
}
