import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { sumsOf } from '../../../src/domain/refund/bounds.js';
import type { RefundRequest } from '../../../src/domain/refund/refund.js';
import type { RefundsLifecycle } from '../../../workflows/refund/lifecycle.js';
import { SETTINGS } from '../operation-settings.js';

const TRANSACTION = 'MNFY|1';
const PAID = kobo(100_00);
const AT = '2026-01-15T08:00:00.000Z';

const payment = {
  transactionReference: TRANSACTION,
  paymentReference: 'order-1',
  paymentStatus: 'PAID',
  amountPaid: PAID,
  currency: 'NGN',
};
/** The lost run has sent it, and the gateway has paid it. */
const sent = {
  refundReference: 'order-1--r1',
  transactionReference: TRANSACTION,
  refundAmount: PAID,
  refundStatus: 'COMPLETED',
  createdOn: AT,
};
const order: RefundRequest = {
  refundReference: 'order-1--r1',
  amountKobo: PAID,
  refundReason: 'late order-1',
  customerNote: 'Refund',
};

const ok = (body: object) => ({ kind: 'ok', body });
const NOT_FOUND = { kind: 'not-found', code: '99', message: 'no transaction' };
let replies: Record<string, (read: number) => object> = {};
let reads: Record<string, number> = {};

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  proxyActivities: () =>
    new Proxy(
      {},
      {
        get: (_target, name: string) => ({
          executeWithOptions: () => {
            reads[name] = (reads[name] ?? 0) + 1;
            return Promise.resolve(replies[name]?.(reads[name]));
          },
        }),
      },
    ),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  workflowInfo: () => ({ workflowId: `refunds-of:${TRANSACTION}`, unsafe: { isReplaying: false } }),
}));

vi.resetModules();
const { grantOrder, grantRefund } = await import('../../../workflows/refund/grant.js');
const { createRefundWork } = await import('../../../workflows/refund/work.js');
const { createRefunds, newSnapshot } = await import('../../../workflows/refund/state.js');

/** Refunds whose run was lost, and what they tell the merchant. */
function lostRefunds() {
  const now = new Date().toISOString();
  const lost = { since: AT, at: now };
  const refunds = createRefunds({ ...newSnapshot({ reference: TRANSACTION }, AT), lost, isUnlisted: true });
  const told: string[] = [];
  const work: Promise<unknown>[] = [];
  let pauses = 0;
  const lifecycle = {
    subject: () => refunds,
    pace: {
      now: () => Date.now(),
      call: <Result>(of: () => Promise<Result>) => of(),
      pause: () => Promise.resolve(void (pauses += 1)),
      until: (holds: () => boolean) => (holds() ? Promise.resolve() : new Promise(() => undefined)),
    },
    spawn: (each: Promise<unknown>) => void work.push(each),
    settings: () => Promise.resolve(SETTINGS),
    given: () => SETTINGS,
    notify: ({ type }: { readonly type: string }) => void told.push(type),
  } as unknown as RefundsLifecycle;
  return { refunds, lifecycle, told, pauses: () => pauses };
}

const isAsked = () => true;
const inTurn = <Result>(work: () => Promise<Result>) => work();

beforeEach(() => {
  reads = {};
  replies = { getTransaction: () => ok(payment), listRefunds: () => ok({ content: [sent], last: true }) };
});

describe('a refund that a lost run has sent', () => {
  it('counts where it would be refused now, and its policy is not told that no money moved', async () => {
    replies['getTransaction'] = () => ok({ ...payment, paymentStatus: 'REVERSED' });
    const { refunds, lifecycle, told } = lostRefunds();
    await grantOrder(lifecycle, order, { inTurn, isAsked });
    expect(sumsOf(refunds.snapshot())).toMatchObject({ least: PAID, most: PAID });
    expect(refunds.snapshot().refunds).toMatchObject([{ state: 'COMPLETED' }]);
    expect(told).not.toContain('refund.refused');
  });

  it('counts where the merchant repeats it with other terms that are refused', async () => {
    const { refunds, lifecycle } = lostRefunds();
    const request = { ...order, amountKobo: kobo(PAID + 1) };
    await expect(grantRefund(lifecycle, request, { isAsked })).rejects.toMatchObject({
      type: 'refund-exceeds-payment',
    });
    expect(sumsOf(refunds.snapshot())).toMatchObject({ least: PAID });
  });

  it('is listed also where the gateway does not find its payment at first', async () => {
    replies['getTransaction'] = (read) => (read === 1 ? NOT_FOUND : ok(payment));
    const { refunds, lifecycle } = lostRefunds();
    createRefundWork(lifecycle).resume();
    await vi.waitFor(() => expect(refunds.snapshot().isUnlisted).toBeUndefined());
    expect(sumsOf(refunds.snapshot())).toMatchObject({ least: PAID });
  });

  it('is not refused while the gateway does not find its payment and has listed none', async () => {
    replies['getTransaction'] = (read) => (read === 1 ? NOT_FOUND : ok(payment));
    const { refunds, lifecycle, told } = lostRefunds();
    await grantOrder(lifecycle, order, { inTurn, isAsked });
    expect(told).not.toContain('refund.refused');
    expect(refunds.snapshot().refunds).toMatchObject([{ state: 'PENDING', byPolicy: true }]);
    expect(sumsOf(refunds.snapshot())).toMatchObject({ most: PAID });
  });
});

it('a payment that the gateway never finds ends the search for its refunds with the schedule', async () => {
  replies['getTransaction'] = () => NOT_FOUND;
  const { refunds, lifecycle, pauses } = lostRefunds();
  createRefundWork(lifecycle).resume();
  await vi.waitFor(() => expect(refunds.snapshot().isUnlisted).toBeUndefined());
  expect(pauses()).toBe(SETTINGS.recheckScheduleMs.length);
  expect(refunds.snapshot().refunds).toEqual([]);
});
