import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PAGES, render } from '../../docs/generate/generate.js';
import { WEBHOOK_PAGES } from '../../docs/generate/webhook-pages.js';
import { readShownBy } from '../../docs/generate/shown-by.js';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { SPECIFICATION } from '../../src/gateway/spec/profile.js';

it.each(Object.keys(PAGES))('%s is what the tables say; `npm run docs` writes it', async (path) => {
  expect(await readFile(path, 'utf8')).toBe(await render(path));
});

it('docs/webhooks has the pages of lifecycles only', async () => {
  const pages = (await readdir('docs/webhooks')).map((file) => `docs/webhooks/${file}`);
  expect(pages.sort()).toEqual(Object.keys(WEBHOOK_PAGES).sort());
});

describe('a test file that exists shows', () => {
  const { endpoints, events } = readShownBy();
  const existing = (files: readonly string[] = []) => files.filter((file) => existsSync(file));
  const specified = Object.values(ENDPOINTS).filter(
    ({ source, name }: Endpoint) => source.startsWith('specification') && name !== 'login',
  );

  it.each(specified.map(({ name }) => name))('%s, an endpoint of the specification', (name) => {
    expect(existing(endpoints[name])).not.toEqual([]);
  });

  const types = Object.entries(SPECIFICATION).flatMap(([key, type]) =>
    key.startsWith('events.') ? [type] : [],
  );

  it.each(types)('%s, an event', (type) => {
    expect(existing(events[type])).not.toEqual([]);
  });

  it('43 endpoints of the specification, with the one that every call needs, and 11 events', () => {
    expect({ endpoints: specified.length + 1, events: types.length }).toEqual({ endpoints: 43, events: 11 });
  });
});
