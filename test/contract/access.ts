import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { target, test } from './gateway.js';

describe('access', () => {
  test('a merchant’s keys return an access token with a lifetime', async ({ gateway }) => {
    const { accessToken, expiresIn } = await gateway.ok('login', {});
    expect(accessToken.split('.')).toHaveLength(3);
    expect(expiresIn).toBeGreaterThan(0);
    expect(expiresIn).toBeLessThanOrEqual(3600);
  });

  test('a wrong secret is refused as not authorised', async ({ gateway }) => {
    const stranger = gateway.as({
      ...target.credentials,
      apiKey: 'MK_TEST_STRANGER00',
      secretKey: randomUUID(),
    });
    expect((await stranger.failure('login', {})).kind).toBe('not-authorised');
    const refused = await stranger.failure('listBanks', {});
    expect(refused.kind).toBe('not-authorised');
    expect(refused.message).toContain('not sent, no access token');
  });

  test('an expired token is renewed, and the call succeeds', async ({ gateway }) => {
    const { wait } = gateway.people();
    await gateway.ok('listBanks', {});
    await wait('61m');
    await gateway.ok('listBanks', {});
  });
});
