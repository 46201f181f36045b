import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey } from '../../../src/api/bearer.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { type OwareProcess, startOware } from './oware-process.js';

export interface ApiProcess extends OwareProcess {
  readonly url: string;
  readonly key: string;
}

/** The compiled api as a separate process. */
export async function startApi(env: Record<string, string>): Promise<ApiProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'oware-api-'));
  const keysFile = join(folder, 'keys.json');
  const key = 'a-key-of-the-tests';
  writeFileSync(keysFile, JSON.stringify([{ name: 'tests', sha256: hashKey(key) }]));
  const port = await freePort();
  const api = startOware(['api'], {
    cwd: folder,
    env: { OWARE_API_PORT: String(port), OWARE_API_KEYS_FILE: keysFile, ...env },
  });
  api.exited.then(() => rmSync(folder, { recursive: true, force: true })).catch(() => undefined);
  await api.says('api is ready');
  return { ...api, url: `http://127.0.0.1:${port}`, key };
}
