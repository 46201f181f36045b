import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { readConfig, readEnvironment } from '../src/config/config.js';
import { findDevServer } from '../src/temporal/find/dev-server.js';
import { findTools } from '../src/temporal/find/tools.js';
import { devServerArguments } from '../src/temporal/run/dev-server.js';
import { freePort } from '../src/temporal/run/ports.js';
import { startServer } from '../src/temporal/run/start-server.js';
import { toAddress, untilFrontendAnswers } from '../src/temporal/run/until-serving.js';

/**
 * What timers on time cost: the same workflows on a dev server with and without
 * history.timerProcessorMaxTimeShift, in alternating rounds of one run. Linux only, for its count of CPU time.
 */
const ROUNDS = 3;
const WORKFLOWS = 50;
const TIMERS = 20;
const TIMER_MS = 100;
const IDLE_MS = 10_000;
const TICKS_PER_SECOND = 100;

Runtime.install({ logger: new DefaultLogger('ERROR') });
const environment = readEnvironment();
const config = readConfig(environment);
const { command, serverVersion } = await findDevServer({
  tools: await findTools(environment.PATH ?? ''),
  cacheDir: config.cache,
});
const workflowBundle = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('./timers-workflow.ts', import.meta.url)),
  logger: new DefaultLogger('ERROR'),
});

interface Figures {
  readonly idle: number;
  readonly cpu: number;
  readonly late: number;
}

async function round(onTime: boolean): Promise<Figures> {
  const port = await freePort();
  const args = devServerArguments({ ip: '127.0.0.1', port, searchAttributes: {} });
  const at = args.findIndex((arg) => arg.includes('timerProcessorMaxTimeShift'));
  if (at < 0) throw new Error('the dev server is no longer started with timerProcessorMaxTimeShift');
  if (!onTime) args.splice(at - 1, 2);
  const frontend = { host: '127.0.0.1', port };
  const server = await startServer({
    name: 'dev server',
    command,
    args,
    untilServing: (signal) => untilFrontendAnswers(frontend, signal),
  });
  const address = toAddress(frontend);
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection: native, taskQueue: 'bench', workflowBundle });
  const client = new Client({ connection });
  const running = worker.run();
  const start = (name: string, n: number, ms: number, count: number) =>
    client.workflow.start('waitInTurns', {
      workflowId: `${name}-${n}`,
      taskQueue: 'bench',
      args: [ms, count],
    });
  await Promise.all(Array.from({ length: WORKFLOWS }, (_, n) => start('open', n, 3_600_000, 1)));
  await pause(2_000);
  const idle = await cpuDuring(server.pid, () => pause(IDLE_MS));
  const lateness: number[] = [];
  const cpu = await cpuDuring(server.pid, async () => {
    const handles = await Promise.all(
      Array.from({ length: WORKFLOWS }, (_, n) => start('timed', n, TIMER_MS, TIMERS)),
    );
    for (const handle of handles) lateness.push((await handle.result()) as number);
  });
  worker.shutdown();
  await running;
  await native.close();
  await connection.close();
  await server.stop(2_000);
  lateness.sort((a, b) => a - b);
  return {
    idle: (idle / IDLE_MS) * 100,
    cpu: cpu / (WORKFLOWS * TIMERS),
    late: lateness[Math.floor(lateness.length / 2)] ?? 0,
  };
}

async function cpuDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = cpuMs(pid);
  await work();
  return cpuMs(pid) - before;
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
}

console.log(
  `Temporal server ${serverVersion}; ${WORKFLOWS} workflows with ${TIMERS} timers of ${TIMER_MS} ms`,
);
console.log('round  value    a timer is late by (median)  server CPU per timer  server CPU when idle');
for (let n = 1; n <= ROUNDS; n += 1) {
  for (const onTime of [false, true]) {
    const { idle, cpu, late } = await round(onTime);
    const name = onTime ? '10ms' : 'default';
    console.log(
      `${n}      ${name.padEnd(8)} ${late.toFixed(0).padStart(5)} ms ${cpu.toFixed(2).padStart(30)} ms ${idle.toFixed(1).padStart(19)} %`,
    );
  }
}
