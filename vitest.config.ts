import { defineConfig } from 'vitest/config';

/**
 * isolate: false lets files share what they import, which cost minutes when each imported the SDK anew; a browser
 * belongs to its file.
 * unit: needs no Temporal server. e2e: one dev server, at most two files at once, because each runs workers; the
 * files of test/time-travel move the time of their own workflows on it. skip: the time-skipping server, files in
 * series, because its clock is one for all. browser: a real one, for the pages of the sandbox.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/skip/**', 'test/time-travel/**', 'test/e2e/**', 'test/browser/**'],
          maxWorkers: 2,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'skip',
          include: ['test/skip/**/*.test.ts'],
          globalSetup: ['test/support/time-skipping-server.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/chromium.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          include: ['test/e2e/**/*.test.ts', 'test/time-travel/**/*.test.ts'],
          globalSetup: ['test/support/dev-server.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
