// The files of the reference page at /docs, beside the compiled code: the package itself is needed only to build.
import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const to = join('dist', 'reference-page');
mkdirSync(to, { recursive: true });
for (const file of [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
]) {
  cpSync(join(from, file), join(to, file));
}
