import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PAGES, render } from '../../docs/generate/generate.js';

it.each(Object.keys(PAGES))('%s is what the tables say; `npm run docs` writes it', async (path) => {
  expect(await readFile(path, 'utf8')).toBe(await render(path));
});
