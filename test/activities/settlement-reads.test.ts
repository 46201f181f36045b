import { describe, expect, it } from 'vitest';
import { createSettlementReads, type SettlementComparison } from '../../activities/settlement-reads.js';
import type { SettlementSumsRequest } from '../../activities/settlement-reads.js';
import { kobo } from '../../src/domain/money.js';
import { activityEnvironment } from './environment.js';

const ROWS = 2_000;
const PAGE = 10;

interface Row {
  readonly n: number;
  readonly amountPaid?: number;
  readonly settlementAmount?: number | null;
  readonly paymentStatus?: string;
  readonly currency?: string;
  readonly paidOn?: string;
}

const toRecord = ({ n, ...given }: Row) => ({
  transactionReference: `T-${n}`,
  paymentReference: `order-${n}`,
  amountPaid: 100_00,
  totalPayable: 100_00,
  settlementAmount: 98_50,
  paymentStatus: 'PAID',
  currency: 'NGN',
  ...given,
});

const all = Array.from({ length: ROWS }, (_, n): Row => ({ n }));

/** A gateway that caps its pages at ten rows; `shift` moves rows to the next page after each read. */
function reads({
  rows = all,
  shift = 0,
  details = {},
  held = () => true,
  says = {},
}: {
  readonly rows?: readonly Row[];
  readonly shift?: number;
  readonly details?: Readonly<Record<string, object>>;
  readonly held?: (transactionReference: string) => boolean;
  /** What each page says of the whole listing. */
  readonly says?: { readonly totalElements?: number; readonly numberOfElements?: number };
}) {
  const woken: string[] = [];
  const calls = { pages: 0, details: 0 };
  const gateway = {
    listSettlementTransactions: ({ page = 0 }) => {
      const moved = Math.max(0, page * PAGE - shift * calls.pages);
      calls.pages += 1;
      const content = rows.slice(moved, moved + PAGE).map(toRecord);
      const totalPages = Math.ceil(rows.length / PAGE) + Math.ceil((shift * calls.pages) / PAGE);
      return Promise.resolve({
        kind: 'ok',
        body: { content, totalPages, last: page + 1 >= totalPages, ...says },
      });
    },
    getSettlementDetail: ({ transactionReference }: { transactionReference: string }) => {
      calls.details += 1;
      const body = details[transactionReference];
      return Promise.resolve(body ? { kind: 'ok', body } : { kind: 'not-found', message: '' });
    },
  };
  const own = {
    unheldPayments: (_: unknown, payments: readonly { transactionReference: string }[]) =>
      Promise.resolve({
        kind: 'known',
        missing: payments.map((each) => each.transactionReference).filter((each) => !held(each)),
      }),
    findOwner: () => Promise.resolve(null),
    forwardEvent: (to: { reference: string }) => Promise.resolve(void woken.push(to.reference)),
  };
  const settlements = createSettlementReads(gateway as never, own as never);
  const environment = activityEnvironment();
  return {
    woken,
    calls,
    sum: (request: Partial<SettlementSumsRequest> = {}) =>
      environment.run(() => settlements.sumSettlement({ reference: 'S-1', totals: [], ...request })),
    compare: (followSince = '') =>
      environment.run(() => settlements.compareSettlement({ reference: 'S-1', followSince })),
  };
}

const TOTAL = kobo(ROWS * 98_50);

