import { describe, expect, it } from 'vitest';
import type { BatchSnapshot } from '../../../src/domain/batch/batch.js';
import { ordersFor, releasesIn } from '../../../src/domain/batch/part-orders.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo } from '../../../src/domain/money.js';

const AT = '2026-03-31T10:00:00.000Z';

function batch(more: Partial<BatchSnapshot> = {}): BatchSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', AT),
    lifecycle: 'batch',
    terms: {
      reference: 'payroll',
      title: 'Salaries',
      onValidationFailure: 'CONTINUE',
      currency: 'NGN',
      count: 1_200,
      sumKobo: kobo(1_200_00),
      fingerprint: 'f',
    },
    parts: [],
    ...more,
  };
}

const release = (rows: readonly number[] | 'all') => ({ rows, reason: 'called them', at: AT, by: 'checker' });

describe('the orders of a batch for a part', () => {
  it('are to wait until the batch has been prepared and has come to the part', () => {
    expect(ordersFor(batch(), 1)).toEqual({ releases: [] });
    const sending = batch({ sendingSince: AT, sendUntil: AT, ordered: [1] });
    expect(ordersFor(sending, 1)).toEqual({ releases: [], order: { kind: 'send', notAfter: AT } });
    expect(ordersFor(sending, 2)).toEqual({ releases: [] });
  });

  it('say that a retry asks the batches before it once more', () => {
    const { terms } = batch();
    const retry = batch({ terms: { ...terms, retryOf: 'payroll-0' }, sendUntil: AT, ordered: [1] });
    expect(ordersFor(retry, 1).order).toEqual({ kind: 'send', notAfter: AT, isRetry: true });
  });

  it('never send without a last moment', () => {
    expect(ordersFor(batch({ ordered: [1] }), 1)).toEqual({ releases: [] });
  });

  it('are to end once the batch ends, also for a part that was to be sent', () => {
    const ending = { as: 'CANCELLED', reason: 'the merchant cancelled it' } as const;
    const cancelled = batch({ ordered: [1], sendUntil: AT, ending });
    expect(ordersFor(cancelled, 1).order).toEqual({ kind: 'end', ...ending });
    expect(ordersFor(cancelled, 3).order).toEqual({ kind: 'end', ...ending });
  });

  it('count the releases of runs that were lost before those that are known', () => {
    const released = batch({ releases: [release([3])], lostReleases: { 1: 2 } });
    expect(releasesIn(ordersFor(released, 1))).toBe(3);
    expect(releasesIn(ordersFor(released, 2))).toBe(0);
  });

  it('name the released rows of the part, and none of another one', () => {
    const released = batch({ releases: [release([3, 502]), release([501]), release('all')] });
    const rowsOf = (part: number) => ordersFor(released, part).releases.map(({ rows }) => rows);
    expect(rowsOf(1)).toEqual([[3], 'all']);
    expect(rowsOf(2)).toEqual([[502], [501], 'all']);
    expect(rowsOf(3)).toEqual(['all']);
  });
});
