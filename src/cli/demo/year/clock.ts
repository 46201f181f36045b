import type { ClockMove } from '../../../sandbox/state/time-travel.js';
import { CommandError } from '../../explain-error.js';
import type { Caller } from '../http.js';

export interface YearClock {
  /** Moves the sandbox and all workflows to a moment, in steps. */
  readonly moveTo: (at: number, stepMs: number) => Promise<void>;
  readonly pass: (ms: number, stepMs: number) => Promise<void>;
}

/** The shared clock. A workflow that does not keep up would prove nothing, so it ends the demo. */
export function createYearClock(gateway: Caller): YearClock {
  async function pass(ms: number, stepMs: number): Promise<void> {
    if (ms <= 0) return;
    const reply = await gateway('POST', '/sandbox/clock/advance', { ms, stepMs });
    const { failed, overdue = [] } = (reply.move ?? {}) as Partial<ClockMove>;
    const late = overdue.map(({ id, reason }) => `${id}: ${reason}`);
    if (failed !== undefined || late.length > 0) {
      throw new CommandError(`Workflows did not follow the clock: ${[failed, ...late].join(' ')}`);
    }
  }
  return {
    pass,
    moveTo: async (at, stepMs) => {
      const { now } = await gateway('GET', '/sandbox/clock');
      await pass(at - Date.parse(String(now)), stepMs);
    },
  };
}
