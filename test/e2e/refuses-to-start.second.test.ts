import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { startOware } from '../support/processes/oware-process.js';

const gateway = {
  OWARE_GATEWAY_URL: 'http://127.0.0.1:3001',
  OWARE_GATEWAY_API_KEY: 'MK_TEST_ABCDEFGHIJ',
  OWARE_GATEWAY_SECRET_KEY: 'a-secret-that-must-not-be-shown',
  OWARE_GATEWAY_CONTRACT: '1234567890',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
};

async function refusal(command: string, env: Record<string, string>): Promise<string> {
  const oware = startOware([command], { env });
  expect(await oware.exited).toBe(1);
  const output = oware.lines.join('\n');
  expect(output).not.toContain('    at ');
  expect(output).not.toContain('must-not-be-shown');
  return output;
}

it.concurrent.each([
  [
    'live keys with the address of a sandbox',
    { OWARE_GATEWAY_API_KEY: 'MK_PROD_ABCDEFGHIJ' },
    'the API key is a live key',
  ],
  [
    'sandbox keys with a live address',
    { OWARE_GATEWAY_URL: 'https://api.gateway.example' },
    'api.gateway.example is not the address of a sandbox',
  ],
  [
    'live mode with sandbox keys',
    { OWARE_GATEWAY_MODE: 'live', OWARE_GATEWAY_URL: 'https://api.gateway.example' },
    'the API key is a sandbox key',
  ],
  [
    'a path for an endpoint that does not exist',
    { OWARE_GATEWAY_PATHS: 'getMoney=/x' },
    "unknown endpoint 'getMoney'",
  ],
  [
    'an assumption that does not exist',
    { OWARE_GATEWAY_ASSUMPTIONS: 'colour=blue' },
    'Unknown assumption "colour"',
  ],
  ['a missing certificate file', { OWARE_GATEWAY_CA_FILE: '/nowhere.pem' }, 'OWARE_GATEWAY_CA_FILE: ENOENT'],
])('a worker refuses %s', async (_what, env, reason) => {
  expect(await refusal('worker', { ...gateway, ...env })).toContain(reason);
});

it.concurrent('a worker names the Temporal address that does not respond, and what to do', async () => {
  expect(await refusal('worker', gateway)).toContain(
    'Start one with `oware temporal`, start everything with `oware dev`, or set TEMPORAL_ADDRESS.',
  );
});

it.concurrent.for(['api', 'worker'])(
  'the %s exits when its port is in use',
  async (command, { onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'oware-refuses-'));
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
      taken.close();
    });
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const keys = join(folder, 'keys.json');
    writeFileSync(keys, '[]');

    const output = await refusal(command, {
      ...gateway,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      OWARE_API_KEYS_FILE: keys,
      [`OWARE_${command.toUpperCase()}_PORT`]: String(port),
    });
    expect(output).toContain(`Port ${port} is in use by another program.`);
  },
);

it.concurrent('an unknown command is named in the error', async () => {
  expect(await refusal('wroker', {})).toContain('wroker');
});
