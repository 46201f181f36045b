import type { CommandModule } from 'yargs';
import { KINDS } from '../../client/kinds.js';
import { type Answer, openApi } from '../api-connection.js';
import { type LifecycleArguments, lifecycleArguments, pathOfKind, pathOfOne } from '../kind-argument.js';
import { jsonOption } from '../table.js';

type Options = LifecycleArguments & { readonly json: boolean };

const WAIT = '30s';

export const watchCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    lifecycleArguments(args)
      .options(jsonOption)
      .example('$0 watch checkout order-1', 'until it is paid or ends'),
  handler: async ({ json, ...of }) => {
    const api = openApi();
    const path = pathOfOne(of);
    const states = KINDS.find((kind) => kind.path === pathOfKind(of.kind))?.states ?? {};
    let shown = '';
    for (let wait = ''; ; wait = `?wait=${WAIT}`) {
      const answer = await api.call('GET', `${path}${wait}`);
      const line = showChange(answer);
      if (line !== shown) console.log(json ? JSON.stringify(answer) : line);
      shown = line;
      // a state that waits for nothing is an end
      if (states[String(answer.state)]?.waitsFor === undefined) return;
    }
  },
};

function showChange({ state, reason, reviewItems = [], transitions = [] }: Answer): string {
  const at = (transitions as readonly { at: string }[]).at(-1)?.at ?? '';
  const review = (reviewItems as readonly { key: string }[]).map(({ key }) => `  needs review: ${key}`);
  return [`${at}  ${String(state)}: ${String(reason)}`, ...review].join('\n');
}
