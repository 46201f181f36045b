import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import {
  ASK_GATEWAY,
  type GatewayRead,
  type GatewayReadAnswer,
  gatewayReadId,
  type GatewayReadName,
  type GatewayReadResult,
} from '../../workflows/gateway-read/messages.js';
import { StillWorkingError } from './errors.js';
import { isSilence, withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { lifecycleAttribute } from './search-attributes.js';

/** Asks through a worker, because only workers hold the gateway's keys. It lasts no longer than the caller's timeout. */
export async function readFromGateway<Name extends GatewayReadName>(
  context: ClientContext,
  read: GatewayRead<Name>,
): Promise<GatewayReadAnswer<Name>> {
  const { client, taskQueue, timeoutMs } = context;
  try {
    const result = (await withinTimeout(context, () =>
      client.workflow.execute(ASK_GATEWAY, {
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
    if (!(error instanceof WorkflowFailedError) && !isSilence(error)) throw error;
  }
  throw new StillWorkingError('the gateway has not answered yet; ask again');
}
