import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { begin, decideByTime, hurry, LOCAL_MS, slowRead } from '../../support/local-activity/workflow.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { bundleTestWorkflows } from '../../support/temporal/test-bundle.js';

/** How long a read needs at most to reach the task that it waits for. */
const QUEUED_WITHIN_MS = 1_000;

const dataConverter = createDataConverter();
let folder: string;
let codePath: string;
let connection: Connection;
let native: NativeConnection;
beforeAll(async () => {
  const address = inject('temporalAddress');
  connection = await Connection.connect({ address });
  native = await NativeConnection.connect({ address });
  folder = await mkdtemp(join(tmpdir(), 'oware-local-activity-'));
  codePath = join(folder, 'bundle.js');
  const { code } = await bundleTestWorkflows(
    new URL('../../support/local-activity/workflow.ts', import.meta.url),
  );
  await writeFile(codePath, code);
});
afterAll(async () => {
  await native.close();
  await connection.close();
  await rm(folder, { recursive: true });
});

/**
 * One task has the signal that starts a local activity, and a read that takes longer than the local activity. `meanwhile`
 * runs as soon as the local activity does.
 */
async function readDuringLocalActivity(
  meanwhile: (signal: () => Promise<void>) => Promise<void> = () => Promise.resolve(),
) {
  const client = new Client({ connection, dataConverter });
  const taskQueue = `local-activity-${randomUUID()}`;
  const handle = await client.workflow.start(decideByTime, { taskQueue, workflowId: taskQueue });
  const activities = {
    wait: async () => {
      await Promise.all([meanwhile(() => handle.signal(hurry)), pause(LOCAL_MS)]);
    },
    note: () => Promise.resolve(),
  };
  const workflowBundle = { codePath };
  const createWorker = () =>
    Worker.create({ connection: native, taskQueue, dataConverter, activities, workflowBundle });

  // the first task is done before the signal comes
  await (await createWorker()).runUntil(handle.query(slowRead));
  await handle.signal(begin);
  const read = handle.query(slowRead);
  await pause(QUEUED_WITHIN_MS);
  const worker = await createWorker();
  const result = await worker.runUntil(async () => {
    await read;
    return handle.result();
  });
  const events = (await handle.fetchHistory()).events ?? [];
  const marker = events.findIndex((event) => event.markerRecordedEventAttributes);
  return {
    result,
    next: events.slice(marker + 1),
    replay: () => replayClosedRuns(client, handle.workflowId, codePath),
  };
}

describe('a read while a local activity ends', () => {
  it('does not change the time at which the workflow gets its result', async () => {
    const { result, next, replay } = await readDuringLocalActivity();
    // the read was answered with the task that has the result in its report: the workflow gets it with another one
    expect(next[0]).toHaveProperty('workflowTaskScheduledEventAttributes');
    expect(await replay()).toBe(1);
    expect(result).toBe('in time');
  });

  it('does not change the order of the result and a signal that arrives meanwhile', async () => {
    const { result, next, replay } = await readDuringLocalActivity((signal) => signal());
    expect(next[0]).toHaveProperty('workflowExecutionSignaledEventAttributes');
    expect(await replay()).toBe(1);
    expect(result).toBe('in time');
    expect(next.some((event) => event.workflowTaskFailedEventAttributes)).toBe(true);
  });
});
