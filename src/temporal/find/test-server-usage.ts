import { explainEnd, runToEnd } from '../run/run-to-end.js';
import type { Attempt } from './ways.js';

const ANSWER_LIMIT_MS = 20_000;

/**
 * Runs the test server without a port, to which it answers with its usage: this proves that it is complete,
 * and that this machine (its Java, its C library) can run it.
 */
export async function usageOf(command: string, args: readonly string[]): Promise<Attempt<string>> {
  const ended = await runToEnd(command, args, { limitMs: ANSWER_LIMIT_MS });
  const usage = ended.lastLines.find((line) => line.startsWith('Usage:'));
  return usage === undefined ? { missed: `it does not run here: ${explainEnd(ended)}` } : { found: usage };
}
