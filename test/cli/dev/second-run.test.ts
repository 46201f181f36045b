import type { RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { assertPortsFree } from '../../../src/cli/dev/run-dev.js';
import { serve } from '../../../src/cli/serve.js';
import { readConfig } from '../../../src/config/config.js';

/** Starts `oware dev` as far as its ports, one of which this server has. */
async function startBeside(other: RequestListener): Promise<void> {
  const { url, close } = await serve(other, '127.0.0.1', 0);
  onTestFinished(close);
  const settings = { OWARE_API_PORT: new URL(url).port, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  await assertPortsFree(readConfig(settings), settings);
}

it('a second start says that it is Oware which has the port', async () => {
  const oware: RequestListener = (_request, response) =>
    void response.setHeader('connection', 'close').end('{"status":"up","gatewayMode":"sandbox"}');
  await expect(startBeside(oware)).rejects.toThrow(/^Oware already runs: its API is at http:/);
});

it('a start beside another program says which port it has', async () => {
  const other: RequestListener = (_request, response) =>
    void response.setHeader('connection', 'close').end('<h1>A page</h1>');
  await expect(startBeside(other)).rejects.toThrow(/^Port \d+ is in use by another program$/);
});
