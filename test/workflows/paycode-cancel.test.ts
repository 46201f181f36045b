import { expect, it, vi } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { addAll } from '../../src/domain/movement/evidence.js';
import type { PaycodeTerms } from '../../src/domain/paycode/paycode.js';
import type { OperationState } from '../../workflows/shared/gateway/operation-state.js';

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  proxyActivities: () => new Proxy({}, { get: () => () => new Promise(() => undefined) }),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  workflowInfo: () => ({
    workflowId: 'paycode:cash-1',
    historyLength: 3,
    continueAsNewSuggested: false,
    typedSearchAttributes: { get: () => undefined },
    unsafe: { isReplaying: false },
  }),
}));

vi.resetModules();
const { cancelPaycode } = await import('../../workflows/paycode/cancel.js');
const { paycodeKind } = await import('../../workflows/paycode/kind.js');
const { createPaycodeLifecycle } = await import('../../workflows/paycode/lifecycle.js');
const { newSnapshot } = await import('../../workflows/paycode/state.js');
const { createPlace } = await import('../../workflows/shared/payout/single-run.js');
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');

const AT = '2026-01-15T09:00:00.000Z';
const terms: PaycodeTerms = {
  reference: 'cash-1',
  amountKobo: kobo(5_000_00),
  currency: 'NGN',
  beneficiaryName: 'Chidi Gwarzo',
  expiresAt: '2026-01-17T09:00:00.000Z',
};
const begun: OperationState = {
  key: 'cancel',
  startedAt: Date.parse(AT),
  phase: 'check',
  nextAt: 0,
  harmless: 0,
  unknown: 1,
  checks: 3,
  evidence: [],
};

it('a cancel without an outcome is no longer for a person once the cash was collected', async () => {
  const asked = newSnapshot(terms, AT);
  const collected = addAll(asked.movement, [
    { kind: 'send', step: 'request', answer: 'accepted', askedAt: 0, answeredAt: 1 },
    { kind: 'reading', shows: 'money', amount: terms.amountKobo, askedAt: 2, answeredAt: 3 },
  ]);
  const item = {
    key: 'unresolved:cancel',
    kind: 'unresolved' as const,
    reason: 'Cancel cash-1: the gateway has not reported its outcome',
    atRiskKobo: terms.amountKobo,
    since: AT,
  };
  const snapshot = {
    ...asked,
    movement: collected,
    state: 'SUCCESS' as const,
    unwanted: 'the merchant cancelled it',
    review: [item],
  };
  const carried = { snapshot, inbox: [], webhooks: [], operations: [begun] };
  const lifecycle = createPaycodeLifecycle({ from: 'carried', carried }, createWorkerSettings());
  const place = createPlace(lifecycle, paycodeKind(lifecycle));
  await expect(cancelPaycode(lifecycle, place)).rejects.toMatchObject({ type: 'not-open' });
  expect(lifecycle.operations.isEmpty()).toBe(true);
  expect(lifecycle.subject().snapshot().review).toEqual([]);
});
