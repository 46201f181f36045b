// Remembers which sources `dist` was built from. `--write` is the build's last step; without it the exit code says
// whether the build is of today's sources, so that a test run after `npm ci` does not build again.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit, version } from 'node:process';
import { pathToFileURL } from 'node:url';

const STAMP = 'dist/.built-from';
const SOURCES = ['src', 'workflows', 'activities', 'bin', 'build'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

function sourcesHash() {
  const hash = createHash('sha256').update(version);
  const found = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...found.sort(), ...FILES]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash();

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  if (argv.includes('--write')) writeFileSync(STAMP, sourcesHash());
  else exit(isBuilt() ? 0 : 1);
}
