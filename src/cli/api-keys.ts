import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type ApiKey, SCOPES } from '../api/bearer.js';
import { type Config, ConfigError } from '../config/config.js';
import { isShipped } from '../config/live-secrets.js';
import { LONGEST_KEY_NAME, LONGEST_SUBJECT } from '../domain/approval/grant.js';

const named = (longest: number) => z.string().trim().min(1).max(longest);

const keysFile = z.array(
  z.strictObject({
    name: named(LONGEST_KEY_NAME),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    subject: named(LONGEST_SUBJECT).optional(),
    scopes: z.array(z.enum(SCOPES)).optional(),
  }),
);

/** The keys that the API accepts. */
export function readApiKeys({
  apiKeysFile: file,
  gatewayMode,
}: Pick<Config, 'gatewayMode'> & { readonly apiKeysFile: string }): ApiKey[] {
  const keys = parseKeys(file);
  const shipped = keys.find(({ sha256 }) => gatewayMode === 'live' && isShipped(sha256));
  if (shipped) {
    const advice = 'is public in the Oware repository; create your own for live mode.';
    throw new ConfigError([`OWARE_API_KEYS_FILE: the key '${shipped.name}' ${advice}`]);
  }
  const twin = keys.find(({ sha256 }, index) => keys.findIndex((each) => each.sha256 === sha256) < index);
  // its caller would be ambiguous, and makers and approvers must differ
  if (twin) throw new ConfigError([`OWARE_API_KEYS_FILE: the key '${twin.name}' is listed twice.`]);
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
