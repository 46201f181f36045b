import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { type ApiKey, type ApiKeys, type Scope, SCOPES } from '../api/bearer.js';
import type { ApiLog } from '../api/log.js';
import { type Config, ConfigError } from '../config/config.js';
import { isShipped } from '../config/live-secrets.js';
import { LONGEST_KEY_NAME, LONGEST_SUBJECT } from '../domain/approval/grant.js';

const named = (longest: number) => z.string().trim().min(1).max(longest);

const keysFile = z.array(
  z.strictObject({
    name: named(LONGEST_KEY_NAME),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    subject: named(LONGEST_SUBJECT).optional(),
    scopes: z.array(z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])).optional(),
    expiresAt: z.iso.datetime({ offset: true }).optional(),
  }),
);

type KeySettings = Pick<Config, 'gatewayMode'> & { readonly apiKeysFile: string };

/** How often the file is looked at, when requests arrive. */
const LOOK_EVERY_MS = 1_000;

/**
 * The keys of the file as it is now: a key that is added or removed counts within a second, without a restart. While the
 * file is unreadable the last keys count, and the log says so.
 */
export function watchApiKeys(
  settings: KeySettings,
  log: Pick<ApiLog, 'info' | 'error'>,
  now: () => number = Date.now,
): ApiKeys {
  const { apiKeysFile: file } = settings;
  let keys = readApiKeys(settings);
  let version = versionOf(file);
  let lookedAt = now();
  return () => {
    if (now() - lookedAt < LOOK_EVERY_MS) return keys;
    lookedAt = now();
    const latest = versionOf(file);
    if (latest === version) return keys;
    version = latest;
    try {
      keys = readApiKeys(settings);
      log.info({ keys: keys.map(({ name }) => name) }, 'the file of API keys has changed');
    } catch (error) {
      log.error({ err: error }, 'the file of API keys cannot be read: the earlier keys still count');
    }
    return keys;
  };
}

/** Tells two contents apart without reading them. */
function versionOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
}

/** The keys that the API accepts. */
export function readApiKeys({ apiKeysFile: file, gatewayMode }: KeySettings): ApiKey[] {
  const keys = parseKeys(file);
  const shipped = keys.find(({ sha256 }) => gatewayMode === 'live' && isShipped(sha256));
  if (shipped) {
    const advice = 'is public in the Oware repository; create your own for live mode.';
    throw new ConfigError([`OWARE_API_KEYS_FILE: the key '${shipped.name}' ${advice}`]);
  }
  // its caller would be ambiguous, and makers and approvers must differ
  for (const field of ['sha256', 'name'] as const) {
    const twin = keys.find((key, index) => keys.findIndex((each) => each[field] === key[field]) < index);
    if (twin) throw new ConfigError([`OWARE_API_KEYS_FILE: the key '${twin.name}' is listed twice.`]);
  }
  return keys;
}

function parseKeys(file: string): ApiKey[] {
  try {
    return keysFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new ConfigError([`OWARE_API_KEYS_FILE: ${file}: ${reason}`]);
  }
}
