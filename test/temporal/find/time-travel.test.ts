import { expect, test } from 'vitest';
import { explainNoTimeTravel } from '../../../src/temporal/find/time-travel.js';

test('is silent about a server that can fast-forward', () => {
  const server = { command: '/usr/bin/temporal', serverVersion: '1.32.0' };
  expect(explainNoTimeTravel(server, '/cache')).toBeUndefined();
});

test('explains how to replace a cached server that cannot fast-forward', () => {
  const server = { command: '/cache/dev-server-1.9.1/temporal', serverVersion: '1.29.1' };
  expect(explainNoTimeTravel(server, '/cache')).toBe(
    'Temporal server 1.29.1 runs everything but time travel, which needs server 1.32.0 or later. ' +
      'To get it, install Python 3 with pip, remove /cache/dev-server-1.9.1 and start again.',
  );
});

test('recognises a cache by a folder that is given relative to the current one', () => {
  const server = { command: 'cache/dev-server-1.9.1/temporal', serverVersion: '1.29.1' };
  expect(explainNoTimeTravel(server, './cache')).toContain('remove cache/dev-server-1.9.1 and start again');
});

test('names the temporal CLI to upgrade for fast-forwarding', () => {
  const server = { command: '/usr/bin/temporal', serverVersion: '1.31.2' };
  expect(explainNoTimeTravel(server, '/cache')).toMatch(
    /To get it, upgrade \/usr\/bin\/temporal, or set OWARE_TEMPORAL_CLI to a newer temporal CLI\.$/,
  );
});
