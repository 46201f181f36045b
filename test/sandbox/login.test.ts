import { describe, expect, it } from 'vitest';
import { logIn, START, startSandbox } from './merchant-side.js';

const SEARCH = '/api/v1/transactions/search';

describe('logging in', () => {
  it('returns a JWT that is valid for an hour', async () => {
    const side = await startSandbox();
    const token = await logIn(side.send, side.sandbox);
    expect(token.split('.')).toHaveLength(3);
    const answer = await side.send('GET', SEARCH, undefined, { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(200);
  });

  it('refuses a wrong secret key', async () => {
    const { send, sandbox } = await startSandbox();
    const basic = Buffer.from(`${sandbox.merchants.first().apiKey}:wrong`).toString('base64');
    const answer = await send('POST', '/api/v1/auth/login', undefined, { authorization: `Basic ${basic}` });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      requestSuccessful: false,
      responseMessage: 'Invalid credentials',
      responseCode: '99',
    });
  });

  it('is refused from an address that is not whitelisted', async () => {
    const { send, sandbox } = await startSandbox();
    const { id, apiKey, secretKey } = sandbox.merchants.first();
    await send('PATCH', `/sandbox/merchants/${id}`, { switches: { whitelistedAddresses: ['10.0.0.1'] } });
    const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
    const answer = await send('POST', '/api/v1/auth/login', undefined, { authorization: `Basic ${basic}` });
    expect(answer.status).toBe(403);
    expect(answer.reason).toBe('Could not Authorize merchant');
    expect(answer.text).not.toContain('accessToken');
  });

  it('requires the authorization header', async () => {
    const { send } = await startSandbox();
    const answer = await send('POST', '/api/v1/auth/login');
    expect(answer.status).toBe(401);
    expect(answer.reason).toBe('Unauthorized, supply authorization header');
  });
});

describe('a token', () => {
  it('expires by the sandbox clock, with an OAuth error', async () => {
    const side = await startSandbox();
    const token = await logIn(side.send, side.sandbox);
    await side.sandbox.clock.advance(3_600_000);
    const answer = await side.send('GET', SEARCH, undefined, { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      error: 'invalid_token',
      error_description: `Access token expired: ${token}`,
    });
  });

  it('that was tampered with is refused', async () => {
    const side = await startSandbox();
    const token = await logIn(side.send, side.sandbox);
    const answer = await side.send('GET', SEARCH, undefined, {
      authorization: `Bearer ${token.slice(0, -2)}xx`,
    });
    expect(answer.status).toBe(401);
    expect(answer.body.error_description).toBe('Cannot convert access token to JSON');
  });

  it('is required by every other endpoint', async () => {
    const { send } = await startSandbox();
    const answer = await send('GET', SEARCH);
    expect(answer.status).toBe(401);
    expect(answer.body.error).toBe('unauthorized');
  });

  it('is refused from an address that is not whitelisted', async () => {
    const { send, sandbox, call } = await startSandbox();
    const { id } = sandbox.merchants.first();
    await call('GET', SEARCH);
    await send('PATCH', `/sandbox/merchants/${id}`, { switches: { whitelistedAddresses: ['10.0.0.1'] } });
    const answer = await call('GET', SEARCH);
    expect(answer.status).toBe(403);
    expect(answer.reason).toBe('Could not Authorize merchant');
  });

  it('with text after its signature is refused', async () => {
    const side = await startSandbox();
    const token = await logIn(side.send, side.sandbox);
    const answer = await side.send('GET', SEARCH, undefined, { authorization: `Bearer ${token}.junk` });
    expect(answer.status).toBe(401);
    expect(answer.body.error_description).toBe('Cannot convert access token to JSON');
  });
});

describe('the first merchant', () => {
  it('has realistic keys that are the same after a restart', async () => {
    const [one, other] = [await startSandbox({ now: () => START }), await startSandbox()];
    const merchant = one.sandbox.merchants.first();
    expect(merchant.apiKey).toMatch(/^MK_TEST_[A-Z0-9]{10}$/);
    expect(merchant.secretKey).toMatch(/^[A-Z0-9]{32}$/);
    expect(merchant.contractCode).toMatch(/^\d{10}$/);
    expect(merchant.walletAccountNumber).toMatch(/^\d{10}$/);
    expect(one.sandbox.ledger.balance(`wallet:${merchant.id}`)).toBeGreaterThan(0);
    expect(other.sandbox.merchants.first()).toEqual(merchant);
  });

  it('has other keys under another seed', async () => {
    const [one, other] = [await startSandbox(), await startSandbox({ seed: 'another' })];
    expect(other.sandbox.merchants.first().apiKey).not.toBe(one.sandbox.merchants.first().apiKey);
  });
});
