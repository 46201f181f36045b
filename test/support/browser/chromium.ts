import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser is; null: there is none, and tests that need one are left out. */
    chromium: string | null;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const INSTALL = 'apt-get update && apt-get install -y --no-install-recommends chromium';

/** The browser that OWARE_CHROMIUM names, else the first one on the path. */
export function findChromium({ OWARE_CHROMIUM: named, PATH = '' }: Environment): string | undefined {
  if (named) {
    if (!isProgram(named)) throw new Error(`OWARE_CHROMIUM is ${named}, and there is no program.`);
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

/** A developer's machine is not changed unasked; in CI nothing is left out. */
export default function setup(project: TestProject): void {
  const inCi = process.env['CI'] === 'true';
  const found = findChromium(process.env) ?? (inCi && process.getuid?.() === 0 ? install() : undefined);
  if (found === undefined && inCi) throw new Error(`There is no Chromium for the browser tests: ${INSTALL}`);
  if (found === undefined) {
    console.warn(`Browser tests are left out: no Chromium. Set OWARE_CHROMIUM, or as root:\n  ${INSTALL}`);
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
