import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Makes the return URL of a checkout known to its payer only. Worker and api share the key. */
export interface ReturnTokens {
  readonly of: (reference: string) => string;
  readonly isFor: (reference: string, token: string) => boolean;
}

/** 128 bits, which cannot be guessed. */
const BYTES = 16;

/**
 * Derived from the reference, so that neither Temporal nor the api has to store it, and no history shows it.
 */
export function createReturnTokens(secret: string): ReturnTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'oware return address', 32));
  const tokenOf = (reference: string) =>
    createHmac('sha256', key).update(reference).digest().subarray(0, BYTES).toString('base64url');
  return {
    of: tokenOf,
    isFor: (reference, token) => {
      const expected = Buffer.from(tokenOf(reference));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
