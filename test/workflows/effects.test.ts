import { expect, it } from 'vitest';
import { waitInQueueMs } from '../../workflows/shared/gateway/effects.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// what was read before it, such as the payment that is refunded, may change while no worker starts it
it.each([
  ['payouts', 24 * HOUR, HOUR],
  ['charges', 24 * HOUR, HOUR],
  ['payouts', 20 * MINUTE, 20 * MINUTE],
  ['changes', 24 * HOUR, 24 * HOUR],
  ['payouts', -1, 1],
] as const)('a write of the queue %s that has %i ms left waits there for at most %i ms', (kind, ms, wait) => {
  expect(waitInQueueMs(kind, ms)).toBe(wait);
});
