import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hashKey } from '../../src/api/bearer.js';
import { readApiKeys, watchApiKeys } from '../../src/cli/api-keys.js';
import { openDevState } from '../../src/cli/dev/dev-state.js';
import { readGrants } from '../../src/cli/grant-keys.js';
import { grantOf } from '../support/grants.js';

const folder = mkdtempSync(join(tmpdir(), 'oware-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: unknown): string {
  const path = join(folder, 'keys.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

type Mode = 'sandbox' | 'live';

const apiKeys = (content: unknown, gatewayMode: Mode = 'sandbox') =>
  readApiKeys({ apiKeysFile: file(content), gatewayMode });
const grantKeys = (content: unknown, gatewayMode: Mode = 'sandbox') =>
  readGrants({ grantKeysFile: file(content), gatewayMode });

const sha256 = hashKey('a key');
const KEY = 'k'.repeat(32);

describe('the file of API keys', () => {
  it('may name a subject and scopes for each key', () => {
    const keys = [
      { name: 'shop', sha256 },
      { name: 'finance', sha256: hashKey('b'), subject: 'bola@example.com', scopes: ['approve'] },
    ];
    expect(apiKeys(keys)).toEqual(keys);
  });

  it.each([
    ['a scope that does not exist', [{ name: 'a', sha256, scopes: ['aprove'] }]],
    ['scopes that are no list', [{ name: 'a', sha256, scopes: 'approve' }]],
    ['an empty subject', [{ name: 'a', sha256, subject: '  ' }]],
    ['a key without a name', [{ name: ' ', sha256 }]],
    ['an endless name', [{ name: 'x'.repeat(65), sha256 }]],
    ['a key in place of its hash', [{ name: 'a', sha256: 'a key' }]],
    ['another field', [{ name: 'a', sha256, role: 'admin' }]],
    ['text that is not JSON', '[{'],
  ])('is refused with %s', (_what, content) => {
    expect(() => apiKeys(content)).toThrow('OWARE_API_KEYS_FILE');
  });

  it('is refused when it lists one key twice: its holder would be ambiguous', () => {
    const twice = [
      { name: 'a', sha256, subject: 'ada' },
      { name: 'b', sha256, subject: 'bola' },
    ];
    expect(() => apiKeys(twice)).toThrow("the key 'b' is listed twice");
  });

  it('is refused in live mode with a public key of the repository, the key of the approver included', () => {
    for (const key of [
      'oware_dev_this-key-is-public-replace-it',
      'oware_dev_this-approver-key-is-public-replace-it',
    ]) {
      const shipped = [{ name: 'shipped', sha256: hashKey(key) }];
      expect(apiKeys(shipped)).toHaveLength(1);
      expect(() => apiKeys(shipped, 'live')).toThrow("the key 'shipped' is public in the Oware repository");
    }
  });
});

describe('the file of grant keys', () => {
  it('is optional', () => {
    expect(readGrants({ grantKeysFile: undefined, gatewayMode: 'live' })).toBeUndefined();
  });

  it('signs with its first key', () => {
    const grants = grantKeys([
      { id: '2026', key: KEY },
      { id: '2025', key: KEY.replaceAll('k', 'o') },
    ]);
    expect(grants?.sign(grantOf()).keyId).toBe('2026');
  });

  it.each([
    ['no key', []],
    ['a key that is too short', [{ id: 'a', key: 'must-not-be-shown' }]],
    [
      'two keys with one id',
      [
        { id: 'a', key: KEY },
        { id: 'a', key: `${KEY}2` },
      ],
    ],
    ['a key without an id', [{ key: `must-not-be-shown-${KEY}` }]],
    ['an object in place of a list', { id: 'a', key: `must-not-be-shown-${KEY}` }],
    ['text that is not JSON', `[{ "id": "a", "key": "must-not-be-shown ${KEY} }]`],
  ])('is refused with %s, in every mode, and no key is shown', (_what, content) => {
    for (const mode of ['sandbox', 'live'] as const) {
      expect(() => grantKeys(content, mode)).toThrow('OWARE_GRANT_KEYS_FILE');
      expect(() => grantKeys(content, mode)).not.toThrow(/must-not-be-shown/);
    }
  });

  it('is refused in live mode with the public key of the repository', () => {
    const shipped = [{ id: 'a', key: 'this-grant-key-is-public-replace-it' }];
    expect(grantKeys(shipped)).toBeDefined();
    expect(() => grantKeys(shipped, 'live')).toThrow("the key 'a' is public in the Oware repository");
  });
});

describe('the file of API keys', () => {
  it('is read again when it changes; while it is broken, the earlier keys count', () => {
    const file = join(folder, 'watched.json');
    const write = (content: unknown) => {
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    };
    const [old, fresh] = ['old', 'fresh'].map((name) => ({ name, sha256: hashKey(name) }));
    const logged: string[] = [];
    const log = {
      info: (_fields: unknown, message?: string) => void logged.push(message ?? ''),
      error: (_fields: unknown, message?: string) => void logged.push(message ?? ''),
    };
    let now = 0;
    write([old]);
    const keys = watchApiKeys({ apiKeysFile: file, gatewayMode: 'sandbox' }, log, () => now);
    const names = () => keys().map(({ name }) => name);
    expect(names()).toEqual(['old']);
    write([old, fresh]);
    expect(names()).toEqual(['old']);
    now += 1_000;
    expect(names()).toEqual(['old', 'fresh']);
    write('[{"name": ');
    now += 1_000;
    expect(names()).toEqual(['old', 'fresh']);
    write([fresh]);
    now += 1_000;
    expect(names()).toEqual(['fresh']);
    expect(logged).toEqual([
      'the file of API keys has changed',
      'the file of API keys cannot be read: the earlier keys still count',
      'the file of API keys has changed',
    ]);
  });
});

describe('oware dev', () => {
  it('issues the keys of two people and a grant key, and keeps them', () => {
    const home = join(folder, '.oware');
    const state = openDevState(home, false);
    const { apiKey, approverKey, grantKey } = state.keys;
    const keys = readApiKeys({ apiKeysFile: state.apiKeysFile, gatewayMode: 'sandbox' });
    expect(keys).toEqual([
      {
        name: 'dev',
        sha256: hashKey(apiKey),
        subject: 'developer',
        scopes: ['read', 'collect', 'pay', 'operate'],
      },
      {
        name: 'dev-approver',
        sha256: hashKey(approverKey),
        subject: 'approver',
        scopes: ['read', 'approve', 'operate'],
      },
    ]);
    const grants = readGrants({ grantKeysFile: state.grantKeysFile, gatewayMode: 'live' });
    expect(grants?.sign(grantOf()).keyId).toBe('dev');
    expect(openDevState(home, false).keys).toEqual(state.keys);
    expect(new Set([apiKey, approverKey, grantKey]).size).toBe(3);
  });

  it('adds the new keys to the state of an earlier version', () => {
    const home = join(folder, '.earlier');
    const before = openDevState(home, false).keys;
    writeFileSync(join(home, 'keys.json'), JSON.stringify({ apiKey: before.apiKey }));
    const { keys } = openDevState(home, false);
    expect(keys.apiKey).toBe(before.apiKey);
    expect(keys.approverKey).not.toBe(before.approverKey);
  });
});
