import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import type { CommandModule } from 'yargs';
import { type Config, readConfig, readEnvironment } from '../../config.js';
import { readDuration } from '../../sandbox/state/clock.js';
import { type ClockMove, showDuration } from '../../sandbox/state/time-travel.js';
import { CommandError } from '../explain-error.js';
import { showProgress } from '../progress.js';
import { jsonOption, showTable } from '../table.js';

interface Options {
  readonly move?: string | undefined;
  readonly url?: string | undefined;
  readonly 'sandbox-only': boolean;
  readonly json: boolean;
}

interface Clock {
  readonly now: string;
  readonly skippedMs: number;
  readonly move: ClockMove | null;
}

const BETWEEN_LOOKS_MS = 500;

export const clockCommand: CommandModule<object, Options> = {
  command: 'clock [move]',
  describe: "Show the sandbox's clock, move it forward (+40m), or set it back to the machine's time (now)",
  builder: (args) =>
    args
      .positional('move', {
        type: 'string',
        describe: '+90s, +40m, +2h, +3d, or now; nothing shows the clock',
      })
      .option('url', { type: 'string', describe: 'The sandbox; the one of `oware dev` unless given' })
      .option('sandbox-only', {
        type: 'boolean',
        default: false,
        describe: 'Leave the open workflows where they are',
      })
      .options(jsonOption)
      .example('$0 sandbox clock +40m', 'let every open checkout run out of time'),
  handler: async ({ move, url, 'sandbox-only': sandboxOnly, json }) => {
    const sandbox = url ?? findSandbox(readConfig(readEnvironment()));
    const clock = await act(sandbox, move, sandboxOnly);
    console.log(json ? JSON.stringify(clock, null, 2) : showClock(clock, move !== undefined));
  },
};

async function act(sandbox: string, move: string | undefined, sandboxOnly: boolean): Promise<Clock> {
  if (move === undefined) return call(sandbox, 'GET', '/sandbox/clock');
  if (move === 'now') return call(sandbox, 'POST', '/sandbox/clock/reset', {});
  const ms = readDuration(move.replace(/^\+/, ''));
  if (ms === undefined) {
    throw new CommandError(`Expected a move such as +90s, +40m, +2h or +3d, or "now"; got "${move}".`);
  }
  return showingProgress(sandbox, call(sandbox, 'POST', '/sandbox/clock/advance', { ms, sandboxOnly }));
}

/** A move takes seconds with many open workflows; the sandbox tells how far it is. */
async function showingProgress(sandbox: string, moved: Promise<Clock>): Promise<Clock> {
  const progress = showProgress();
  const show = ({ move }: Clock) => {
    if (!move || move.finished) return;
    const who = move.workflows === null ? '' : `, ${move.workflows} workflows`;
    const line = `Moving the clock: ${showDuration(move.movedMs)} of ${showDuration(move.ms)}${who}`;
    progress.onProgress({ phase: 'waiting', line });
  };
  const looking = setInterval(() => {
    call(sandbox, 'GET', '/sandbox/clock').then(show, () => undefined);
  }, BETWEEN_LOOKS_MS);
  try {
    return await moved;
  } finally {
    clearInterval(looking);
    progress.done();
  }
}

function showClock({ now, skippedMs, move }: Clock, hasMoved: boolean): string {
  const ahead = skippedMs === 0 ? "the machine's time" : `${showDuration(skippedMs)} ahead of the machine`;
  const lines = [`The sandbox's clock: ${now}, ${ahead}.`];
  if (!hasMoved || !move || skippedMs === 0) return lines.join('\n');
  if (move.workflows !== null) lines.push(`${move.workflows} workflows moved along.`);
  if (move.changes.length > 0) {
    const rows = move.changes.map(({ id, from, to, closed }) => [
      id,
      from ?? 'new',
      to ?? 'unknown',
      closed ? 'closed' : 'open',
    ]);
    lines.push(showTable(['workflow', 'before', 'after', 'run'], rows));
  }
  for (const { id, reason } of move.overdue) lines.push(`${id} has not arrived: ${reason}`);
  if (move.failed !== undefined) lines.push(move.failed);
  return lines.join('\n');
}

async function call(sandbox: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Clock> {
  const reply = await request(`${sandbox}${path}`, {
    method,
    // the sandbox answers when every workflow has arrived
    headersTimeout: 0,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new CommandError(
      `No sandbox answers at ${sandbox} (${String((error as { code?: string }).code ?? error)}). Start one with \`oware dev\`, or give its --url.`,
    );
  });
  const answer = (await reply.body.json()) as Clock & { readonly reason?: string };
  if (reply.statusCode >= 400) throw new CommandError(answer.reason ?? `HTTP ${reply.statusCode}`);
  return answer;
}

/** The one that `oware dev` runs in this folder, else where the settings have it. */
function findSandbox({ home, host, sandboxPort }: Config): string {
  const devJson = join(home, 'dev.json');
  if (!existsSync(devJson)) return `http://${host}:${sandboxPort}`;
  return (JSON.parse(readFileSync(devJson, 'utf8')) as { sandbox: { url: string } }).sandbox.url;
}
