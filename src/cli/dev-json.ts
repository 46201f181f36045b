import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';

/** What `oware dev` in this folder has written about itself. */
export interface DevJson {
  readonly api: { readonly url: string; readonly key: string; readonly approverKey: string };
  readonly sandbox: { readonly url: string };
  readonly gateway: { readonly secretKey: string };
  readonly temporal: { readonly address: string };
  readonly webhooks: { readonly secret: string };
}

export function readDevJson({ home }: Pick<Config, 'home'>): DevJson | undefined {
  const file = join(home, 'dev.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DevJson) : undefined;
}

/** The sandbox of `oware dev` in this folder, or the address in the settings. */
export function sandboxUrl(config: Config): string {
  return readDevJson(config)?.sandbox.url ?? `http://${config.host}:${config.sandboxPort}`;
}
