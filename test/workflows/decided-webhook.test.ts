import { expect, it, vi } from 'vitest';
import { readConfig, toSettings } from '../../src/config/config.js';
import { kobo } from '../../src/domain/money.js';
import type { LifecycleSnapshot } from '../../src/domain/lifecycle/lifecycle.js';
import type { ReviewResolution } from '../../workflows/shared/messages.js';

type Handler = (command: ReviewResolution) => Promise<LifecycleSnapshot>;
const handlers = new Map<string, Handler>();
const never = Object.assign(() => new Promise(() => undefined), {
  executeWithOptions: () => new Promise(() => undefined),
});

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  setHandler: ({ name }: { name: string }, handler: Handler) => void handlers.set(name, handler),
  currentUpdateInfo: () => ({ id: 'c-decision' }),
  proxyActivities: () => new Proxy({}, { get: () => never }),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  CancellationScope: { current: () => ({ cancelRequested: new Promise(() => undefined) }) },
  workflowInfo: () => ({
    workflowId: 'wallet-events:2026-11-18',
    historyLength: 3,
    continueAsNewSuggested: false,
    typedSearchAttributes: { get: () => undefined },
    unsafe: { isReplaying: false },
  }),
}));
vi.resetModules();
const { createLifecycle } = await import('../../workflows/shared/run/lifecycle.js');
const { registerCommonHandlers } = await import('../../workflows/shared/run/handlers.js');
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');
const { createWalletDay, newSnapshot } = await import('../../workflows/wallet-day/state.js');
const { WALLET_DAY } = await import('../../workflows/wallet-day/messages.js');

/** The webhook about the first decision of a run. */
async function decided(rebuiltAt?: string): Promise<string | undefined> {
  const worker = createWorkerSettings();
  const begun = newSnapshot({ reference: '2026-11-18' }, '2026-11-18T08:00:00Z');
  const snapshot = { ...begun, ...(rebuiltAt !== undefined && { rebuiltAt }) };
  const carried = { snapshot, inbox: [], webhooks: [] };
  const options = { prefix: 'wallet-day', make: createWalletDay, asAsked: newSnapshot };
  const lifecycle = createLifecycle(options, { from: 'carried', carried }, worker);
  worker.bring({ ...toSettings(readConfig({})), deliversWebhooks: true }, Date.now());
  lifecycle.subject().raise({ kind: 'wallet-drift', reason: 'it differs', atRiskKobo: kobo(100) });
  registerCommonHandlers(lifecycle, WALLET_DAY);
  await handlers.get('resolveReview')?.({ key: 'wallet-drift', decision: 'accept', reason: 'explained' });
  return lifecycle.waitingWebhooks().at(-1)?.webhook.effect;
}

it('a decision after a lost run is not sent under the id of one that the lost run had accepted', async () => {
  const first = await decided();
  const [second, third] = [await decided('2026-11-18T09:00:00Z'), await decided('2026-11-18T10:00:00Z')];
  expect(new Set([first, second, third]).size).toBe(3);
});
