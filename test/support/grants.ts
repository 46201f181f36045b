import type { Grant } from '../../src/domain/approval/grant.js';
import { createGrants, type GrantKey, termsHash } from '../../src/secrets/grants.js';

export const GRANT_KEY: GrantKey = { id: 'tests', key: 'a grant key of the tests, 32 bytes and more' };

/** What the API signs with and the workers check with, in tests. */
export const testGrants = createGrants([GRANT_KEY]);

export const SAMPLE_TERMS = { reference: 'rent-1', amountKobo: 250_000_000, account: { bank: '058' } };

/** Ada may approve transfer rent-1 for the next ten minutes. */
export function grantOf(part: Partial<Grant> = {}): Grant {
  return {
    action: 'approve',
    target: 'transfer:rent-1',
    termsHash: termsHash(SAMPLE_TERMS),
    key: 'finance',
    subject: 'ada@example.com',
    at: new Date().toISOString(),
    notAfter: new Date(Date.now() + 600_000).toISOString(),
    ...part,
  };
}
