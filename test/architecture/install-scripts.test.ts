import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as Record<string, object>;

it('no package runs a script when it is installed', () => {
  const { packages = {} } = read('package-lock.json');
  const withScript = Object.entries(packages)
    .filter(([, locked]) => 'hasInstallScript' in locked)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '');
  const denied = Object.fromEntries(withScript.map((name) => [name, false]));
  expect(read('package.json').allowScripts).toEqual(denied);
});
