import { createHash } from 'node:crypto';
import { type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import { gatewayReported, storyId } from '../../workflows/shared/messages.js';
import type { News } from '../domain/news.js';
import { isReference } from '../domain/reference.js';
import { UnavailableError } from './errors.js';
import type { AnyKind } from './kinds.js';
import { isSilence, patiently } from './patience.js';
import type { Reach } from './reach.js';
import { storyAttribute } from './search-attributes.js';

/** The gateway repeats what is not answered; it does not say after how long, and others found five seconds. */
const GATEWAY_PATIENCE_MS = 4_000;

/** More than this between looking and starting, and the run may have been started by somebody else. */
const STALE_AFTER_MS = 1_000;

interface Which {
  readonly kind: AnyKind;
  /** As the gateway has it: not always one that we would have allowed. */
  readonly reference: string;
}

/**
 * Brings news to a story. A running one is signalled; for one that is over (or was never here) a new run is
 * started from the news, which recalls the last. Returns only when Temporal has accepted it.
 */
export async function bringNews(reach: Reach, which: Which, news: News): Promise<void> {
  const patienceMs = Math.min(reach.patienceMs, GATEWAY_PATIENCE_MS);
  try {
    await patiently({ ...reach, patienceMs }, () => deliver(reach, which, news));
  } catch (error) {
    if (isSilence(error)) throw new UnavailableError('Temporal does not answer');
    throw error;
  }
}

async function deliver({ client, taskQueue }: Reach, which: Which, news: News): Promise<void> {
  const { kind } = which;
  const workflowId = storyId(kind, isReference(which.reference) ? which.reference : hashed(which.reference));
  const handle = client.workflow.getHandle(workflowId);
  for (;;) {
    const delivered = await handle.signal(gatewayReported, news).then(() => true, ignoreNotFound);
    if (delivered) return;
    const lookedAt = performance.now();
    const previousRunId = await latestRunId(handle);
    if (performance.now() - lookedAt > STALE_AFTER_MS) continue;
    await client.workflow.signalWithStart(kind.type, {
      workflowId,
      taskQueue,
      args: [
        { from: 'news', reference: which.reference, ...(previousRunId !== undefined && { previousRunId }) },
      ],
      signal: gatewayReported,
      signalArgs: [news],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      typedSearchAttributes: storyAttribute(kind.story),
      staticSummary: `News of ${workflowId}`,
    });
    return;
  }
}

/** Workflow ids are shown in plain text everywhere: a reference that we did not allow does not enter them. */
function hashed(given: string): string {
  return `x-${createHash('sha256').update(given).digest('hex').slice(0, 40)}`;
}

async function latestRunId(handle: WorkflowHandle): Promise<string | undefined> {
  const described = await handle.describe().catch(ignoreNotFound);
  return described ? described.runId : undefined;
}

function ignoreNotFound(error: unknown): false {
  if (error instanceof WorkflowNotFoundError) return false;
  throw error;
}
