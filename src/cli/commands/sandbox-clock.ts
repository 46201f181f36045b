import { request } from 'undici';
import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config/config.js';
import { readDuration } from '../../sandbox/state/clock.js';
import { type ClockMove, showDuration } from '../../sandbox/state/time-travel.js';
import { sandboxUrl } from '../dev-json.js';
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

const POLL_INTERVAL_MS = 500;

export const clockCommand: CommandModule<object, Options> = {
  command: 'clock [move]',
  describe: "Show the sandbox's clock, move it forward (+40m), or reset it to the machine's time (now)",
  builder: (args) =>
    args
      .positional('move', {
        type: 'string',
        describe: '+90s, +40m, +2h, +3d or now; shows the clock if omitted',
      })
      .option('url', { type: 'string', describe: 'URL of the sandbox [default: the sandbox of `oware dev`]' })
      .option('sandbox-only', {
        type: 'boolean',
        default: false,
        describe: 'Do not move open workflows',
      })
      .options(jsonOption)
      .example('$0 sandbox clock +40m', 'expire every open checkout'),
  handler: async ({ move, url, 'sandbox-only': sandboxOnly, json }) => {
    const sandbox = url ?? sandboxUrl(readConfig(readEnvironment()));
    const clock = await moveClock(sandbox, move, sandboxOnly);
    console.log(json ? JSON.stringify(clock, null, 2) : showClock(clock, move !== undefined));
  },
};

async function moveClock(sandbox: string, move: string | undefined, sandboxOnly: boolean): Promise<Clock> {
  if (move === undefined) return call(sandbox, 'GET', '/sandbox/clock');
  if (move === 'now') return call(sandbox, 'POST', '/sandbox/clock/reset', {});
  const ms = readDuration(move.replace(/^\+/, ''));
  if (ms === undefined) {
    throw new CommandError(`Expected +90s, +40m, +2h, +3d or 'now', got '${move}'.`);
  }
  return showingProgress(sandbox, call(sandbox, 'POST', '/sandbox/clock/advance', { ms, sandboxOnly }));
}

/** A move takes seconds with many open workflows; the sandbox reports its progress. */
async function showingProgress(sandbox: string, moved: Promise<Clock>): Promise<Clock> {
  const progress = showProgress();
  const show = ({ move }: Clock) => {
    if (!move || move.finished) return;
    const count = move.workflows === null ? '' : `, ${counted(move.workflows)}`;
    const line = `Moving the clock: ${showDuration(move.movedMs)} of ${showDuration(move.ms)}${count}`;
    progress.onProgress({ phase: 'waiting', line });
  };
  const polling = setInterval(() => {
    call(sandbox, 'GET', '/sandbox/clock').then(show, () => undefined);
  }, POLL_INTERVAL_MS);
  try {
    return await moved;
  } finally {
    clearInterval(polling);
    progress.done();
  }
}

function showClock({ now, skippedMs, move }: Clock, hasMoved: boolean): string {
  const ahead =
    skippedMs === 0 ? "the machine's time" : `${showDuration(skippedMs)} ahead of the machine's time`;
  const lines = [`Sandbox clock: ${now}, ${ahead}.`];
  if (!hasMoved || !move || skippedMs === 0) return lines.join('\n');
  if (move.workflows !== null) lines.push(`${counted(move.workflows)} moved.`);
  if (move.changes.length > 0) {
    const rows = move.changes.map(({ id, from, to, closed }) => [
      id,
      from ?? 'new',
      to ?? 'unknown',
      closed ? 'closed' : 'open',
    ]);
    lines.push(showTable(['workflow', 'before', 'after', 'run'], rows));
  }
  for (const { id, reason } of move.overdue) lines.push(`${id} did not reach the new time: ${reason}`);
  if (move.failed !== undefined) lines.push(move.failed);
  return lines.join('\n');
}

async function call(sandbox: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Clock> {
  const reply = await request(`${sandbox}${path}`, {
    method,
    // the sandbox replies when every workflow has reached the new time
    headersTimeout: 0,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new CommandError(
      `No sandbox responds at ${sandbox} (${String((error as { code?: string }).code ?? error)}). Start one with \`oware dev\`, or set --url.`,
    );
  });
  const answer = (await reply.body.json()) as Clock & { readonly reason?: string };
  if (reply.statusCode >= 400) throw new CommandError(answer.reason ?? `HTTP ${reply.statusCode}`);
  return answer;
}

const counted = (workflows: number) => `${workflows} ${workflows === 1 ? 'workflow' : 'workflows'}`;
