import { AsyncLocalStorage } from 'node:async_hooks';
import { ActivityFailure, ApplicationFailure, CancelledFailure, TimeoutFailure } from '@temporalio/common';
import { vi } from 'vitest';
import type { BatchSnapshot, BatchTerms } from '../../../src/domain/batch/batch.js';
import {
  type PartSnapshot,
  type PartTerms,
  reportOf,
  resultsOf,
  totalsOfPart,
} from '../../../src/domain/batch/batch-part.js';
import { fingerprintOf } from '../../../src/domain/batch/fingerprint.js';
import { ordersFor } from '../../../src/domain/batch/part-orders.js';
import { isKnownRowEvent } from '../../../src/domain/batch/row-events.js';
import type { BatchRow } from '../../../src/domain/batch/row.js';
import { sumOf } from '../../../src/domain/batch/totals.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { kobo } from '../../../src/domain/money.js';
import { rowReference } from '../../../src/domain/reference.js';
import { createDice, type Dice } from '../../support/dice.js';
import { DAY, HOUR, MINUTE, SECOND, SETTINGS as DEFAULTS } from '../operation-settings.js';

/*
 * The whole workflows of a batch and of its part on one clock, over many runs, with a gateway that has a hidden truth of each row.
 * What Temporal does with them, the tests in test/e2e show.
 */

type Work<Result = unknown> = () => Result;

class Scope {
  isCancelled = false;
  readonly hooks: (() => void)[] = [];
  readonly cancelRequested = new Promise<never>(() => undefined);
  static active: Scope | undefined;
  static current = () => new Scope();
  run<Result>(work: Work<Promise<Result>>): Promise<Result> {
    const before = Scope.active;
    Scope.active = this;
    try {
      return work();
    } finally {
      Scope.active = before;
    }
  }
  cancel(): void {
    this.isCancelled = true;
    this.hooks.forEach((hook) => hook());
  }
}

class Continued extends Error {
  readonly input: object;
  constructor(input: object) {
    super('continue as new');
    this.input = input;
    this.name = 'ContinueAsNew';
  }
}

type Handler = (...args: readonly unknown[]) => unknown;
interface Registered {
  readonly handle: Handler;
  readonly validate: Handler | undefined;
}

/** One run of a workflow, as the mocked module asks it. */
interface Run {
  readonly call: (name: string, args: readonly unknown[]) => Promise<unknown>;
  readonly wait: (holds: Work<boolean>) => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly register: (name: string, handler: Registered) => void;
  readonly info: () => object;
}

const runs = new AsyncLocalStorage<Run>();
const commands = { sent: 0 };

function current(): Run {
  const run = runs.getStore();
  if (!run) throw new Error('no run');
  return run;
}

vi.mock('@temporalio/activity', () => ({
  Context: {
    current: () => ({ heartbeat: () => undefined, cancellationSignal: { throwIfAborted: () => undefined } }),
  },
}));
vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  proxyActivities: () =>
    new Proxy(
      {},
      {
        get: (_target, name: string) =>
          Object.assign((...args: readonly unknown[]) => current().call(name, args), {
            executeWithOptions: (_options: unknown, args: readonly unknown[]) => current().call(name, args),
          }),
      },
    ),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  workflowInfo: () => current().info(),
  condition: (holds: Work<boolean>) => current().wait(holds),
  sleep: (ms: number) => current().sleep(ms),
  setHandler: ({ name }: { name: string }, handle: Handler, options?: { validator?: Handler }) =>
    current().register(name, { handle, validate: options?.validator }),
  allHandlersFinished: () => true,
  currentUpdateInfo: () => ({ id: `command-${commands.sent}`, name: '' }),
  makeContinueAsNewFunc: () => (input: object) => Promise.reject(new Continued(input)),
  CancellationScope: Scope,
}));

