import type { CommandModule } from 'yargs';
import { isSandbox, openApi, openSandbox } from '../api-connection.js';
import { CommandError } from '../explain-error.js';
import { jsonOption, showTable } from '../table.js';
import { isTrigger, TRIGGERS } from '../triggers.js';

interface Options {
  readonly scenario?: string | undefined;
  readonly json: boolean;
}

export const triggerCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .positional('scenario', { type: 'string', describe: 'What happens; lists all if omitted' })
      .options(jsonOption)
      .example('$0 trigger', 'list the scenarios')
      .example('$0 trigger checkout.paid', 'a payer pays: a signed event arrives, and the webhook is sent'),
  handler: async ({ scenario, json }) => {
    if (scenario === undefined) {
      const rows = Object.entries(TRIGGERS).map(([name, { about }]) => [name, about]);
      console.log(
        json ? JSON.stringify(Object.fromEntries(rows)) : showTable(['scenario', 'what happens'], rows),
      );
      return;
    }
    if (!isTrigger(scenario)) {
      throw new CommandError(
        `Unknown scenario '${scenario}'. Scenarios: ${Object.keys(TRIGGERS).join(', ')}.`,
      );
    }
    const api = openApi();
    if (!(await isSandbox(api))) {
      throw new CommandError(
        `\`oware trigger\` creates payments to try. The API at ${api.url} works with the live gateway.`,
      );
    }
    const made = await TRIGGERS[scenario].run({ api, sandbox: openSandbox() });
    if (json) console.log(JSON.stringify(made));
    else console.log(`${made.what}\nFollow it: oware timeline ${made.kind} ${made.reference}`);
  },
};
