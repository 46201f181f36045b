import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

const { EventType } = temporal.api.enums.v1;
export const HISTORIES = resolve(import.meta.dirname, '../../replay/histories');

/**
 * Not part of the exact count: the number of workflow tasks depends on what arrives together, and a test that moves time
 * adds further events.
 */
const NOT_COUNTED = /^WORKFLOW_TASK_|^WORKFLOW_EXECUTION_(OPTIONS_UPDATED|TIME_SKIPPING)/;

/**
 * What a run cost: the count of every history event by its name, workflow tasks apart. With OWARE_TEST_RECORD_HISTORIES set,
 * a history with a name is saved for the replay test.
 */
export async function costOf(client: Client, workflowId: string, recordAs?: string, runId?: string) {
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  if (recordAs !== undefined && process.env.OWARE_TEST_RECORD_HISTORIES !== undefined) {
    mkdirSync(HISTORIES, { recursive: true });
    writeFileSync(join(HISTORIES, `${recordAs}.json`), onePerLine(withoutMachine(historyToJSON(history))));
  }
  const names = (history.events ?? []).map(({ eventType }) =>
    (EventType[eventType ?? 0] ?? '').replace('EVENT_TYPE_', ''),
  );
  const counts: Record<string, number> = {};
  for (const name of names.filter((each) => !NOT_COUNTED.test(each))) counts[name] = (counts[name] ?? 0) + 1;
  return { counts, total: names.length };
}

/** Removes the names of the machine and the worker; replay does not read them. */
export function withoutMachine(json: string): RecordedHistory {
  const scrub = (key: string, value: unknown) => {
    if (key === 'identity') return 'worker';
    // where the code lay
    if (key === 'stackTrace') return '';
    const isSticky = key === 'name' && typeof value === 'string' && value.includes(hostname());
    return isSticky ? 'sticky' : value;
  };
  return JSON.parse(json, scrub) as RecordedHistory;
}

export interface RecordedHistory {
  readonly events: readonly { readonly eventType: string }[];
}

/** The form of a recorded history: one event per line, so that a difference names the events that differ. */
export function onePerLine({ events }: RecordedHistory): string {
  return `{"events":[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]}\n`;
}
