import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { SANDBOX_ROUTES, sandboxCoverage } from '../../src/sandbox/routes.js';

describe('the sandbox', () => {
  it('serves every endpoint of the contract at its path', () => {
    const served = new Map(SANDBOX_ROUTES.map((route) => [route.endpoint, `${route.method} ${route.path}`]));
    for (const { name, method, path } of Object.values(ENDPOINTS)) {
      expect(served.get(name), name).toBe(`${method} ${path}`);
    }
  });

  it('serves each endpoint once', () => {
    expect(new Set(sandboxCoverage()).size).toBe(SANDBOX_ROUTES.length);
  });
});
