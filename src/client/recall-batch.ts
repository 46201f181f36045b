import { batches as BATCH } from '../../workflows/lifecycles.js';
import { cancelOf, gatewayEvent } from '../../workflows/shared/messages.js';
import type { ReceivedByBatch } from '../domain/batch/batch.js';
import { readLifecycleEvent } from '../domain/lifecycle/event.js';
import { isObject } from '../domain/shapes.js';
import type { ClientContext } from './context.js';
import type { HistoryEvent } from './history.js';
import { idOf } from './ids.js';
import { decode, readRuns } from './run-histories.js';

/** Each the predecessor of the next. */
const MOST_RUNS = 50;

/**
 * What a lost run of a batch, and those before it, received: Temporal keeps their signals and commands, although what they knew is
 * lost. Of several claims the first counts.
 */
export async function recallBatch(
  context: ClientContext,
  batch: string,
  runId: string,
): Promise<ReceivedByBatch> {
  let received: ReceivedByBatch = {};
  for await (const { events } of readRuns(context, idOf(BATCH, batch), { runId, mostRuns: MOST_RUNS })) {
    for (const event of [...events].reverse()) {
      const retriedBy = await claimIn(context, event);
      received = {
        ...received,
        ...(retriedBy !== undefined && { retriedBy }),
        ...(isCancel(event) && { isCancelled: true }),
      };
    }
  }
  return received;
}

async function claimIn(
  context: ClientContext,
  { workflowExecutionSignaledEventAttributes: signal }: HistoryEvent,
): Promise<string | undefined> {
  if (signal?.signalName !== gatewayEvent.name) return undefined;
  const [given] = await decode(context, signal.input?.payloads);
  const event = isObject(given) ? readLifecycleEvent(given) : undefined;
  return event?.kind === 'batch-retried' ? event.by : undefined;
}

const isCancel = ({ workflowExecutionUpdateAcceptedEventAttributes: update }: HistoryEvent) =>
  update?.acceptedRequest?.input?.name === cancelOf().update.name;
