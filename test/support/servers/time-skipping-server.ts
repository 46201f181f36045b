import { Connection } from '@temporalio/client';
import type { TestProject } from 'vitest/node';
import { findTestServer } from '../../../src/temporal/find/test-server.js';
import { addSearchAttributes } from '../../../src/temporal/namespace.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { startTestServer } from '../../../src/temporal/run/test-server.js';
import { finderOptions, provideBundle } from './find-and-bundle.js';

export default async function setup(project: TestProject) {
  const server = await startTestServer({
    server: await findTestServer(await finderOptions()),
    port: await freePort(),
  });
  const connection = await Connection.connect({ address: server.address });
  await addSearchAttributes(connection, 'default');
  await connection.close();
  const bundle = await provideBundle();
  project.provide('temporalAddress', server.address);
  project.provide('bundlePath', bundle.path);
  return async () => {
    await server.stop(5_000);
    bundle.remove();
  };
}
