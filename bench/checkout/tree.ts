import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../../src/config/config.js';
import { type Guarded, spawnGuarded } from '../../src/temporal/run/guard.js';
import { keepLast } from '../../src/temporal/run/last-lines.js';
import { freePort } from '../../src/temporal/run/ports.js';

const READY_WITHIN_MS = 90_000;
const STOP_GRACE_MS = 20_000;

/** The setting has another name in older trees. */
const WEBHOOK_URL = ['OWARE_WEBHOOK_URL', 'OWARE_WEBHOOK_URL'];

export interface TreeOptions {
  readonly name: string;
  /** A built tree of Oware: this one, or an older one. */
  readonly folder: string;
  /** An empty folder for its state. */
  readonly home: string;
  readonly temporalAddress: string;
  readonly webhookUrl: string;
  readonly environment: Environment;
  /** Settings that differ from the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The dev.json of `oware dev`, in every tree. */
interface DevJson {
  readonly api: { readonly url: string; readonly key: string };
  readonly sandbox: { readonly url: string };
  readonly pids: Readonly<Record<string, number>>;
}

export interface Tree {
  readonly name: string;
  readonly namespace: string;
  readonly api: DevJson['api'];
  readonly sandboxUrl: string;
  /** By the name of each process; it changes when a process was restarted. */
  readonly pids: () => DevJson['pids'];
  readonly stop: () => Promise<void>;
}

/**
 * Runs `oware dev` of a tree: it starts worker, API and sandbox with the settings of this tree, whatever their names
 * are. It has its own namespace and ports, and the Temporal server that all trees share.
 */
export async function startTree(options: TreeOptions): Promise<Tree> {
  const { name, folder, home, environment } = options;
  if (!existsSync(join(folder, 'dist/workflow-bundle.js'))) {
    throw new Error(`${folder} is not built: run \`npm ci\` and \`npm run build\` there.`);
  }
  mkdirSync(home, { recursive: true });
  const namespace = `bench-${name}`;
  const output = keepLast();
  const program = spawnGuarded(process.execPath, [join(folder, 'bin/oware.js'), 'dev'], {
    cwd: home,
    env: {
      ...withoutSettings(environment),
      ...(await settingsOf(options)),
      ...options.settings,
      TEMPORAL_NAMESPACE: namespace,
    },
    onLine: output.onLine,
  });
  const devJson = join(home, '.oware/dev.json');
  const read = () => JSON.parse(readFileSync(devJson, 'utf8')) as DevJson;
  const stop = async () => {
    await program.stop(STOP_GRACE_MS);
  };
  if (!(await isReady(program, devJson))) {
    await stop();
    throw new Error(`oware dev of ${folder} did not become ready:\n${output.lines.join('\n')}`);
  }
  const { api, sandbox } = read();
  return { name, namespace, api, sandboxUrl: sandbox.url, pids: () => read().pids, stop };
}

async function settingsOf({ folder, temporalAddress, webhookUrl }: TreeOptions) {
  const known = readFileSync(join(folder, '.env.example'), 'utf8');
  const names = [...known.matchAll(/^# (OWARE_\w+)=/gm)].map(([, name]) => name ?? '');
  const webhook = WEBHOOK_URL.find((name) => names.includes(name));
  if (webhook === undefined) throw new Error(`${folder} has none of ${WEBHOOK_URL.join(', ')}`);
  const settings: Record<string, string> = { TEMPORAL_ADDRESS: temporalAddress, [webhook]: webhookUrl };
  for (const name of names.filter((each) => each.endsWith('_PORT')))
    settings[name] = String(await freePort());
  return settings;
}

/** Without the settings of the shell that runs the bench. */
function withoutSettings(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(OWARE|TEMPORAL)_/.test(name)));
}

async function isReady({ exited }: Guarded, devJson: string): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const ended = exited.then(() => true);
  while (!existsSync(devJson)) {
    if (Date.now() > deadline || (await Promise.race([ended, pause(100, false)]))) return false;
  }
  return true;
}
