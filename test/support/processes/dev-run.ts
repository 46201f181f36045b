import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/temporal/run/ports.js';
import { isAlive, type OwareProcess, startOware } from './oware-process.js';
import { waitUntil } from '../wait-until.js';

export interface DevJson {
  readonly api: { readonly url: string; readonly key: string; readonly approverKey: string };
  readonly sandbox: { readonly url: string };
  readonly temporal: { readonly address: string; readonly uiUrl?: string };
  readonly webhooks: { readonly url: string; readonly secret: string };
  readonly pids: Readonly<Record<string, number>>;
}

const PORTS = ['API', 'SANDBOX', 'WORKER', 'MERCHANT', 'TEMPORAL', 'TEMPORAL_UI'];

/** Settings of an `oware dev` that starts its own Temporal server, on free ports. */
export async function ownPorts(): Promise<Record<string, string>> {
  const settings = { TEMPORAL_ADDRESS: '' } as Record<string, string>;
  for (const name of PORTS) settings[`OWARE_${name}_PORT`] = String(await freePort());
  return settings;
}

export interface DevRun {
  readonly dev: OwareProcess;
  /** dev.json as it is now. */
  readonly json: () => DevJson;
  /** Kills one of its processes; resolves with its process id when it has ended. */
  readonly killProcess: (name: string) => Promise<number>;
  /** Resolves when dev.json names another process than the one that was killed. */
  readonly processAfter: (name: string, killed: number) => Promise<number>;
}

export async function startDevRun(folder: string, env: Record<string, string>): Promise<DevRun> {
  const dev = startOware(['dev'], { cwd: folder, env });
  await dev.says('Oware is ready');
  const json = () => JSON.parse(readFileSync(join(folder, '.oware', 'dev.json'), 'utf8')) as DevJson;
  return {
    dev,
    json,
    killProcess: async (name) => {
      const pid = await waitUntil(`a process ${name}`, () => json().pids[name]);
      process.kill(pid, 'SIGKILL');
      await waitUntil(`the end of process ${pid}`, () => !isAlive(pid));
      return pid;
    },
    processAfter: (name, killed) =>
      waitUntil(`another process ${name}`, () => {
        const pid = json().pids[name];
        return pid !== killed && pid;
      }),
  };
}
