import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTools, which } from '../../../src/temporal/find/tools.js';
import { script, temporaryFolder } from '../fakes.js';

test('finds the program that a shell would run: the first executable file of that name', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'a/go'), { recursive: true });
  await mkdir(join(folder, 'b'));
  await writeFile(join(folder, 'b/go'), 'not executable');
  await script(join(folder, 'c/go'), 'true');
  await script(join(folder, 'd/go'), 'true');
  const path = ['a', 'b', 'c', 'd'].map((name) => join(folder, name)).join(':');

  expect(await which('go', path)).toBe(join(folder, 'c/go'));
  expect(await findTools(path)).toEqual({ go: join(folder, 'c/go') });
});

test('finds no tools on an empty PATH', async () => {
  expect(await findTools('')).toEqual({});
});
