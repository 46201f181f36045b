import { createHmac, hkdfSync } from 'node:crypto';

/** Turns a customer's e-mail address into what lists can be filtered by. */
export type CustomerHash = (email: string) => string;

/** 128 bits: no two customers of a merchant share one. */
const BYTES = 16;

/**
 * Search attributes are not encrypted, so they hold no address. Trying addresses until a hash matches needs the
 * key. Upper and lower case are the same address.
 */
export function createCustomerHash(secret: string): CustomerHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'oware customer', 32));
  return (email) =>
    createHmac('sha256', key)
      .update(email.trim().toLowerCase())
      .digest()
      .subarray(0, BYTES)
      .toString('base64url');
}
