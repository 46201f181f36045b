import { z } from 'zod';
import { explainEnd } from '../run/run-to-end.js';
import type { Go } from './go.js';
import { matchPin } from './pins.js';
import { CLI_MODULE } from './versions.js';
import type { Attempt } from './ways.js';

const Answer = z.union([z.object({ Error: z.string() }), z.object({ Dir: z.string(), Sum: z.string() })]);

/**
 * Downloads the source of the temporal CLI with Go, and compares it with its pin. Returns its folder in Go's
 * own cache. The source includes a go.sum, so that its hash covers the hash of every dependency.
 */
export async function downloadModule(go: Go, pin: string, scratch: string): Promise<Attempt<string>> {
  const lines: string[] = [];
  const ended = await go(['mod', 'download', '-json', CLI_MODULE], {
    cwd: scratch,
    onLine: (line) => lines.push(line),
  });
  const answer = Answer.safeParse(readJson(lines));
  if (!answer.success) return { missed: `go mod download ${explainEnd(ended)}` };
  if ('Error' in answer.data) return { missed: answer.data.Error };
  const { Dir, Sum } = answer.data;
  const checked = matchPin(CLI_MODULE, pin, Sum);
  return 'found' in checked ? { found: Dir } : checked;
}

/** Go prints remarks on what it downloads between the lines of the JSON. */
function readJson(lines: readonly string[]): unknown {
  try {
    return JSON.parse(lines.filter((line) => !line.startsWith('go: ')).join('\n'));
  } catch {
    return undefined;
  }
}
