import { type Client, ServiceError } from '@temporalio/client';
import { expect, test } from 'vitest';
import { setDispatch } from '../../activities/set-dispatch.js';

const PAUSED = { by: 'ada', reason: 'bank is down' };

/** A client whose server answers every change of a task queue like this. */
function clientWith(answer: (request: unknown) => Promise<unknown>): Client {
  return {
    options: { namespace: 'default' },
    workflowService: { updateTaskQueueConfig: answer },
  } as unknown as Client;
}

function failsWith(code: number): () => Promise<never> {
  const error = Object.assign(new Error(`code ${code}`), { code, details: '', metadata: {} });
  return () => Promise.reject(error);
}

test('a pause sets the rate of the task queue to zero, a resume removes it', async () => {
  const requests: unknown[] = [];
  const client = clientWith((request) => Promise.resolve(void requests.push(request)));
  expect(await setDispatch(client, 'oware', { queue: 'payouts', paused: PAUSED })).toBe('stopped');
  expect(await setDispatch(client, 'oware', { queue: 'charges' })).toBe('running');
  expect(requests).toMatchObject([
    {
      taskQueue: 'oware-payouts',
      updateQueueRateLimit: { rateLimit: { requestsPerSecond: 0 }, reason: 'bank is down' },
    },
    { taskQueue: 'oware-charges', updateQueueRateLimit: { reason: 'resumed' } },
  ]);
  expect(requests[1]).not.toHaveProperty('updateQueueRateLimit.rateLimit');
});

test('a server that does not know the call does not support it', async () => {
  const UNIMPLEMENTED = 12;
  const client = clientWith(failsWith(UNIMPLEMENTED));
  expect(await setDispatch(client, 'oware', { queue: 'payouts', paused: PAUSED })).toBe('not-supported');
});

test('every other failure is thrown, so that the attempt is repeated', async () => {
  const PERMISSION_DENIED = 7;
  const denied = setDispatch(clientWith(failsWith(PERMISSION_DENIED)), 'oware', { queue: 'payouts' });
  await expect(denied).rejects.toThrow('code 7');
  const away = clientWith(() => Promise.reject(new ServiceError('away')));
  await expect(setDispatch(away, 'oware', { queue: 'payouts' })).rejects.toThrow('away');
});