vi.resetModules();
const { payBatch } = await import('../../../workflows/batch/workflow.js');
const { payBatchPart } = await import('../../../workflows/batch-part/workflow.js');
const { createWorkerSettings } = await import('../../../workflows/shared/run/worker-settings.js');
const { createBatchReads } = await import('../../../activities/batch-reads.js');

const START = Date.parse('2026-01-15T08:00:00.000Z');
const DAYS = 8;
const BATCH = 'payroll';
const PART = `${BATCH}/1`;
const RUN = '01234567-0123-0123-0123-0123456789ab';

/** What really happens to a row; Oware sees replies, listings, records and events only. */
interface Truth {
  /** The gateway leaves it out: it has no record, and no money moves. */
  readonly isLeftOut: boolean;
  readonly moves: boolean;
  readonly decidedAfter: number;
  /** Until how long after its arrival no record is shown, and until when the record says that it failed. */
  readonly lag: number;
  readonly wrong: number;
  readonly returnedAfter: number;
}

const truthOf = (dice: Dice): Truth => {
  const isLeftOut = dice.chance(0.1);
  const decidedAfter = dice.pick([0, SECOND, MINUTE, 3 * HOUR]);
  return {
    isLeftOut,
    moves: !isLeftOut && dice.chance(0.65),
    decidedAfter,
    lag: dice.pick([0, 0, 0, 3 * MINUTE, HOUR, 5 * HOUR]),
    wrong: dice.pick([0, 0, 0, 0, 2 * MINUTE, HOUR]),
    returnedAfter: dice.pick([Infinity, Infinity, Infinity, Infinity, 6 * HOUR, 30 * HOUR]),
  };
};

type Word = 'PENDING' | 'FAILED' | 'SUCCESS' | 'REVERSED';

interface SentBatch {
  readonly transactionList: readonly { readonly reference: string }[];
}

/** What the record of the row says so long after its arrival. */
function wordOf({ moves, decidedAfter, wrong, returnedAfter }: Truth, age: number): Word {
  if (age < decidedAfter) return 'PENDING';
  if (!moves || age < decidedAfter + wrong) return 'FAILED';
  return age < returnedAfter ? 'SUCCESS' : 'REVERSED';
}

const failed = (cause: Error) =>
  new ActivityFailure('failed', 'activity', '1', 'NON_RETRYABLE_FAILURE', 'worker', cause);
const failure = (type: string) => failed(ApplicationFailure.create({ message: type, type }));
const copyOf = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value;

/** One lifecycle over all its runs. */
interface Flow<Snapshot extends LifecycleSnapshot> {
  readonly id: string;
  readonly terms: object;
  readonly begin: (input: never, worker: never) => Promise<Snapshot>;
  generation: number;
  isOpen: boolean;
  isLost: boolean;
  handlers: Map<string, Registered>;
  run: Run | undefined;
  result: Snapshot | undefined;
  carried: Snapshot | undefined;
}

export interface Outcome {
  readonly state: string;
  readonly wrongs: readonly string[];
  readonly log: readonly string[];
  readonly did: readonly string[];
}

