import { createHash } from 'node:crypto';

/**
 * Values that this repository ships so that a fresh clone starts by itself, as hashes: everybody knows them. A test
 * looks for shipped values that are missing here.
 */
const SHIPPED: ReadonlySet<string> = new Set([
  // the secret key of the sandbox's first merchant
  '986426b76a12686b8a82f7eebd061c681168332734a7ac0162112b373e1958ee',
  // the webhook secret of docker-compose.yml
  'e55a708b9f510f3fb317a29fbaacdba14410bd2a1d07fe01934a7387b1146d22',
  // the API key of deploy/api-keys.json
  'e8c0b490a36bec9dd613379cc794666eb28d592c1dba348b4dc82b6853d111ad',
]);

const SHORTEST = 16;

/** Why live mode must not start with this secret; never with the value. Undefined where it may. */
export function refuseInLive(secret: string): string | undefined {
  if (isShipped(createHash('sha256').update(secret).digest('hex'))) {
    return 'this value comes with the repository and is public; live mode needs one of your own';
  }
  if (secret.length < SHORTEST) return `live mode needs at least ${SHORTEST} characters`;
  return undefined;
}

/** Whether a value with this SHA-256 comes with the repository. */
export function isShipped(sha256: string): boolean {
  return SHIPPED.has(sha256);
}
