import type { CommandModule } from 'yargs';
import { openApi } from '../api-connection.js';
import { type LifecycleArguments, lifecycleArguments, pathOfOne } from '../kind-argument.js';
import { showFields } from '../show-fields.js';
import { jsonOption } from '../table.js';

type Options = LifecycleArguments & { readonly json: boolean };

export const showCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    lifecycleArguments(args)
      .options(jsonOption)
      .example('$0 show checkout order-1', 'one checkout')
      .example('$0 show checkout:order-1', 'the same, by its workflow id'),
  handler: async ({ json, ...of }) => {
    const answer = await openApi().call('GET', pathOfOne(of));
    console.log(json ? JSON.stringify(answer, null, 2) : showFields(answer));
  },
};
