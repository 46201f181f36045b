import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { temporal } from '@temporalio/proto';
import { KINDS } from '../../../src/client/kinds.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { nameOf } from '../../../workflows/shared/messages.js';
import { HISTORIES, onePerLine, withoutMachine } from './history.js';

type History = temporal.api.history.v1.IHistory;
type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** Longer ones show nothing that shorter ones do not. */
const MOST_EVENTS = 250;
const MOST_RUNS = 1_500;

/**
 * Saves histories of every kind that together show each state, each command and signal, each way in which a run begins, and each in
 * which it ends: the shortest first, and only those that show something new.
 */
export async function recordWays(connection: Connection): Promise<number> {
  const client = new Client({ connection, dataConverter: createDataConverter() });
  let count = 0;
  for (const kind of KINDS) {
    const shown = new Set<string>();
    for (const history of await shortestFirst(client, kind.prefix)) {
      const news = waysIn(history.events ?? []).filter((way) => !shown.has(way));
      const [first] = news;
      if (first === undefined) continue;
      for (const way of news) shown.add(way);
      const file = `${nameOf(kind)}-way-${first}.json`;
      writeFileSync(join(HISTORIES, file), onePerLine(withoutMachine(historyToJSON(history))));
      count += 1;
    }
  }
  return count;
}

async function shortestFirst(client: Client, prefix: string): Promise<History[]> {
  const query = `OwareLifecycle = "${prefix}" AND ExecutionStatus IN ("Completed", "ContinuedAsNew")`;
  const found: { readonly workflowId: string; readonly runId: string; readonly length: number }[] = [];
  for await (const { workflowId, runId, historyLength: length } of client.workflow.list({ query })) {
    if (length <= MOST_EVENTS) found.push({ workflowId, runId, length });
  }
  const runs = found.toSorted((one, other) => one.length - other.length).slice(0, MOST_RUNS);
  const histories: History[] = [];
  for (const { workflowId, runId } of runs) {
    histories.push(await client.workflow.getHandle(workflowId, runId).fetchHistory());
  }
  return histories;
}

/** What a history shows: "state-paused", "update-approve", "signal-gatewayevent", "from-carried", "recovered", "continued". */
function waysIn(events: readonly HistoryEvent[]): string[] {
  return events.flatMap((event) => [
    ...beginningIn(event),
    ...stateIn(event),
    ...named('update', event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.name),
    ...named('signal', event.workflowExecutionSignaledEventAttributes?.signalName),
    ...(event.workflowExecutionContinuedAsNewEventAttributes ? ['continued'] : []),
  ]);
}

function beginningIn({ workflowExecutionStartedEventAttributes: started }: HistoryEvent): string[] {
  const [input] = (started?.input?.payloads ?? []).map(({ data }) => textOf(data));
  if (input === undefined) return [];
  const { from, recoverFrom } = JSON.parse(input) as { from?: string; recoverFrom?: string };
  return [...named('from', from), ...(recoverFrom === undefined ? [] : ['recovered'])];
}

function stateIn({ upsertWorkflowSearchAttributesEventAttributes: upserted }: HistoryEvent): string[] {
  const state = upserted?.searchAttributes?.indexedFields?.OwareState?.data;
  return state ? named('state', String(JSON.parse(textOf(state)))) : [];
}

const textOf = (data: Uint8Array | null | undefined) => Buffer.from(data ?? []).toString();

const named = (what: string, name: string | null | undefined): string[] =>
  name ? [`${what}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`] : [];
