import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import { expect, it, vi } from 'vitest';
import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { kobo } from '../../src/domain/money.js';

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  proxyActivities: () => new Proxy({}, { get: () => () => new Promise(() => undefined) }),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
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
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');
const { createWalletDay, newSnapshot } = await import('../../workflows/wallet-day/state.js');

const AT = '2026-11-19T08:00:00Z';
const snapshot = newSnapshot({ reference: '2026-11-18' }, AT);
const options = { prefix: 'wallet-events', make: createWalletDay, asAsked: newSnapshot };

/** A run that an event has started, before it has read what is left of an earlier one. */
const recovering = () =>
  createLifecycle(options, { from: 'event', reference: '2026-11-18' }, createWorkerSettings());

const REFUSED = ApplicationFailure.nonRetryable('refused', 'not-open');
const BROKEN = new TypeError('broken on purpose');

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

it.each([
  ['before', false],
  ['after', true],
])(
  'an error while an earlier run is restored, %s it begins, fails the workflow task',
  async (_, hasBegun) => {
    const lifecycle = recovering();
    const restoring = lifecycle.restore(async () => {
      if (hasBegun) lifecycle.begin(snapshot);
      await Promise.reject(BROKEN);
    });
    await expect(restoring).rejects.toBe(BROKEN);
    expect(thrownBy(() => lifecycle.recordOrThrow(BROKEN))).toBe(BROKEN);
    expect(lifecycle.pace.isContinuing()).toBe(false);
    // any failure of Temporal's own classes would end the workflow, with all events that it has accepted
    expect(thrownBy(() => lifecycle.recordOrThrow(REFUSED))).not.toBeInstanceOf(TemporalFailure);
    expect(thrownBy(() => lifecycle.recordSlip(REFUSED))).toMatchObject({ message: 'refused' });
  },
);

it('an error after it becomes a review item, and the run continues as new', async () => {
  const lifecycle = recovering();
  await lifecycle.restore(() => Promise.resolve(lifecycle.begin(snapshot)));
  lifecycle.recordOrThrow(REFUSED);
  expect(lifecycle.subject().snapshot().review).toMatchObject([{ kind: 'internal-error' }]);
  expect(lifecycle.pace.isContinuing()).toBe(true);
});

it('a second error within a minute fails the task, whatever its class', () => {
  const carried = { snapshot, inbox: [], webhooks: [], slippedAt: Date.now() - 1_000 };
  const lifecycle = createLifecycle(options, { from: 'carried', carried }, createWorkerSettings());
  const thrown = thrownBy(() => lifecycle.recordOrThrow(REFUSED));
  expect(thrown).toMatchObject({ message: 'refused' });
  expect(thrown).not.toBeInstanceOf(TemporalFailure);
});

it('what a lost run had not processed or delivered follows once it is restored', async () => {
  const lifecycle = recovering();
  const webhook = { type: 'wallet-day.drift', effect: 'drift:100', sequence: 1, at: AT };
  const event = { kind: 'wallet-activity', eventType: 'ACCOUNT_ACTIVITY', key: 'one' } as LifecycleEvent;
  await lifecycle.restore(() => {
    lifecycle.setPending({ inbox: [event], webhooks: [{ webhook, tried: 3, notBefore: 1 }] });
    expect(lifecycle.waitingWebhooks()).toEqual([]);
    return Promise.resolve(lifecycle.begin(snapshot));
  });
  expect(lifecycle.inbox.waiting()).toEqual([event]);
  expect(lifecycle.waitingWebhooks()).toMatchObject([{ webhook }]);
});

it('what a lost run had received comes before what arrives now, and what an event had claimed is still claimed', async () => {
  const lifecycle = recovering();
  const event = (key: string) =>
    ({ kind: 'wallet-activity', eventType: 'ACCOUNT_ACTIVITY', key }) as LifecycleEvent;
  lifecycle.inbox.receive(event('now'));
  const claim = { key: 'claimed', subject: 'total', level: 1, knownLevel: 0, since: 1, dueAt: 1 };
  await lifecycle.restore(() => {
    const claims = [{ ...claim, answered: 0, unanswered: 0 }];
    lifecycle.setPending({ inbox: [event('before')], webhooks: [], claims });
    return Promise.resolve(lifecycle.begin(snapshot));
  });
  expect(lifecycle.inbox.waiting().map(({ key }) => key)).toEqual(['before', 'now']);
  expect(lifecycle.claims()).toMatchObject([{ key: 'claimed' }]);
});

it('events of a lost run that do not fit into what is restored are for a person, with their money', async () => {
  const lifecycle = recovering();
  await lifecycle.restore(() => {
    const unread = { count: 12, amountKobo: kobo(5_000_00) };
    lifecycle.setPending({ inbox: [], webhooks: [], unread });
    return Promise.resolve(lifecycle.begin(snapshot));
  });
  expect(lifecycle.subject().snapshot().review).toMatchObject([
    { key: 'unmatched-event:lost-run', atRiskKobo: 5_000_00 },
  ]);
});
