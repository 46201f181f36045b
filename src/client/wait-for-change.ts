import type { WorkflowExecutionDescription } from '@temporalio/client';
import { snapshot } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { followHistory, type HistoryEvent } from './history.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { withReadTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { queryRun, readLifecycle } from './read.js';
import { findRun, isOpenRun } from './runs.js';
import { visibleStateOf, valueIn, REVIEW, type VisibleState, STATE } from './search-attributes.js';

interface Target {
  readonly kind: AnyKind;
  readonly reference: string;
}

/**
 * Returns the lifecycle as soon as its state or its review items change, or on timeout. Both are search attributes, so
 * waiting costs one `describe` and a long poll on history, and no workflow task except the query at the end. A closed
 * lifecycle returns at once.
 */
export async function waitForChange<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, reference }: Target,
  ms: number,
): Promise<Snapshot> {
  const until = Date.now() + ms;
  const workflowId = idOf(kind, reference);
  const read = () => queryRun(context, { kind, workflowId }, snapshot) as Promise<Snapshot>;
  const run = await findRun(withReadTimeout(context), workflowId);
  if (!run || !isOpenRun(run)) return readLifecycle(context, kind, reference);
  const visible = visibleStateOf(run);
  if (!isSurelyOpen(kind, visible)) {
    const first = await read();
    if (kind.isOver(first as never)) return first;
  }
  const isClosed = await untilChanged(context, run, { visible, until });
  return isClosed ? readLifecycle(context, kind, reference) : read();
}

/** From the state alone, which saves a query; a run without a visible state is still loading. */
function isSurelyOpen(kind: AnyKind, { state }: VisibleState): boolean {
  return state === undefined || (state === kind.firstState && !kind.isOver({ state } as never));
}

/** True when the run has closed, false when it has changed or on timeout. */
async function untilChanged(
  context: ClientContext,
  { workflowId, runId, historyLength }: WorkflowExecutionDescription,
  { visible, until }: { readonly visible: VisibleState; readonly until: number },
): Promise<boolean> {
  const history = followHistory(context, workflowId, runId);
  for (;;) {
    const page = await history.next(until);
    if (!page) return false;
    if (page.isClosed) return true;
    // the description includes the earlier events
    const isNew = ({ eventId }: HistoryEvent) => page.runId !== runId || Number(eventId) > historyLength;
    if (page.events.filter(isNew).some((event) => changes(event, visible))) return false;
  }
}

function changes(event: HistoryEvent, visible: VisibleState): boolean {
  const fields = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields ?? {};
  const isOther = (name: string, before: string | undefined) =>
    Object.hasOwn(fields, name) && valueIn(fields[name]) !== before;
  return isOther(STATE.name, visible.state) || isOther(REVIEW.name, visible.review);
}
