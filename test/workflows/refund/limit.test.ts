import { describe, expect, it, vi } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { isLimitFresh } from '../../../src/domain/movement/may-send.js';
import { limitOf } from '../../../src/domain/refund/limit.js';
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
