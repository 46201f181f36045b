import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

const { EventType } = temporal.api.enums.v1;
const FOLDER = resolve(import.meta.dirname, '../../replay/histories');

/**
 * Kept out of the exact count: how many tasks a story takes depends on what arrives together, and a test that
 * moves time adds events of its own.
 */
const NOT_COUNTED = /^WORKFLOW_TASK_|^WORKFLOW_EXECUTION_(OPTIONS_UPDATED|TIME_SKIPPING)/;

/**
 * What a run cost: every event by its name, workflow tasks apart. With OWARE_RECORD_HISTORIES set, a
 * history that has a name is kept for the replay test.
 */
export async function costOf(client: Client, workflowId: string, recordAs?: string, runId?: string) {
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  if (recordAs !== undefined && process.env.OWARE_RECORD_HISTORIES !== undefined) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${recordAs}.json`), withoutMachine(historyToJSON(history)));
  }
  const names = (history.events ?? []).map(({ eventType }) =>
    (EventType[eventType ?? 0] ?? '').replace('EVENT_TYPE_', ''),
  );
  const counts: Record<string, number> = {};
  for (const name of names.filter((each) => !NOT_COUNTED.test(each))) counts[name] = (counts[name] ?? 0) + 1;
  return { counts, total: names.length };
}

/** Whoever ran it, and where, is nobody's business; replay does not look at it. */
function withoutMachine(json: string): string {
  const scrub = (key: string, value: unknown) => {
    if (key === 'identity') return 'worker';
    // where the code lay
    if (key === 'stackTrace') return '';
    const isSticky = key === 'name' && typeof value === 'string' && value.includes(hostname());
    return isSticky ? 'sticky' : value;
  };
  return `${JSON.stringify(JSON.parse(json), scrub, 1)}\n`;
}
