import {
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { expect, it } from 'vitest';
import { InProgressError } from '../../src/client/errors.js';
import type { ClientContext } from '../../src/client/context.js';
import { sendAcrossRuns } from '../../src/client/repeat.js';

/** The part of Temporal's client that a repeat needs: `describe` of the latest run. */
function contextOf(status: string | undefined): ClientContext {
  const describe = () =>
    status === undefined
      ? Promise.reject(new WorkflowNotFoundError('none', 'checkout:order-1', undefined))
      : Promise.resolve({ status: { name: status } });
  const client = {
    withDeadline: <Answer>(_until: number, send: () => Promise<Answer>) => send(),
    workflow: { getHandle: () => ({ describe }) },
  };
  return { client, taskQueue: 'none', timeoutMs: 1_000 } as unknown as ClientContext;
}

const updateFailed = (type: string) =>
  new WorkflowUpdateFailedError('Workflow Update failed', ApplicationFailure.nonRetryable('no', type));
const grpcError = (code: number, message: string) =>
  Object.assign(new Error(message), { code, details: message, metadata: {} });

const HANDOVERS: readonly (readonly [string, Error])[] = [
  ['the run says that it continues as new', updateFailed('continuing')],
  ['the run is still loading its state', updateFailed('not-known-yet')],
  ['the run ended after it had accepted the update', updateFailed('AcceptedUpdateCompletedWorkflow')],
  ['a worker finished its task without the update', updateFailed('UnprocessedUpdate')],
  ['the run is not found', new WorkflowNotFoundError('not found', 'checkout:order-1', undefined)],
  [
    'Temporal could not start and update at once',
    new ServiceError('failed', { cause: grpcError(10, 'Update-with-Start could not be executed.') }),
  ],
  [
    'a workflow task failed',
    grpcError(14, 'Workflow Update failed because of an unexpected workflow task failure'),
  ],
];

const message = (send: () => Promise<string>, ms = 5_000) => ({
  workflowId: 'checkout:order-1',
  until: Date.now() + ms,
  send,
});

it.for(HANDOVERS)('a message is repeated when %s, and there is a newer run', async ([, error]) => {
  const replies = [error, error];
  let sent = 0;
  const send = () => {
    sent += 1;
    const reply = replies.shift();
    return reply ? Promise.reject(reply) : Promise.resolve('done');
  };
  expect(await sendAcrossRuns(contextOf('RUNNING'), message(send))).toBe('done');
  expect(sent).toBe(3);
});

it.for(HANDOVERS)('a message is not repeated when %s, and that was the latest run', async ([, error]) => {
  let sent = 0;
  const send = () => {
    sent += 1;
    return Promise.reject(error);
  };
  for (const status of ['COMPLETED', 'TERMINATED', undefined]) {
    await expect(sendAcrossRuns(contextOf(status), message(send))).rejects.toBe(error);
  }
  expect(sent).toBe(3);
});

it('a refusal is an answer', async () => {
  const refused = updateFailed('not-open');
  const sent = sendAcrossRuns(
    contextOf('RUNNING'),
    message(() => Promise.reject(refused)),
  );
  await expect(sent).rejects.toBe(refused);
});

it.for([
  ['keeps turning the caller away', updateFailed('continuing')],
  ['does not answer', new WorkflowUpdateRPCTimeoutOrCancelledError('Deadline exceeded')],
] as const)('a run that %s until the deadline is still working', async ([, error]) => {
  const sent = sendAcrossRuns(
    contextOf('RUNNING'),
    message(() => Promise.reject(error), 200),
  );
  await expect(sent).rejects.toBeInstanceOf(InProgressError);
});
