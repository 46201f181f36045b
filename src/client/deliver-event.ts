import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { gatewayEvent } from '../../workflows/shared/messages.js';
import type { LifecycleEvent } from '../domain/lifecycle/event.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { withinGatewayTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { resultOf } from './read.js';
import { latestRun, STALE_AFTER_MS } from './runs.js';
import { attributesAfter, attributesUnasked } from './search-attributes.js';

interface Target {
  readonly kind: AnyKind;
  /** As the gateway sent it: not always a reference that our API would accept. */
  readonly reference: string;
}

/**
 * What became of an event: Temporal has stored it, or its lifecycle had ended and had handled it. `unknown-reference`: it was
 * not delivered, because there is no such lifecycle and too many were opened by such events.
 */
export type EventDelivery = 'accepted' | 'repeated' | 'unknown-reference';

/**
 * Delivers an event to its lifecycle. An open run receives a signal; if the last run is closed, or there never was one,
 * the event starts a new run, which loads the last. Returns only when Temporal has accepted the event.
 */
export async function deliverEvent(
  context: ClientContext,
  target: Target,
  event: LifecycleEvent,
  mayOpen?: () => Promise<boolean>,
): Promise<EventDelivery> {
  return withinGatewayTimeout(context, () => deliver(context, target, event, mayOpen));
}

async function deliver(
  context: ClientContext,
  { kind, reference }: Target,
  event: LifecycleEvent,
  mayOpen: (() => Promise<boolean>) | undefined,
): Promise<EventDelivery> {
  const { client, signalClient, taskQueue } = context;
  const workflowId = idOf(kind, reference);
  const handle = signalClient.workflow.getHandle(workflowId);
  for (;;) {
    const delivered = await handle.signal(gatewayEvent, event).then(() => true, ignoreNotFound);
    if (delivered) return 'accepted';
    const describedAt = performance.now();
    const { runId: previousRunId, ended } = await findClosedRun(client, workflowId);
    // a repeat of a handled event starts nothing: replayed events must not cost runs
    if (ended && (ended.seen.includes(event.key) || kind.isKnownEvent?.(ended as never, event))) {
      return 'repeated';
    }
    if (performance.now() - describedAt > STALE_AFTER_MS) continue;
    const isUnknown = previousRunId === undefined;
    if (isUnknown && mayOpen && !(await mayOpen())) return 'unknown-reference';
    await client.workflow.signalWithStart(kind.type, {
      workflowId,
      taskQueue,
      args: [{ from: 'event', reference, ...(previousRunId !== undefined && { previousRunId }) }],
      signal: gatewayEvent,
      signalArgs: [event],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      typedSearchAttributes: isUnknown ? attributesUnasked(kind) : attributesAfter(context, kind, ended),
      staticSummary: `Gateway event for ${workflowId}`,
    });
    return 'accepted';
  }
}

/** The latest run, and its result if it completed. */
async function findClosedRun(
  client: Client,
  workflowId: string,
): Promise<{ readonly runId?: string; readonly ended?: LifecycleSnapshot }> {
  const run = await latestRun(client, workflowId);
  if (!run) return {};
  const { runId } = run;
  const ended = run.status.name === 'COMPLETED' ? await resultOf(client, { workflowId, runId }) : undefined;
  return { runId, ...(ended && { ended }) };
}

function ignoreNotFound(error: unknown): false {
  if (error instanceof WorkflowNotFoundError) return false;
  throw error;
}