/** One batch of a few rows in one random world. */
export async function simulateBatch(seed: number): Promise<Outcome> {
  const dice = createDice(seed);
  const log: string[] = [];
  const wrongs: string[] = [];
  const did = new Set<string>();
  let now = START;
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const settings = {
    ...DEFAULTS,
    approvalAboveKobo: kobo(1_000_000_000_00),
    continueAsNewAfterHistoryEvents: dice.pick([60, 120, 1_000]),
  };
  const say = (text: string) => void log.push(`${new Date(now).toISOString().slice(8, 19)} ${text}`);

  const rows: readonly BatchRow[] = Array.from({ length: 1 + dice.below(4) }, (_, index) => ({
    n: index + 1,
    merchantReference: `staff-${index + 1}`,
    amountKobo: kobo(1_000_00 * (index + 1)),
    bankCode: '058',
    accountNumber: String(index + 1).padStart(10, '0'),
    accountName: 'Ada Obi',
    narration: 'Salary',
  }));
  const shared = { title: 'Salaries', onValidationFailure: 'CONTINUE' } as const;
  const seal = { count: rows.length, sumKobo: sumOf(rows), fingerprint: fingerprintOf(rows) };
  const terms: BatchTerms = { ...shared, ...seal, reference: BATCH, currency: 'NGN' };
  const partTerms: PartTerms = { ...shared, reference: PART, batch: BATCH, part: 1, rows };

  let agenda: { readonly at: number; readonly run: Work }[] = [];
  const plan = (at: number, run: Work) => {
    agenda = [...agenda, { at, run }].sort((one, other) => one.at - other.at);
  };
  let waiters: { readonly holds: Work<boolean>; readonly resolve: Work }[] = [];
  let error: unknown;
  const webhooks = new Map<string, string>();

  const flow = <Snapshot extends LifecycleSnapshot>(
    id: string,
    given: object,
    begin: (input: never, worker: never) => Promise<Snapshot>,
  ): Flow<Snapshot> => ({
    id,
    terms: given,
    begin,
    generation: 0,
    isOpen: false,
    isLost: false,
    handlers: new Map(),
    run: undefined,
    result: undefined,
    carried: undefined,
  });
  const batch = flow<BatchSnapshot>(`batch:${BATCH}`, terms, payBatch);
  const part = flow<PartSnapshot>(`batch-part:${PART}`, partTerms, payBatchPart);
  type AnyFlow = typeof batch | typeof part;

  let arrived: { readonly at: number; readonly truths: readonly Truth[] } | undefined;
  let isPaused = false;
  /** The merchant was answered that nothing more is sent. */
  let stoppedAt: number | undefined;
  let isCancelled = false;
  const safeSince = new Map<number, number>();

  const later = async <Result>(ms: number, work: Work<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => {
      plan(now + ms, resolve);
    });
    return work();
  };
  /** As Temporal repeats an activity until it is answered. */
  const repeated = async <Result>(ms: number, work: Work<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await later(ms, work);
      } catch {
        await later(SECOND, () => undefined);
      }
    }
  };

  const truth = (n: number) => arrived?.truths[n - 1];
  /** What the gateway shows of a row now. */
  function shown(n: number): Word | undefined {
    const known = truth(n);
    if (!arrived || !known || known.isLeftOut || now - arrived.at < known.lag) return undefined;
    return wordOf(known, now - arrived.at);
  }
  const isOut = (n: number, at = now) =>
    arrived !== undefined && wordAt(n, at) !== undefined && truth(n)?.moves === true && at >= arrived.at;
  /** Where its money is in truth, whatever the gateway shows. */
  function wordAt(n: number, at: number): Word | undefined {
    const known = truth(n);
    return known && arrived && wordOf({ ...known, wrong: 0 }, at - arrived.at);
  }
  const isReturned = (n: number, at = now) => wordAt(n, at) === 'REVERSED';

  const record = (n: number, status: Word) => ({
    reference: rowReference(BATCH, n),
    status: status === 'PENDING' ? dice.pick(['PENDING', 'IN_PROGRESS']) : status,
    amount: rows[n - 1]?.amountKobo ?? kobo(0),
    transactionReference: `MFDS-${n}`,
    destinationAccountNumber: rows[n - 1]?.accountNumber,
    destinationBankCode: '058',
  });
  const shuffled = <Value>(values: readonly Value[]) =>
    values
      .map((value) => ({ value, place: dice.next() }))
      .sort((one, other) => one.place - other.place)
      .map(({ value }) => value);

  const isSilent = () => dice.chance(0.1);
  const gateway = {
    /** Rows in random order, some twice, some left out; its count may say so. */
    listBatchTransfers: () => {
      if (isSilent()) throw failure('unreachable');
      const known = rows.flatMap(({ n }) => {
        const status = shown(n);
        return status ? [record(n, status)] : [];
      });
      if (known.length === 0) return Promise.resolve({ kind: 'not-found', code: 'D03', message: '' });
      const kept = known.filter(() => !dice.chance(0.15));
      const content = shuffled([...kept, ...kept.filter(() => dice.chance(0.1))]);
      const totalElements = dice.pick([known.length, kept.length, undefined]);
      return Promise.resolve({ kind: 'ok', body: { content, last: true, totalElements } });
    },
    getTransfer: ({ reference }: { readonly reference: string }) => {
      if (isSilent()) throw failure('unreachable');
      const n = Number(reference.split('--b')[1]);
      const status = shown(n);
      return Promise.resolve(status ? { kind: 'ok', body: record(n, status) } : { kind: 'not-found' });
    },
    listWalletBatches: () => listBatches(),
    listBatches: () => Promise.resolve({ kind: 'not-found' }),
  };
  function listBatches() {
    if (isSilent()) throw failure('unreachable');
    const known = rows.filter(({ n }) => truth(n)?.isLeftOut === false);
    const isShown = known.some(({ n }) => shown(n) !== undefined);
    const isEnded = known.every(({ n }) => wordAt(n, now) !== 'PENDING');
    const batchStatus = isEnded ? 'COMPLETED' : 'IN_PROGRESS';
    const content = isShown
      ? [{ batchReference: `${BATCH}--p1`, batchStatus, totalTransactionsCount: known.length }]
      : [];
    return Promise.resolve({ kind: 'ok', body: { content, last: true } });
  }
  const reads = createBatchReads(gateway as never);

  function arrive(request: SentBatch, isLost: boolean): void {
    if (arrived) wrongs.push('the gateway got the part twice');
    if (stoppedAt !== undefined) wrongs.push('sent after the merchant was answered that it is not');
    const asked = request.transactionList.map(({ reference }) => Number(reference.split('--b')[1]));
    if (asked.some((n) => safeSince.has(n))) wrongs.push('sent after it was safe to pay again');
    const lag = dice.pick(isLost ? [0, 3 * MINUTE, HOUR, 20 * HOUR] : [0, 0, 0, HOUR]);
    const truths = rows.map(() => truthOf(dice));
    arrived = { at: now, truths: truths.map((each) => ({ ...each, lag: Math.max(each.lag, lag) })) };
    say(`arrives ${JSON.stringify(arrived.truths)}`);
    for (const { n } of shuffled(rows)) planEvents(n);
  }

  /** Events in random order: late, lost and repeated. */
  function planEvents(n: number): void {
    const known = truth(n);
    if (!known || !arrived || known.isLeftOut) return;
    const { decidedAfter, wrong, moves, returnedAfter } = known;
    const at = arrived.at + decidedAfter;
    const said: (readonly [number, Word])[] = [];
    if (!moves || wrong > 0) said.push([at, 'FAILED']);
    if (moves) said.push([at + wrong, 'SUCCESS']);
    if (moves && returnedAfter < Infinity) said.push([arrived.at + returnedAfter, 'REVERSED']);
    for (const [from, word] of said) {
      // what changes after the end and no event reports, a sweep finds
      const isAfterEnd = word === 'REVERSED' || (word === 'SUCCESS' && wrong > 0);
      if (!isAfterEnd && dice.chance(0.25)) continue;
      const copies = dice.chance(0.2) ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        plan(from + dice.pick([0, SECOND, 5 * MINUTE, 2 * HOUR, 30 * HOUR]), () => report(n, word));
      }
    }
  }

  function report(n: number, word: Word): void {
    say(`event ${n} ${word}`);
    const reference = rowReference(BATCH, n);
    const key = `disbursement:${reference}:${word}:${dice.pick(['a', 'b'])}`;
    const sessionId = word === 'SUCCESS' ? { sessionId: `session-${n}` } : {};
    const eventType = `${word}_DISBURSEMENT`;
    deliver(part, { kind: 'disbursement', key, eventType, reference, status: word, ...sessionId });
  }

  /** A signal; a closed or lost lifecycle is opened by it. */
  function deliver(to: AnyFlow, event: LifecycleEvent): void {
    if (!to.isOpen) {
      const ended = to.result;
      if (ended?.seen.includes(event.key)) return;
      if (ended?.lifecycle === 'batch-part' && isKnownRowEvent(ended, event)) return;
      start(to, { from: 'event', reference: to === part ? PART : BATCH, previousRunId: RUN });
    }
    handle(to, 'gatewayEvent', event);
  }

  function handle(to: AnyFlow, name: string, ...args: readonly unknown[]): unknown {
    const handler = to.handlers.get(name);
    if (!to.run || !handler) throw new Error(`${to.id} has no handler ${name}`);
    return runs.run(to.run, () => handler.handle(...copyOf(args)));
  }

  /** As a query reads it; throws while it is loading, undefined where it is lost. */
  function read<Snapshot extends LifecycleSnapshot>(of: Flow<Snapshot>): Snapshot | undefined {
    if (!of.isOpen) return of.result;
    const handler = of.handlers.get('snapshot');
    if (!of.run || !handler) throw new Error('no run yet');
    return runs.run(of.run, () => handler.handle()) as Snapshot;
  }

  function send(request: SentBatch, of: Work<boolean>, scope: Scope | undefined): Promise<unknown> {
    const inQueue = dice.pick([0, 0, 0, 5 * SECOND, 10 * MINUTE, 3 * HOUR]);
    return new Promise((resolve, reject) => {
      let isStarted = false;
      scope?.hooks.push(() => {
        if (isStarted) return;
        isStarted = true;
        did.add('withdrawn');
        reject(failed(new CancelledFailure('withdrawn')));
      });
      if (inQueue > HOUR) {
        plan(now + HOUR, () => {
          if (isStarted) return;
          isStarted = true;
          reject(failed(new TimeoutFailure('queue', undefined, 'SCHEDULE_TO_START')));
        });
      }
      plan(now + inQueue, () => {
        if (isStarted) return;
        isStarted = true;
        const frozen = dice.chance(0.1) ? dice.pick([MINUTE, 2 * HOUR]) : 0;
        plan(now + frozen, () => {
          if (!of() || isPaused || scope?.isCancelled) reject(failure('not-left'));
          else post(request, resolve, reject);
        });
      });
    });
  }

  function post(
    request: SentBatch,
    resolve: (answer: unknown) => void,
    reject: (thrown: Error) => void,
  ): void {
    const reply = dice.pick(['ok', 'ok', 'lost', 'lost', 'lost before', 'D01', 'declined', 'held']);
    say(`send: ${reply}`);
    did.add(reply);
    if (reply === 'ok' || reply === 'lost' || (reply === 'D01' && dice.chance(0.5)))
      arrive(request, reply !== 'ok');
    const body = { batchReference: `${BATCH}--p1`, batchStatus: 'AWAITING_PROCESSING' };
    plan(now + dice.pick([SECOND, 30 * SECOND]), () => {
      if (reply === 'ok') resolve({ kind: 'ok', body });
      else if (reply === 'D01') resolve({ kind: 'declined', code: 'D01', message: 'Something went wrong' });
      else if (reply === 'declined') resolve({ kind: 'declined', code: 'D04', message: 'Not allowed' });
      else reject(failure(reply === 'held' ? 'rate-limited' : 'outcome-unknown'));
    });
  }

  function act(of: AnyFlow, name: string, args: readonly unknown[], isMine: Work<boolean>): Promise<unknown> {
    const scope = Scope.active;
    const [first, second] = args as [never, never];
    switch (name) {
      case 'settings':
        return later(1, () => settings);
      case 'readiness':
      case 'look':
        return later(20, () => (isPaused ? { paused: { reason: 'by hand' } } : {}));
      case 'deliverWebhook':
        return later(20, () => {
          const { type, effectKey } = first as { type: string; effectKey: string };
          webhooks.set(effectKey, type);
          say(`webhook ${type} ${effectKey}`);
        });
      case 'loadClosedRun':
        return later(20, () => {
          const { result, carried, terms: asked } = first === batch.id ? batch : part;
          if (result) return { kind: 'ended', snapshot: result };
          return { kind: 'lost', since: START, terms: asked, ...(carried && { snapshot: carried }) };
        });
      case 'countPayout':
        return later(20, () => ({ sumKobo: 0, keySumKobo: 0 }));
      case 'claimRows':
        return later(20, () => BATCH);
      case 'recallBatch':
        return later(20, () => (isCancelled ? { isCancelled } : {}));
      case 'enquireNames':
        return later(200, () =>
          (first as readonly unknown[]).map(() =>
            dice.chance(0.05) ? { kind: 'unavailable' } : { kind: 'held', name: 'ADA OBI' },
          ),
        );
      case 'forwardEvent':
        return later(dice.pick([10, 10, 5 * SECOND]), () =>
          deliver((first as { lifecycle: string }).lifecycle === 'batch' ? batch : part, second),
        );
      case 'readPartOrders':
        return repeated(dice.pick([10, MINUTE]), () => {
          const snapshot = read(batch);
          return snapshot ? ordersFor(snapshot, 1) : null;
        });
      case 'readPartReports':
        return later(dice.pick([10, MINUTE]), readReports);
      case 'readBatchRows':
        return later(200, () => reads.readBatchRows(first));
      case 'readRows':
        return later(200, () => reads.readRows(first));
      case 'findBatch':
        return later(200, () => reads.findBatch(first));
      case 'initiateBatch':
        return send(first, isMine, scope);
      default:
        return Promise.reject(new Error(`not scripted: ${of.id} ${name}`));
    }
  }

  function readReports() {
    if (part.isLost) {
      deliver(part, {
        kind: 'orders-changed',
        key: `restore:${part.generation}`,
        eventType: 'orders-changed',
      });
      return { reports: [], unanswered: [1] };
    }
    try {
      const snapshot = read(part);
      const reports = snapshot ? [reportOf(snapshot, settings.transferFees)] : [];
      return { reports, unanswered: [] };
    } catch {
      return { reports: [], unanswered: [1] };
    }
  }

  function start(of: AnyFlow, input: object, isContinued = false): void {
    of.generation += 1;
    const mine = of.generation;
    of.handlers = new Map();
    [of.isOpen, of.isLost] = [true, false];
    let [events, recorded, recordedAt] = [0, 0, -1];
    const worker = createWorkerSettings();
    const isMine = () => mine === of.generation;
    const never = new Promise<never>(() => undefined);
    const run: Run = {
      info: () => {
        // a run sees what was recorded before its last turn
        if (recordedAt !== now) [recorded, recordedAt] = [events, now];
        return {
          workflowId: of.id,
          taskQueue: 'oware',
          historyLength: recorded,
          continueAsNewSuggested: false,
          typedSearchAttributes: { get: () => undefined, updateCopy: () => undefined },
          ...(isContinued && { continuedFromExecutionRunId: RUN }),
        };
      },
      register: (name, handler) => void of.handlers.set(name, handler),
      call: (name, args) => {
        events += 3;
        const answered = act(of, name, copyOf(args), isMine).finally(() => {
          if (isMine()) worker.bring(settings, now);
        });
        return answered.then(
          (answer) => (isMine() ? (answer === undefined ? answer : copyOf(answer)) : never),
          (thrown: unknown) => {
            if (isMine()) throw thrown as Error;
            return never;
          },
        );
      },
      wait: (holds) =>
        new Promise((resolve) => {
          waiters.push({ holds: () => isMine() && runs.run(run, holds), resolve });
        }),
      sleep: (ms) =>
        new Promise((resolve, reject) => {
          events += 2;
          plan(now + ms, () => isMine() && resolve());
          Scope.active?.hooks.push(() => reject(new CancelledFailure('timer')));
        }),
    };
    of.run = run;
    runs
      .run(run, () => of.begin(input as never, worker as never) as Promise<BatchSnapshot | PartSnapshot>)
      .then(
        (snapshot) => {
          if (!isMine()) return;
          say(`${of.id} closed ${snapshot.state}`);
          of.result = copyOf(snapshot);
          of.isOpen = false;
        },
        (thrown: unknown) => {
          if (!isMine()) return;
          if (!(thrown instanceof Continued)) {
            error = thrown;
            return;
          }
          did.add('continued');
          const next = copyOf(thrown.input) as { readonly carried?: { readonly snapshot: never } };
          of.carried = next.carried?.snapshot;
          start(of, next, true);
        },
      );
  }

  /** The run is gone, with all that it knew. */
  function lose(of: AnyFlow): void {
    if (!of.isOpen) return;
    did.add(`${of === batch ? 'batch' : 'part'} lost`);
    say(`${of.id} is lost`);
    of.generation += 1;
    [of.isLost, of.isOpen, of.run, of.result] = [true, false, undefined, undefined];
    const again = dice.pick([SECOND, HOUR]);
    plan(now + again, create);
  }

  /** The merchant's request, and its repeats. */
  function create(): void {
    for (const each of [batch, part]) {
      if (each.isOpen || each.result) continue;
      const recoverFrom = each.generation > 0 ? { recoverFrom: RUN } : {};
      start(each, { from: 'request', terms: each.terms, ...recoverFrom });
    }
    if (!batch.isOpen) return;
    commands.sent += 1;
    Promise.resolve(handle(batch, 'sealBatch', seal)).catch(ignoreRefusal);
  }

  const ignoreRefusal = (thrown: unknown) => {
    say(`refused: ${(thrown as Error).message}`);
  };

  async function cancel(): Promise<void> {
    const handler = batch.handlers.get('cancel');
    if (!batch.isOpen || !batch.run || !handler) return;
    did.add('cancel');
    try {
      commands.sent += 1;
      const { run } = batch;
      runs.run(run, () => handler.validate?.());
      isCancelled = true;
      const answer = (await runs.run(run, () => handler.handle())) as BatchSnapshot;
      say(`cancel: ${answer.state}`);
      if (answer.state === 'CANCELLED') {
        stoppedAt = now;
        if (rows.some(({ n }) => isOut(n))) wrongs.push('CANCELLED, and the gateway pays it');
      }
    } catch (thrown) {
      ignoreRefusal(thrown);
    }
  }

  /** What merchants are shown is kept at every moment. */
  function watch(): void {
    let snapshot: PartSnapshot | undefined;
    try {
      snapshot = part.isLost ? undefined : read(part);
    } catch {
      return;
    }
    for (const { n, safeToPayAgain, state } of snapshot ? resultsOf(snapshot) : []) {
      if (state === 'SUCCESS' && !isOut(n)) wrongs.push(`row ${n} is SUCCESS without money`);
      if (safeToPayAgain && !safeSince.has(n)) {
        safeSince.set(n, now);
        if (isOut(n) && !isReturned(n) && !isExcused(n)) wrongs.push(`row ${n} is safe, and was paid`);
      }
      if (!safeToPayAgain) safeSince.delete(n);
    }
  }

  /** Assumed: a record is hidden for less than a day, and wrong for less than five minutes. */
  function isExcused(n: number): boolean {
    const { lag = 0, wrong = 0 } = truth(n) ?? {};
    return lag >= DAY || wrong >= 5 * MINUTE;
  }

  create();
  const times = [10, 500, 5 * SECOND, 3 * MINUTE, 90 * MINUTE, 5 * HOUR, 26 * HOUR, 49 * HOUR];
  if (dice.chance(0.3)) {
    plan(START + dice.pick(times), () => {
      cancel().catch((thrown: unknown) => (error = thrown));
      if (dice.chance(0.3)) plan(now + dice.pick([10, SECOND, MINUTE]), () => lose(dice.pick([batch, part])));
    });
  }
  for (const each of [batch, part]) {
    if (dice.chance(0.25)) plan(START + dice.pick(times), () => lose(each));
  }
  if (dice.chance(0.2)) {
    plan(START + dice.pick([0, 10, SECOND]), () => {
      isPaused = true;
      plan(now + dice.pick([MINUTE, HOUR, 30 * HOUR]), () => {
        isPaused = false;
        for (const each of [batch, part]) if (each.isOpen && !each.isLost) handle(each, 'resumeSending');
      });
    });
  }
  for (let n = 0; n < 2; n++) {
    plan(START + dice.pick(times), () => {
      if (part.isOpen && part.handlers.has('requestCheck')) handle(part, 'requestCheck', `check-${n}`);
    });
  }

  const end = START + DAYS * DAY;
  for (let turns = 0; now < end; turns++) {
    await settle();
    if (error !== undefined) throw error as Error;
    if (turns > 20_000) throw new Error('it never rests');
    watch();
    const woken = waiters.filter(({ holds }) => holds());
    if (woken.length > 0) {
      waiters = waiters.filter((waiter) => !woken.includes(waiter));
      woken.forEach(({ resolve }) => resolve());
      continue;
    }
    const [first, ...others] = agenda;
    if (!first || first.at > end) break;
    agenda = others;
    now = Math.max(now, first.at);
    vi.setSystemTime(now);
    first.run();
  }
  vi.useRealTimers();
  judge();
  return { state: read(batch)?.state ?? 'none', wrongs: [...new Set(wrongs)], log, did: [...did] };

  function judge(): void {
    const [whole, stored] = [read(batch), read(part)];
    if (!whole || !stored) {
      wrongs.push('its state is lost');
      return;
    }
    const items = stored.review.length + whole.review.length;
    for (const { n, state, safeToPayAgain } of resultsOf(stored)) {
      did.add(state);
      const isPaid = isOut(n) && !isReturned(n);
      const isTrue = isPaid === (state === 'SUCCESS') && isReturned(n) === (state === 'REVERSED');
      if (!isTrue && items === 0) wrongs.push(`row ${n} is ${state}, and in truth ${wordAt(n, now)}`);
      if (isPaid && safeToPayAgain) wrongs.push(`row ${n} was paid, and is safe to pay again`);
      const returns = [...webhooks.keys()].filter((key) => key.includes(`:reversed:${n}`)).length;
      if (state === 'REVERSED' && returns !== 1) wrongs.push(`row ${n} came back, with ${returns} webhooks`);
    }
    const [{ totals }] = whole.parts.length === 1 ? whole.parts : [{ totals: undefined }];
    if (whole.parts.length > 0 && JSON.stringify(totals) !== JSON.stringify(totalsOfPart(stored)))
      wrongs.push('the batch counts other rows than its part');
    const isBatchOver = ['COMPLETED', 'CANCELLED', 'REFUSED', 'EXPIRED'].includes(whole.state);
    if ((batch.isOpen || part.isOpen || !isBatchOver) && items === 0)
      wrongs.push(`open, and no person knows: ${whole.state} ${stored.state}`);
    const types = [...webhooks.values()];
    for (const type of ['batch.completed', 'batch.cancelled']) {
      if (types.filter((each) => each === type).length > 1) wrongs.push(`${type} twice`);
    }
    if (isBatchOver && !types.includes(`batch.${whole.state.toLowerCase()}`))
      wrongs.push(`${whole.state} without a webhook: ${types.join()}`);
    if (whole.state !== 'COMPLETED' && rows.some(({ n }) => isOut(n)) && isBatchOver)
      wrongs.push(`${whole.state}, and rows were paid`);
  }
}

const settle = async () => {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => setImmediate(resolve));
};
