import { defineConfig } from 'vitest/config';

/**
 * Two circles. `npm test`: unit (no Temporal server) and e2e (one dev server; the files named `*.time-travel.test.ts`
 * move the time of their workflows on it). `npm run test:all`: the files named `*.second.test.ts`, which start and kill
 * processes or take long; browser, for the pages of the sandbox and of the shop in examples; time-skipping, on the Java
 * time-skipping server, one file at a time because all workflows share its clock.
 * isolate: false lets files share their imports: two hundred imports of the SDK cost minutes. A browser belongs to
 * its file.
 * Four files at once: tests wait for Temporal, for timers and for processes for half of their time, and share two processors. Two
 * where each has a browser, after the others.
 */
const SECOND = '**/*.second.test.ts';

const onDevServer = {
  isolate: false,
  // concurrent tests wait for Temporal rather than for the processor
  maxConcurrency: 16,
  globalSetup: 'test/support/servers/dev-server.ts',
  pool: 'forks',
  maxWorkers: 4,
  // most of what a test makes dies young: the collector then runs less often
  execArgv: ['--max-semi-space-size=64'] as string[],
  testTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  // Only where a whole run decides on a change: shared processors stop for seconds there. A test that needed
  // it is named at the end. On a developer's machine a test that fails once has failed.
  retry: process.env.CI === undefined ? 0 : 2,
  hookTimeout: 240_000,
} as const;

export default defineConfig({
  test: {
    // Temporal's client retries a call in a timer that outlives its connection: a world closed meanwhile
    onUnhandledError: ({ message }) => message !== 'Channel has been shut down',
    reporters: ['default', './test/support/second-tries.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/time-skipping-server/**', 'test/e2e/**', 'test/browser/**', SECOND],
          maxWorkers: 4,
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'time-skipping',
          include: ['test/time-skipping-server/**/*.test.ts'],
          globalSetup: ['test/support/servers/time-skipping-server.ts'],
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
          globalSetup: ['test/support/browser/chromium.ts'],
          pool: 'forks',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...onDevServer,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [SECOND],
        },
      },
      { test: { ...onDevServer, name: 'second', include: ['test/**/*.second.test.ts'] } },
    ],
  },
});
