import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { dueByLocalActivity, dueByTimer, now } from './workflows.js';

/*
 * Faults of the TypeScript SDK 1.24, without any code of Oware, so that they can be reported as they are:
 * `npx tsx test/sdk/reproductions.ts localhost:7233`, with a dev server there. Each leaves histories that no worker can
 * replay, although the workflow is deterministic.
 */

export interface Reproduced {
  readonly runs: number;
  /** Why histories could not be replayed. */
  readonly broken: readonly string[];
}

interface Given {
  readonly client: Client;
  readonly replay: (handle: WorkflowHandle) => Promise<string | undefined>;
  /** Runs a worker of the task queue until the work is done. */
  readonly withWorker: <Result>(taskQueue: string, work: () => Promise<Result>) => Promise<Result>;
}

const DUE_MS = 3_000;
/** How long a query needs at most to reach the queue that it waits in. */
const QUEUED_MS = 1_000;
/** Local activities, and queries during each of them. */
const [PIECES, PIECE_MS, ASK_EVERY_MS] = [6, 300, 40];

export const REPRODUCTIONS = {
  /**
   * A query waits for a worker, and a timer fires meanwhile. The worker that starts next gets the query with the event, applies
   * the event at the time of the last workflow task, and sends the commands that follow with the next task.
   */
  async 'a query that waits for a worker moves the workflow'({ client, replay, withWorker }: Given) {
    const taskQueue = `sdk-${randomUUID()}`;
    // which of a query and a task a worker takes first is luck
    const handles = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        client.workflow.start(dueByTimer, { taskQueue, workflowId: `${taskQueue}-${n}`, args: [DUE_MS] }),
      ),
    );
    await withWorker(taskQueue, () => Promise.all(handles.map((handle) => handle.query(now))));
    const reads = handles.map((handle) => handle.query(now).catch(() => undefined));
    await pause(DUE_MS + 2 * QUEUED_MS);
    await withWorker(taskQueue, async () => {
      await Promise.all(reads);
      await pause(DUE_MS + QUEUED_MS);
    });
    return Promise.all(handles.map(replay));
  },
  /**
   * A query arrives during a local activity. Its result is applied at another time than in a replay, which a workflow sees that
   * measures how long it took.
   */
  async 'a query during a local activity changes the time of its result'({
    client,
    replay,
    withWorker,
  }: Given) {
    const taskQueue = `sdk-${randomUUID()}`;
    const args: [number, number] = [PIECES, PIECE_MS];
    const options = { taskQueue, args };
    return withWorker(taskQueue, async () => {
      const handles = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          client.workflow.start(dueByLocalActivity, { ...options, workflowId: `${taskQueue}-${n}` }),
        ),
      );
      let isOver = false;
      const asking = handles.map(async (handle) => {
        while (!isOver) {
          await handle.query(now).catch(() => undefined);
          await pause(ASK_EVERY_MS);
        }
      });
      await Promise.all(handles.map((handle) => handle.result()));
      isOver = true;
      await Promise.all(asking);
      return Promise.all(handles.map(replay));
    });
  },
} as const;

export async function reproduce(address: string, name: keyof typeof REPRODUCTIONS): Promise<Reproduced> {
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const workflowsPath = fileURLToPath(new URL('./workflows.ts', import.meta.url));
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  const activities = { note: () => Promise.resolve(), work: (ms: number) => pause(ms) };
  const found = await REPRODUCTIONS[name]({
    client: new Client({ connection }),
    async replay(handle) {
      const history = await handle.fetchHistory();
      const { status } = await handle.describe();
      if (status.name === 'RUNNING') await handle.terminate();
      return Worker.runReplayHistory({ workflowBundle }, history, handle.workflowId).then(
        () => undefined,
        (error: unknown) => String(error instanceof Error ? error.message : error),
      );
    },
    async withWorker(taskQueue, work) {
      const worker = await Worker.create({ connection: native, taskQueue, activities, workflowBundle });
      return worker.runUntil(work);
    },
  });
  await native.close();
  await connection.close();
  return { runs: found.length, broken: found.filter((error) => error !== undefined) };
}

const [, file, address] = process.argv;
if (file === fileURLToPath(import.meta.url) && address !== undefined) {
  for (const name of Object.keys(REPRODUCTIONS) as (keyof typeof REPRODUCTIONS)[]) {
    const { runs, broken } = await reproduce(address, name);
    console.log(`${name}: ${broken.length} of ${runs} histories cannot be replayed\n${broken[0] ?? ''}`);
  }
}
