import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '../../src/client/kinds.js';
import { nameOf } from '../../workflows/shared/messages.js';
import { provideBundle } from '../support/servers/find-and-bundle.js';
import { onePerLine, type RecordedHistory } from '../support/temporal/history.js';
import { replayOptions } from '../support/temporal/replay.js';

const FOLDER = join(import.meta.dirname, 'histories');
const HISTORIES = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

Runtime.install({ logger: new DefaultLogger('ERROR') });

let bundle: Awaited<ReturnType<typeof provideBundle>>;
let replayed: Map<string, Error | undefined>;
beforeAll(async () => {
  bundle = await provideBundle();
  replayed = await replay(Object.fromEntries(HISTORIES.map((file) => [file, read(file)])));
}, 120_000);
afterAll(() => bundle.remove());

function read(file: string) {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as RecordedHistory;
}

/** Replays in one worker: each loads the whole bundle. */
async function replay(files: Readonly<Record<string, object>>): Promise<Map<string, Error | undefined>> {
  const names = new Map<string, string>();
  const histories = Object.entries(files).map(([name, file]) => {
    const history = historyFromJSON(file);
    const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
    names.set(started?.originalExecutionRunId ?? '', name);
    // a run refuses a reference that its workflow id does not name
    return { history, workflowId: started?.workflowId ?? 'unknown' };
  });
  const results = new Map<string, Error | undefined>();
  for await (const { runId, error } of Worker.runReplayHistories(
    replayOptions({ codePath: bundle.path }),
    histories,
  )) {
    results.set(names.get(runId) ?? runId, error);
  }
  return results;
}

/** Recorded by `OWARE_TEST_RECORD_HISTORIES=all npm test`; a changed workflow is replayed against what ran before. */
describe('the workflows replay every recorded history', () => {
  it.each(KINDS.map(nameOf))('there is one of %s', (name) => {
    expect(HISTORIES.filter((file) => file.startsWith(`${name}-`))).not.toEqual([]);
  });

  it.each(HISTORIES)('%s', (file) => {
    expect(replayed.has(file)).toBe(true);
    expect(replayed.get(file)).toBeUndefined();
  });

  it.each(HISTORIES)('%s has one event per line; `vitest run --update` writes it so', async (file) => {
    await expect(onePerLine(read(file))).toMatchFileSnapshot(join(FOLDER, file));
  });

  it('a history of another workflow is a determinism violation', async () => {
    const history = read('checkout-hosted-paid.json');
    const timer = history.events.findIndex(({ eventType }) => eventType.includes('TIMER_STARTED'));
    expect(timer).toBeGreaterThan(0);
    // the window's timer becomes another command, which the workflow does not give
    const swapped = history.events.map((event, index) =>
      index === timer ? { ...event, eventType: 'EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES' } : event,
    );
    const results = await replay({ swapped: { events: swapped } });
    expect(results.get('swapped')).toBeInstanceOf(DeterminismViolationError);
  });
});
