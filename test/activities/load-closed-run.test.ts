import { type Client, WorkflowFailedError } from '@temporalio/client';
import { TerminatedFailure, WorkflowNotFoundError } from '@temporalio/common';
import { loadDataConverter } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { describe, expect, it } from 'vitest';
import { createDataConverter } from '../../src/secrets/data-converter.js';
import { completeWebhook } from '../../src/domain/lifecycle/webhook.js';
import { loadClosedRun, type Pending } from '../../activities/load-closed-run.js';

const ID = 'reserved-account:shop-1';
const DAY = 86_400_000;

interface KeptRun {
  readonly startedAt: number;
  readonly first?: string;
  readonly input: object;
  /** Its search attributes. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** The state that it was started with. */
  readonly startState?: string;
  /** Events that it received. */
  readonly events?: readonly object[];
  /** Whether it ended by forwarding what it received. */
  readonly hasForwarded?: true;
  /** The states that it has shown since. */
  readonly states?: readonly string[];
}

const snapshotOf = (more: object) => ({
  lifecycle: 'reserved-account',
  state: 'ACTIVE',
  credits: [],
  ...more,
});

/** Temporal with these runs, all of them terminated: it answers about others that it does not have them. */
function temporalWith(runs: Readonly<Record<string, KeptRun>>): Client {
  const loadedDataConverter = loadDataConverter(createDataConverter());
  const read = (runId: string) => {
    const run = runs[runId];
    if (!run) throw Object.assign(new Error('5 NOT_FOUND: workflow execution not found'), NOT_FOUND);
    return run;
  };
  const result = (runId: string) => {
    if (!runs[runId]) return Promise.reject(new WorkflowNotFoundError('not found', ID, runId));
    if (runs[runId].hasForwarded) return Promise.resolve(undefined);
    return Promise.reject(
      new WorkflowFailedError('terminated', new TerminatedFailure('by hand'), 'x' as never),
    );
  };
  return {
    options: { namespace: 'default', loadedDataConverter },
    workflow: {
      getHandle: (_id: string, runId: string) => ({
        result: () => result(runId),
        describe: () =>
          Promise.resolve({
            typedSearchAttributes: { get: ({ name }: { name: string }) => runs[runId]?.shown?.[name] },
          }),
      }),
    },
    workflowService: {
      getWorkflowExecutionHistory: ({ execution }: { execution: { runId: string } }) => {
        const run = read(execution.runId);
        const { startedAt, first = execution.runId, input, startState, events = [], states = [] } = run;
        const indexedFields = startState === undefined ? {} : { OwareState: keyword(startState) };
        const started = {
          input: payloadsOf(input),
          firstExecutionRunId: first,
          searchAttributes: { indexedFields },
        };
        const eventTime = { seconds: startedAt / 1_000, nanos: 0 };
        const event = { eventTime, workflowExecutionStartedEventAttributes: started };
        const signals = events.map((given) => ({
          workflowExecutionSignaledEventAttributes: { signalName: 'gatewayEvent', input: payloadsOf(given) },
        }));
        const upserts = states.map((state) => ({
          upsertWorkflowSearchAttributesEventAttributes: {
            searchAttributes: { indexedFields: { OwareState: keyword(state) } },
          },
        }));
        return Promise.resolve({ history: { events: [event, ...signals, ...upserts] }, nextPageToken: [] });
      },
    },
  } as unknown as Client;
}

const payloadsOf = (value: object) => ({
  payloads: [{ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(JSON.stringify(value)) }],
});

const keyword = (value: string) => ({
  metadata: { encoding: Buffer.from('json/plain'), type: Buffer.from('Keyword') },
  data: Buffer.from(JSON.stringify(value)),
});

/** As gRPC says it. */
const NOT_FOUND = { code: 5, details: 'workflow execution not found', metadata: {} };

