import { expect, it, vi } from 'vitest';
import { kobo } from '../../src/domain/money.js';

const anything = new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) });

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  proxySinks: () => anything,
}));

vi.resetModules();
const { createSubscription, newSnapshot } = await import('../../workflows/subscription/state.js');

/** More than the transitions that a snapshot keeps. */
const CARDS = 60;

it('each card that a subscription is on hold for has a webhook with an id of its own', () => {
  const plan = { every: { unit: 'DAY', count: 1 }, firstDay: '2026-01-15' } as const;
  const terms = {
    reference: 'gym',
    amountKobo: kobo(1_500_00),
    currency: 'NGN',
    plan,
    cardToken: 'MNFY_1',
    customer: { email: 'ada@example.com' },
  } as const;
  const subscription = createSubscription(newSnapshot(terms, '2026-01-15T06:00:00Z'));
  subscription.settleState('the card can be charged');
  const effects = Array.from({ length: CARDS }, (_, n) => {
    const { effect } = subscription.hold('card-token-refused: Card token has expired.');
    subscription.replaceCard({ token: `MNFY_${n}`, email: 'ada@example.com' });
    return effect;
  });
  expect(new Set(effects).size).toBe(CARDS);
});
