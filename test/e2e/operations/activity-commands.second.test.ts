import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { whyUnwanted } from '../../../activities/still-wanted.js';
import { bundleTestWorkflows } from '../../support/temporal/test-bundle.js';
import { waitUntil } from '../../support/wait-until.js';

/*
 * Temporal's own commands for activities, as the Web UI and its command line offer them: on a send that a worker has started,
 * and that has not reached the network yet.
 */

const taskQueue = `activity-commands-${randomUUID()}`;
let connection: Connection;
let native: NativeConnection;
let client: Client;
let worker: Worker;
let running: Promise<void>;
let starts = 0;
let release: () => void = () => undefined;

beforeAll(async () => {
  const address = inject('temporalAddress');
  connection = await Connection.connect({ address });
  native = await NativeConnection.connect({ address });
  client = new Client({ connection });
  const { code } = await bundleTestWorkflows(
    new URL('../../support/activity-commands/workflow.ts', import.meta.url),
  );
  worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: { code },
    activities: {
      async send() {
        starts += 1;
        await new Promise<void>((resolve) => (release = resolve));
        const why = await whyUnwanted();
        if (why !== undefined) throw ApplicationFailure.nonRetryable(why, 'not-left');
        return 'sent';
      },
    },
  });
  running = worker.run();
});
afterAll(async () => {
  worker.shutdown();
  await running;
  await native.close();
  await connection.close();
});

/** What Temporal's tools send about the send of a workflow. */
const COMMANDS = {
  pause: (id: string) => client.workflowService.pauseActivity(of(id)),
  reset: (id: string) => client.workflowService.resetActivity(of(id)),
  async 'pause and reset'(id: string) {
    await client.workflowService.pauseActivity(of(id));
    await client.workflowService.resetActivity({ ...of(id), keepPaused: true });
  },
};

const of = (workflowId: string) => ({ namespace: 'default', execution: { workflowId }, id: '1' });

async function begin() {
  starts = 0;
  const workflowId = `activity-command-${randomUUID()}`;
  const handle = await client.workflow.start('sendOnce', { workflowId, taskQueue });
  await waitUntil('the start of the send', () => starts === 1);
  return handle;
}

/** Why it was not sent, as the workflow reports it. */
async function reasonFor(handle: Awaited<ReturnType<typeof begin>>): Promise<unknown> {
  const error: unknown = await handle.result().catch((failure: unknown) => failure);
  const { cause } = error as { readonly cause: { readonly cause: Error } };
  return cause.cause.message;
}

it('a send without a command is sent', async () => {
  const handle = await begin();
  release();
  expect(await handle.result()).toBe('sent');
});

it.each([
  ['pause', 'its activity is paused'],
  ['reset', 'its activity was reset'],
  ['pause and reset', 'its activity was reset'],
] as const)('a send after `%s` is not sent, and no attempt follows', async (command, reason) => {
  const handle = await begin();
  await COMMANDS[command](handle.workflowId);
  release();
  expect(await reasonFor(handle)).toBe(reason);
  expect(starts).toBe(1);
});

it('a send whose options are updated to allow more attempts is sent once', async () => {
  const handle = await begin();
  await client.workflowService.updateActivityOptions({
    ...of(handle.workflowId),
    activityOptions: { retryPolicy: { maximumAttempts: 5 } },
    updateMask: { paths: ['retry_policy.maximum_attempts'] },
  });
  release();
  expect(await handle.result()).toBe('sent');
  expect(starts).toBe(1);
});
