import { expect, test } from 'vitest';
import { refuseMixedEnvironment } from '../../src/gateway/http/environment.js';

const LIVE = { mode: 'live', apiKey: 'MK_PROD_ABCDEFGHIJ', baseUrl: 'https://api.gateway.example' } as const;
const SANDBOX = { mode: 'sandbox', apiKey: 'MK_TEST_ABCDEFGHIJ', baseUrl: 'http://127.0.0.1:3001' } as const;

test.each([
  [LIVE],
  [SANDBOX],
  [{ ...SANDBOX, baseUrl: 'https://sandbox.gateway.example' }],
  [{ ...SANDBOX, baseUrl: 'http://sandbox:3001' }],
  [{ ...SANDBOX, baseUrl: 'http://[::1]:3001' }],
  [{ ...SANDBOX, baseUrl: 'http://10.0.0.7:3001' }],
])('starts with settings of one environment: %o', (settings) => {
  expect(() => refuseMixedEnvironment(settings)).not.toThrow();
});

test.each([
  ['live keys with the sandbox on this machine', { ...SANDBOX, apiKey: LIVE.apiKey }, 'a live key'],
  ['sandbox keys in live', { ...LIVE, apiKey: SANDBOX.apiKey }, 'a sandbox key'],
  ['live on loopback', { ...LIVE, baseUrl: SANDBOX.baseUrl }, '127.0.0.1 is the address of a sandbox'],
  [
    'live on a public sandbox',
    { ...LIVE, baseUrl: 'https://sandbox.gateway.example' },
    'address of a sandbox',
  ],
  ['live without TLS', { ...LIVE, baseUrl: 'http://api.gateway.example' }, 'not https'],
  ['sandbox keys with a live address', { ...SANDBOX, baseUrl: LIVE.baseUrl }, 'not the address of a sandbox'],
  ['a name that only resembles it', { ...SANDBOX, baseUrl: 'https://sandboxing.example' }, 'not the address'],
])('refuses to start with %s', (_, settings, reason) => {
  expect(() => refuseMixedEnvironment(settings)).toThrow(reason);
});

test('the refusal does not repeat the key', () => {
  expect(() => refuseMixedEnvironment({ ...SANDBOX, apiKey: LIVE.apiKey })).not.toThrow(LIVE.apiKey);
});
