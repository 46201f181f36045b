import { ConfigError, readConfig, readEnvironment, SETTINGS } from '../config.js';
import { NoServerError } from '../temporal/find/no-server-error.js';
import { DamagedDatabaseError } from '../temporal/run/damaged-database.js';
import { PortInUseError } from '../temporal/run/ports.js';
import { ServerStartError } from '../temporal/run/start-server.js';

/** For commands: ends them with this message and nothing else. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** What went wrong, for people. A stack trace is shown only for what nobody foresaw. */
export function explain(error: unknown): string {
  if (error instanceof PortInUseError) return explainPort(error);
  if (error instanceof DamagedDatabaseError) return explainDamage(error);
  if (!(error instanceof Error)) return String(error);
  const isForeseen =
    error instanceof ConfigError ||
    error instanceof NoServerError ||
    error instanceof CommandError ||
    error instanceof ServerStartError;
  return isForeseen ? error.message : (error.stack ?? error.message);
}

function explainPort({ port, message }: PortInUseError): string {
  const config = readConfig(readEnvironment());
  const setting = Object.entries(SETTINGS).find(
    ([name]) => name.endsWith('Port') && config[name as keyof typeof SETTINGS] === port,
  )?.[1];
  if (!setting) return `${message}.`;
  return `${message}. It is wanted for: ${setting.about}. Free it, or set ${setting.variable} to another port.`;
}

function explainDamage({ message }: DamagedDatabaseError): string {
  return `${message}. Move it and its -wal and -shm files away, or start \`oware dev\` with --fresh (forgets all payments).`;
}
