import { randomUUID } from 'node:crypto';
import { WithStartWorkflowOperation, type WorkflowExecutionDescription } from '@temporalio/client';
import { enable, type EnableRequest } from '../../workflows/services/webhook-endpoint/messages.js';
import {
  ENDPOINT_MEMO,
  endpointId,
  readEndpoint,
  WEBHOOK_ENDPOINT,
  WEBHOOK_ENDPOINT_LIFECYCLE,
  type WebhookEndpoint,
} from '../domain/webhook-endpoint.js';
import type { ClientContext } from './context.js';
import { InProgressError } from './errors.js';
import { sendAcrossRuns } from './repeat.js';
import { findRun } from './runs.js';
import { lifecycleAttribute } from './search-attributes.js';
import { isUnavailable, withReadTimeout } from './timeouts.js';

/** The merchant's webhook endpoint; undefined while no delivery has ever failed. */
export interface WebhookEndpointClient {
  /** Needs no worker. */
  get(): Promise<WebhookEndpoint | undefined>;
  /** Repeating it is safe. */
  enable(request: EnableRequest): Promise<WebhookEndpoint>;
}

export function createWebhookEndpointClient(context: ClientContext): WebhookEndpointClient {
  const workflowId = endpointId(context.taskQueue);
  return {
    get: async () => endpointIn(await findRun(withReadTimeout(context), workflowId)),
    enable: async (request) => {
      const until = Date.now() + context.timeoutMs;
      const updateId = randomUUID();
      const send = () => updateWithStart(context, request, updateId);
      try {
        return await sendAcrossRuns(context, { workflowId, until, send });
      } catch (error) {
        if (!(error instanceof InProgressError) && !isUnavailable(error)) throw error;
        throw new InProgressError('No worker has confirmed it. Check that a worker is running, and repeat.', {
          cause: error,
        });
      }
    },
  };
}

const endpointIn = (run: WorkflowExecutionDescription | undefined) =>
  readEndpoint(run?.memo?.[ENDPOINT_MEMO]);

/** Without a run, or after one that was terminated, it starts as enabled. */
function updateWithStart(
  { client, taskQueue }: ClientContext,
  request: EnableRequest,
  updateId: string,
): Promise<WebhookEndpoint> {
  const startWorkflowOperation = new WithStartWorkflowOperation(WEBHOOK_ENDPOINT, {
    workflowId: endpointId(taskQueue),
    taskQueue,
    args: [],
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: lifecycleAttribute(WEBHOOK_ENDPOINT_LIFECYCLE),
    staticSummary: 'The merchant’s webhook endpoint',
  });
  // a failed start also rejects this promise, which nothing else handles
  startWorkflowOperation.workflowHandle().catch(() => undefined);
  return client.workflow.executeUpdateWithStart(enable, {
    args: [request],
    updateId,
    startWorkflowOperation,
  });
}