describe('the sums of a settlement', () => {
  it('cover 2,000 payments on pages of ten, with no detail read where they are the total', async () => {
    const { sum, calls } = reads({});
    expect(await sum({ totals: [TOTAL] })).toEqual({
      kind: 'listed',
      sums: { count: ROWS, paidKobo: ROWS * 100_00, netKobo: TOTAL },
    });
    expect(calls.details).toBe(0);
    expect(calls.pages).toBeLessThan(ROWS / PAGE + 5);
  });

  it('count a payment once that moves to the next page while the listing is read', async () => {
    const { sum } = reads({ rows: all.slice(0, 95), shift: 1 });
    expect(await sum({ totals: [kobo(95 * 98_50)] })).toMatchObject({
      sums: { count: 95, netKobo: 95 * 98_50 },
    });
  });

  it('take the share of a split payment, and the part in this settlement', async () => {
    const rows = [{ n: 1 }, { n: 2 }, { n: 3 }];
    const shares = (...amounts: readonly (readonly [string, number])[]) => ({
      transaction: { transactionReference: 'T-2' },
      beneficiaries: amounts.map(([settlementReference, settlementAmount]) => ({
        settlementInformation: { settlementReference, settlementAmount },
      })),
    });
    const details = {
      'T-1': { transactionReference: 'T-1', settlementReference: 'S-1', settlementAmount: 98_50 },
      'T-2': shares(['S-0', 50_00], ['S-1', 20_00], ['S-1', 3_50]),
      // a crossed reply is about another payment
      'T-3': { transactionReference: 'T-9', settlementReference: 'S-1', settlementAmount: 1 },
    };
    expect(await reads({ rows, details }).sum({ totals: [kobo(1)] })).toMatchObject({
      sums: { count: 3, netKobo: 98_50 + 23_50 + 98_50, byDetail: 1 },
    });
  });

  it('leave out payments that are not paid, or not in naira, and read no details while the listing grows', async () => {
    const rows = [{ n: 1 }, { n: 2, paymentStatus: 'PENDING' }, { n: 3, currency: 'USD' }];
    const { sum, calls } = reads({ rows });
    expect(await sum({ totals: [kobo(1)], count: 10 })).toMatchObject({ sums: { count: 3, netKobo: 98_50 } });
    expect(calls.details).toBe(0);
  });

  it.each([
    ['counts and does not show', { totalElements: 5 }, { 'not-listed': 2 }],
    ['shows on a page and cannot be read', { numberOfElements: 5 }, { unreadable: 2 }],
  ] as const)('have what the listing %s, and read no details', async (_what, says, unread) => {
    const { sum, calls } = reads({ rows: [{ n: 1 }, { n: 2 }, { n: 3 }], says });
    expect(await sum()).toMatchObject({ sums: { count: 3, unread } });
    expect(calls.details).toBe(0);
  });

  it('are listed, not absent, where no row can be read', async () => {
    const { sum } = reads({ rows: [], says: { totalElements: 2 } });
    expect(await sum()).toMatchObject({ kind: 'listed', sums: { count: 0, unread: { 'not-listed': 2 } } });
  });

  it('are absent where the listing is empty', async () => {
    expect(await reads({ rows: [] }).sum()).toEqual({ kind: 'absent' });
  });
});

describe('the comparison of a settlement with lifecycles', () => {
  it('counts the payments that the listing does not show as unread', async () => {
    const { compare } = reads({ rows: [{ n: 1 }, { n: 2 }], says: { totalElements: 5 } });
    expect(await compare()).toMatchObject({ compared: { count: 2, held: 2, unread: 3 } });
  });

  it('wakes each that does not show its payment, and keeps the first differences', async () => {
    const { compare, woken } = reads({ held: (reference) => Number(reference.slice(2)) % 50 !== 0 });
    expect(await compare()).toMatchObject({
      compared: { count: ROWS, held: ROWS - 40, woken: 40, notFollowed: 0 },
    });
    const { compared } = (await compare()) as Extract<SettlementComparison, { kind: 'compared' }>;
    expect(compared.differences).toHaveLength(20);
    expect(new Set(woken).size).toBe(40);
  });

  it('wakes none for a payment from before the first day to follow: an account would report it as new', async () => {
    const rows = ['2026-11-17T22:59:59.000Z', '2026-11-17T23:00:00.000Z'].map((paidOn, n) => ({ n, paidOn }));
    const { compare, woken } = reads({ rows, held: () => false });
    expect(await compare('2026-11-18')).toMatchObject({ compared: { count: 2, woken: 1, notFollowed: 1 } });
    expect(woken).toEqual(['order-1']);
  });
});
