import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createPausesReader } from '../../../activities/pauses.js';
import { controlId, PAUSES_MEMO } from '../../../src/domain/pause/pause.js';
import { freePort } from '../../../src/temporal/run/ports.js';

let connection: Connection;
let client: Client;
beforeAll(async () => {
  connection = await Connection.connect({ address: inject('temporalAddress') });
  client = new Client({ connection });
});
afterAll(() => connection.close());

const PAUSE = { queue: 'payouts', reason: 'bank is down', by: 'ada', since: '2026-11-15T09:00:00.000Z' };

/** A control workflow with this memo. No worker runs it: reading the pauses needs none. */
async function controlWith(memo: Record<string, unknown>) {
  const taskQueue = `pauses-${randomUUID()}`;
  const workflowId = controlId(taskQueue);
  const handle = await client.workflow.start('controlEffects', { taskQueue, workflowId, memo });
  return { taskQueue, handle };
}

it('nothing is paused where no control workflow was ever started', async () => {
  expect(await createPausesReader(client, `pauses-${randomUUID()}`)()).toEqual([]);
});

it('nothing is paused in a control workflow that has just started', async () => {
  const { taskQueue, handle } = await controlWith({});
  expect(await createPausesReader(client, taskQueue)()).toEqual([]);
  await handle.terminate();
});

it('the pauses are read without a worker, and also after the workflow was terminated', async () => {
  const { taskQueue, handle } = await controlWith({ [PAUSES_MEMO]: [PAUSE] });
  expect(await createPausesReader(client, taskQueue)()).toEqual([PAUSE]);
  await handle.terminate();
  expect(await createPausesReader(client, taskQueue)()).toEqual([PAUSE]);
});

it('an unreadable list of pauses is a failure, not "nothing is paused"', async () => {
  const { taskQueue, handle } = await controlWith({ [PAUSES_MEMO]: 'payouts' });
  await expect(createPausesReader(client, taskQueue)()).rejects.toThrow('no readable list of pauses');
  await handle.terminate();
});

it('a Temporal server that does not answer is a failure, not "nothing is paused"', async () => {
  const away = Connection.lazy({ address: `127.0.0.1:${await freePort()}` });
  await expect(createPausesReader(new Client({ connection: away }), 'oware')()).rejects.toThrow();
  await away.close();
});

it('callers at the same time share one read, and a failed one is not kept', async () => {
  const { taskQueue, handle } = await controlWith({ [PAUSES_MEMO]: [PAUSE] });
  let calls = 0;
  let isDown = true;
  const counting = new Client({
    connection,
    interceptors: {
      workflow: [
        {
          describe: (input, next) => {
            calls += 1;
            return isDown ? Promise.reject(new Error('down')) : next(input);
          },
        },
      ],
    },
  });
  const read = createPausesReader(counting, taskQueue);
  await expect(Promise.all([read(), read()])).rejects.toThrow('down');
  expect(calls).toBe(1);
  isDown = false;
  expect(await Promise.all([read(), read(), read()])).toEqual([[PAUSE], [PAUSE], [PAUSE]]);
  expect(calls).toBe(2);
  await handle.terminate();
});
