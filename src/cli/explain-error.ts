import { ConfigError, readConfig, readEnvironment, SETTINGS } from '../config/config.js';
import { NoServerError } from '../temporal/find/no-server-error.js';
import { DamagedDatabaseError } from '../temporal/run/damaged-database.js';
import { PortInUseError } from '../temporal/run/ports.js';
import { ServerStartError } from '../temporal/run/start-server.js';
import { explainFile } from './explain-file.js';
import { shellCommand } from './shell-command.js';

/** A command to run next: the given one, with more arguments. */
export interface NextCommand {
  readonly about: string;
  readonly more: readonly string[];
}

/** Ends a command with this message, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  readonly exitCode: number;

  /** What is printed below the message, ready to be copied. */
  readonly next: NextCommand | undefined;

  constructor(message: string, exitCode: number = EXIT_CODES.failed, next?: NextCommand) {
    super(message);
    this.exitCode = exitCode;
    this.next = next ?? (exitCode === EXIT_CODES.unknown ? { about: REPEAT, more: [] } : undefined);
  }
}

const REPEAT = 'Repeat exactly this command:';

/** What scripts can tell a failed command by. */
export const EXIT_CODES = {
  failed: 1,
  /** `reconcile`: something differs, or could not be read. */
  different: 2,
  /** The API refused the request, and nothing was done. */
  refused: 3,
  /** No answer, or an unknown outcome: the message ends with the command that is safe to repeat. */
  unknown: 4,
} as const;

/** The reply; where the outcome is unknown, the error has the command that asks for the same again. */
export async function orRepeat<Replied>(reply: Promise<Replied>, next: NextCommand): Promise<Replied> {
  try {
    return await reply;
  } catch (error) {
    const isUnknown = error instanceof CommandError && error.exitCode === EXIT_CODES.unknown;
    throw isUnknown ? new CommandError(error.message, EXIT_CODES.unknown, next) : error;
  }
}

/** The message of a failed command, with the command to run next. */
export function explainCommand(error: unknown, args: readonly string[]): string {
  const next = error instanceof CommandError ? error.next : undefined;
  if (!next) return explain(error);
  return `${explain(error)}\n${next.about}\n  ${shellCommand(['oware', ...args, ...next.more])}`;
}

/** The message for the terminal; with a stack trace only for unexpected errors. */
export function explain(error: unknown): string {
  if (error instanceof PortInUseError) return explainPort(error);
  if (error instanceof DamagedDatabaseError) return explainDamage(error);
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof ConfigError ||
    error instanceof NoServerError ||
    error instanceof CommandError ||
    error instanceof ServerStartError;
  return isExpected ? error.message : (explainFile(error) ?? error.stack ?? error.message);
}

function explainPort({ port, message }: PortInUseError): string {
  const config = readConfig(readEnvironment());
  const setting = Object.entries(SETTINGS).find(
    ([name]) => name.endsWith('Port') && config[name as keyof typeof SETTINGS] === port,
  )?.[1];
  if (!setting) return `${message}.`;
  return `${message}. Oware needs it for: ${setting.about}. Free it, or set ${setting.variable} to another port.`;
}

function explainDamage({ message }: DamagedDatabaseError): string {
  return `${message}. Move it and its -wal and -shm files away, or start \`oware dev\` with --fresh (deletes all payments).`;
}
