import type { CommandModule } from 'yargs';
import type { TimelineEntry } from '../../client/history-entries.js';
import { openApi } from '../api-connection.js';
import { type LifecycleArguments, lifecycleArguments, pathOfOne } from '../kind-argument.js';
import { jsonOption, print } from '../table.js';

type Options = LifecycleArguments & { readonly details: boolean; readonly json: boolean };

export const timelineCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    lifecycleArguments(args)
      .options({
        details: { type: 'boolean', default: false, describe: 'With what was sent and answered' },
        ...jsonOption,
      })
      .example(
        '$0 timeline checkout order-1 --details',
        'with what was sent and answered, without personal data',
      ),
  handler: async ({ json, details, ...of }) => {
    const { entries, isComplete } = await openApi().call('GET', `${pathOfOne(of)}/timeline`);
    print(entries as readonly TimelineEntry[], json, (all) =>
      all.flatMap((entry) => showEntry(entry, details)).join('\n'),
    );
    if (isComplete === false && !json) console.log('Older entries are not shown.');
  },
};

function showEntry(
  { at, kind, what, reason, error, attempts, sent, answered }: TimelineEntry,
  details: boolean,
) {
  const more = [reason, error && `failed: ${error}`, attempts && `${attempts} attempts`].filter(Boolean);
  const line = `${at}  ${kind.padEnd(8)} ${what}${more.length > 0 ? `: ${more.join(', ')}` : ''}`;
  const shown = { sent, answered };
  const parts = Object.entries(shown).filter(([, value]) => details && value !== undefined);
  return [line, ...parts.map(([name, value]) => `    ${name} ${JSON.stringify(value)}`)];
}
