import { describe, expect, it, vi } from 'vitest';
import type { Approval } from '../../src/domain/approval/approval.js';
import type { Grant, GrantCheck } from '../../src/domain/approval/grant.js';
import type { BatchSnapshot, BatchTerms } from '../../src/domain/batch/batch.js';
import { kobo } from '../../src/domain/money.js';

type Handler = (...args: readonly unknown[]) => Promise<unknown>;
const handlers = new Map<string, Handler>();
/** The answer of the worker that checks who decides. */
let answer: (check: GrantCheck) => void = () => undefined;

vi.mock('@temporalio/workflow', async (original) => {
  const check = () => new Promise<GrantCheck>((resolve) => (answer = resolve));
  const activity = Object.assign(check, { executeWithOptions: check });
  return {
    ...(await original<object>()),
    proxyActivities: () => new Proxy({}, { get: () => activity }),
    proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
    setHandler: ({ name }: { name: string }, handler: Handler) => void handlers.set(name, handler),
    currentUpdateInfo: () => ({ id: 'command', name: '' }),
    setCurrentDetails: () => undefined,
    upsertSearchAttributes: () => undefined,
    condition: () => new Promise(() => undefined),
    workflowInfo: () => ({
      workflowId: 'batch:payroll',
      historyLength: 3,
      continueAsNewSuggested: false,
      typedSearchAttributes: { get: () => undefined },
      unsafe: { isReplaying: false },
    }),
  };
});

vi.resetModules();
const { createBatchLifecycle } = await import('../../workflows/batch/lifecycle.js');
const { BATCH } = await import('../../workflows/batch/messages.js');
const { registerApprovalHandlers } = await import('../../workflows/shared/payout/approval.js');
const { createBatch, newSnapshot } = await import('../../workflows/batch/state.js');
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');

const AT = '2026-01-15T09:00:00.000Z';
const FAR = '2126-01-15T09:00:00.000Z';
const terms: BatchTerms = {
  reference: 'payroll',
  title: 'Salaries',
  onValidationFailure: 'CONTINUE',
  currency: 'NGN',
  count: 2,
  sumKobo: kobo(2_000_00),
  fingerprint: 'f',
};
const approval: Approval = {
  needed: 1,
  because: ['1 rows are excluded, because their names were not confirmed'],
  requestedAt: AT,
  expiresAt: FAR,
  given: [],
};
const grant: Grant = {
  action: 'approve',
  target: 'batch:payroll',
  termsHash: 'a'.repeat(64),
  key: 'approver',
  subject: 'bola@example.com',
  at: AT,
  notAfter: FAR,
};

/** A batch that waits for its approval, and a decision about it whose grant is being checked. */
function deciding(command: 'approve' | 'decline') {
  handlers.clear();
  const snapshot: BatchSnapshot = { ...newSnapshot(terms, AT), state: 'WAITING_FOR_APPROVAL', approval };
  const carried = { snapshot, inbox: [], webhooks: [] };
  const lifecycle = createBatchLifecycle({ from: 'carried', carried } as never, createWorkerSettings());
  registerApprovalHandlers(lifecycle, BATCH);
  const signed = { grant: { ...grant, action: command }, keyId: 'k', mac: 'b'.repeat(64) };
  const decided = handlers.get(command)?.({ grant: signed });
  return { decided, batch: lifecycle.subject() };
}

const release = { rows: [2], reason: 'the name was checked', at: AT, by: 'ade@example.com' };

/** While the grant is checked another person releases a row, and another approval is requested. */
function releaseMeanwhile({ batch }: ReturnType<typeof deciding>) {
  batch.change({ releases: [release], approval: { ...approval, requestedAt: FAR } });
  answer({ valid: true });
}

describe('a decision about a batch whose rows are released while its grant is checked', () => {
  it('as an approval is refused: its approver has not seen these rows', async () => {
    const { decided, batch } = deciding('approve');
    releaseMeanwhile({ decided, batch });
    await expect(decided).rejects.toMatchObject({ type: 'grant-invalid' });
    expect(batch.snapshot().approval?.given).toEqual([]);
  });

  it('as a decline counts for everyone, with those rows too', async () => {
    const { decided, batch } = deciding('decline');
    releaseMeanwhile({ decided, batch });
    await decided;
    expect(batch.snapshot().approval?.declined).toMatchObject({ subject: 'bola@example.com' });
  });

  it('counts where nothing has changed', async () => {
    const { decided, batch } = deciding('approve');
    answer({ valid: true });
    await decided;
    expect(batch.snapshot().approval?.given).toMatchObject([{ subject: 'bola@example.com' }]);
  });
});

it.each(['WAITING_FOR_FUNDS', 'PAUSED'] as const)(
  'rows that are released while a batch is %s may need an approval',
  (state) => {
    const batch = createBatch({ ...newSnapshot(terms, AT), state });
    expect(batch.enter('WAITING_FOR_APPROVAL', 'rows were released')).toMatchObject([
      { type: 'batch.waiting-for-approval' },
    ]);
  },
);
