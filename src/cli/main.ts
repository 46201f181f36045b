import { createRequire } from 'node:module';
import yargs, { type Argv, type CommandModule } from 'yargs';
import { ACTIONS, CREATED } from './api-commands.js';
import { CommandError, EXIT_CODES, explainCommand } from './explain-error.js';

const EPILOGUE = `Exit codes: 0 done, 1 failed, 2 reconcile found differences, 3 the API refused the request, 4 the outcome is unknown: repeat
exactly the command that the message ends with. \`oware <command> --help\` has examples.`;

/** A command with any options; each command types its own. */
interface Command {
  readonly builder?: unknown;
  handler(args: never): void | Promise<void>;
}

/** Description and loader of each command. Commands load on demand because most are heavy. */
export const COMMANDS: Readonly<
  Record<string, readonly [describe: string | false, load: () => Promise<Command>]>
> = {
  dev: [
    'Run everything on this machine: Temporal, sandbox, worker, api, webhook listener',
    async () => (await import('./commands/dev.js')).devCommand,
  ],
  demo: [
    'Run every scenario against the sandbox and narrate it: each step, the ledger entries, a link to the workflow',
    async () => (await import('./commands/demo.js')).demoCommand,
  ],
  temporal: [
    'Run a Temporal server with its Web UI, or prepare the one at TEMPORAL_ADDRESS',
    async () => (await import('./commands/temporal.js')).temporalCommand,
  ],
  worker: [
    'Run workflows and gateway calls',
    async () => (await import('./commands/worker.js')).workerCommand,
  ],
  api: [
    'Serve the merchant API and the gateway event endpoint',
    async () => (await import('./commands/api.js')).apiCommand,
  ],
  sandbox: [
    'Run the sandbox, a simulated gateway: bank simulator, hosted checkout, ledger, faults',
    async () => (await import('./commands/sandbox.js')).sandboxCommand,
  ],
  ...Object.fromEntries(
    CREATED.map(({ name, about }) => [
      name,
      [about, async () => (await import('./commands/create.js')).createCommand(name)] as const,
    ]),
  ),
  'list <kind>': [
    'List checkouts, transfers, mandates … by state, amount, customer or review',
    async () => (await import('./commands/list.js')).listCommand,
  ],
  'show <kind> [reference]': [
    'Show one of them in full',
    async () => (await import('./commands/show.js')).showCommand,
  ],
  'explain <kind> [reference]': [
    'Say in plain sentences what happened, what it waits for, and what to say to the customer',
    async () => (await import('./commands/explain.js')).explainCommand,
  ],
  'timeline <kind> [reference]': [
    'Show what happened in order: states, events, gateway calls, webhooks',
    async () => (await import('./commands/timeline.js')).timelineCommand,
  ],
  'watch <kind> [reference]': [
    'Print every change until the end',
    async () => (await import('./commands/watch.js')).watchCommand,
  ],
  ...Object.fromEntries(
    ACTIONS.map(({ name, about }) => [
      `${name} <kind> [reference]`,
      [about, async () => (await import('./commands/act.js')).actCommand(name)] as const,
    ]),
  ),
  reviews: [
    'List everything with an open review item, with the amount at risk',
    async () => (await import('./commands/reviews.js')).reviewsCommand,
  ],
  'resolve-all': [
    'Dismiss every open review item of one kind, after a storm of events',
    async () => (await import('./commands/resolve-all.js')).resolveAllCommand,
  ],
  'resolve <kind> [reference]': [
    'Resolve a review item, with a reason',
    async () => (await import('./commands/resolve.js')).resolveCommand,
  ],
  'webhooks [kind] [reference]': [
    'List the webhooks of one of them with their deliveries, or those of everything since a time',
    async () => (await import('./commands/webhooks.js')).webhooksCommand,
  ],
  'trigger [scenario]': [
    'Make the sandbox send real events: a payment, a part of it, a late one, a credit …',
    async () => (await import('./commands/trigger.js')).triggerCommand,
  ],
  events: [
    'Verify, send or replay events of the gateway',
    async () => (await import('./commands/events.js')).eventsCommand,
  ],
  doctor: [
    'Check Temporal, the API, the gateway, keys and settings, and say what to do',
    async () => (await import('./commands/doctor.js')).doctorCommand,
  ],
  listen: [
    'Receive webhooks in place of the merchant, verify their signatures and print them',
    async () => (await import('./commands/listen.js')).listenCommand,
  ],
  'pause <queue>': [
    'Pause payouts, charges or other gateway writes, as a whole or to one bank',
    async () => (await import('./commands/pause.js')).pauseCommand,
  ],
  'resume <queue>': [
    'Resume what was paused',
    async () => (await import('./commands/resume.js')).resumeCommand,
  ],
  pauses: [
    'List what is paused, since when, by whom and why, and what waits',
    async () => (await import('./commands/pauses.js')).pausesCommand,
  ],
  reconcile: [
    "Compare a day with the gateway's records, wake what differs, and print the report",
    async () => (await import('./commands/reconcile.js')).reconcileCommand,
  ],
  endpoints: [
    "List the gateway's endpoints with activity, effect and sandbox support, or only the retiring ones",
    async () => (await import('./commands/endpoints.js')).endpointsCommand,
  ],
  drift: [
    'List where gateway replies differ from the contract, as seen by a running worker',
    async () => (await import('./commands/drift.js')).driftCommand,
  ],
  assumptions: [
    "List Oware's assumptions where the gateway's specification is silent or contradicted",
    async () => (await import('./commands/assumptions.js')).assumptionsCommand,
  ],
  // hidden: only the build needs it
  bundle: [false, async () => (await import('./commands/bundle.js')).bundleCommand],
};

