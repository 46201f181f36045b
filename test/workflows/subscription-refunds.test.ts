import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RefundEndedEvent } from '../../src/domain/lifecycle/events/refund-ended.js';
import { kobo } from '../../src/domain/money.js';
import { toSubscription } from '../../src/domain/subscription/view.js';

const MINUTE = 60_000;
const PRICE = kobo(1_500_00);
const PART = kobo(500_00);
const FIRST = 'gym--s260131.1';
const anything = new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) });
/** What the gateway's record says, and what refunds of ours may have returned; undefined while they cannot be read. */
const world: { status: string; sent: number | undefined } = { status: 'PAID', sent: 0 };

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  proxySinks: () => anything,
  proxyActivities: () => ({
    getTransaction: {
      executeWithOptions: () =>
        Promise.resolve({
          kind: 'ok',
          body: {
            transactionReference: 'T1',
            paymentReference: FIRST,
            paymentStatus: world.status,
            amountPaid: PRICE,
            totalPayable: PRICE,
            currency: 'NGN',
            customer: { email: 'ada@example.com' },
          },
        }),
    },
    readRefunds: {
      executeWithOptions: async () => {
        const { ActivityFailure, ApplicationFailure } = await import('@temporalio/common');
        if (world.sent === undefined) {
          const cause = ApplicationFailure.nonRetryable('away', 'unreachable');
          throw new ActivityFailure('failed', 'readRefunds', '1', 'IN_PROGRESS', undefined, cause);
        }
        return world.sent === 0
          ? null
          : { least: world.sent, most: world.sent, sent: world.sent, order: [1, 1] };
      },
    },
  }),
  workflowInfo: () => ({
    workflowId: 'subscription:gym',
    historyLength: 3,
    continueAsNewSuggested: false,
    typedSearchAttributes: { get: () => undefined },
    unsafe: { isReplaying: false },
  }),
}));
vi.resetModules();
const { createSubscriptionLifecycle } = await import('../../workflows/subscription/lifecycle.js');
const { addCharge, readCharge } = await import('../../workflows/subscription/charge-places.js');
const { newCharge } = await import('../../src/domain/subscription/charges.js');
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');

const START = Date.parse('2026-01-31T08:00:00.000Z');

/** A subscription whose first period was charged: what the record of the charge says first. */
async function charged(status: string) {
  world.status = status;
  world.sent = 0;
  vi.setSystemTime(START);
  const terms = {
    reference: 'gym',
    amountKobo: PRICE,
    currency: 'NGN',
    plan: { every: { unit: 'MONTH', count: 1 }, firstDay: '2026-01-31' },
    cardToken: 'MNFY_1',
    customer: { email: 'ada@example.com' },
  } as const;
  const lifecycle = createSubscriptionLifecycle({ from: 'request', terms }, createWorkerSettings());
  const subscription = lifecycle.subject();
  subscription.settleState('the card can be charged');
  subscription.addPeriod({ n: 0, day: '2026-01-31', at: START }, { state: 'DUE', reason: 'due' });
  const place = { key: FIRST, n: 1, paymentReference: FIRST, transactionReference: 'T1', reason: 'sent' };
  addCharge(lifecycle, 0, newCharge(place, { amountKobo: PRICE, at: START }), 'attempts');
  await readCharge(lifecycle, FIRST);
  const readAgain = async () => {
    for (const minutes of [60, 70, 80]) {
      vi.setSystemTime(START + minutes * MINUTE);
      await readCharge(lifecycle, FIRST);
    }
  };
  const types = () => lifecycle.waitingWebhooks().map(({ webhook }) => webhook.type);
  return { subscription, readAgain, types, view: () => toSubscription(subscription.snapshot()) };
}

const refund = (state: string, refundedKobo: number, sequence: number): RefundEndedEvent => ({
  kind: 'refund-ended',
  eventType: 'refund-ended',
  key: `refund-ended:r1:${state}`,
  transactionReference: 'T1',
  refundReference: 'r1',
  amountKobo: PART,
  state,
  reason: '',
  refundedKobo: kobo(refundedKobo),
  order: [1, sequence],
});

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  return () => vi.useRealTimers();
});

describe('the charge of a subscription that the merchant has refunded', () => {
  it('stays charged where the record says REFUNDED: the gateway took nothing back', async () => {
    const { readAgain, types, view } = await charged('PAID');
    world.status = 'REFUNDED';
    world.sent = PART;
    await readAgain();
    expect(view()).toMatchObject({
      totals: { charged: 1, chargedKobo: PRICE },
      periods: [{ state: 'PAID' }],
    });
    expect(types()).toEqual(['subscription.charged']);
  });

  it('is not believed to be refunded otherwise while its refunds cannot be read', async () => {
    const { readAgain, types, view } = await charged('PAID');
    world.status = 'REFUNDED';
    world.sent = undefined;
    await readAgain();
    expect(view()).toMatchObject({ totals: { charged: 1 }, periods: [{ state: 'PAID' }] });
    expect(types()).toEqual(['subscription.charged']);
  });

  it('is REFUNDED where no refund of ours explains that', async () => {
    const { readAgain, types, view } = await charged('PAID');
    world.status = 'REFUNDED';
    await readAgain();
    expect(view()).toMatchObject({
      totals: { charged: 0, chargedKobo: 0 },
      periods: [{ state: 'REFUNDED' }],
    });
    expect(types()).toEqual(['subscription.charged', 'subscription.charge-reversed']);
  });

  it('shows what refunds have returned, and nothing of one that failed after all', async () => {
    const { subscription, view } = await charged('PAID');
    const refunded = () => view().periods[0]?.attempts[0];
    const sent = subscription.recordRefund(refund('COMPLETED', PART, 2));
    expect(sent.map(({ type }) => type)).toEqual(['subscription.refunded']);
    expect(refunded()).toMatchObject({ refundedKobo: PART });
    expect(subscription.recordRefund(refund('FAILED', 0, 3))).toEqual([]);
    expect(refunded()).not.toHaveProperty('refundedKobo');
    subscription.recordRefund(refund('COMPLETED', PART, 1));
    expect(refunded()).not.toHaveProperty('refundedKobo');
  });
});

it('a period whose charge is first read when its money had gone back is over, and not missed', async () => {
  const { readAgain, types, view } = await charged('REVERSED');
  await readAgain();
  expect(view()).toMatchObject({ totals: { charged: 0, missed: 0 }, periods: [{ state: 'REVERSED' }] });
  expect(types()).toEqual(['subscription.charge-reversed']);
});
