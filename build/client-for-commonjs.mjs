// CommonJS projects load the same modules as others, by require(esm) of Node.js: an error of one is an error of the
// other. TypeScript needs declarations of its own for them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST, ENTRY, filesFrom, toCommonJs } from './client-files.mjs';

for (const file of filesFrom(ENTRY, '.d.ts')) {
  const declarations = toCommonJs(readFileSync(join(DIST, file), 'utf8'));
  writeFileSync(join(DIST, file.replace(/\.d\.ts$/, '.d.cts')), declarations);
}
writeFileSync(join(DIST, `${ENTRY}.cjs`), "module.exports = require('./index.js');\n");
