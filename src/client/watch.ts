import { setTimeout as pause } from 'node:timers/promises';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import type { ClientContext } from './context.js';
import { InProgressError, UnavailableError } from './errors.js';
import { followHistory, type HistoryPage } from './history.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { readLifecycle } from './read.js';
import { isUnavailable } from './timeouts.js';
import { viewOf } from './view-of.js';
import type { WatchOptions } from './watch-options.js';

/** What to watch of it: the whole lifecycle unless given. */
export interface WatchRequest<Snapshot extends LifecycleSnapshot> extends WatchOptions {
  readonly toView?: (snapshot: Snapshot) => object | undefined;
  readonly isFinal?: (snapshot: Snapshot) => boolean;
}

interface Target {
  readonly kind: AnyKind;
  readonly reference: string;
}

const OUTAGE_MS = 300_000;
const POLL_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

/**
 * The lifecycle as it is, and after each change, until it is final. It follows the history from run to run, like
 * `confirm`, and reads after each workflow task: a change between two reads shows in the later one.
 */
export async function* watchLifecycle<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, reference }: Target,
  { signal, outageMs = OUTAGE_MS, ...what }: WatchRequest<Snapshot> = {},
): AsyncGenerator<Snapshot, void, undefined> {
  const workflowId = idOf(kind, reference);
  const { toView = (snapshot: Snapshot) => viewOf<Snapshot>(kind as never, snapshot) } = what;
  const { isFinal = (snapshot: Snapshot) => kind.isOver(snapshot as never) } = what;
  const ask = <Answer>(call: () => Promise<Answer>) => abortable(context, signal, call);
  let history = followHistory(context, workflowId);
  let page: HistoryPage | undefined;
  let shown: string | undefined;
  const outage = createOutage(outageMs, signal);

  for (;;) {
    try {
      // the position in the history first: a change after this read then shows in a later page
      page ??= await ask(() => history.next(Date.now() + POLL_MS));
      const snapshot = await ask(() => readLifecycle<Snapshot>(context, kind, reference));
      outage.end();
      const text = JSON.stringify(toView(snapshot));
      if (text !== shown) {
        shown = text;
        yield snapshot;
      }
      if (isFinal(snapshot) || page?.isClosed) return;
      do page = await ask(() => history.next(Date.now() + POLL_MS));
      while (!page || !mayChange(page));
    } catch (error) {
      await outage.waitFor(error);
      [history, page] = [followHistory(context, workflowId), undefined];
    }
  }
}

/** Only workflow tasks change a lifecycle. */
function mayChange({ events, isClosed }: HistoryPage): boolean {
  return isClosed || events.some((event) => event.workflowTaskCompletedEventAttributes);
}

async function abortable<Answer>(
  { client }: ClientContext,
  signal: AbortSignal | undefined,
  call: () => Promise<Answer>,
): Promise<Answer> {
  if (!signal) return call();
  signal.throwIfAborted();
  try {
    const answer = await client.withAbortSignal(signal, call);
    // a cancelled long poll returns like one that has timed out
    signal.throwIfAborted();
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Waits while Temporal or every worker is away, for a limited time. */
function createOutage(outageMs: number, signal: AbortSignal | undefined) {
  let since: number | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  return {
    end(): void {
      since = undefined;
      pauseMs = FIRST_PAUSE_MS;
    },
    /** Throws the error when it is none of an outage, or when the outage has lasted too long. */
    async waitFor(error: unknown): Promise<void> {
      since ??= Date.now();
      if (!isOutage(error) || Date.now() - since > outageMs) throw error;
      await pause(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    },
  };
}

function isOutage(error: unknown): boolean {
  return error instanceof UnavailableError || error instanceof InProgressError || isUnavailable(error);
}
