import { describe, expect, it } from 'vitest';
import { createUnsettledSearch } from '../../activities/find-unsettled.js';
import { createWalletReads } from '../../activities/sum-outflows.js';
import { activityEnvironment } from './environment.js';

/** A listing of these rows, which counts so many. */
const listing = (content: readonly object[], totalElements = content.length) => ({
  body: { content, totalElements, last: true },
});

const payment = (n: number, settled: boolean) => ({
  transactionReference: `T-${n}`,
  paymentReference: `order-${n}`,
  amount: 100_000_00,
  amountPaid: 100_000_00,
  paymentStatus: 'PAID',
  createdOn: '2026-11-11T10:00:00.000Z',
  completedOn: '2026-11-11T10:01:00.000Z',
  settled,
});

function search(rows: readonly ReturnType<typeof payment>[], total?: number) {
  const gateway = {
    searchTransactions: () => Promise.resolve(listing(rows, total)),
    getSettlementDetail: ({ transactionReference }: { transactionReference: string }) =>
      Promise.resolve(
        rows.some((row) => row.transactionReference === transactionReference && row.settled)
          ? {
              kind: 'ok',
              body: { transactionReference, settlementReference: 'S', settlementAmount: 98_000_00 },
            }
          : { kind: 'not-found', message: '' },
      ),
    listSettlementTransactions: () => Promise.resolve({ kind: 'ok', ...listing([]) }),
  };
  const own = { forwardEvent: () => Promise.resolve() };
  const request = { day: '2026-11-17', afterWorkingDays: 2, holidays: [], followSince: '' };
  return activityEnvironment().run(() => createUnsettledSearch(gateway as never, own).findUnsettled(request));
}

describe('the search for unsettled payments', () => {
  it('says what its listing counts and does not show: one of them may be unsettled', async () => {
    expect(await search([payment(1, true)], 4)).toMatchObject({
      paid: 1,
      count: 0,
      unread: { 'not-listed': 3 },
    });
  });

  it('has nothing unread where the listing shows all that it counts', async () => {
    const found = await search([payment(1, true), payment(2, false)]);
    expect(found).toMatchObject({ paid: 2, count: 1, amountKobo: 100_000_00 });
    expect(found).not.toHaveProperty('unread');
  });
});

describe('what left the wallet', () => {
  const window = { from: '2026-11-17T23:00:00.000Z', to: '2026-11-18T23:00:00.000Z' };
  const transfer = {
    reference: 'X',
    status: 'SUCCESS',
    amount: 5_000_00,
    fee: 10_00,
    createdOn: '2026-11-18T10:00:00.000Z',
  };
  const refund = {
    refundReference: 'R',
    refundStatus: 'COMPLETED',
    refundAmount: 700_00,
    createdOn: '2026-11-18T11:00:00.000Z',
  };
  const outflows = (transfers: object, refunds: object) => {
    const gateway = {
      searchTransfers: () => Promise.resolve(transfers),
      listRefunds: () => Promise.resolve(refunds),
    };
    return activityEnvironment().run(() => createWalletReads(gateway as never).sumOutflows(window));
  };
  const sums = { paidKobo: 5_000_00, feesKobo: 10_00, inFlightKobo: 0, refundedKobo: 700_00 };

  it('is the sum of both listings', async () => {
    expect(await outflows(listing([transfer]), listing([refund]))).toEqual(sums);
  });

  it('has what either listing counts and does not show as unread', async () => {
    expect(await outflows(listing([transfer], 3), listing([refund], 2))).toEqual({
      ...sums,
      unread: { 'not-listed': 3 },
    });
  });
});
