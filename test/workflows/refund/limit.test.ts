import { describe, expect, it, vi } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { isLimitFresh } from '../../../src/domain/movement/may-send.js';
import { sumsOf } from '../../../src/domain/refund/bounds.js';
import { limitOf } from '../../../src/domain/refund/limit.js';
import { unknownRefund } from '../../../src/domain/refund/unexpected.js';
import type { RefundsLifecycle } from '../../../workflows/refund/lifecycle.js';
import { SETTINGS } from '../operation-settings.js';

const TRANSACTION = 'MNFY|1';
const PAID = kobo(100_00);

const REPLIES: Readonly<Record<string, object>> = {
  getTransaction: {
    transactionReference: TRANSACTION,
    paymentReference: 'order-1',
    paymentStatus: 'PAID',
    amountPaid: PAID,
    currency: 'NGN',
  },
  listRefunds: {
    content: [
      {
        refundReference: 'by-hand',
        transactionReference: TRANSACTION,
        refundAmount: PAID,
        refundStatus: 'COMPLETED',
        createdOn: '2026-01-15T08:00:00.000Z',
      },
    ],
    last: true,
  },
};

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  proxyActivities: () =>
    new Proxy(
      {},
      {
        get: (_target, name: string) => ({
          executeWithOptions: () => Promise.resolve({ kind: 'ok', body: REPLIES[name] }),
        }),
      },
    ),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  workflowInfo: () => ({ workflowId: `refunds-of:${TRANSACTION}`, unsafe: { isReplaying: false } }),
}));

vi.resetModules();
const { learnRefunds } = await import('../../../workflows/refund/grant.js');
const { createRefunds, newSnapshot } = await import('../../../workflows/refund/state.js');

describe('the bounds of all refunds', () => {
  it('have a higher number after each change, and no other when none changes', () => {
    const refunds = createRefunds(newSnapshot({ reference: TRANSACTION }, new Date().toISOString()));
    const order = {
      refundReference: 'order-1--r1',
      amountKobo: PAID,
      refundReason: 'late order-1',
      customerNote: 'Refund',
    };
    const orders = () => sumsOf(refunds.snapshot()).order[1];
    expect(orders()).toBe(0);
    refunds.addOrder(order);
    expect(orders()).toBe(1);
    refunds.add(unknownRefund('back-1', new Date().toISOString()));
    expect(orders()).toBe(1);
    refunds.endOrder('order-1--r1');
    expect(orders()).toBe(2);
  });
});

describe('the payment and the list of its refunds, while they are read', () => {
  it('allow no other refund before the last listed one counts', async () => {
    const refunds = createRefunds(newSnapshot({ reference: TRANSACTION }, new Date().toISOString()));
    const lifecycle = {
      subject: () => refunds,
      pace: { now: () => Date.now(), call: <Result>(work: () => Promise<Result>) => work() },
      settings: () => Promise.resolve(SETTINGS),
      given: () => SETTINGS,
      notify: () => undefined,
    } as unknown as RefundsLifecycle;
    const limit = () => limitOf(refunds.snapshot(), 'back-1');
    const allowed: unknown[] = [];
    let isRead = false;
    const reading = learnRefunds(lifecycle, () => false).then(() => void (isRead = true));
    // another refund may ask at every tick
    while (!isRead) {
      await Promise.resolve();
      if (isLimitFresh(limit(), Date.now())) allowed.push(limit().taken);
    }
    await reading;
    expect(allowed).not.toContain(0);
    expect(limit()).toMatchObject({ cap: PAID, taken: PAID });
  });
});
