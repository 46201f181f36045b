import { createRequire } from 'node:module';
import yargs, { type Argv, type CommandModule } from 'yargs';
import { CommandError, explain } from './explain-error.js';

/** A command whatever its options: only the command itself knows them. */
interface Command {
  readonly builder?: unknown;
  handler(args: never): void | Promise<void>;
}

/** What each command is for, and where it is: loaded when it is called, since most are heavy. */
const COMMANDS: Readonly<Record<string, readonly [describe: string | false, load: () => Promise<Command>]>> =
  {
    dev: [
      'Run everything on this machine: Temporal, sandbox, worker, api',
      async () => (await import('./commands/dev.js')).devCommand,
    ],
    demo: [
      'Play every story against the sandbox, kill a worker on the way, and show what became of the money',
      async () => (await import('./commands/demo.js')).demoCommand,
    ],
    temporal: [
      'Run a Temporal server with its Web UI, or prepare the one at TEMPORAL_ADDRESS',
      async () => (await import('./commands/temporal.js')).temporalCommand,
    ],
    worker: [
      'Run payment stories and their calls to the gateway',
      async () => (await import('./commands/worker.js')).workerCommand,
    ],
    api: [
      "Serve the merchant's HTTP API and the gateway's webhook endpoint",
      async () => (await import('./commands/api.js')).apiCommand,
    ],
    sandbox: [
      'Run the imitation gateway: bank simulator, hosted checkout, books, faults',
      async () => (await import('./commands/sandbox.js')).sandboxCommand,
    ],
    listen: [
      "Take notices in the merchant's place, check their signature and print them",
      async () => (await import('./commands/listen.js')).listenCommand,
    ],
    endpoints: [
      "List the gateway's endpoints: activity, effect, in the sandbox or not; or those that it retires",
      async () => (await import('./commands/endpoints.js')).endpointsCommand,
    ],
    drift: [
      'List where replies of the gateway depart from the contract, as a running worker has met it',
      async () => (await import('./commands/drift.js')).driftCommand,
    ],
    assumptions: [
      'List what is assumed of the gateway where its specification is silent or contradicted',
      async () => (await import('./commands/assumptions.js')).assumptionsCommand,
    ],
    // part of the build; hidden, because nobody else needs it
    bundle: [false, async () => (await import('./commands/bundle.js')).bundleCommand],
  };

/** The front door. Whatever goes wrong behind it is told to people in words, with exit code 1. */
export async function main(args: readonly string[]): Promise<void> {
  const parser = yargs(args)
    .scriptName('oware')
    .usage('$0 <command>\n\nDurable payments on Temporal.')
    .demandCommand(1, 'Say which command; oware --help lists them.')
    .strict()
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
    console.error(explain(error));
    // what the command had opened by then (a worker, connections) would keep the process
    process.exit(1);
  }
}

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

/** By the package's own name, because sources and compiled code lie at different depths. */
function version(): string {
  const { version } = createRequire(import.meta.url)('oware/package.json') as { version: string };
  return version;
}
