import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Config, ConfigError } from '../config/config.js';
import { isShipped } from '../config/live-secrets.js';
import { LONGEST_KEY_NAME } from '../domain/approval/grant.js';
import { createGrants, type Grants } from '../secrets/grants.js';

const keysFile = z.array(z.strictObject({ id: z.string().min(1).max(LONGEST_KEY_NAME), key: z.string() }));

/** The keys that sign and verify grants; undefined where the deployment has none. */
export function readGrants({
  grantKeysFile: file,
  gatewayMode,
}: Pick<Config, 'grantKeysFile' | 'gatewayMode'>): Grants | undefined {
  if (file === undefined) return undefined;
  try {
    const ring = keysFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    const shipped = ring.find(({ key }) => gatewayMode === 'live' && isShipped(sha256(key)));
    if (!shipped) return createGrants(ring);
    throw new RangeError(
      `the key '${shipped.id}' is public in the Oware repository; create your own for live mode.`,
    );
  } catch (error) {
    throw new ConfigError([`OWARE_GRANT_KEYS_FILE: ${file}: ${explain(error)}`]);
  }
}

/** Without any value of the file: an error of JSON.parse quotes the text around it. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  if (error instanceof SyntaxError) return 'not valid JSON.';
  return (error as Error).message;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
