import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import {
  READ_GATEWAY,
  type GatewayRead,
  type GatewayReadAnswer,
  gatewayReadId,
  type GatewayReadName,
  type GatewayReadResult,
} from '../../workflows/services/gateway-read/messages.js';
import { InProgressError } from './errors.js';
import { isUnavailable, withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { lifecycleAttribute } from './search-attributes.js';

/** Reads through a worker, because only workers hold the gateway's keys. Takes at most the caller's timeout. */
export async function readFromGateway<Name extends GatewayReadName>(
  context: ClientContext,
  read: GatewayRead<Name>,
): Promise<GatewayReadAnswer<Name>> {
  const { client, taskQueue, timeoutMs } = context;
  try {
    const result = (await withinTimeout(context, () =>
      client.workflow.execute(READ_GATEWAY, {
        workflowId: gatewayReadId(randomUUID()),
        taskQueue,
        args: [read],
        workflowRunTimeout: timeoutMs,
        typedSearchAttributes: lifecycleAttribute('gateway-read'),
        staticSummary: `Gateway read: ${read.name}`,
      }),
    )) as GatewayReadResult;
    if (result.kind !== 'unanswered') return result as GatewayReadAnswer<Name>;
  } catch (error) {
    if (!(error instanceof WorkflowFailedError) && !isUnavailable(error)) throw error;
  }
  throw new InProgressError('The gateway has not answered yet. Retry the identical request.');
}
