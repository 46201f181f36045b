import type { WorkflowExecutionDescription } from '@temporalio/client';
import { snapshot } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { followHistory, type HistoryEvent } from './history.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { inReadersTime } from './timeouts.js';
import type { ClientContext } from './context.js';
import { queryRun, readLifecycle } from './read.js';
import { findRun, isOpenRun } from './runs.js';
import { describedAs, valueIn, REVIEW, type Shown, STATE } from './search-attributes.js';

interface Which {
  readonly kind: AnyKind;
  readonly reference: string;
}

/**
 * The lifecycle as soon as its state or its review items change, or as it is when the time is over. Both are search
 * attributes, so that waiting costs one `describe` and a long poll on history, and no workflow task but for the query
 * at the end. One that is over has nothing to wait for.
 */
export async function waitForChange<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, reference }: Which,
  ms: number,
): Promise<Snapshot> {
  const until = Date.now() + ms;
  const workflowId = idOf(kind, reference);
  const read = () => queryRun(context, { kind, workflowId }, snapshot) as Promise<Snapshot>;
  const run = await findRun(inReadersTime(context), workflowId);
  if (!run || !isOpenRun(run)) return readLifecycle(context, kind, reference);
  const shown = describedAs(run);
  if (!isSurelyOpen(kind, shown)) {
    const first = await read();
    if (kind.isOver(first as never)) return first;
  }
  const isClosed = await untilChanged(context, run, { shown, until });
  return isClosed ? readLifecycle(context, kind, reference) : read();
}

/** By its state alone, which spares a query; one that has not shown its state yet is being loaded. */
function isSurelyOpen(kind: AnyKind, { state }: Shown): boolean {
  return state === undefined || (state === kind.firstState && !kind.isOver({ state } as never));
}

/** True when it has ended, false when it has changed or the time is over. */
async function untilChanged(
  context: ClientContext,
  { workflowId, runId, historyLength }: WorkflowExecutionDescription,
  { shown, until }: { readonly shown: Shown; readonly until: number },
): Promise<boolean> {
  const history = followHistory(context, workflowId, runId);
  for (;;) {
    const page = await history.next(until);
    if (!page) return false;
    if (page.isClosed) return true;
    // what had happened before is in what was described
    const isNew = ({ eventId }: HistoryEvent) => page.runId !== runId || Number(eventId) > historyLength;
    if (page.events.filter(isNew).some((event) => changes(event, shown))) return false;
  }
}

function changes(event: HistoryEvent, shown: Shown): boolean {
  const fields = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields ?? {};
  const isOther = (name: string, before: string | undefined) =>
    Object.hasOwn(fields, name) && valueIn(fields[name]) !== before;
  return isOther(STATE.name, shown.state) || isOther(REVIEW.name, shown.review);
}
