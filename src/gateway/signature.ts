import { createHmac, timingSafeEqual } from 'node:crypto';

/** The gateway signs an event with HMAC-SHA-512 over the raw body, keyed with the merchant's secret key. */
export function signEvent(body: Uint8Array | string, secret: string): string {
  return createHmac('sha512', secret).update(body).digest('hex');
}

/**
 * True when the signature was made over exactly these bytes with one of the live secrets (two while one is
 * being rotated out). Takes the same time whichever secret fits, and however much of the signature is right.
 * Capitals and spaces around it are not part of the hash.
 */
export function isSignedBy(body: Uint8Array, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature.trim().toLowerCase(), 'utf8');
  let signed = false;
  for (const secret of secrets) {
    const expected = Buffer.from(signEvent(body, secret), 'utf8');
    if (given.length === expected.length && timingSafeEqual(given, expected)) signed = true;
  }
  return signed;
}
