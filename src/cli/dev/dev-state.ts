import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hashKey } from '../../api/bearer.js';

/** Keys of a development set-up; made once, kept for every later start. */
export interface DevKeys {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly returnKey: string;
}

export interface DevState {
  readonly folder: string;
  readonly keys: DevKeys;
  readonly apiKeysFile: string;
  readonly temporalDb: string;
  readonly sandboxState: string;
  readonly devJson: string;
}

/** The folder that `oware dev` keeps its state in. */
export function openDevState(home: string, fresh: boolean): DevState {
  const folder = resolve(home);
  if (fresh) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = keepKeys(join(folder, 'keys.json'));
  const apiKeysFile = join(folder, 'api-keys.json');
  writePrivate(apiKeysFile, [{ name: 'dev', sha256: hashKey(keys.apiKey) }]);
  return {
    folder,
    keys,
    apiKeysFile,
    temporalDb: join(folder, 'temporal.db'),
    sandboxState: join(folder, 'sandbox.jsonl'),
    devJson: join(folder, 'dev.json'),
  };
}

function keepKeys(file: string): DevKeys {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<DevKeys>) : {};
  // a file of an earlier version lacks those that came later
  const keys: DevKeys = {
    apiKey: `oware_dev_${randomBytes(24).toString('base64url')}`,
    webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
    returnKey: randomBytes(32).toString('base64url'),
    ...kept,
  };
  writePrivate(file, keys);
  return keys;
}

/** Whole or not at all, and for this user only: tools read it while we write. */
export function writePrivate(file: string, content: unknown): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
