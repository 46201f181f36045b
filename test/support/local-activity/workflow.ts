import {
  condition,
  defineQuery,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';

export interface LocalActivities {
  /** Takes `LOCAL_MS`. */
  readonly wait: () => Promise<void>;
  readonly note: () => Promise<void>;
}

export const LOCAL_MS = 100;
const READ_MS = 600;
/** Between the two: how long the local activity took decides, or how long the read took. */
const LIMIT_MS = 350;

export const begin = defineSignal('begin');
export const hurry = defineSignal('hurry');
export const slowRead = defineQuery('slowRead');

const { wait } = proxyLocalActivities<LocalActivities>({ startToCloseTimeout: '5s' });
const { note } = proxyActivities<LocalActivities>({ startToCloseTimeout: '5s' });

/** Takes another branch where time has passed during a local activity, or a signal has arrived. */
export async function decideByTime(): Promise<'in time' | 'late' | 'in a hurry'> {
  const received: { begun?: number; hurry?: true } = {};
  setHandler(hurry, () => void (received.hurry = true));
  setHandler(begin, () => void (received.begun = Date.now()));
  setHandler(slowRead, () => {
    const { now } = workflowInfo().unsafe;
    for (const until = now() + READ_MS; now() < until;);
  });
  await condition(() => received.begun !== undefined);
  await wait();
  if (received.hurry) return 'in a hurry';
  if (Date.now() - (received.begun ?? 0) < LIMIT_MS) {
    await note();
    return 'in time';
  }
  await sleep(1);
  return 'late';
}
