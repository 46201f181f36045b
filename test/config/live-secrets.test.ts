import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.js';
import { isShipped } from '../../src/config/live-secrets.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const SHIPPED_SECRET = createSandbox().merchants.first().secretKey;
const [SHIPPED_WEBHOOK_SECRET = ''] = /whsec_[\w+/=]+/.exec(read('docker-compose.yml')) ?? [];

describe('live mode', () => {
  it.each([
    ['OWARE_GATEWAY_SECRET_KEY', SHIPPED_SECRET],
    ['OWARE_GATEWAY_OLD_SECRET_KEY', SHIPPED_SECRET],
    ['OWARE_WEBHOOK_SECRET', SHIPPED_WEBHOOK_SECRET],
  ])('refuses %s with a public value of the repository, and does not show it', (variable, value) => {
    expect(problemsOf({ [variable]: value })).toEqual([]);
    const problems = problemsOf({ OWARE_GATEWAY_MODE: 'live', [variable]: value });
    expect(problems).toEqual([
      expect.stringContaining(`${variable}: this value is public in the Oware repository`),
    ]);
    expect(problems.join()).not.toContain(value);
  });

  it('refuses a public webhook secret also as the second of two', () => {
    const own = `whsec_${Buffer.alloc(32, 'own').toString('base64')}`;
    const both = { OWARE_WEBHOOK_SECRET: `${own} ${SHIPPED_WEBHOOK_SECRET}` };
    expect(problemsOf({ OWARE_GATEWAY_MODE: 'live', ...both })).toEqual([
      expect.stringContaining('OWARE_WEBHOOK_SECRET: this value is public in the Oware repository'),
    ]);
  });

  it('refuses an http:// URL for webhooks, unless the receiver is in the own network', () => {
    const live = { OWARE_GATEWAY_MODE: 'live', OWARE_WEBHOOK_URL: 'http://shop.example/webhooks' };
    expect(problemsOf(live)).toEqual([
      'OWARE_WEBHOOK_URL: live mode requires an https:// URL, or OWARE_WEBHOOK_ALLOW_PRIVATE=true for a receiver in your own network.',
    ]);
    expect(problemsOf({ ...live, OWARE_WEBHOOK_ALLOW_PRIVATE: 'true' })).toEqual([]);
    expect(problemsOf({ ...live, OWARE_WEBHOOK_URL: 'https://shop.example/webhooks' })).toEqual([]);
    expect(problemsOf({ OWARE_WEBHOOK_URL: 'http://shop.example/webhooks' })).toEqual([]);
  });

  it('refuses secrets under 16 characters', () => {
    const short = { OWARE_GATEWAY_SECRET_KEY: 'fifteen-letters' };
    expect(problemsOf(short)).toEqual([]);
    expect(problemsOf({ OWARE_GATEWAY_MODE: 'live', ...short })).toEqual([
      'OWARE_GATEWAY_SECRET_KEY: live mode requires at least 16 characters.',
    ]);
    expect(problemsOf({ OWARE_GATEWAY_MODE: 'live', OWARE_GATEWAY_SECRET_KEY: 'sixteen-letters!' })).toEqual(
      [],
    );
  });
});

describe('every public secret of the repository is refused in live mode', () => {
  it('the keys of the sandbox’s first merchant', () => {
    expect(isShipped(sha256(SHIPPED_SECRET))).toBe(true);
  });

  it('the grant keys', () => {
    const keys = JSON.parse(read('deploy/grant-keys.json')) as { key: string }[];
    expect(keys).not.toHaveLength(0);
    expect(keys.filter(({ key }) => !isShipped(sha256(key)))).toEqual([]);
  });

  it('the API keys', () => {
    const keys = JSON.parse(read('deploy/api-keys.json')) as { sha256: string }[];
    expect(keys.filter((key) => !isShipped(key.sha256))).toEqual([]);
  });

  it.each(['docker-compose.yml', 'README.md', 'docs/deployment.md', 'docs/settings.md', '.env.example'])(
    'the secrets in %s',
    (file) => {
      const given = read(file).matchAll(
        /(?:whsec_[\w+/]{20,}=*|(?:SECRET|RETURN)\w*KEY:-?\s*\$\{\w+:-([^}]+)\})/g,
      );
      const values = [...given].map(([whole, inner]) => inner ?? whole);
      expect(values.filter((value) => !isShipped(sha256(value)))).toEqual([]);
    },
  );
});
