import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDevState } from '../../src/cli/dev/dev-state.js';
import { explain } from '../../src/cli/explain-error.js';
import { runTemporal } from '../../src/cli/run-temporal.js';
import { readConfig, readEnvironment } from '../../src/config/config.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { saysServer, script, temporaryFolder } from '../temporal/fakes.js';

let folder: string;
let cli: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  cli = await script(join(folder, 'temporal'), saysServer('1.32.0'));
  // a file where a folder is needed: no user can write below it, also not root
  writeFileSync(join(folder, 'file'), '');
});
afterEach(() => vi.unstubAllEnvs());

/** How a command ends whose work failed with the settings of its environment. */
async function endOf(settings: Record<string, string>, work: () => unknown): Promise<string> {
  for (const [variable, value] of Object.entries(settings)) vi.stubEnv(variable, value);
  try {
    await work();
  } catch (error) {
    return explain(error);
  }
  throw new Error('it did not fail');
}

const startTemporal = () => {
  const config = readConfig(readEnvironment());
  const dbFilename = join(config.home, 'temporal.db');
  return runTemporal({ config, environment: { PATH: '' }, dbFilename, onLine: () => undefined });
};

describe('a file that a process cannot write ends it with a sentence that names the file and its setting', () => {
  it('the state of the sandbox', async () => {
    const state = join(folder, 'file/sandbox.jsonl');
    expect(await endOf({ OWARE_SANDBOX_STATE: state }, () => createSandbox({ stateFile: state }))).toBe(
      `Cannot use ${state}.lock: a part of its path is not a folder. ` +
        'Oware needs it for: state file of the sandbox; in memory if unset. ' +
        'Make it writable for this user, or set OWARE_SANDBOX_STATE to another path.',
    );
  });

  it('the state of the sandbox in a folder that does not exist', async () => {
    const state = join(folder, 'missing/sandbox.jsonl');
    const end = await endOf({ OWARE_SANDBOX_STATE: state }, () => createSandbox({ stateFile: state }));
    expect(end).toMatch(/missing\/sandbox\.jsonl\.lock: its folder does not exist\. .*OWARE_SANDBOX_STATE/);
  });

  it('a state file of the sandbox that no setting names', async () => {
    const state = join(folder, 'file/sandbox.jsonl');
    expect(await endOf({}, () => createSandbox({ stateFile: state }))).toBe(
      `Cannot use ${state}.lock: a part of its path is not a folder.`,
    );
  });

  it('keys and addresses of `oware dev`', async () => {
    const home = join(folder, 'file/home');
    const end = await endOf({ OWARE_HOME: home }, () => openDevState(home, false));
    expect(end).toMatch(
      /^Cannot use .*file.*: a part of its path is not a folder\. .* set OWARE_HOME to another path\.$/,
    );
  });

  it('a file of `oware dev` that is a folder', async () => {
    const home = join(folder, 'home');
    mkdirSync(join(home, `keys.json.${process.pid}.tmp`), { recursive: true });
    const end = await endOf({ OWARE_HOME: home }, () => openDevState(home, false));
    expect(end).toMatch(/^Cannot use .*keys\.json\S*: it is a folder\. .* set OWARE_HOME to another path\.$/);
  });

  it("the folder of Temporal's database", async () => {
    const home = join(folder, 'file/home');
    const end = await endOf({ OWARE_HOME: home, OWARE_TEMPORAL_CLI: cli }, startTemporal);
    expect(end).toMatch(
      /^Cannot use .*file.*: a part of its path is not a folder\. .* set OWARE_HOME to another path\.$/,
    );
  });

  it('the cache of Temporal servers, among the other ways to get one', async () => {
    const end = await endOf({ OWARE_CACHE: join(folder, 'file/cache') }, startTemporal);
    expect(end).toMatch(
      /^ +- filling the cache: ENOTDIR.*file\/cache\/lock'; OWARE_CACHE names another folder$/m,
    );
  });
});

it('other errors keep their stack trace', () => {
  expect(explain(new Error('a flaw'))).toMatch(/Error: a flaw\n +at /);
});
