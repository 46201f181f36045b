// The files that the merchants' client consists of: what its entry imports, and so on. Compiled files only.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const DIST = 'dist';
export const ENTRY = 'src/merchant/index';

const RELATIVE = /((?:from|import) |import\()(['"])(\.{1,2}\/[^'"]+)\.js\2/g;

/** Every file that this one imports, in `dist`. Converters are loaded by their paths, which are named in the code. */
export function filesFrom(entry, extension) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(join(DIST, file), 'utf8');
    for (const [, , , path] of text.matchAll(RELATIVE)) {
      const imported = join(dirname(file), `${path}${extension}`);
      if (!existsSync(join(DIST, imported)))
        throw new Error(`${file} imports ${imported}, which does not exist`);
      visit(imported);
    }
  };
  visit(`${entry}${extension}`);
  return [...found].map((file) => relative('.', file)).sort();
}

/** The packages that these files import. */
export function packagesIn(files) {
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(DIST, file), 'utf8').matchAll(
        /^(?:import|export) .*?from ['"]([^.'"][^'"]*)['"]/gms,
      ),
    ].map(([, name]) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).sort();
}

/** The declarations of a CommonJS project: the same text with the other extension. */
export function toCommonJs(declarations) {
  return declarations.replaceAll(
    RELATIVE,
    (_, keyword, quote, path) => `${keyword}${quote}${path}.cjs${quote}`,
  );
}
