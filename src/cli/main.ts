import { createRequire } from 'node:module';
import yargs from 'yargs';
import { assumptionsCommand } from './commands/assumptions.js';
import { apiCommand } from './commands/api.js';
import { bundleCommand } from './commands/bundle.js';
import { devCommand } from './commands/dev.js';
import { endpointsCommand } from './commands/endpoints.js';
import { listenCommand } from './commands/listen.js';
import { sandboxCommand } from './commands/sandbox.js';
import { temporalCommand } from './commands/temporal.js';
import { workerCommand } from './commands/worker.js';
import { explain } from './explain-error.js';

/** The front door. Whatever goes wrong behind it is told to people in words, with exit code 1. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await yargs(args)
      .scriptName('oware')
      .usage('$0 <command>\n\nDurable payments on Temporal.')
      .command(devCommand)
      .command(temporalCommand)
      .command(workerCommand)
      .command(apiCommand)
      .command(sandboxCommand)
      .command(listenCommand)
      .command(endpointsCommand)
      .command(assumptionsCommand)
      .command(bundleCommand)
      .demandCommand(1, 'Say which command; oware --help lists them.')
      .strict()
      .version(version())
      .alias({ help: 'h', version: 'v' })
      .wrap(null)
      .fail((message, error) => {
        throw (error as Error | undefined) ?? new UsageError(message);
      })
      .parseAsync();
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : explain(error));
    process.exitCode = 1;
  }
}

class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** By the package's own name, because sources and compiled code lie at different depths. */
function version(): string {
  const { version } = createRequire(import.meta.url)('oware/package.json') as { version: string };
  return version;
}
