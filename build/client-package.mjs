// Writes the package `oware-client` to dist-client: the merchants' client alone, from the same compiled files.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIST, ENTRY, filesFrom, packagesIn } from './client-files.mjs';

const TO = 'dist-client';
/** Loaded by path. */
const CONVERTERS = ['workflows/payload-converter.js', 'workflows/failure-converter.js'];

const own = JSON.parse(readFileSync('package.json', 'utf8'));
const code = [...new Set([...filesFrom(ENTRY, '.js'), ...CONVERTERS])];
const declarations = filesFrom(ENTRY, '.d.ts');

rmSync(TO, { recursive: true, force: true });
for (const file of [...code, ...declarations, ...declarations.map(commonJs), `${ENTRY}.cjs`]) {
  mkdirSync(dirname(join(TO, file)), { recursive: true });
  cpSync(join(DIST, file), join(TO, file));
}
cpSync('LICENSE', join(TO, 'LICENSE'));
// the other documents are not part of this package
const page = readFileSync('docs/client.md', 'utf8').replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
writeFileSync(join(TO, 'README.md'), page);

const entry = `./${ENTRY}`;
const dependencies = packagesIn([...code, ...declarations]).map((name) => [name, own.dependencies[name]]);
const missing = dependencies.filter(([, version]) => version === undefined);
if (missing.length > 0) throw new Error(`not a dependency: ${missing.join(', ')}`);
const manifest = {
  name: 'oware-client',
  version: own.version,
  description: 'The TypeScript client of Oware, for the services of merchants.',
  keywords: own.keywords,
  license: own.license,
  type: 'module',
  engines: own.engines,
  sideEffects: false,
  main: `${entry}.cjs`,
  types: `${entry}.d.cts`,
  exports: { '.': own.exports['./client'], './package.json': './package.json' },
  dependencies: Object.fromEntries(dependencies),
};
const text = JSON.stringify(manifest, null, 2).replaceAll(`./${DIST}/`, './');
writeFileSync(join(TO, 'package.json'), `${text}\n`);

function commonJs(file) {
  return file.replace(/\.d\.ts$/, '.d.cts');
}
