import type { Client } from '@temporalio/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOwareClient, RefusedError } from '../../src/client/client.js';
import { kobo } from '../../src/domain/money.js';

const NOW = Date.parse('2026-01-31T10:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** A Temporal client that never answers, and records the deadline of each call. */
function createSilent() {
  const waited: number[] = [];
  const client = {
    withDeadline: (until: number) => {
      waited.push(until - NOW);
      return Promise.reject(new Error('no answer'));
    },
    workflow: { getHandle: () => ({}) },
  } as unknown as Client;
  return { waited, oware: createOwareClient({ client, taskQueue: 'none', timeoutMs: 10_000 }) };
}

it('a read gives Temporal less than two seconds to answer, whatever the caller’s timeout', async () => {
  const { waited, oware } = createSilent();
  await expect(oware.checkouts.get('order-1')).rejects.toThrow('no answer');
  await expect(oware.invoices.waitForChange('order-1', 30_000)).rejects.toThrow('no answer');
  await expect(oware.reservedAccounts.get('order-1')).rejects.toThrow('no answer');
  expect(waited).toHaveLength(3);
  for (const ms of waited) expect(ms).toBeLessThan(2_000);
});

const terms = {
  reference: 'order-1',
  amountKobo: kobo(250_000),
  currency: 'NGN',
  customer: { email: 'ada@example.com' },
} as const;

it.each([
  ['reference', { ...terms, reference: '4111111111111111' }],
  ['reference', { ...terms, reference: '22123456789' }],
  ['reference', { ...terms, reference: '..' }],
  ['customer.name', { ...terms, customer: { ...terms.customer, name: '4111 1111 1111 1111' } }],
  ['description', { ...terms, description: 'card 4111-1111-1111-1111' }],
])('the client library refuses a %s with a card number before Temporal is called', async (field, given) => {
  const { waited, oware } = createSilent();
  const refused = await oware.checkouts.create(given).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedError);
  expect((refused as RefusedError).message).toContain(`${field}: `);
  expect((refused as RefusedError).message).not.toMatch(/4111|221234/);
  expect(waited).toEqual([]);
});
