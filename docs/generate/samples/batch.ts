import type { BatchSnapshot, BatchState } from '../../../src/domain/batch/batch.js';
import type { PartReport, PartState } from '../../../src/domain/batch/batch-part.js';
import { kobo } from '../../../src/domain/money.js';
import { named, reached, type Sample, START, withAbout } from '../sample.js';

const STATES: readonly BatchState[] = [
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_FUNDS',
  'PENDING_AUTHORIZATION',
  'COMPLETED',
  'CANCELLED',
  'REFUSED',
  'EXPIRED',
];

const REASONS: Partial<Record<BatchState, string>> = {
  WAITING_FOR_APPROVAL: 'needs an approval: 1 rows are excluded, because their names were not confirmed',
  COMPLETED: 'every row has its final state',
  CANCELLED: 'the merchant cancelled it',
};

const ABOUT: Readonly<Record<string, object>> = {
  'item-reversed': { item: { row: 2, reference: 'staff-2', amount: '5000.00', amountKobo: 500_000 } },
  'pending-authorization': { part: 1 },
};

export function sampleOf(name: string): Sample {
  const state = named(STATES, name) ?? (name === 'on-hold' ? 'PENDING' : 'COMPLETED');
  const reason = REASONS[state] ?? 'created by the merchant';
  const snapshot: BatchSnapshot = {
    lifecycle: 'batch',
    ...reached(state, reason),
    terms: {
      reference: 'payroll-january',
      title: 'Salaries January',
      onValidationFailure: 'CONTINUE',
      currency: 'NGN',
      count: 3,
      sumKobo: kobo(15_000_00),
      fingerprint: 'q3Zb7Xk1A',
    },
    sealedAt: START,
    parts: [report(state)],
  };
  const about = ABOUT[name];
  return { snapshot, ...(about ? { about } : withAbout(name)) };
}

/** Rows of ₦5,000.00 each. */
function report(batch: BatchState): PartReport {
  const rows = (count: number, fee = 0) => ({
    count,
    sumKobo: kobo(count * 500_000),
    feeKobo: kobo(count * fee),
  });
  const isPaid = batch === 'COMPLETED';
  return {
    part: 1,
    state: PARTS[batch] ?? 'READY',
    version: 1,
    isSent: isPaid,
    releases: 0,
    totals: {
      ...rows(3),
      byState: isPaid ? { FAILED: rows(1), SUCCESS: rows(2, 1_000) } : { HELD: rows(1), PENDING: rows(2) },
    },
    needKobo: kobo(0),
    review: [],
    reversed: [],
  };
}

const PARTS: Partial<Record<BatchState, PartState>> = {
  PENDING_AUTHORIZATION: 'PENDING_AUTHORIZATION',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  REFUSED: 'REFUSED',
  EXPIRED: 'EXPIRED',
};
