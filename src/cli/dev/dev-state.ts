import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hashKey } from '../../api/bearer.js';

/** Generated at the first start and kept for later ones. */
export interface DevKeys {
  /** Creates and reads, payouts too. */
  readonly apiKey: string;
  /** Of another person, who approves payouts. */
  readonly approverKey: string;
  readonly grantKey: string;
  readonly webhookSecret: string;
  readonly returnKey: string;
  readonly customerHashKey: string;
}

export interface DevState {
  readonly folder: string;
  readonly keys: DevKeys;
  readonly apiKeysFile: string;
  readonly grantKeysFile: string;
  readonly temporalDb: string;
  readonly sandboxState: string;
  readonly devJson: string;
}

/** Opens the state folder of `oware dev`. */
export function openDevState(home: string, fresh: boolean): DevState {
  const folder = resolve(home);
  if (fresh) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = loadOrCreateKeys(join(folder, 'keys.json'));
  const apiKeysFile = join(folder, 'api-keys.json');
  writePrivate(apiKeysFile, [
    {
      name: 'dev',
      sha256: hashKey(keys.apiKey),
      subject: 'developer',
      scopes: ['read', 'collect', 'pay', 'operate'],
    },
    {
      name: 'dev-approver',
      sha256: hashKey(keys.approverKey),
      subject: 'approver',
      scopes: ['read', 'approve', 'operate'],
    },
  ]);
  const grantKeysFile = join(folder, 'grant-keys.json');
  writePrivate(grantKeysFile, [{ id: 'dev', key: keys.grantKey }]);
  return {
    folder,
    keys,
    apiKeysFile,
    grantKeysFile,
    temporalDb: join(folder, 'temporal.db'),
    sandboxState: join(folder, 'sandbox.jsonl'),
    devJson: join(folder, 'dev.json'),
  };
}

function loadOrCreateKeys(file: string): DevKeys {
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<DevKeys>) : {};
  // a file of an earlier version may lack newer keys
  const keys: DevKeys = {
    apiKey: newApiKey(),
    approverKey: newApiKey(),
    grantKey: randomBytes(32).toString('base64url'),
    webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
    returnKey: randomBytes(32).toString('base64url'),
    customerHashKey: randomBytes(32).toString('base64url'),
    ...stored,
  };
  writePrivate(file, keys);
  return keys;
}

const newApiKey = () => `oware_dev_${randomBytes(24).toString('base64url')}`;

/** Writes atomically, because tools read the file at any time, and readable by this user only. */
export function writePrivate(file: string, content: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
