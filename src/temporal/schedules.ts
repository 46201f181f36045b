import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';

interface ScheduleRow {
  /** What the schedule is for; its id is the task queue and this name. */
  readonly name: string;
  /** The workflow that it starts. Temporal appends the time to its id. */
  readonly workflowType: string;
  readonly about: string;
  /** The time of the day in West Africa. */
  readonly at: { readonly hour: number; readonly minute: number };
}

/** Every schedule: one row each. */
export const SCHEDULES: readonly ScheduleRow[] = [
  {
    name: 'wallet-balance',
    workflowType: 'readWalletBalance',
    about: 'Reads the balance of the wallet at midnight',
    at: { hour: 0, minute: 0 },
  },
  {
    name: 'sweep-due',
    workflowType: 'startSweep',
    about: 'Compares the day that ended with the records of the gateway',
    at: { hour: 1, minute: 0 },
  },
];

const DAY = '1 day';

export function scheduleId(taskQueue: string, name: string): string {
  return `${taskQueue}-${name}`;
}

/**
 * Creates the schedules, or sets them to what this version wants. Idempotent, also from several workers at once; a
 * schedule that an operator has paused stays paused.
 */
export async function ensureSchedules(
  { schedule }: Pick<Client, 'schedule'>,
  taskQueue: string,
): Promise<void> {
  for (const row of SCHEDULES) {
    const options = toOptions(row, taskQueue);
    try {
      await schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      const { spec, action, policies } = options;
      const handle = schedule.getHandle(options.scheduleId);
      await handle.update(({ state, action: { args = [] } }) => ({
        spec,
        action: { ...action, args },
        policies,
        state,
      }));
    }
  }
}

function toOptions({ name, workflowType, about, at }: ScheduleRow, taskQueue: string) {
  return {
    scheduleId: scheduleId(taskQueue, name),
    spec: { calendars: [{ ...at, comment: about }], timezone: 'Africa/Lagos' },
    action: {
      type: 'startWorkflow',
      workflowType,
      workflowId: scheduleId(taskQueue, name),
      taskQueue,
      args: [] as unknown[],
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: DAY },
  } satisfies ScheduleOptions;
}
