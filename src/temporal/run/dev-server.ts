import { chmodSync, existsSync } from 'node:fs';
import { watchForDamage } from './damaged-database.js';
import { assertPortFree } from './ports.js';
import { type RunningServer, startServer } from './start-server.js';
import { toAddress, toUrl, untilFrontendAnswers, untilUiAnswers } from './until-serving.js';

export type SearchAttributeType = 'Text' | 'Keyword' | 'Int' | 'Double' | 'Bool' | 'Datetime' | 'KeywordList';

export interface DevServerSettings {
  readonly ip: string;
  readonly port: number;
  /** On loopback, whatever `ip` is. Without it the server runs without its Web UI. */
  readonly uiPort?: number | undefined;
  /** Without it everything is in memory, and lost when the server ends. */
  readonly dbFilename?: string | undefined;
  readonly searchAttributes: Readonly<Record<string, SearchAttributeType>>;
  readonly uiCodecEndpoint?: string | undefined;
  /** Lets clients fast-forward single workflows. Servers older than 1.32 ignore it. */
  readonly timeTravel?: boolean | undefined;
}

export interface DevServerStart extends DevServerSettings {
  readonly command: string;
  /** Its whole environment; by default that of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly onLine?: (line: string) => void;
  /** Stops the server while it starts. */
  readonly signal?: AbortSignal | undefined;
  /** What must be done on the server before it counts as started. */
  readonly prepare?: ((address: string) => Promise<void>) | undefined;
}

export interface RunningDevServer extends RunningServer {
  /** Set when Oware stopped the server itself: its database is damaged. */
  readonly failure: () => Error | undefined;
}

/**
 * The dev server has one history shard, which reads each of its queues 20 times a second by default, so that
 * every task waits up to 50 ms: a checkout takes 250 ms alone, and 55 ms with these.
 */
const QUICK_QUEUES = ['transferProcessor', 'timerProcessor', 'visibilityProcessor'].map(
  (queue) => `history.${queue}MaxPollRPS=100`,
);

/** Lets `oware doctor` list workflows whose tasks fail; the server's own default may be more failures, or never. */
const REPORTS_PROBLEMS = 'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute=2';

/** Without it a timer fires up to a second late: the server rounds its due time up to save reads of the queue. */
const TIMERS_ON_TIME = 'history.timerProcessorMaxTimeShift="10ms"';

/**
 * The server has an HTTP API too, on a random port, where a signal that any web page posts is accepted. Oware does not use
 * it: with an impossible name it answers no request.
 */
const NO_HTTP_API = 'frontend.httpAllowedHosts=["none.invalid"]';

/**
 * The server would keep its own metrics for each task queue, and report all of them every second: after some hundred
 * queues, as in a run of the tests, that is a sixth of its processor time. Nothing reads them.
 */
const NO_METRICS_BY_QUEUE = ['TaskQueue', 'Partition'].map((one) => `metrics.breakdownBy${one}=false`);

const TIME_TRAVEL = 'frontend.WorkflowTimeSkippingEnabled=true';

/** The journal mode in which readers and the writer work concurrently; the default halves the throughput. */
const WRITE_AHEAD_LOG = ['journal_mode=WAL', 'synchronous=NORMAL'];

/** The database holds the histories of payments: readable by this user only. */
const PRIVATE = { umask: '077', mode: 0o600 };

/** Starts `temporal server start-dev`; throws PortInUseError, ServerStartError or DamagedDatabaseError. */
export async function startDevServer(start: DevServerStart): Promise<RunningDevServer> {
  const { command, prepare, dbFilename, ip, port, uiPort } = start;
  await assertPortFree(port, ip);
  if (uiPort !== undefined) await assertPortFree(uiPort, LOOPBACK);
  if (dbFilename !== undefined) makePrivate(dbFilename);
  const { host, address } = devServerAddresses(start);
  const uiUrl = uiPort === undefined ? undefined : toUrl({ host: LOOPBACK, port: uiPort });
  const damage = watchForDamage(dbFilename, start.onLine);
  const signals = start.signal ? [start.signal, damage.signal] : [damage.signal];
  try {
    const server = await startServer({
      name: 'Temporal dev server',
      command,
      args: devServerArguments(start),
      ...(start.env && { env: start.env }),
      umask: PRIVATE.umask,
      onLine: damage.onLine,
      signal: AbortSignal.any(signals),
      untilServing: async (signal) => {
        await untilFrontendAnswers({ host, port }, signal);
        if (uiUrl !== undefined) await untilUiAnswers(uiUrl, signal);
        await prepare?.(address);
      },
    });
    damage.signal.addEventListener('abort', () => void server.stop(0).catch(() => undefined));
    return { ...server, address, uiUrl, failure: damage.error };
  } catch (error) {
    throw damage.error() ?? error;
  }
}

/** The server's address on this machine. */
export function devServerAddresses({ ip, port }: Pick<DevServerSettings, 'ip' | 'port'>) {
  const host = ip === '0.0.0.0' ? LOOPBACK : ip;
  return { host, address: toAddress({ host, port }) };
}

const LOOPBACK = '127.0.0.1';

/**
 * The umask is enough for new files. The server must not find an empty one: it would create no tables in it.
 */
function makePrivate(dbFilename: string): void {
  const files = ['', '-wal', '-shm'].map((suffix) => `${dbFilename}${suffix}`);
  for (const file of files.filter(existsSync)) chmodSync(file, PRIVATE.mode);
}

export function devServerArguments(settings: DevServerSettings): string[] {
  const { ip, port, uiPort, dbFilename, uiCodecEndpoint, timeTravel = false } = settings;
  const attributes = Object.entries(settings.searchAttributes).map(([name, type]) => `${name}=${type}`);
  return [
    // by default a server logs nothing, not even that it cannot read its database
    ...['server', 'start-dev', '--ip', ip, '--port', String(port), '--log-level', 'error'],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-ip', LOOPBACK, '--ui-port', String(uiPort)]),
    ...(uiCodecEndpoint === undefined ? [] : ['--ui-codec-endpoint', uiCodecEndpoint]),
    ...(dbFilename === undefined
      ? []
      : ['--db-filename', dbFilename, ...each('--sqlite-pragma', WRITE_AHEAD_LOG)]),
    ...each('--search-attribute', attributes),
    ...each('--dynamic-config-value', [
      ...QUICK_QUEUES,
      NO_HTTP_API,
      TIMERS_ON_TIME,
      REPORTS_PROBLEMS,
      ...NO_METRICS_BY_QUEUE,
      ...(timeTravel ? [TIME_TRAVEL] : []),
    ]),
  ];
}

function each(flag: string, values: readonly string[]): string[] {
  return values.flatMap((value) => [flag, value]);
}
