import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser; null where there is none, and browser tests are skipped. */
    chromium: string | null;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const INSTALL = 'apt-get update && apt-get install -y --no-install-recommends chromium';

/** The browser that OWARE_TEST_CHROMIUM names, else the first one on the path. */
export function findChromium({ OWARE_TEST_CHROMIUM: named, PATH = '' }: Environment): string | undefined {
  if (named) {
    if (!isProgram(named)) throw new Error(`OWARE_TEST_CHROMIUM: ${named} is not an executable program.`);
    return named;
  }
  const places = PATH.split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => places.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs Chromium in CI only; on a developer's machine the browser tests are skipped instead. */
export default function setup(project: TestProject): void {
  const inCi = process.env['CI'] === 'true';
  const found = findChromium(process.env) ?? (inCi && process.getuid?.() === 0 ? install() : undefined);
  if (found === undefined && inCi)
    throw new Error(`Chromium not found for the browser tests. Run: ${INSTALL}`);
  if (found === undefined) {
    console.warn(
      `Browser tests are skipped: Chromium not found. Set OWARE_TEST_CHROMIUM, or run as root:\n  ${INSTALL}`,
    );
  }
  project.provide('chromium', found ?? null);
}

function install(): string | undefined {
  const { status } = spawnSync('sh', ['-c', INSTALL], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0 ? findChromium(process.env) : undefined;
}
