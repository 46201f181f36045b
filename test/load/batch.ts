import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runBatch } from './batch-run.js';

/**
 * Pays a large batch, 3 % of whose rows fail, under `oware dev`; with --kill-every, each worker is killed after so many
 * seconds. Exits with code 1 when a row's result differs from the ledger, or when the worker's memory or the history is
 * above its bound.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, 'kill-every': { type: 'string' } },
});
const rows = Number(values.rows);
const killEvery = values['kill-every'];
const LIMIT_MS = 40 * 60_000;
const MOST_WORKER_MB = 500;
const MOST_EVENTS_A_RUN = 10_000;
const MOST_EVENTS_A_ROW = 4;

const startedAt = Date.now();
const say = (text: string) =>
  console.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${text}`);
const seconds = (ms: number) => (ms / 1_000).toFixed(1);

const folder = mkdtempSync(join(tmpdir(), 'oware-load-'));
const { storedMs, completedMs, kills, peakMb, cost, unsent, warnings, repeated, differences } =
  await runBatch(folder, {
    rows,
    failing: Math.round(rows * 0.03),
    killEveryMs: killEvery === undefined ? undefined : Number(killEvery) * 1_000,
    limitMs: LIMIT_MS,
    say,
  }).finally(() => rmSync(folder, { recursive: true, force: true }));

const eventsARow = cost.own / rows;
say(`${rows} rows: stored in ${seconds(storedMs)} s, completed in ${seconds(completedMs)} s, ${kills} kills`);
say(`rows that an operator concluded as not sent, safe to pay again: ${unsent}`);
say(`calls repeated: ${repeated.unavailable} of 503, ${repeated.working} of 202, ${repeated.broken} broken`);
say(`history: ${cost.runs} runs, ${cost.total} events, ${cost.largestRun} in the largest run`);
say(`history events a row, without events about rows and their tasks: ${eventsARow.toFixed(2)}`);
say(`peak memory of the worker: ${peakMb} MB, at most ${MOST_WORKER_MB} MB`);
say(`warnings and errors in the logs: ${warnings.length}`);
for (const warning of warnings.slice(0, 5)) say(warning);
const found = [
  ...differences,
  ...(peakMb < MOST_WORKER_MB ? [] : [`the worker used ${peakMb} MB`]),
  ...(cost.largestRun < MOST_EVENTS_A_RUN ? [] : [`a run has ${cost.largestRun} history events`]),
  ...(eventsARow <= MOST_EVENTS_A_ROW ? [] : [`${eventsARow.toFixed(2)} history events a row`]),
];
for (const difference of found.slice(0, 20)) say(`DIFFERENCE: ${difference}`);
say(found.length === 0 ? 'no difference' : `${found.length} DIFFERENCES found`);
process.exit(found.length === 0 ? 0 : 1);
