import { dirname, relative } from 'node:path';
import type { DevServer } from './dev-server.js';
import { isAtLeast, OLDEST_WITH_TIME_TRAVEL } from './versions.js';

/** Explains that a server cannot fast-forward time, and how to get one that can; undefined when it can. */
export function explainNoTimeTravel(
  { command, serverVersion }: DevServer,
  cacheDir: string,
): string | undefined {
  if (isAtLeast(serverVersion, OLDEST_WITH_TIME_TRAVEL)) return undefined;
  const isElsewhere = relative(cacheDir, command).startsWith('..');
  const remedy = isElsewhere
    ? `upgrade ${command}, or set OWARE_TEMPORAL_CLI to a newer temporal CLI`
    : `install Python 3 with pip, remove ${dirname(command)} and start again`;
  return `Temporal server ${serverVersion} runs everything but time travel, which needs server ${OLDEST_WITH_TIME_TRAVEL} or later. To get it, ${remedy}.`;
}