describe('a lost run that is older than what Temporal keeps', () => {
  it('is recovered from the state that it was handed, though the first run of its chain is gone', async () => {
    const snapshot = snapshotOf({ epoch: new Date(10 * DAY).toISOString() });
    const client = temporalWith({
      latest: { startedAt: 90 * DAY, first: 'gone', input: { from: 'carried', carried: { snapshot } } },
    });
    expect(await loadClosedRun(client, ID, 'latest')).toMatchObject({
      kind: 'lost',
      since: 10 * DAY,
      snapshot: { state: 'ACTIVE' },
    });
  });

  it('leaves the webhooks that it was handed and may not have delivered, also to the run after the next', async () => {
    const snapshot = snapshotOf({ epoch: new Date(10 * DAY).toISOString() });
    const pending = {
      inbox: [],
      webhooks: [{ webhook: { type: 'credited', effect: 'T1', sequence: 1, at: '' } }],
    };
    const client = temporalWith({
      carrying: { startedAt: 90 * DAY, input: { from: 'carried', carried: { snapshot, ...pending } } },
      latest: {
        startedAt: 91 * DAY,
        input: { from: 'event', reference: 'shop-1', previousRunId: 'carrying' },
      },
    });
    expect(await loadClosedRun(client, ID, 'carrying')).toMatchObject({ pending });
    expect(await loadClosedRun(client, ID, 'latest')).toMatchObject({ pending });
  });

  it('leaves them the place that they had, so that what the lost run sent after them stays newer', async () => {
    const terms = { reference: 'shop-1' };
    const epoch = new Date(10 * DAY).toISOString();
    const posted = { type: 'checkout.paid', effect: 'PAID', sequence: 1, at: epoch };
    const webhooks = [{ webhook: posted }, { webhook: { ...posted, epoch: 'of a run before' } }];
    const carried = { snapshot: snapshotOf({ epoch, terms }), inbox: [], webhooks };
    const left = await loadClosedRun(
      temporalWith({ latest: { startedAt: 90 * DAY, input: { from: 'carried', carried } } }),
      ID,
      'latest',
    );
    const { pending } = left as { pending: Pending };
    const restored = snapshotOf({ epoch, terms, rebuiltAt: new Date(91 * DAY).toISOString() }) as never;
    const sent = pending.webhooks.map(({ webhook }) => completeWebhook(webhook, restored));
    expect(sent.map((webhook) => webhook.epoch)).toEqual([epoch, 'of a run before']);
    expect(completeWebhook(posted, restored).epoch > epoch).toBe(true);
  });

  it('is recovered from its own request, though the run that it had recovered is gone', async () => {
    const terms = { reference: 'shop-1' };
    const client = temporalWith({
      latest: { startedAt: 90 * DAY, input: { from: 'request', terms, recoverFrom: 'gone' } },
    });
    expect(await loadClosedRun(client, ID, 'latest')).toEqual({ kind: 'lost', since: 90 * DAY, terms });
  });

  it('is no answer where the run itself is gone: Temporal asks again', async () => {
    await expect(loadClosedRun(temporalWith({}), ID, 'latest')).rejects.toThrow(WorkflowNotFoundError);
  });
});

it('of a chain that is kept, the first start counts and the earliest terms', async () => {
  const run = (startedAt: number, reference: string, recoverFrom?: string) => ({
    startedAt,
    input: { from: 'request', terms: { reference }, ...(recoverFrom && { recoverFrom }) },
  });
  const client = temporalWith({ one: run(DAY, 'first'), two: run(2 * DAY, 'second', 'one') });
  expect(await loadClosedRun(client, ID, 'two')).toEqual({
    kind: 'lost',
    since: DAY,
    terms: { reference: 'first' },
  });
});

it('a lost run says what it had shown last; of one that had shown nothing the run before counts', async () => {
  const terms = { reference: 'shop-1' };
  const since = new Date(500);
  const shown = { OwareState: 'CANCELLED', OwareSince: since, OwareReview: ['paid-late'] };
  const runs = {
    one: { startedAt: 1_000, input: { terms }, shown },
    two: { startedAt: 2_000, input: { terms, recoverFrom: 'one' } },
    three: { startedAt: 3_000, input: { terms }, shown: { OwareState: 'PENDING' } },
  };
  const client = temporalWith(runs);
  const known = { state: 'CANCELLED', since: since.toISOString(), review: ['paid-late'] };
  expect(await loadClosedRun(client, ID, 'one')).toMatchObject({ shown: known });
  expect(await loadClosedRun(client, ID, 'two')).toMatchObject({ shown: known });
  expect(await loadClosedRun(client, ID, 'three')).toMatchObject({ shown: { state: 'PENDING', review: [] } });
});

