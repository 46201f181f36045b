import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runTemporal } from '../../src/cli/run-temporal.js';
import { readConfig } from '../../src/config/config.js';
import { writeManifest } from '../../src/temporal/find/manifest.js';
import { freePort } from '../../src/temporal/run/ports.js';
import { saysServer, script, temporaryFolder } from '../temporal/fakes.js';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

/** Starts the server that the settings select. The fake CLIs print a version and fail to start. */
async function run(settings: Record<string, string>): Promise<void> {
  const config = readConfig({
    OWARE_CACHE: join(folder, 'cache'),
    OWARE_TEMPORAL_PORT: String(await freePort()),
    OWARE_TEMPORAL_UI_PORT: String(await freePort()),
    ...settings,
  });
  await runTemporal({ config, environment: { PATH: '' }, onLine: () => undefined });
}

async function cliWith(server: string, file = join(folder, 'mine')): Promise<string> {
  return await script(
    file,
    `[ "$1" = --version ] && { ${saysServer(server)}; exit; }; echo "started $0"; exit 1`,
  );
}

function errorsShown(): readonly unknown[][] {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => shown.mockRestore());
  return shown.mock.calls;
}

test('starts the temporal CLI of the setting, and warns when its server has no time travel', async () => {
  const errors = errorsShown();
  const cli = await cliWith('1.29.1');

  await expect(run({ OWARE_TEMPORAL_CLI: cli })).rejects.toThrow(`started ${cli}`);
  expect(errors).toEqual([
    [expect.stringMatching(/^Temporal server 1\.29\.1 runs everything but time travel.* upgrade .*\/mine,/)],
  ]);
});

test('does not warn about a server with time travel', async () => {
  const errors = errorsShown();
  const cli = await cliWith('1.32.0');

  await expect(run({ OWARE_TEMPORAL_CLI: cli })).rejects.toThrow(`started ${cli}`);
  expect(errors).toEqual([]);
});

test("runs the SDK's download only when the setting allows it", async () => {
  const slot = join(folder, 'cache/dev-server-1.9.1');
  const cli = await cliWith('1.32.0', join(slot, 'temporal'));
  await writeManifest(slot, { obtainedBy: 'sdk-download', version: '1.32.0' });

  await expect(run({})).rejects.toThrow('OWARE_UNPINNED_DOWNLOADS=allow permits it');
  await expect(run({ OWARE_UNPINNED_DOWNLOADS: 'allow' })).rejects.toThrow(`started ${cli}`);
});
