import type { CommandModule } from 'yargs';
import { withOperatorClient } from '../operator.js';
import { showChanges, showPauses } from '../show-pauses.js';
import { jsonOption } from '../table.js';

interface Options {
  readonly json: boolean;
  readonly history: boolean;
}

export const pausesCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args.options({
      history: { type: 'boolean', default: false, describe: 'The latest pauses and resumes instead' },
      ...jsonOption,
    }),
  handler: ({ json, history }) =>
    withOperatorClient(async ({ pauses }) => {
      if (history) {
        const changes = await pauses.changes();
        console.log(json ? JSON.stringify(changes, null, 2) : showChanges(changes));
        return;
      }
      const [current, waiting] = await Promise.all([pauses.list(), pauses.waiting()]);
      const list = { pauses: current, waiting };
      console.log(json ? JSON.stringify(list, null, 2) : showPauses(list));
    }),
};
