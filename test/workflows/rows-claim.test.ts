import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchState, BatchTerms } from '../../src/domain/batch/batch.js';
import { isLongOver } from '../../src/domain/batch/rows-claim.js';
import { kobo } from '../../src/domain/money.js';

const DAY = 86_400_000;
const START = Date.parse('2026-05-01T09:00:00.000Z');
const onDay = (day: number) => new Date(START + day * DAY).toISOString();

type Claim = (batch: string, startAt?: string, notAfter?: string) => readonly string[];
let claims: Claim | undefined;
const TERMS: BatchTerms = {
  reference: 'march',
  title: 'Salaries',
  onValidationFailure: 'CONTINUE',
  currency: 'NGN',
  count: 1,
  sumKobo: kobo(1_000_00),
  fingerprint: 'f',
};

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setHandler: (_update: unknown, handler: Claim) => void (claims = handler),
  setCurrentDetails: () => undefined,
  sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));
vi.resetModules();
const { claimRows } = await import('../../workflows/services/rows-claim/workflow.js');

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

/** The first batch claims its payments today; a later claim meets that one as long as it is kept. */
function claimFirst(startAt?: string, notAfter?: string) {
  let isKept = true;
  const ended = () => (isKept = false);
  claimRows({ owner: 'first' }).then(ended, ended);
  claims?.('first', startAt, notAfter);
  return async (days: number, batch: string) => {
    await vi.advanceTimersByTimeAsync(days * DAY);
    return isKept ? claims?.(batch) : [];
  };
}

describe('a batch with the payments of another one', () => {
  const ended = (state: BatchState, startAt?: string) => ({
    state,
    transitions: [{ to: state, at: onDay(0), reason: '' }],
    terms: { ...TERMS, notAfter: onDay(60), ...(startAt !== undefined && { startAt }) },
  });

  it.each<[string, ReturnType<typeof ended>, boolean]>([
    ['is the same payroll as one that may still be sent', ended('WAITING_FOR_FUNDS'), false],
    [
      'is the next payroll once the other was over for seven days, whatever its last moment',
      ended('COMPLETED'),
      true,
    ],
    ['is the same payroll as one that ended before its start', ended('CANCELLED', onDay(30)), false],
  ])('%s', (_, other, isOver) => {
    expect(isLongOver(other, Date.parse(onDay(6)))).toBe(false);
    expect(isLongOver(other, Date.parse(onDay(30)))).toBe(isOver);
  });
});

describe('a claim on the payments of a batch', () => {
  it.each([
    ['that is sent at once is kept for seven days', [], 6, 8],
    ['that is scheduled is kept for seven days after its start', [onDay(20)], 26, 28],
    ['whose start has passed is kept for seven days from now', [onDay(-20)], 6, 8],
    ['that may wait for funds until its last moment is kept until then', [undefined, onDay(20)], 19, 21],
    ['whose last moment is soon is kept for seven days', [undefined, onDay(1)], 6, 8],
  ] as const)('%s', async (_, times, within, after) => {
    expect(await claimFirst(...times)(within, 'second')).toEqual(['first']);
    expect(await claimFirst(...times)(after, 'second')).toEqual([]);
  });

  it('lasts as long as the longest of them', async () => {
    const later = claimFirst(onDay(20));
    expect(await later(5, 'second')).toEqual(['first']);
    expect(await later(10, 'third')).toEqual(['first', 'second']);
  });
});
