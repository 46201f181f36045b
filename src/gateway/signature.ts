import { createHmac, timingSafeEqual } from 'node:crypto';

/** The gateway signs an event with HMAC-SHA-512 over the raw body, keyed with the merchant's secret key. */
export function signEvent(body: Uint8Array | string, secret: string): string {
  return createHmac('sha512', secret).update(body).digest('hex');
}

/** HMAC-SHA-512 in hex. */
const SHAPE = /^[0-9a-f]{128}$/i;

/**
 * The signature in a header, if it has the right shape; gateways and proxies pad headers and change their
 * case.
 */
export function readSignature(header: string | undefined): Buffer | undefined {
  const given = header?.trim();
  return given !== undefined && SHAPE.test(given) ? Buffer.from(given, 'hex') : undefined;
}

/**
 * Verifies a body while it arrives, so that it need not be kept in memory. Takes the same time whichever of
 * the live secrets matches (two during a rotation), and however much of the signature is right.
 */
export function createSignatureCheck(signature: Buffer, secrets: readonly string[]) {
  const made = secrets.map((secret) => createHmac('sha512', secret));
  return {
    update: (chunk: Uint8Array): void => made.forEach((hmac) => void hmac.update(chunk)),
    isRight: (): boolean => {
      const fitting = made.filter((hmac) => timingSafeEqual(hmac.digest(), signature));
      return fitting.length > 0;
    },
  };
}

/** True when the signature was made over exactly these bytes with one of the live secrets. */
export function isSignedBy(body: Uint8Array, header: string, secrets: readonly string[]): boolean {
  const signature = readSignature(header);
  if (!signature) return false;
  const check = createSignatureCheck(signature, secrets);
  check.update(body);
  return check.isRight();
}
