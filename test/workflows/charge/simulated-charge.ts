import { ActivityFailure, ApplicationFailure, CancelledFailure, TimeoutFailure } from '@temporalio/common';
import { vi } from 'vitest';
import type { ChargeSnapshot, ChargeTerms } from '../../../src/domain/charge/charge.js';
import { kobo } from '../../../src/domain/money.js';
import { isFulfillable, isSafeToChargeAgain } from '../../../src/domain/order/state.js';
import type { ChargeInput } from '../../../workflows/charge/messages.js';
import { createDice, type Dice } from '../../support/dice.js';
import { DAY, HOUR, MINUTE, SECOND, SETTINGS as DEFAULTS } from '../operation-settings.js';

/*
 * The whole workflow of a token charge on one clock, over many runs, with a gateway that has a hidden truth. What Temporal does
 * with it, the tests in test/e2e show.
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
  readonly input: ChargeInput;
  constructor(input: ChargeInput) {
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

/** What the mocked module asks of the world that is played. */
interface Stage {
  call: (name: string, args: readonly unknown[]) => Promise<unknown>;
  wait: (holds: Work<boolean>) => Promise<void>;
  sleep: (ms: number) => Promise<void>;
  register: (name: string, handler: Registered) => void;
  info: () => object;
  /** How many commands were sent: each has an id of its own. */
  commands: number;
}

const stage: Stage = {
  call: () => Promise.reject(new Error('no world')),
  wait: () => Promise.resolve(),
  sleep: () => Promise.resolve(),
  register: () => undefined,
  info: () => ({}),
  commands: 0,
};

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  proxyActivities: () =>
    new Proxy(
      {},
      {
        get: (_target, name: string) =>
          Object.assign((...args: readonly unknown[]) => stage.call(name, args), {
            executeWithOptions: (_options: unknown, args: readonly unknown[]) => stage.call(name, args),
          }),
      },
    ),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  workflowInfo: () => stage.info(),
  condition: (holds: Work<boolean>) => stage.wait(holds),
  sleep: (ms: number) => stage.sleep(ms),
  setHandler: ({ name }: { name: string }, handle: Handler, options?: { validator?: Handler }) =>
    stage.register(name, { handle, validate: options?.validator }),
  allHandlersFinished: () => true,
  currentUpdateInfo: () => ({ id: `command-${stage.commands}`, name: '' }),
  makeContinueAsNewFunc: () => (input: ChargeInput) => Promise.reject(new Continued(input)),
  CancellationScope: Scope,
}));

vi.resetModules();
const { makeCharge } = await import('../../../workflows/charge/workflow.js');
const { createWorkerSettings } = await import('../../../workflows/shared/run/worker-settings.js');

const START = Date.parse('2026-01-15T08:00:00.000Z');
const AMOUNT = kobo(1_500_00);
const REFERENCE = 'top-up';
const PAYMENT = `${REFERENCE}--c1`;
const TRANSACTION = 'T-1';
const EMAIL = 'ada@example.com';
const TERMS: ChargeTerms = {
  reference: REFERENCE,
  amountKobo: AMOUNT,
  currency: 'NGN',
  cardToken: 'MNFY_0',
  customer: { email: EMAIL },
};
const RUN = '01234567-0123-0123-0123-0123456789ab';

/** What really happens to a request; Oware sees replies, records and events only. */
interface Truth {
  readonly moves: boolean;
  readonly decidedAfter: number;
  /** Until how long after its arrival no record is shown, and until when the record says that it failed. */
  readonly lag: number;
  readonly wrong: number;
  readonly event: number | undefined;
}

const truthOf = (dice: Dice): Truth => ({
  moves: dice.chance(0.6),
  decidedAfter: dice.pick([0, 0, SECOND, 10 * MINUTE, 3 * HOUR]),
  lag: dice.pick([0, 0, 20 * SECOND, 3 * MINUTE, HOUR, 20 * HOUR, 30 * HOUR]),
  wrong: dice.pick([0, 0, 0, 0, 2 * MINUTE, HOUR, 30 * HOUR]),
  event: dice.pick([undefined, SECOND, MINUTE, HOUR, 25 * HOUR, 40 * HOUR]),
});

