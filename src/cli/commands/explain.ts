import type { CommandModule } from 'yargs';
import type { Explanation } from '../../domain/lifecycle/explanation.js';
import { openApi } from '../api-connection.js';
import { type LifecycleArguments, lifecycleArguments, pathOfOne } from '../kind-argument.js';
import { jsonOption } from '../table.js';

type Options = LifecycleArguments & { readonly json: boolean };

export const explainCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    lifecycleArguments(args).options(jsonOption).example('$0 explain checkout order-1', 'one checkout'),
  handler: async ({ json, ...of }) => {
    const answer = await openApi().call('GET', `${pathOfOne(of)}/explain`);
    console.log(json ? JSON.stringify(answer, null, 2) : showExplanation(answer as unknown as Explanation));
  },
};

function showExplanation({ summary, happened, waitsFor, next, review, customer }: Explanation): string {
  return [
    summary,
    ...section('What happened', happened),
    ...(waitsFor === undefined ? [] : section('It waits for', [waitsFor])),
    ...section('What Oware does next', next),
    ...section('What needs a person', review),
    ...(customer === undefined ? [] : section('What to say to the customer', [customer])),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
