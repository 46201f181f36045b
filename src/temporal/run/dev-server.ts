import { assertPortFree } from './ports.js';
import { type RunningServer, startServer } from './start-server.js';
import { toAddress } from './until-serving.js';

export type SearchAttributeType = 'Text' | 'Keyword' | 'Int' | 'Double' | 'Bool' | 'Datetime' | 'KeywordList';

export interface DevServerSettings {
  readonly ip: string;
  readonly port: number;
  /** Without it the server runs without its Web UI. */
  readonly uiPort?: number | undefined;
  /** Without it everything is in memory, and gone when the server ends. */
  readonly dbFilename?: string | undefined;
  readonly searchAttributes: Readonly<Record<string, SearchAttributeType>>;
  readonly uiCodecEndpoint?: string | undefined;
  /** Lets clients fast-forward single workflows. Servers older than 1.32 ignore it. */
  readonly timeTravel?: boolean | undefined;
}

export interface DevServerStart extends DevServerSettings {
  readonly command: string;
  readonly onLine?: (line: string) => void;
}

/**
 * The dev server has one history shard, which reads each of its queues 20 times a second unless told
 * otherwise, so that every task waits up to 50 ms: a checkout takes 250 ms alone, and 55 ms with these.
 */
const QUICK_QUEUES = ['transferProcessor', 'timerProcessor', 'visibilityProcessor'].map(
  (queue) => `history.${queue}MaxPollRPS=100`,
);

/** Without it a timer fires up to a second late: the server rounds its due time up to save reads of the queue. */
const TIMERS_ON_TIME = 'history.timerProcessorMaxTimeShift="10ms"';

const TIME_TRAVEL = 'frontend.WorkflowTimeSkippingEnabled=true';

/** The journal that lets readers and the writer work at once; the file's default halves the throughput. */
const WRITE_AHEAD_LOG = ['journal_mode=WAL', 'synchronous=NORMAL'];

/** Starts `temporal server start-dev`; throws PortInUseError or ServerStartError. */
export async function startDevServer({
  command,
  onLine,
  ...settings
}: DevServerStart): Promise<RunningServer> {
  const { ip, port, uiPort } = settings;
  await assertPortFree(port, ip);
  if (uiPort !== undefined) await assertPortFree(uiPort, ip);
  const host = ip === '0.0.0.0' ? '127.0.0.1' : ip;
  return await startServer({
    name: 'Temporal dev server',
    command,
    args: devServerArguments(settings),
    frontend: { host, port },
    uiUrl: uiPort === undefined ? undefined : `http://${toAddress({ host, port: uiPort })}`,
    onLine,
  });
}

export function devServerArguments(settings: DevServerSettings): string[] {
  const { ip, port, uiPort, dbFilename, uiCodecEndpoint, timeTravel = false } = settings;
  const attributes = Object.entries(settings.searchAttributes).map(([name, type]) => `${name}=${type}`);
  return [
    ...['server', 'start-dev', '--ip', ip, '--port', String(port)],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...(uiCodecEndpoint === undefined ? [] : ['--ui-codec-endpoint', uiCodecEndpoint]),
    ...(dbFilename === undefined
      ? []
      : ['--db-filename', dbFilename, ...each('--sqlite-pragma', WRITE_AHEAD_LOG)]),
    ...each('--search-attribute', attributes),
    ...each('--dynamic-config-value', [
      ...QUICK_QUEUES,
      TIMERS_ON_TIME,
      ...(timeTravel ? [TIME_TRAVEL] : []),
    ]),
  ];
}

function each(flag: string, values: readonly string[]): string[] {
  return values.flatMap((value) => [flag, value]);
}