const failed = (cause: Error) =>
  new ActivityFailure('failed', 'activity', '1', 'NON_RETRYABLE_FAILURE', 'worker', cause);
const failure = (type: string) => failed(ApplicationFailure.create({ message: type, type }));

export interface Outcome {
  readonly state: string;
  readonly wrongs: readonly string[];
  readonly log: readonly string[];
  readonly did: readonly string[];
}

/** One token charge in one random world. */
export async function simulateCharge(seed: number): Promise<Outcome> {
  const dice = createDice(seed);
  const log: string[] = [];
  const wrongs: string[] = [];
  const did = new Set<string>();
  let now = START;
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const settings = {
    ...DEFAULTS,
    propagationMs: 2 * MINUTE,
    continueAsNewAfterHistoryEvents: dice.pick([40, 80, 1_000]),
  };
  const say = (text: string) => void log.push(`${new Date(now).toISOString().slice(8, 19)} ${text}`);

  let agenda: { readonly at: number; readonly run: Work }[] = [];
  const plan = (at: number, run: Work) => {
    agenda = [...agenda, { at, run }].sort((one, other) => one.at - other.at);
  };
  let waiters: { readonly holds: Work<boolean>; readonly resolve: Work }[] = [];
  let generation = 0;
  let events = 0;
  /** A run sees what was recorded before its last turn. */
  let recorded = 0;
  let handlers = new Map<string, Registered>();
  let result: ChargeSnapshot | undefined;
  let carried: ChargeSnapshot | undefined;
  const workflow = { isOpen: false };
  let isLost = false;
  let error: unknown;
  const webhooks = new Map<string, string>();

  let arrived: (Truth & { readonly at: number }) | undefined;
  let sends = 0;
  /** The lost run knew that our refunds had returned all of it. */
  const refunds = { haveReturnedAll: false };
  let isPaused = false;
  /** The merchant was answered that nothing more is sent. */
  let stoppedAt: number | undefined;
  let wasSafeAt: number | undefined;

  const later = async <Result>(ms: number, work: Work<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => {
      plan(now + ms, resolve);
    });
    return work();
  };

  function recordNow() {
    if (!arrived || now - arrived.at < arrived.lag) return undefined;
    return recordOf(arrived, now - arrived.at);
  }

  function recordOf({ moves, decidedAfter, wrong }: Truth, age: number) {
    const undecided = dice.pick(['PENDING', 'OTP_AUTHORIZATION_REQUIRED']);
    const status = age < decidedAfter ? undecided : !moves || age < wrong ? 'FAILED' : 'PAID';
    return {
      transactionReference: TRANSACTION,
      paymentReference: PAYMENT,
      paymentStatus: status,
      amountPaid: status === 'PAID' ? AMOUNT : 0,
      totalPayable: AMOUNT,
      currency: 'NGN',
      customer: { email: EMAIL },
    };
  }

  function arrive(truth: Truth): void {
    arrived = { ...truth, at: now };
    say(`arrives ${JSON.stringify(truth)}`);
    const { moves, event, decidedAfter } = truth;
    if (!moves || event === undefined) return;
    plan(now + Math.max(event, decidedAfter), report);
    if (dice.chance(0.3)) plan(now + Math.max(event, decidedAfter) + HOUR, report);
  }

  /** The gateway's signed event; a closed charge is opened by it. */
  function report(): void {
    if (isLost) {
      plan(now + HOUR, report);
      return;
    }
    say('event PAID');
    if (!workflow.isOpen) start({ from: 'event', reference: REFERENCE, previousRunId: RUN });
    handlers.get('gatewayEvent')?.handle({
      kind: 'collection',
      key: `paid:${dice.pick(['a', 'b'])}`,
      eventType: 'SUCCESSFUL_TRANSACTION',
      transactionReference: TRANSACTION,
      paymentReference: PAYMENT,
      amountKobo: AMOUNT,
    });
  }

  function send(of: number, scope: Scope | undefined): Promise<unknown> {
    const inQueue = dice.pick([0, 0, 0, 5 * SECOND, 10 * MINUTE, 3 * HOUR]);
    const startAt = now + inQueue;
    return new Promise((resolve, reject) => {
      let isStarted = false;
      scope?.hooks.push(() => {
        if (isStarted) return;
        isStarted = true;
        did.add('withdrawn');
        say('withdrawn');
        reject(failed(new CancelledFailure('withdrawn')));
      });
      if (inQueue > HOUR) {
        plan(now + HOUR, () => {
          if (isStarted) return;
          isStarted = true;
          did.add('timed out in the queue');
          reject(failed(new TimeoutFailure('queue', undefined, 'SCHEDULE_TO_START')));
        });
      }
      plan(startAt, () => {
        if (isStarted) return;
        isStarted = true;
        // a frozen worker asks Temporal again when it thaws
        const frozen = dice.chance(0.1) ? dice.pick([MINUTE, 2 * HOUR]) : 0;
        plan(now + frozen, () => {
          if (of !== generation || isPaused || scope?.isCancelled) {
            say('not sent: the worker asked');
            reject(failure('not-left'));
            return;
          }
          post(resolve, reject);
        });
      });
    });
  }

  function post(resolve: (answer: unknown) => void, reject: (thrown: Error) => void): void {
    if (stoppedAt !== undefined) wrongs.push('sent after the merchant was answered that it is not');
    if (wasSafeAt !== undefined) wrongs.push('sent after it was safe to charge again');
    sends += 1;
    if (arrived) {
      say('send: used');
      plan(now + SECOND, () => resolve({ kind: 'reference-used', message: 'Duplicate' }));
      return;
    }
    const reply = dice.pick(['ok', 'lost', 'lost', 'lost', 'lost before', 'declined', 'invalid', 'held']);
    say(`send: ${reply}`);
    did.add(reply);
    // it surely did not leave
    if (reply === 'held') sends -= 1;
    const random = truthOf(dice);
    // an assumption: what the gateway keeps of a charge that it declined, it shows at once
    const truth = reply === 'declined' ? { ...random, lag: 0, decidedAfter: 0 } : random;
    const isArrived = reply === 'ok' || reply === 'lost' || (reply === 'declined' && dice.chance(0.5));
    if (isArrived) arrive(truth);
    const body = isArrived ? recordOf(truth, 0) : undefined;
    plan(now + dice.pick([SECOND, 30 * SECOND]), () => {
      if (reply === 'ok') resolve({ kind: 'ok', body });
      else if (reply === 'declined') resolve({ kind: 'declined', message: 'Do not honour' });
      else if (reply === 'invalid') resolve({ kind: 'invalid-token', message: 'Card token has expired.' });
      else reject(failure(reply === 'held' ? 'rate-limited' : 'outcome-unknown'));
    });
  }

  function act(
    name: string,
    args: readonly unknown[],
    of: number,
    scope: Scope | undefined,
  ): Promise<unknown> {
    switch (name) {
      case 'settings':
        return later(1, () => settings);
      case 'readiness':
        return later(20, () => (isPaused ? { paused: { reason: 'by hand' } } : {}));
      case 'deliverWebhook':
        return later(20, () => {
          const [{ type, effectKey }] = args as [{ type: string; effectKey: string }];
          webhooks.set(effectKey, type);
          say(`webhook ${type} ${effectKey}`);
        });
      case 'loadClosedRun':
        return later(20, () =>
          result
            ? { kind: 'ended', snapshot: result }
            : { kind: 'lost', since: START, terms: TERMS, ...(carried && { snapshot: carried }) },
        );
      case 'queryTransaction':
      case 'getTransaction':
        return later(200, () => {
          if (dice.chance(0.1)) throw failure('unreachable');
          const body = recordNow();
          say(`read: ${body?.paymentStatus ?? 'absent'}`);
          return body ? { kind: 'ok', body } : { kind: 'not-found', message: '' };
        });
      case 'readRefunds':
        return later(20, () => {
          if (dice.chance(0.2)) throw failure('unreachable');
          return refunds.haveReturnedAll ? { least: AMOUNT, most: AMOUNT, order: [now, 1] } : null;
        });
      case 'chargeCardToken':
        return send(of, scope);
      default:
        return Promise.reject(new Error(`not scripted: ${name}`));
    }
  }

  function start(input: ChargeInput, isContinued = false): void {
    generation += 1;
    const mine = generation;
    handlers = new Map();
    workflow.isOpen = true;
    isLost = false;
    [events, recorded] = [0, 0];
    const worker = createWorkerSettings();
    const isMine = () => mine === generation;
    const never = new Promise<never>(() => undefined);
    stage.info = () => ({
      workflowId: `charge:${REFERENCE}`,
      taskQueue: 'oware',
      historyLength: recorded,
      continueAsNewSuggested: false,
      typedSearchAttributes: { get: () => undefined, updateCopy: () => undefined },
      ...(isContinued && { continuedFromExecutionRunId: RUN }),
    });
    stage.register = (name, handler) => void handlers.set(name, handler);
    stage.call = (name, args) => {
      events += 3;
      const wire = JSON.parse(JSON.stringify(args)) as unknown[];
      const answered = act(name, wire, mine, Scope.active).finally(() => {
        if (isMine()) worker.bring(settings, now);
      });
      return answered.then(
        (answer) => (isMine() ? answer : never),
        (thrown: unknown) => {
          if (isMine()) throw thrown as Error;
          return never;
        },
      );
    };
    stage.wait = (holds) =>
      new Promise((resolve) => {
        waiters.push({ holds: () => isMine() && holds(), resolve });
      });
    stage.sleep = (ms) =>
      new Promise((resolve, reject) => {
        events += 2;
        plan(now + ms, () => isMine() && resolve());
        Scope.active?.hooks.push(() => reject(new CancelledFailure('timer')));
      });
    makeCharge(input, worker).then(
      (snapshot) => {
        if (!isMine()) return;
        say(`closed ${snapshot.state}`);
        result = JSON.parse(JSON.stringify(snapshot)) as ChargeSnapshot;
        workflow.isOpen = false;
        if (isFulfillable(snapshot) && dice.chance(0.2)) plan(now + HOUR, loseRefund);
      },
      (thrown: unknown) => {
        if (!isMine()) return;
        if (!(thrown instanceof Continued)) {
          error = thrown;
          return;
        }
        did.add('continued');
        const next = JSON.parse(JSON.stringify(thrown.input)) as ChargeInput & {
          carried?: { snapshot: ChargeSnapshot };
        };
        carried = next.carried?.snapshot;
        start(next, true);
      },
    );
  }

  const read = () => (workflow.isOpen ? (handlers.get('snapshot')?.handle() as ChargeSnapshot) : result);

  function watch(): void {
    let snapshot: ChargeSnapshot | undefined;
    try {
      snapshot = isLost ? undefined : read();
    } catch {
      return;
    }
    if (!snapshot) return;
    if (snapshot.state === 'PAID' && !arrived?.moves) wrongs.push('PAID without money');
    if (snapshot.rebuiltAt !== undefined && refunds.haveReturnedAll && !carried && isFulfillable(snapshot))
      wrongs.push('fulfillable by money that was refunded');
    if (isSafeToChargeAgain(snapshot)) wasSafeAt ??= now;
  }

  async function cancel(): Promise<void> {
    const handler = handlers.get('cancel');
    if (!workflow.isOpen || isLost || !handler) return;
    did.add('cancel');
    try {
      stage.commands += 1;
      handler.validate?.();
      const answer = (await handler.handle()) as ChargeSnapshot;
      say(`cancel: ${answer.state}`);
      if (answer.state === 'CANCELLED') stoppedAt = now;
    } catch (thrown) {
      const { message } = thrown as Error;
      say(`cancel refused: ${message}`);
      if (message.includes('is not sent again')) stoppedAt = now;
    }
  }

  async function decide(): Promise<void> {
    const handler = handlers.get('resolveReview');
    const item = workflow.isOpen && !isLost ? read()?.review[0] : undefined;
    if (!handler || !item) return;
    // a person who knows the truth, and only where nothing is on its way
    if (arrived?.moves === false || !arrived) {
      const { key, version } = item;
      const command = { key, version, decision: 'did-not-happen', reason: 'the bank says so' };
      try {
        stage.commands += 1;
        handler.validate?.(command);
        await handler.handle(command);
        did.add('decision');
        say(`decided ${key}`);
      } catch (thrown) {
        say(`decision refused: ${(thrown as Error).message}`);
      }
    }
  }

  start({ from: 'request', terms: TERMS });
  const times = [10, 500, 5 * SECOND, 3 * MINUTE, 90 * MINUTE, 5 * HOUR, 26 * HOUR, 49 * HOUR];
  const lose = () => {
    if (!workflow.isOpen) return;
    did.add('run lost');
    say('the run is lost');
    generation += 1;
    [isLost, workflow.isOpen, waiters] = [true, false, []];
    refunds.haveReturnedAll ||= recordNow()?.paymentStatus === 'PAID' && dice.chance(0.5);
    if (refunds.haveReturnedAll) {
      did.add('refunded');
      say('it was refunded');
    }
    plan(now + dice.pick([SECOND, HOUR]), () => {
      say('created again');
      result = undefined;
      start({ from: 'request', terms: TERMS, recoverFrom: RUN });
    });
  };
  /** The run that the report of the refund had begun is lost with it. */
  const loseRefund = () => {
    if (workflow.isOpen || !result) return;
    carried = result;
    refunds.haveReturnedAll = true;
    did.add('lost with its refund');
    say('it was refunded; the run that learned it is lost');
    result = undefined;
    start({ from: 'request', terms: TERMS, recoverFrom: RUN });
  };
  if (dice.chance(0.3)) {
    plan(START + dice.pick(times), () => {
      cancel().catch((thrown: unknown) => (error = thrown));
      if (dice.chance(0.4)) plan(now + dice.pick([SECOND, MINUTE]), lose);
    });
  }
  if (dice.chance(0.3)) plan(START + dice.pick(times), lose);
  if (dice.chance(0.3)) {
    plan(START + dice.pick([0, 10, SECOND]), () => {
      isPaused = true;
      plan(now + dice.pick([MINUTE, HOUR, 30 * HOUR]), () => {
        isPaused = false;
        handlers.get('resumeSending')?.handle();
      });
    });
  }
  if (dice.chance(0.3)) plan(START + dice.pick([2 * HOUR, 27 * HOUR]), decide);
  for (let n = 0; n < 3; n++) {
    plan(START + dice.pick(times), () => handlers.get('requestCheck')?.handle(`check-${n}`));
  }

  const end = START + 12 * DAY;
  for (let turns = 0; now < end; turns++) {
    recorded = events;
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

  const snapshot = read();
  const moved = arrived?.moves === true;
  const isExcused = arrived !== undefined && (arrived.lag >= DAY || arrived.wrong >= 5 * MINUTE);
  const types = [...webhooks.values()];
  const hasMoney = snapshot?.state === 'PAID' || (refunds.haveReturnedAll && snapshot?.state === 'REFUNDED');
  if (moved && !hasMoney && (snapshot?.review.length ?? 0) === 0 && !isExcused)
    wrongs.push(`moved, and is hidden: ${snapshot?.state}`);
  if (moved && wasSafeAt !== undefined && arrived && wasSafeAt >= arrived.at && !isExcused)
    wrongs.push('safe to charge again, and it moved');
  if (snapshot && refunds.haveReturnedAll && isFulfillable(snapshot))
    wrongs.push('at its end money counts that was refunded');
  if (sends > 2) wrongs.push(`sent ${sends} times`);
  if (workflow.isOpen && (snapshot?.review.length ?? 0) === 0)
    wrongs.push(`open, and no person knows: ${snapshot?.state}`);
  if (types.filter((type) => type === 'charge.paid').length > 1) wrongs.push('paid twice to the merchant');
  if (snapshot?.state === 'PAID' && !types.some((type) => ['charge.paid', 'charge.on-hold'].includes(type)))
    wrongs.push(`PAID without a webhook: ${types.join()}`);
  return { state: snapshot?.state ?? 'none', wrongs: [...new Set(wrongs)], log, did: [...did] };
}

const settle = async () => {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => setImmediate(resolve));
};
