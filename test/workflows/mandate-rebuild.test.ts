import { describe, expect, it, vi } from 'vitest';
import type { MandateState, MandateTerms } from '../../src/domain/mandate/mandate.js';
import { kobo } from '../../src/domain/money.js';
import { SETTINGS } from './operation-settings.js';

const anything = new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) });
const left: { run: unknown } = { run: undefined };
const never = () => new Promise<never>(() => undefined);

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  proxySinks: () => anything,
  condition: never,
  sleep: never,
  proxyActivities: () => ({
    loadClosedRun: () => Promise.resolve(left.run),
    settings: () => Promise.resolve(SETTINGS),
    getDebit: { executeWithOptions: never },
  }),
  workflowInfo: () => ({
    workflowId: 'mandate:rent',
    historyLength: 3,
    continueAsNewSuggested: false,
    typedSearchAttributes: { get: () => undefined },
    unsafe: { isReplaying: false },
  }),
}));
vi.resetModules();
const { createMandateLifecycle } = await import('../../workflows/mandate/lifecycle.js');
const { newSnapshot } = await import('../../workflows/mandate/state.js');
const { rebuild } = await import('../../workflows/mandate/rebuild.js');
const { createMandateWork } = await import('../../workflows/mandate/work.js');
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');

const STARTED = '2026-01-01T00:00:00.000Z';
const terms: MandateTerms = {
  reference: 'rent',
  currency: 'NGN',
  customer: { name: 'Ada', email: 'ada@example.com', phone: '08030000000', address: 'Lagos' },
  account: { bankCode: '058', accountNumber: '0100090002' },
  description: 'Rent',
  startAt: STARTED,
  endAt: '2036-12-31T00:00:00Z',
  plan: { every: { unit: 'DAY', count: 1 }, firstDay: '2026-01-02', amountKobo: kobo(1_000_00) },
};

/** The run that follows a lost one, a hundred due dates after the state that is left. */
async function rebuiltAs(state: MandateState) {
  vi.useFakeTimers({ now: Date.parse('2026-04-12T12:00:00.000Z'), toFake: ['Date'] });
  const snapshot = { ...newSnapshot(terms, STARTED), state, mandateCode: 'M1', createdAt: STARTED };
  left.run = { kind: 'lost', since: Date.parse(STARTED), terms, snapshot };
  const input = { from: 'request', terms, recoverFrom: 'lost' } as const;
  const lifecycle = createMandateLifecycle(input, createWorkerSettings());
  await lifecycle.restore(() => rebuild(lifecycle, input));
  await createMandateWork(lifecycle).resume();
  vi.useRealTimers();
  return lifecycle.subject().snapshot();
}

describe('a mandate whose run was lost', () => {
  it('has debits for no due date after its end: the lost run began with a mandate that was cancelled', async () => {
    expect(await rebuiltAs('CANCELLED')).toMatchObject({ debits: [], review: [] });
  });

  it('looks for the debits of its due dates where it had not ended', async () => {
    const { debits, review } = await rebuiltAs('ACTIVE');
    expect(debits).toHaveLength(60);
    expect(review.map(({ key }) => key)).toEqual(['unresolved:commands', 'unresolved:total']);
  });
});
