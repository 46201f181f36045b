import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startOware } from '../../support/processes/oware-process.js';

const live = {
  OWARE_GATEWAY_MODE: 'live',
  OWARE_GATEWAY_URL: 'https://api.gateway.example',
  OWARE_GATEWAY_API_KEY: 'MK_PROD_ABCDEFGHIJ',
  OWARE_GATEWAY_SECRET_KEY: 'a-secret-that-must-not-be-shown',
  OWARE_GATEWAY_CONTRACT: '1234567890',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
};

/** The key in docker-compose.yml, which lets a fresh clone start. */
const SHIPPED = 'U8MD06E1A1DM4PZWLZ3UGLHGV641JW7Y';

async function refusal(command: string, env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'oware-live-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, '[]');
  const oware = startOware([command], { cwd: folder, env: { ...live, OWARE_API_KEYS_FILE: keys, ...env } });
  expect(await oware.exited).toBe(1);
  const said = oware.lines.join('\n');
  expect(said).not.toContain('    at ');
  expect(said).not.toContain('must-not-be-shown');
  expect(said).not.toContain(SHIPPED);
  return said;
}

it('the worker refuses the grant key of the repository in live mode', async () => {
  const env = { OWARE_GRANT_KEYS_FILE: join(process.cwd(), 'deploy/grant-keys.json') };
  expect(await refusal('worker', env)).toContain("the key 'development' is public in the Oware repository");
});

it.each(['api', 'worker', 'sandbox', 'listen', 'dev'])(
  '%s refuses a shipped key in live mode',
  async (command) => {
    expect(await refusal(command, { OWARE_GATEWAY_SECRET_KEY: SHIPPED })).toContain(
      'OWARE_GATEWAY_SECRET_KEY: this value is public in the Oware repository',
    );
  },
);

it.each([
  ['sandbox keys', { OWARE_GATEWAY_API_KEY: 'MK_TEST_ABCDEFGHIJ' }, 'the API key is a sandbox key'],
  [
    'the address of a sandbox',
    { OWARE_GATEWAY_URL: 'http://127.0.0.1:3001' },
    '127.0.0.1 is the address of a sandbox',
  ],
  [
    'a secret of a few characters',
    { OWARE_GATEWAY_SECRET_KEY: 'x' },
    'live mode requires at least 16 characters',
  ],
  [
    'the API key of the repository',
    { OWARE_API_KEYS_FILE: join(process.cwd(), 'deploy/api-keys.json') },
    'is public',
  ],
  [
    'the grant key of the repository',
    { OWARE_GRANT_KEYS_FILE: join(process.cwd(), 'deploy/grant-keys.json') },
    "the key 'development' is public",
  ],
  [
    'OTPs without the key that submits them',
    { OWARE_OTP_IN_API: 'on', OWARE_GATEWAY_API_KEY: '' },
    'OWARE_GATEWAY_API_KEY: missing; expected',
  ],
  [
    'return URLs without a key',
    { OWARE_PUBLIC_URL: 'https://pay.example' },
    'OWARE_RETURN_KEY: missing; expected',
  ],
])('the api refuses %s in live mode', async (_what, env, why) => {
  expect(await refusal('api', env)).toContain(why);
});
