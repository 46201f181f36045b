import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import type { CollectionEvent } from '../../../src/domain/lifecycle/events/collection.js';
import { gatewayEvent, lifecycleId, type LifecycleKind } from '../../../workflows/shared/messages.js';
import type { World } from '../world/world.js';

/**
 * Starts a run by an event that the last run has handled already. The client does not do that, but two concurrent
 * deliveries can: both describe the closed run, and the second one starts its run after the first one's has closed.
 */
export async function startBySeenEvent(
  { client, taskQueue }: World,
  kind: Pick<LifecycleKind<never, never>, 'prefix' | 'type'>,
  reference: string,
): Promise<void> {
  const workflowId = lifecycleId(kind, reference);
  const handle = client.workflow.getHandle(workflowId);
  const { runId: previousRunId } = await handle.describe();
  const { seen, terms } = (await handle.result()) as CollectionSnapshot;
  const event: CollectionEvent = {
    kind: 'collection',
    key: seen[0]!,
    eventType: 'SUCCESSFUL_TRANSACTION',
    transactionReference: 'T1',
    paymentReference: reference,
    amountKobo: terms.amountKobo,
  };
  await client.workflow.signalWithStart(kind.type, {
    workflowId,
    taskQueue,
    args: [{ from: 'event', reference, previousRunId }],
    signal: gatewayEvent,
    signalArgs: [event],
  });
}
