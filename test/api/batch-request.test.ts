import { expect, it } from 'vitest';
import { refuseOverdueBatch } from '../../src/api/batch-request.js';

it('a batch may end in the future, or have no end', () => {
  expect(() => refuseOverdueBatch({})).not.toThrow();
  expect(() => refuseOverdueBatch({ notAfter: new Date(Date.now() + 60_000).toISOString() })).not.toThrow();
});

it('a new batch whose time has passed is refused', () => {
  expect(() => refuseOverdueBatch({ notAfter: '2020-01-31T08:00:00.000Z' })).toThrow(
    'notAfter: must be in the future',
  );
});
