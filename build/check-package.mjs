// Packs oware and oware-client and checks them as npm would install them: files, exports and types. Needs a build.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const to = mkdtempSync(join(tmpdir(), 'oware-package-'));
const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' });
const packed = (folder) => {
  const options = ['--json', '--ignore-scripts', '--pack-destination', to];
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', folder, ...options], { encoding: 'utf8' }));
  return join(to, filename);
};

try {
  run('node', 'build/client-package.mjs');
  for (const folder of ['.', './dist-client']) {
    const tarball = packed(folder);
    run('npx', '--no-install', 'publint', '--strict', tarball);
    // resolution before exports existed cannot see oware/client
    run('npx', '--no-install', 'attw', tarball, '--profile', 'node16');
  }
} finally {
  rmSync(to, { recursive: true });
}
