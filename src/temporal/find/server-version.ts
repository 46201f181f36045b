import { runToEnd, explainEnd, succeeded } from '../run/run-to-end.js';
import { isAtLeast, OLDEST_GOOD_SERVER } from './versions.js';
import type { Attempt } from './ways.js';

const ANSWER_LIMIT_MS = 10_000;

/**
 * The version of the server inside a temporal CLI, when it is good enough. The CLI's own version says
 * nothing: one that was built with Go calls itself 0.0.0-DEV.
 */
export async function goodServerVersion(command: string): Promise<Attempt<string>> {
  const ended = await runToEnd(command, ['--version'], { limitMs: ANSWER_LIMIT_MS });
  if (!succeeded(ended)) return { missed: `${command} --version ${explainEnd(ended)}` };
  const said = ended.lastLines.join(' ');
  const version = /\(Server (\d+\.\d+\.\d+)/.exec(said)?.[1];
  if (version === undefined) return { missed: `${command} does not print which server it has: "${said}"` };
  if (!isAtLeast(version, OLDEST_GOOD_SERVER)) {
    return { missed: `${command} has server ${version}, which is older than ${OLDEST_GOOD_SERVER}` };
  }
  return { found: version };
}