/** Prints a readable message and exits with a code of `EXIT_CODES` when a command fails. */
export async function main(args: readonly string[]): Promise<void> {
  const parser = yargs(args)
    .scriptName('oware')
    .usage('$0 <command>\n\nDurable payment orchestration on Temporal.')
    .demandCommand(1, 'Missing command. Run `oware --help`.')
    .strict()
    .strictCommands()
    .recommendCommands()
    .updateStrings({ ...PLAIN_STRINGS, 'Did you mean %s?': suggestion(args) })
    // "2500.00" is an amount and "0100090002" an account, not a number
    .parserConfiguration({ 'parse-numbers': false, 'parse-positional-numbers': false })
    .completion('completion', 'Print a script for the completion of bash or zsh')
    .epilogue(EPILOGUE)
    .version(version())
    .alias({ help: 'h', version: 'v' })
    .wrap(null)
    .fail((message, error) => {
      throw (error as Error | undefined) ?? new CommandError(message);
    });
  for (const [name, [describe, load]] of Object.entries(COMMANDS))
    parser.command(lazily(name, describe, load));
  try {
    await parser.parseAsync();
  } catch (error) {
    console.error(explainCommand(error, args));
    // open connections or workers would keep the process alive
    process.exit(error instanceof CommandError ? error.exitCode : EXIT_CODES.failed);
  }
}

/** Names the command that was typed; yargs names only the one that it suggests. */
function suggestion(args: readonly string[]): string {
  const typed = args.find((arg) => !arg.startsWith('-')) ?? '';
  return `Unknown command: ${typed.replaceAll('%', '%%')}. Did you mean \`oware %s\`?`;
}

/** Of yargs, in words that name what to do. */
const PLAIN_STRINGS = {
  'Not enough non-option arguments: got %s, need at least %s': {
    one: 'Missing argument: got %s, expected at least %s. Add --help to see them.',
    other: 'Missing argument: got %s, expected at least %s. Add --help to see them.',
  },
} as unknown as Record<string, string>;

function lazily(command: string, describe: string | false, load: () => Promise<Command>): CommandModule {
  return {
    command,
    describe,
    builder: async (args) => {
      const { builder } = await load();
      return typeof builder === 'function' ? (builder as (args: Argv) => Argv)(args) : args;
    },
    handler: async (args) => (await load()).handler(args as never),
  };
}

/** Resolved by package name, because sources and compiled code are at different depths. */
function version(): string {
  const { version } = createRequire(import.meta.url)('oware/package.json') as { version: string };
  return version;
}
