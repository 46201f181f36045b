import { Connection } from '@temporalio/client';
import type { TestProject } from 'vitest/node';
import { findDevServer } from '../../../src/temporal/find/dev-server.js';
import { prepareNamespace } from '../../../src/temporal/namespace.js';
import { startDevServer } from '../../../src/temporal/run/dev-server.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { endsNotReached } from '../temporal/ends-reached.js';
import { recordWays } from '../temporal/record-ways.js';
import { replayAll } from '../temporal/replay-all.js';
import { finderOptions, provideBundle } from './find-and-bundle.js';

export default async function setup(project: TestProject) {
  const { command } = await findDevServer(await finderOptions());
  const server = await startDevServer({
    command,
    ip: '127.0.0.1',
    port: await freePort(),
    searchAttributes: {},
    timeTravel: true,
    // its collector runs less often: a seventh of the server's processor time, for 200 MB
    env: { ...definedOf(process.env), GOGC: '400' },
  });
  const connection = await Connection.connect({ address: server.address });
  await prepareNamespace(connection, { namespace: 'default', retentionDays: 30 });
  await connection.close();
  const bundle = await provideBundle();
  project.provide('temporalAddress', server.address);
  project.provide('bundlePath', bundle.path);
  return async () => {
    // only a whole run can reach every end, and CI runs the whole
    if (process.env.CI !== undefined && project.name === 'e2e') await requireEnds(server.address);
    if (process.env.OWARE_TEST_RECORD_HISTORIES === 'all') await recordAllWays(server.address);
    if (process.env.OWARE_TEST_REPLAY_ALL !== undefined) await replayAllRuns(server.address, bundle.path);
    await server.stop(5_000);
    bundle.remove();
  };
}

/** What a sweep cannot read or clear takes it half a minute: tests of the second circle. */
const REACHED_LATER = ['sweep INCOMPLETE', 'sweep DIFFERENCES'];

/** The first circle reaches every end of every lifecycle. */
async function requireEnds(address: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const missing = (await endsNotReached(connection)).filter((end) => !REACHED_LATER.includes(end));
    if (missing.length === 0) return;
    console.error(`No test of this circle reaches: ${missing.join(', ')}.`);
    // vitest ends with 0 where only this fails
    process.exitCode = 1;
  } finally {
    await connection.close();
  }
}

async function recordAllWays(address: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    console.log(`${await recordWays(connection)} histories show what every kind can do.`);
  } finally {
    await connection.close();
  }
}

async function replayAllRuns(address: string, bundlePath: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const count = await replayAll(connection, bundlePath);
    console.log(`All ${count} closed runs can be replayed.`);
  } catch (error) {
    console.error(error);
    // vitest ends with 0 where only this fails
    process.exitCode = 1;
  } finally {
    await connection.close();
  }
}

const definedOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
