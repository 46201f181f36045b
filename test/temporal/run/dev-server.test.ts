import { once } from 'node:events';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DamagedDatabaseError, findDamage } from '../../../src/temporal/run/damaged-database.js';
import { devServerArguments, startDevServer } from '../../../src/temporal/run/dev-server.js';
import { freePort, PortInUseError } from '../../../src/temporal/run/ports.js';
import { ServerStartError, startServer } from '../../../src/temporal/run/start-server.js';
import { untilFrontendAnswers } from '../../../src/temporal/run/until-serving.js';
import { isRunning, linesOf, script, temporaryFolder } from '../fakes.js';

const LOOPBACK = {
  ip: '127.0.0.1',
  searchAttributes: { OwareLifecycle: 'Keyword', OwareAmountKobo: 'Int' },
} as const;
const QUICK = [
  'history.transferProcessorMaxPollRPS=100',
  'history.timerProcessorMaxPollRPS=100',
  'history.visibilityProcessorMaxPollRPS=100',
  'frontend.httpAllowedHosts=["none.invalid"]',
  'history.timerProcessorMaxTimeShift="10ms"',
  'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute=2',
  'metrics.breakdownByTaskQueue=false',
  'metrics.breakdownByPartition=false',
].flatMap((value) => ['--dynamic-config-value', value]);
const ATTRIBUTES = [
  '--search-attribute',
  'OwareLifecycle=Keyword',
  '--search-attribute',
  'OwareAmountKobo=Int',
];

/** Runs the shell text first. */
async function fakeTemporal(first = ''): Promise<string> {
  const program = join(import.meta.dirname, '../processes/fake-temporal.js');
  return await script(
    join(await temporaryFolder(), 'temporal'),
    `${first}\nexec '${process.execPath}' '${program}' "$@"`,
  );
}

const frontendAt = (port: number) => (signal: AbortSignal) =>
  untilFrontendAnswers({ host: '127.0.0.1', port }, signal);

const modeOf = (file: string) => statSync(file).mode & 0o777;

test('without a file and a UI it runs in memory and headless', () => {
  expect(devServerArguments({ ...LOOPBACK, port: 7233 })).toEqual([
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', '7233', '--log-level', 'error', '--headless'],
    ...ATTRIBUTES,
    ...QUICK,
  ]);
});

test('with a file it uses a write-ahead log, and the UI gets the codec address', () => {
  const settings = { ...LOOPBACK, port: 7233, uiPort: 8233, dbFilename: 'oware.db' };
  expect(devServerArguments({ ...settings, uiCodecEndpoint: 'http://127.0.0.1:3000/codec' })).toEqual([
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', '7233', '--log-level', 'error'],
    ...['--ui-ip', '127.0.0.1', '--ui-port', '8233'],
    ...['--ui-codec-endpoint', 'http://127.0.0.1:3000/codec', '--db-filename', 'oware.db'],
    ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
    ...ATTRIBUTES,
    ...QUICK,
  ]);
});

test('allows time travel only on request', () => {
  const value = 'frontend.WorkflowTimeSkippingEnabled=true';
  expect(devServerArguments({ ...LOOPBACK, port: 7233 })).not.toContain(value);
  expect(devServerArguments({ ...LOOPBACK, port: 7233, timeTravel: true })).toContain(value);
});

test('is started when the frontend answers and the UI can show something, and stops on request', async () => {
  const [port, uiPort] = [await freePort(), await freePort()];
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const server = await startDevServer({ ...LOOPBACK, command: await fakeTemporal(), port, uiPort, onLine });

  expect(server).toMatchObject({ address: `127.0.0.1:${port}`, uiUrl: `http://127.0.0.1:${uiPort}` });
  expect(lines).toEqual([1, 2, 3].map((request) => `request ${request} at /api/v1/cluster-info`));
  expect(isRunning(server.pid)).toBe(true);

  expect(await server.stop(1_000)).toEqual({ code: null, signal: 'SIGTERM' });
  expect(await server.exited).toEqual({ code: null, signal: 'SIGTERM' });
  expect(isRunning(server.pid)).toBe(false);
});

