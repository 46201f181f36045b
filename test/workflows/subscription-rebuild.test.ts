import { beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookId } from '../../src/client/webhook-message.js';
import { completeWebhook } from '../../src/domain/lifecycle/webhook.js';
import { kobo } from '../../src/domain/money.js';
import type { SubscriptionTerms } from '../../src/domain/subscription/subscription.js';
import { without } from '../../src/domain/without.js';
import { SETTINGS } from './operation-settings.js';

const anything = new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) });
const left: { run: unknown } = { run: undefined };

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  proxySinks: () => anything,
  proxyActivities: () => ({
    loadClosedRun: () => Promise.resolve(left.run),
    settings: () => Promise.resolve(SETTINGS),
    queryTransaction: { executeWithOptions: () => Promise.resolve({ kind: 'not-found' }) },
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
const { createSubscription, newSnapshot } = await import('../../workflows/subscription/state.js');
const { rebuild } = await import('../../workflows/subscription/rebuild.js');
const { prepareSubscription } = await import('../../workflows/subscription/prepare.js');
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');

const STARTED = '2026-01-15T06:00:00.000Z';
const LOST = '2026-01-20T06:00:00.000Z';
const terms = {
  reference: 'gym',
  amountKobo: kobo(1_500_00),
  currency: 'NGN',
  plan: { every: { unit: 'MONTH', count: 1 }, firstDay: '2026-01-31' },
  cardToken: 'MNFY_1',
  customer: { email: 'ada@example.com' },
} as const;
const ofCheckout = { ...without(terms, 'cardToken'), checkout: 'order-1', customer: {} };
const REFUSED = 'card-token-refused: Card token has expired.';

/** The run that follows a lost one. */
async function rebuildOne(snapshot?: ReturnType<typeof newSnapshot>, asked: SubscriptionTerms = terms) {
  left.run = { kind: 'lost', since: Date.parse(STARTED), terms: asked, ...(snapshot && { snapshot }) };
  const input = { from: 'request', terms: asked, recoverFrom: 'lost' } as const;
  const lifecycle = createSubscriptionLifecycle(input, createWorkerSettings());
  await lifecycle.restore(() => rebuild(lifecycle, input));
  return { lifecycle, subscription: lifecycle.subject(), webhooks: lifecycle.waitingWebhooks() };
}
const rebuilt = async (snapshot?: ReturnType<typeof newSnapshot>) =>
  (await rebuildOne(snapshot)).subscription;

const sentBy = (subscription: ReturnType<typeof createSubscription>, { type = '', effect = '' }) =>
  completeWebhook({ type, effect, sequence: 1, at: '' }, subscription.snapshot());

const active = () => {
  const subscription = createSubscription(newSnapshot(terms, '2026-01-15T06:00:00.080Z'));
  subscription.settleState('the card can be charged');
  return subscription;
};

describe('the webhooks of a subscription whose run was lost', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse(LOST), toFake: ['Date'] });
    return () => vi.useRealTimers();
  });

  it.each(['nothing', 'a snapshot'])(
    'come after those of the lost run, of which %s is left',
    async (what) => {
      const lost = active();
      const before = sentBy(lost, { effect: 'active' });
      const subscription = await rebuilt(what === 'nothing' ? undefined : lost.snapshot());
      const after = sentBy(subscription, { effect: 'recovered' });
      expect(Date.parse(after.epoch)).toBeGreaterThan(Date.parse(before.epoch));
    },
  );

  it('say again that the card is on hold: the card that had replaced it is lost as well', async () => {
    const lost = active();
    const before = sentBy(lost, lost.hold(REFUSED));
    lost.replaceCard({ token: 'MNFY_2', email: 'ada@example.com' });
    const subscription = await rebuilt();
    const after = sentBy(subscription, subscription.hold(REFUSED));
    expect(webhookId(after)).not.toBe(webhookId(before));
  });

  it('have ids of their own where they are numbered: the lost run had come to the same number', async () => {
    const lost = active();
    const subscription = await rebuilt(lost.snapshot());
    const [before, after] = [lost, subscription].map((each) => sentBy(each, each.numbered('resumed', 3)));
    expect(before && after && webhookId(after)).not.toBe(before && webhookId(before));
  });

  it('say each time that it was recovered: it charges nothing until it is resumed', async () => {
    const ids: string[] = [];
    for (const at of [LOST, '2026-01-22T06:00:00.000Z']) {
      vi.setSystemTime(Date.parse(at));
      const { subscription, webhooks } = await rebuildOne(active().snapshot());
      ids.push(...webhooks.map(({ webhook }) => webhookId(sentBy(subscription, webhook))));
    }
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a subscription whose run was lost', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-02-02T06:00:00.000Z'), toFake: ['Date'] });
    return () => vi.useRealTimers();
  });

  it('waits for its card also when an operator decides that no command was lost: without one every charge fails', async () => {
    const { subscription } = await rebuildOne(undefined, ofCheckout);
    subscription.liftDoubt();
    expect(subscription.snapshot()).toMatchObject({ state: 'PENDING' });
    subscription.setCard({ token: 'MNFY_1', email: 'ada@example.com' });
    subscription.settleState('the card can be charged');
    expect(subscription.snapshot()).toMatchObject({ state: 'ACTIVE' });
  });

  it('is on hold, and not refused, where the gateway no longer has its card: the lost run may have charged it', async () => {
    const { lifecycle, subscription } = await rebuildOne(undefined, ofCheckout);
    await prepareSubscription(lifecycle);
    expect(subscription.snapshot()).toMatchObject({ state: 'PAUSED', hold: expect.any(String) as string });
    subscription.resume();
    expect(subscription.snapshot()).toMatchObject({ state: 'ON_HOLD' });
    const types = lifecycle.waitingWebhooks().map(({ webhook }) => webhook.type);
    expect(types).toEqual(['subscription.recovered', 'subscription.on-hold']);
  });

  it('charges nothing later that became due while it was paused', async () => {
    const lost = active();
    lost.pause();
    const { subscription } = await rebuildOne(lost.snapshot());
    subscription.resume();
    const [period] = subscription.snapshot().periods;
    expect(period).toMatchObject({ day: '2026-01-31', state: 'DUE', dropped: 'the subscription was paused' });
  });

  it('is charged for what became due where it was not paused, unless the merchant pauses it first', async () => {
    const { subscription } = await rebuildOne(active().snapshot());
    const newest = () => subscription.snapshot().periods[0];
    subscription.resume();
    expect(newest()).toMatchObject({ day: '2026-01-31', state: 'DUE' });
    expect(newest()).not.toHaveProperty('dropped');
    subscription.pause();
    subscription.resume();
    expect(newest()).toHaveProperty('dropped');
  });

  it('has no period after its end: one that was cancelled when its last run began was charged for none', async () => {
    const lost = active();
    lost.end('CANCELLED', 'the merchant cancelled it');
    const { subscription, webhooks } = await rebuildOne(lost.snapshot());
    expect(subscription.snapshot()).toMatchObject({ state: 'CANCELLED', periods: [], review: [] });
    expect(webhooks).toEqual([]);
  });

  it('sends its end once more: what was sent of the recovery is newer than the end that the lost run had sent', async () => {
    const lost = active();
    const snapshot = lost.snapshot();
    lost.end('CANCELLED', 'the merchant cancelled it');
    const before = sentBy(lost, { effect: 'CANCELLED', ...lost.draft() });
    const { subscription } = await rebuildOne(snapshot);
    subscription.end('CANCELLED', 'the merchant cancelled it');
    const after = sentBy(subscription, { effect: 'CANCELLED', ...subscription.draft() });
    expect(after.type).toBe(before.type);
    expect(webhookId(after)).not.toBe(webhookId(before));
  });
});
