import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describeContract } from '../../src/gateway/spec/describe.js';
import { commandLinePage } from './command-line.js';
import { endpointsPage } from './endpoints.js';
import { metricsPage } from './metrics.js';
import { problemsPage } from './problems.js';
import { reviewPage } from './reviews.js';
import { ROUTE_PAGES } from './routes.js';
import { testingPage } from './testing.js';
import { WEBHOOK_PAGES } from './webhook-pages.js';
import { webhooksPage } from './webhooks.js';

/** The pages that derive from tables, and the tables of routes in others: `npm run docs` writes them, a test compares them. */
export const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/command-line.md': commandLinePage,
  'docs/endpoints.md': endpointsPage,
  'docs/gateway.md': describeContract,
  'docs/metrics.md': metricsPage,
  'docs/problems.md': problemsPage,
  'docs/review.md': reviewPage,
  'docs/testing.md': testingPage,
  'docs/webhooks.md': webhooksPage,
  ...WEBHOOK_PAGES,
  ...ROUTE_PAGES,
};

export async function render(path: string): Promise<string> {
  const page = (await PAGES[path]?.()) ?? '';
  return format(page, { ...(await resolveConfig(path)), parser: 'markdown' });
}

export async function writePages(): Promise<void> {
  for (const path of Object.keys(PAGES)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await render(path));
  }
}
