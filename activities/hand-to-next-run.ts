import { type Client, ScheduleNotFoundError } from '@temporalio/client';

/** Hands every later run of a schedule this argument: it outlives the retention of all runs. */
export async function handToNextRun(
  { schedule }: Pick<Client, 'schedule'>,
  scheduleId: string,
  argument: string,
): Promise<void> {
  const handle = schedule.getHandle(scheduleId);
  try {
    await handle.update(({ spec, policies, state, action }) => ({
      spec,
      policies,
      state,
      action: { ...action, args: [argument] },
    }));
  } catch (error) {
    // nothing runs later
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