it('a run that a request started, and that was lost before it was restored, has shown nothing of its own', async () => {
  const terms = { reference: 'shop-1' };
  const again = { startedAt: 2_000, input: { terms, recoverFrom: 'one' }, startState: 'PENDING' };
  const client = temporalWith({
    one: { startedAt: 1_000, input: { terms }, shown: { OwareState: 'CANCELLED' }, startState: 'PENDING' },
    two: { ...again, shown: { OwareState: 'PENDING' } },
    three: { ...again, shown: { OwareState: 'EXPIRED', OwareReview: ['paid-late'] } },
  });
  expect(await loadClosedRun(client, ID, 'two')).toMatchObject({ shown: { state: 'CANCELLED' } });
  expect(await loadClosedRun(client, ID, 'three')).toMatchObject({
    shown: { state: 'EXPIRED', review: ['paid-late'] },
  });
});

describe('what a lost run had received', () => {
  const terms = { reference: 'order-1' };
  const event = (key: string, more: object = {}) => ({
    kind: 'collection',
    key,
    eventType: 'SUCCESSFUL_TRANSACTION',
    transactionReference: `T-${key}`,
    paymentReference: 'order-1',
    amountKobo: 70_000,
    ...more,
  });
  const cash = (key: string) => event(key, { cash: { currency: 'NGN', status: 'PAID' } });
  const keysOf = (left: unknown) => (left as { pending: Pending }).pending.inbox.map(({ key }) => key);

  it('and no check finds, such as cash at an agent, is left in the order in which it came', async () => {
    const client = temporalWith({
      one: { startedAt: 1_000, input: { from: 'request', terms }, events: [cash('first'), event('listed')] },
      two: {
        startedAt: 2_000,
        input: { from: 'request', terms, recoverFrom: 'one' },
        events: [cash('second')],
      },
    });
    expect(keysOf(await loadClosedRun(client, ID, 'two'))).toEqual(['first', 'second']);
  });

  it('follows what it was handed', async () => {
    const snapshot = snapshotOf({ epoch: new Date(DAY).toISOString() });
    const carried = { snapshot, inbox: [cash('handed')], webhooks: [], claims: [{ key: 'claimed' }] };
    const input = { from: 'carried', carried };
    const client = temporalWith({ latest: { startedAt: 2 * DAY, input, events: [cash('received')] } });
    const left = await loadClosedRun(client, ID, 'latest');
    expect(keysOf(left)).toEqual(['handed', 'received']);
    expect(left).toMatchObject({ pending: { claims: [{ key: 'claimed' }] } });
  });

  it('and does not fit into one answer is counted, with its money, also over several lost runs', async () => {
    const stored = (key: string) => ({
      ...{ kind: 'unmatched', key, reference: key, eventType: '', reason: 'unknown', amountKobo: 1_000_00 },
      excerpt: 'x'.repeat(2_000),
    });
    const events = Array.from({ length: 600 }, (_, n) => stored(`event-${n}`));
    const reference = '2026-01-31';
    const client = temporalWith({
      one: { startedAt: 1_000, input: { from: 'event', reference }, events },
      two: { startedAt: 2_000, input: { from: 'event', reference, previousRunId: 'one' }, events },
    });
    for (const [run, received] of [
      ['one', 600],
      ['two', 1_200],
    ] as const) {
      const left = await loadClosedRun(client, ID, run);
      const { inbox, unread } = (left as { pending: Pending }).pending;
      expect(JSON.stringify(left).length).toBeLessThan(1_100_000);
      expect(inbox.length).toBeGreaterThan(400);
      const count = received - inbox.length;
      expect(unread).toEqual({ count, amountKobo: count * 1_000_00 });
    }
  });

  it('and asked for a refund is not left: the cancel of it may be lost', async () => {
    const asked = event('asked', {
      kind: 'refund-requested',
      refundReference: 'order-1--r1',
      refundReason: 'late',
      owner: { lifecycle: 'checkout', reference: 'order-1' },
    });
    const client = temporalWith({ one: { startedAt: 1_000, input: { terms }, events: [asked] } });
    expect(await loadClosedRun(client, ID, 'one')).not.toHaveProperty('pending');
  });
});

