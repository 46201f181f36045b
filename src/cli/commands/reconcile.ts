import type { CommandModule } from 'yargs';
import { addDays, dayOf, isDay } from '../../domain/calendar.js';
import { showNaira } from '../../domain/money.js';
import { DIFFERENCE_CLASSES } from '../../domain/sweep/difference.js';
import { isSweepOver, type SweepSnapshot, unresolvedIn } from '../../domain/sweep/sweep.js';
import { toSweep } from '../../domain/sweep/view.js';
import { CommandError } from '../explain-error.js';
import { withOperatorClient } from '../operator.js';
import { showProgress } from '../progress.js';
import { jsonOption, showTable } from '../table.js';

interface Options {
  readonly day: string | undefined;
  readonly wait: boolean;
  readonly json: boolean;
}

const EPILOGUE = `Lifecycles that differ are woken, as by an event of the gateway, and looked at again minutes later. A second run for the
same day is safe: it finds what is still different.`;

/** How long one wait for a change lasts. */
const WAIT_MS = 10_000;

export const reconcileCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .options({
        day: { type: 'string', describe: 'The day in West Africa Time [default: yesterday]' },
        wait: { type: 'boolean', default: true, describe: 'Wait for the end; --no-wait only starts it' },
        ...jsonOption,
      })
      .example('$0 reconcile --day 2026-01-31', 'compare one day')
      .epilogue(EPILOGUE),
  handler: async ({ day = addDays(dayOf(Date.now()), -1), wait, json }) => {
    if (!isDay(day)) throw new CommandError(`--day ${String(day)}: expected a day, such as 2026-01-31`);
    if (day > dayOf(Date.now())) throw new CommandError(`--day ${day} is in the future.`);
    const sweep = await withOperatorClient(async ({ sweeps }) => {
      const progress = showProgress();
      let latest: SweepSnapshot = await sweeps.sweep(day);
      while (wait && !isSweepOver(latest.state)) {
        const { done, of, reason } = latest;
        progress.onProgress({ phase: 'waiting', line: `${reason}: ${done} of ${of || '?'} periods` });
        latest = await sweeps.waitForChange(day, WAIT_MS);
      }
      progress.done();
      return latest;
    });
    console.log(json ? JSON.stringify(toSweep(sweep), null, 2) : showSweep(sweep));
    if (sweep.state === 'DIFFERENCES' || sweep.state === 'INCOMPLETE') process.exitCode = 2;
  },
};

function showSweep(sweep: SweepSnapshot): string {
  const { terms, state, reason, here, there, differences } = sweep;
  const left = unresolvedIn(sweep);
  const records = [...new Set([...here, ...there].map(({ source, state: of }) => `${source} ${of}`))].sort();
  const cell = (tallies: typeof here, record: string) => {
    const found = tallies.find((each) => `${each.source} ${each.state}` === record);
    return found ? `${found.count} (${showNaira(found.sumKobo)})` : '';
  };
  const totals = records.map((record) => [record, cell(here, record), cell(there, record)]);
  const found = DIFFERENCE_CLASSES.map((each) => {
    const all = differences.filter((one) => one.class === each);
    return [each, String(all.length), String(all.filter(({ resolved }) => !resolved).length)];
  });
  const open = left.map(({ class: one, source, key, at, here: ours, there: theirs, atRiskKobo }) => [
    one,
    `${source} ${key}`,
    `${at.lifecycle}:${at.reference}`,
    ours?.state ?? '-',
    theirs?.state ?? '-',
    showNaira(atRiskKobo),
  ]);
  return [
    `${terms.reference}: ${state}, ${reason}`,
    showTable(['records', 'Oware', 'gateway'], totals),
    showTable(['difference', 'found', 'left'], found),
    ...(open.length > 0
      ? [showTable(['difference', 'record', 'lifecycle', 'Oware', 'gateway', 'at risk'], open)]
      : []),
  ].join('\n');
}
