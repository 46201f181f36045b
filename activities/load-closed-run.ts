import { type Client, WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { LifecycleSnapshot } from '../src/domain/lifecycle/lifecycle.js';

/** What an earlier run left behind: its result, or what can be saved of one that ended without any. */
export type Recall =
  | { readonly kind: 'ended'; readonly snapshot: LifecycleSnapshot }
  | {
      readonly kind: 'lost';
      /** The first start of its chain: the earliest moment at which anything may have been sent. */
      readonly since: number;
      /** What it was asked for, where it began with a request. */
      readonly terms?: { readonly reference: string };
      /** What the run before it had handed over, or left as its result. */
      readonly snapshot?: LifecycleSnapshot;
    };

/** One run is begun by another's end, and that by another's: so far back, and no further. */
const FURTHEST_BACK = 5;

/** The failure of a run that sent nothing, because its terms were none; they are not what the next one starts from. */
const REFUSED_INPUT = 'refused-input';

/**
 * Reads what a finished run left behind. Of one that ended without a result, what the run before it left is read too:
 * the terms that came first stay, and something may have been sent ever since the first start.
 */
export async function recall(
  client: Client,
  workflowId: string,
  runId: string,
  furthest = FURTHEST_BACK,
): Promise<Recall> {
  let isRefused = false;
  try {
    const result: unknown = await client.workflow.getHandle(workflowId, runId).result();
    if (isSnapshot(result)) return { kind: 'ended', snapshot: result };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    isRefused = error.cause instanceof ApplicationFailure && error.cause.type === REFUSED_INPUT;
  }
  const { input, startedAt, firstRunId } = await startOf(client, workflowId, runId);
  const first = firstRunId === runId ? startedAt : (await startOf(client, workflowId, firstRunId)).startedAt;
  const previousRunId = input.previousRunId ?? input.recoverFrom;
  const before =
    previousRunId === undefined || furthest === 0
      ? undefined
      : await recall(client, workflowId, previousRunId, furthest - 1);
  const lost = before?.kind === 'lost' ? before : undefined;
  const terms = lost?.terms ?? (isRefused ? undefined : input.terms);
  const snapshot = input.carried?.snapshot ?? before?.snapshot;
  return {
    kind: 'lost',
    since: Math.min(first, lost?.since ?? first),
    ...(terms && { terms }),
    ...(isSnapshot(snapshot) && { snapshot }),
  };
}

interface Begun {
  readonly terms?: { readonly reference: string };
  readonly previousRunId?: string;
  readonly recoverFrom?: string;
  readonly carried?: { readonly snapshot?: LifecycleSnapshot };
}

async function startOf(client: Client, workflowId: string, runId: string) {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const started = history?.events?.[0];
  const attributes = started?.workflowExecutionStartedEventAttributes;
  const decoded = await decodeArrayFromPayloads(
    client.options.loadedDataConverter,
    attributes?.input?.payloads,
  );
  const { seconds, nanos } = started?.eventTime ?? {};
  return {
    input: (typeof decoded[0] === 'object' && decoded[0] !== null ? decoded[0] : {}) as Begun,
    startedAt: Number(seconds ?? 0) * 1_000 + Math.floor((nanos ?? 0) / 1e6),
    firstRunId: attributes?.firstExecutionRunId || runId,
  };
}

function isSnapshot(value: unknown): value is LifecycleSnapshot {
  return typeof value === 'object' && value !== null && 'lifecycle' in value && 'state' in value;
}
