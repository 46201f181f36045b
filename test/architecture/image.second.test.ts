import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltImage, buildImage } from '../support/processes/dockerfile.js';
import { type Program, startProgram } from '../support/processes/program.js';

// the image is a Linux image, and keeps only its native core
describe.skipIf(process.platform !== 'linux')('the image, built without an engine', () => {
  let folder: string;
  let image: BuiltImage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oware-image-'));
    image = await buildImage(folder);
  }, 900_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function start(args: readonly string[], env: Record<string, string> = {}): Program {
    const [command = '', ...first] = image.entrypoint;
    return startProgram(command, [...first, ...args], { cwd: image.folder, env: { ...image.env, ...env } });
  }

  it('the entry point runs from the files of the image', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const program = start(['--version']);
    expect(await program.exited).toBe(0);
    expect(program.lines).toContain(version);
  });

  it('the sandbox starts from the image', async () => {
    const sandbox = start(['sandbox'], { OWARE_SANDBOX_PORT: '0' });
    await sandbox.says('sandbox is ready');
    await sandbox.kill('SIGTERM');
  });

  it("the image has Temporal's native core for this platform, and nothing that only the build needs", async () => {
    const loads =
      "import { Runtime } from '@temporalio/worker'; Runtime.instance(); console.log('core loaded');";
    const program = startProgram(process.execPath, ['--input-type=module', '-e', loads], {
      cwd: image.folder,
    });
    await program.says('core loaded');
    await program.kill('SIGKILL');
    for (const path of ['node_modules/typescript', 'node_modules/@temporalio/core-bridge/sdk-core', 'src'])
      expect(existsSync(join(image.folder, path)), path).toBe(false);
  });
});
