import { expect, it } from 'vitest';
import { refuseOverdue } from '../../src/requests/fields.js';

it('a payout may end in the future, or have no end', () => {
  expect(() => refuseOverdue({})).not.toThrow();
  expect(() => refuseOverdue({ notAfter: new Date(Date.now() + 60_000).toISOString() })).not.toThrow();
});

it('a new payout whose time has passed is refused', () => {
  expect(() => refuseOverdue({ notAfter: '2020-01-31T08:00:00.000Z' })).toThrow(
    'notAfter: must be in the future',
  );
});