test.each(['port', 'uiPort'] as const)('does not start when its %s is in use', async (taken) => {
  const ports = { port: await freePort(), uiPort: await freePort() };
  const other = createServer().listen(ports[taken], '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const ran = join(await temporaryFolder(), 'ran');
  const command = await script(join(await temporaryFolder(), 'temporal'), `echo ran > ${ran}`);

  const starting = startDevServer({ ...LOOPBACK, ...ports, command });
  await expect(starting).rejects.toBeInstanceOf(PortInUseError);
  await expect(starting).rejects.toMatchObject({ port: ports[taken] });
  expect(await linesOf(ran)).toEqual([]);
});

test('shows the last lines of a server that died while starting', async () => {
  const command = await script(
    join(await temporaryFolder(), 'temporal'),
    'echo starting; echo "database is locked" >&2; exit 1',
  );

  const starting = startDevServer({ ...LOOPBACK, command, port: await freePort() });
  await expect(starting).rejects.toBeInstanceOf(ServerStartError);
  await expect(starting).rejects.toThrow(
    /^The Temporal dev server ended while starting\n[^]*database is locked/,
  );
});

test('ends a server that never answers, and shows its last lines', async () => {
  const pidFile = join(await temporaryFolder(), 'pid');
  const starting = startServer({
    name: 'mute server',
    command: 'sh',
    args: ['-c', `echo $$ > ${pidFile}; echo thinking; exec sleep 60`],
    untilServing: frontendAt(await freePort()),
    // long enough for a busy machine to start the shell, which must have written its line
    limitMs: 2_000,
  });

  await expect(starting).rejects.toThrow('The mute server did not answer within 2 s\n  thinking');
  expect((await linesOf(pidFile)).map((pid) => isRunning(Number(pid)))).toEqual([false]);
});

test('does not mistake an open port for a server that serves', async () => {
  const half = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void half.close());
  await once(half, 'listening');
  const starting = startServer({
    name: 'half server',
    command: 'sleep',
    args: ['60'],
    untilServing: frontendAt((half.address() as AddressInfo).port),
    limitMs: 300,
  });

  await expect(starting).rejects.toThrow('The half server did not answer within 0.3 s');
});

test('ends a server that is stopped while it starts', async () => {
  const pidFile = join(await temporaryFolder(), 'pid');
  const stopping = new AbortController();
  const starting = startServer({
    name: 'slow server',
    command: 'sh',
    args: ['-c', `echo $$ > ${pidFile}; echo thinking; exec sleep 60`],
    untilServing: frontendAt(await freePort()),
    onLine: () => stopping.abort(),
    signal: stopping.signal,
  });

  await expect(starting).rejects.toThrow('The slow server was stopped while starting');
  expect((await linesOf(pidFile)).map((pid) => isRunning(Number(pid)))).toEqual([false]);
});

test('the preparation is part of the start: when it fails no server is left', async () => {
  const pidFile = join(await temporaryFolder(), 'pid');
  const starting = startDevServer({
    ...LOOPBACK,
    command: await fakeTemporal(`echo $$ > ${pidFile}`),
    port: await freePort(),
    prepare: (address) => Promise.reject(new Error(`no namespace at ${address}`)),
  });

  await expect(starting).rejects.toThrow('no namespace at 127.0.0.1:');
  expect((await linesOf(pidFile)).map((pid) => isRunning(Number(pid)))).toEqual([false]);
});

test('only this user may read the database, also one that an earlier version left readable', async () => {
  const dbFilename = join(await temporaryFolder(), 'temporal.db');
  await writeFile(dbFilename, 'from before', { mode: 0o644 });
  const command = await fakeTemporal(`touch ${dbFilename}-wal ${dbFilename}-shm`);
  const server = await startDevServer({ ...LOOPBACK, command, port: await freePort(), dbFilename });
  await server.stop(1_000);

  expect(['', '-wal', '-shm'].map((suffix) => modeOf(`${dbFilename}${suffix}`))).toEqual([
    0o600, 0o600, 0o600,
  ]);
});

const MALFORMED = 'Error: failed starting server: database disk image is malformed (11)';

test('names a damaged database that the server cannot start with', async () => {
  const command = await script(join(await temporaryFolder(), 'temporal'), `echo '${MALFORMED}'; exit 1`);
  const starting = startDevServer({
    ...LOOPBACK,
    command,
    port: await freePort(),
    dbFilename: '/elsewhere/temporal.db',
  });

  await expect(starting).rejects.toBeInstanceOf(DamagedDatabaseError);
  await expect(starting).rejects.toThrow(
    'The database /elsewhere/temporal.db is damaged: database disk image is malformed (11)',
  );
});

test('stops a server that finds its database damaged while it runs, and shows none of its repeats', async () => {
  const folder = await temporaryFolder();
  const found = join(folder, 'found');
  const lines: string[] = [];
  const server = await startDevServer({
    ...LOOPBACK,
    command: await fakeTemporal(
      `(while [ ! -e ${found} ]; do sleep 0.02; done; echo fine; echo '${MALFORMED}'; echo '${MALFORMED}') &`,
    ),
    port: await freePort(),
    dbFilename: join(folder, 'temporal.db'),
    onLine: (line) => lines.push(line),
  });
  expect(server.failure()).toBeUndefined();

  await writeFile(found, '');
  await server.exited;
  expect(server.failure()).toBeInstanceOf(DamagedDatabaseError);
  expect(lines).toEqual(['fine']);
});

test.each([
  ['file is not a database (26)', 'unable to create SQLite admin DB: file is not a database (26)'],
  ['no such table: namespaces (1)', 'SQL logic error: no such table: namespaces (1)'],
  [undefined, 'SQL logic error: no such table: current_chasm_executions (1)'],
  [undefined, 'database is locked (5)'],
])('reads %s in a line', (words, line) => {
  expect(findDamage(line)).toBe(words);
});
