import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
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
  const said = oware.lines.join('\n');
  expect(said).not.toContain('    at ');
  expect(said).not.toContain('must-not-be-shown');
  return said;
}

it.each([
  [
    'live keys with the address of a sandbox',
    { OWARE_GATEWAY_API_KEY: 'MK_PROD_ABCDEFGHIJ' },
    'the API key is one of the live kind',
  ],
  [
    'sandbox keys with a live address',
    { OWARE_GATEWAY_URL: 'https://api.gateway.example' },
    'api.gateway.example is not the address of a sandbox',
  ],
  [
    'live mode with sandbox keys',
    { OWARE_GATEWAY_MODE: 'live', OWARE_GATEWAY_URL: 'https://api.gateway.example' },
    'the API key is one of the sandbox kind',
  ],
  [
    'a path for an endpoint that does not exist',
    { OWARE_GATEWAY_PATHS: 'getMoney=/x' },
    'no endpoint is called getMoney',
  ],
  [
    'an assumption that does not exist',
    { OWARE_GATEWAY_ASSUMPTIONS: 'colour=blue' },
    'There is no assumption "colour"',
  ],
  [
    'a certificate that is not there',
    { OWARE_GATEWAY_CA_FILE: '/nowhere.pem' },
    'OWARE_GATEWAY_CA_FILE: ENOENT',
  ],
])('a worker refuses %s', async (_what, env, why) => {
  expect(await refusal('worker', { ...gateway, ...env })).toContain(why);
});

it('a worker says where it looked for Temporal and what helps', async () => {
  expect(await refusal('worker', gateway)).toContain(
    'Start one with `oware temporal`, everything with `oware dev`, or set TEMPORAL_ADDRESS.',
  );
});

it.each(['api', 'worker'])(
  'the %s ends when its port is in use, with all that it had opened',
  async (command) => {
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

    const said = await refusal(command, {
      ...gateway,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      OWARE_API_KEYS_FILE: keys,
      [`OWARE_${command.toUpperCase()}_PORT`]: String(port),
    });
    expect(said).toContain(`Port ${port} is in use by another program.`);
  },
);

it('a command that does not exist is named', async () => {
  expect(await refusal('wroker', {})).toContain('wroker');
});
