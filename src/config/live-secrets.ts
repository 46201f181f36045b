import { createHash } from 'node:crypto';

/**
 * Hashes of the public values in this repository, with which a fresh clone starts. A test finds values that are
 * missing here.
 */
const SHIPPED: ReadonlySet<string> = new Set([
  // the secret key of the sandbox's first merchant
  '986426b76a12686b8a82f7eebd061c681168332734a7ac0162112b373e1958ee',
  // the webhook secret of docker-compose.yml
  'e55a708b9f510f3fb317a29fbaacdba14410bd2a1d07fe01934a7387b1146d22',
  // the API keys of deploy/api-keys.json
  'e8c0b490a36bec9dd613379cc794666eb28d592c1dba348b4dc82b6853d111ad',
  '42767a17d70fa4d055579ae2ff9174cc599f1f8dbc01fcd63efa713d5b22fae1',
  // the key of deploy/grant-keys.json
  '77b0fdaa7f123273220c86b9ca010118eb5c442d71aa7884d99efeba7321bb24',
]);

const MIN_LENGTH = 16;

/** Why live mode refuses this secret, without its value; undefined if it does not. */
export function refuseInLive(secret: string): string | undefined {
  if (isShipped(createHash('sha256').update(secret).digest('hex'))) {
    return 'this value is public in the Oware repository; set your own for live mode.';
  }
  if (secret.length < MIN_LENGTH) return `live mode requires at least ${MIN_LENGTH} characters.`;
  return undefined;
}

/** Whether the value with this SHA-256 is public in the repository. */
export function isShipped(sha256: string): boolean {
  return SHIPPED.has(sha256);
}