it('a run that forwarded its event to the lifecycle that it belongs to was not lost, and the next event is forwarded as well', async () => {
  const input = { from: 'event', reference: 'MNFY' };
  const client = temporalWith({ one: { startedAt: 1_000, input, hasForwarded: true } });
  expect(await loadClosedRun(client, ID, 'one')).toEqual({ kind: 'none' });
});

it('a run that had shown money says what it had shown before: an end makes that money late', async () => {
  const terms = { reference: 'shop-1' };
  const states = ['CANCELLED', 'PAID'];
  const client = temporalWith({
    one: { startedAt: 1_000, input: { terms }, shown: { OwareState: 'PAID' }, states },
    two: {
      startedAt: 2_000,
      input: { terms, recoverFrom: 'one' },
      shown: { OwareState: 'OVERPAID' },
      states: ['OVERPAID'],
    },
  });
  expect(await loadClosedRun(client, ID, 'one')).toMatchObject({ shown: { state: 'PAID', before: states } });
  const { shown } = (await loadClosedRun(client, ID, 'two')) as { shown: { before: readonly string[] } };
  expect(shown.before).toEqual(['CANCELLED', 'PAID', 'OVERPAID']);
});

it('a run that was lost before it had read what there is adds its items to what the run before had shown', async () => {
  const terms = { reference: 'shop-1' };
  const client = temporalWith({
    one: { startedAt: 1_000, input: { terms }, shown: { OwareState: 'PAID', OwareReview: ['paid-late'] } },
    two: {
      startedAt: 2_000,
      input: { terms, recoverFrom: 'one' },
      startState: 'PENDING',
      shown: { OwareState: 'PENDING', OwareReview: ['unresolved'] },
    },
  });
  expect(await loadClosedRun(client, ID, 'two')).toMatchObject({
    shown: { state: 'PAID', review: ['paid-late', 'unresolved'] },
  });
});

it('a run that an event started, and that was lost before it had read what there is, has shown nothing of its own', async () => {
  const terms = { reference: 'shop-1' };
  const input = { from: 'event', reference: 'shop-1', previousRunId: 'one' };
  const client = temporalWith({
    one: {
      startedAt: 1_000,
      input: { terms },
      shown: { OwareState: 'PAID', OwareReview: ['paid-late'] },
      states: ['CANCELLED', 'PAID'],
    },
    two: { startedAt: 2_000, input, shown: { OwareState: 'PENDING' }, states: ['PENDING'] },
    three: { startedAt: 2_000, input, shown: { OwareState: 'EXPIRED' }, states: ['PENDING', 'EXPIRED'] },
  });
  expect(await loadClosedRun(client, ID, 'two')).toMatchObject({
    shown: { state: 'PAID', review: ['paid-late'], before: ['CANCELLED', 'PAID'] },
  });
  expect(await loadClosedRun(client, ID, 'three')).toMatchObject({ shown: { state: 'EXPIRED', review: [] } });
});

it('a restored run that only showed that the window is over hides nothing of the run before: the payment, and that it was late', async () => {
  const terms = { reference: 'shop-1' };
  const client = temporalWith({
    one: {
      startedAt: 1_000,
      input: { terms },
      shown: { OwareState: 'PAID', OwareReview: ['paid-late'] },
      states: ['CANCELLED', 'PAID'],
    },
    two: {
      startedAt: 2_000,
      input: { terms, recoverFrom: 'one' },
      startState: 'PENDING',
      shown: { OwareState: 'CLOSING', OwareReview: ['unresolved'] },
    },
  });
  expect(await loadClosedRun(client, ID, 'two')).toMatchObject({
    shown: { state: 'PAID', review: ['paid-late', 'unresolved'], before: ['CANCELLED', 'PAID'] },
  });
});

it('a run whose money had gone back says what it had shown before: that money may have been late', async () => {
  const states = ['CANCELLED', 'PAID', 'REVERSED'];
  const input = { terms: { reference: 'shop-1' } };
  const client = temporalWith({
    one: { startedAt: 1_000, input, shown: { OwareState: 'REVERSED' }, states },
  });
  expect(await loadClosedRun(client, ID, 'one')).toMatchObject({
    shown: { state: 'REVERSED', before: states },
  });
});
