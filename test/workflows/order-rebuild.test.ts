import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChargeSnapshot } from '../../src/domain/charge/charge.js';
import type { CheckoutSnapshot, CheckoutTerms } from '../../src/domain/checkout/checkout.js';
import type { InvoiceSnapshot, InvoiceTerms } from '../../src/domain/invoice/invoice.js';
import type { ShownInLists } from '../../src/domain/lifecycle/shown.js';
import { kobo } from '../../src/domain/money.js';
import { isFulfillable, isSafeToChargeAgain } from '../../src/domain/order/state.js';
import { DAY, HOUR, MINUTE, SECOND, SETTINGS as DEFAULTS } from './operation-settings.js';

/*
 * The whole workflow of an order whose run was lost, on one clock, with activities that a script answers. What Temporal does with it,
 * the tests in test/e2e show.
 */

type Handler = (...args: readonly unknown[]) => unknown;
interface Stage {
  call: (name: string, args: readonly unknown[]) => unknown;
  waiters: { readonly holds: () => boolean; readonly resolve: () => void }[];
  timers: { readonly at: number; readonly fire: () => void }[];
  handlers: Map<string, Handler>;
  id: string;
  commands: number;
}
const stage: Stage = {
  call: () => undefined,
  waiters: [],
  timers: [],
  handlers: new Map(),
  id: '',
  commands: 0,
};

class Scope {
  static current = () => new Scope();
  readonly cancelRequested = new Promise<never>(() => undefined);
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }
  cancel(): void {
    this.run(() => Promise.resolve()).catch(() => undefined);
  }
}

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  proxyActivities: () =>
    new Proxy(
      {},
      {
        get: (_target, name: string) => {
          const run = (args: readonly unknown[]) => Promise.resolve().then(() => stage.call(name, args));
          return Object.assign((...args: readonly unknown[]) => run(args), {
            executeWithOptions: (_options: unknown, args: readonly unknown[]) => run(args),
          });
        },
      },
    ),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  workflowInfo: () => ({
    workflowId: stage.id,
    historyLength: 3,
    continueAsNewSuggested: false,
    typedSearchAttributes: { get: () => undefined },
    unsafe: { isReplaying: false },
  }),
  condition: (holds: () => boolean) =>
    new Promise<void>((resolve) => void stage.waiters.push({ holds, resolve })),
  sleep: (ms: number) => new Promise<void>((fire) => void stage.timers.push({ at: Date.now() + ms, fire })),
  setHandler: ({ name }: { name: string }, handle: Handler) => void stage.handlers.set(name, handle),
  allHandlersFinished: () => true,
  currentUpdateInfo: () => ({ id: `command-${(stage.commands += 1)}`, name: '' }),
  CancellationScope: Scope,
}));
vi.resetModules();
const { collectCheckout } = await import('../../workflows/checkout/workflow.js');
const { makeCharge } = await import('../../workflows/charge/workflow.js');
const { collectInvoice } = await import('../../workflows/invoice/workflow.js');
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');

const START = Date.parse('2026-01-15T08:00:00.000Z');
/** The first start of the lost run. */
const BEGUN = START - 10 * MINUTE;
const ASKED = kobo(2_500_00);
const RUN = '01234567-0123-0123-0123-0123456789ab';
const SETTINGS = { ...DEFAULTS, recheckScheduleMs: [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE] };
const checkoutTerms = {
  reference: 'order-1',
  amountKobo: ASKED,
  currency: 'NGN',
  customer: { email: 'ada@example.com' },
} as const;
const invoiceTerms = {
  ...checkoutTerms,
  customer: { email: 'ada@example.com', name: 'Ada' },
  description: 'School fees',
  expiresAt: new Date(START + DAY).toISOString(),
};

const silence = () =>
  new ActivityFailure(
    'silent',
    'read',
    '1',
    'NON_RETRYABLE_FAILURE',
    'worker',
    ApplicationFailure.create({ message: 'silent', type: 'outcome-unknown' }),
  );
const ok = (body: object) => ({ kind: 'ok', body });
const page = (content: readonly object[]) => ok({ content });

type Asked = Readonly<Record<string, string>>;
/** What the gateway answers, by the name of the activity; a function where that changes. */
type Script = Readonly<Record<string, (asked: Asked, more: Asked) => unknown>>;

const record = (status: string, amountPaid = 0) => ({
  getTransaction: ({ transactionReference = '' }: Readonly<Record<string, string>>) =>
    ok({
      transactionReference,
      paymentReference: transactionReference.slice(2),
      paymentStatus: status,
      amountPaid,
      totalPayable: ASKED,
      currency: 'NGN',
      paymentMethod: 'ACCOUNT_TRANSFER',
      paidOn: new Date(START - MINUTE).toISOString(),
    }),
});

const found = {
  searchTransactions: ({ paymentReference = '' }: Readonly<Record<string, string>>) =>
    page(
      paymentReference.includes('--')
        ? []
        : [
            {
              paymentReference,
              transactionReference: `T-${paymentReference}`,
              amount: ASKED,
              currencyCode: 'NGN',
              createdOn: new Date(BEGUN).toISOString(),
            },
          ],
    ),
};

/** The run that a repeated create starts after one was lost that had shown this, and a script of the gateway. */
function restore(
  collect: (input: never, worker: never) => Promise<unknown>,
  terms: object,
  {
    shown,
    script,
    prefix,
    settings = SETTINGS,
  }: { shown: ShownInLists; script: Script; prefix: string; settings?: typeof SETTINGS },
) {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  let answers = script;
  const called: string[] = [];
  const sent: string[] = [];
  let isDone = false;
  Object.assign(stage, { waiters: [], timers: [], handlers: new Map(), id: `${prefix}:order-1` });
  stage.call = (name, [first, second]) => {
    called.push(name);
    if (name === 'loadClosedRun') return { kind: 'lost', since: BEGUN, terms, shown };
    if (name === 'settings') return settings;
    if (name === 'deliverWebhook') return void sent.push((first as { type: string }).type);
    if (name === 'readRefunds') return null;
    const answer = answers[name];
    if (!answer) throw silence();
    return answer(first as Asked, second as Asked);
  };
  const worker = createWorkerSettings();
  const running = collect({ from: 'request', terms, recoverFrom: RUN } as never, worker as never);
  // a worker brings them with the first activity
  worker.bring(settings, START);
  running.then(
    () => (isDone = true),
    () => (isDone = true),
  );

  async function settle(): Promise<void> {
    for (let turns = 0; turns < 40; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      const ready = stage.waiters.filter(({ holds }) => holds());
      stage.waiters = stage.waiters.filter((each) => !ready.includes(each));
      ready.forEach(({ resolve }) => resolve());
    }
  }

  return {
    called,
    sent,
    isDone: () => isDone,
    answers: (more: Script) => void (answers = { ...answers, ...more }),
    signal: (event: object) => stage.handlers.get('gatewayEvent')?.(event),
    check: () => stage.handlers.get('requestCheck')?.('payer'),
    /** How a command is answered: its handler is the one of this name. */
    command: (name: string, request?: object) =>
      Promise.resolve(stage.handlers.get(name)?.(request)).then(
        () => 'done',
        (error: unknown) => (error as Error).message,
      ),
    resolve: (command: object) =>
      Promise.resolve(stage.handlers.get('resolveReview')?.(command)).then(
        () => 'resolved',
        (error: unknown) => (error as Error).message,
      ),
    read: () => stage.handlers.get('snapshot')?.(),
    async pass(ms: number): Promise<void> {
      const end = Date.now() + ms;
      await settle();
      for (;;) {
        stage.timers.sort((one, other) => one.at - other.at);
        const [next] = stage.timers;
        if (!next || next.at > end || isDone) break;
        stage.timers.shift();
        vi.setSystemTime(Math.max(next.at, Date.now()));
        next.fire();
        await settle();
      }
      vi.setSystemTime(end);
    },
  };
}
const checkout = (
  shown: ShownInLists,
  script: Script,
  more: Partial<CheckoutTerms> = {},
  settings: typeof SETTINGS = SETTINGS,
) => {
  const terms = { ...checkoutTerms, ...more };
  const world = restore(collectCheckout, terms, { shown, script, prefix: 'checkout', settings });
  return { ...world, read: () => world.read() as CheckoutSnapshot };
};
const invoice = (shown: ShownInLists, script: Script, more: Partial<InvoiceTerms> = {}) => {
  const terms = { ...invoiceTerms, ...more };
  const world = restore(collectInvoice, terms, { shown, script, prefix: 'invoice' });
  return { ...world, read: () => world.read() as InvoiceSnapshot };
};
const charge = (shown: ShownInLists, script: Script) => {
  const terms = { ...checkoutTerms, cardToken: 'MNFY_0123456789ABCDEF0123456789ABCDEF' };
  const world = restore(makeCharge, terms, { shown, script, prefix: 'charge' });
  return { ...world, read: () => world.read() as ChargeSnapshot };
};

afterEach(() => vi.useRealTimers());

const collection = (transactionReference: string, more: object = {}) => ({
  kind: 'collection',
  key: `${transactionReference}:1`,
  eventType: 'SUCCESSFUL_TRANSACTION',
  transactionReference,
  paymentReference: 'order-1',
  amountKobo: ASKED,
  ...more,
});

describe('a checkout whose run was lost', () => {
  it.each([
    ['by transfer', {}],
    ['in cash', { cash: { currency: 'NGN', status: 'PAID' } }],
  ])('after it had been refused takes no payment of another system for its own: %s', async (_how, more) => {
    const world = checkout({ state: 'REFUSED', review: [] }, { ...found, ...record('PAID', ASKED) });
    world.signal(collection('T-order-1', more));
    await world.pass(MINUTE);
    const { state, transactions, review } = world.read();
    expect({ state, transactions }).toEqual({ state: 'REFUSED', transactions: [] });
    expect(review).toMatchObject([{ kind: 'unmatched-event', atRiskKobo: ASKED }]);
  });

  it('after its end reads its transactions, however long the gateway is silent', async () => {
    const world = checkout({ state: 'CANCELLED', review: [] }, record('PAID', ASKED));
    await world.pass(HOUR);
    expect(world.isDone()).toBe(false);
    world.answers(found);
    await world.pass(2 * HOUR);
    expect(world.read()).toMatchObject({ state: 'PAID', review: [{ kind: 'paid-late' }] });
  });

  it('holds money that had arrived after its end, though a person had dismissed that', async () => {
    const shown = { state: 'PAID', review: [], before: ['CANCELLED', 'PAID'] };
    const world = checkout(shown, { ...found, ...record('PAID', ASKED) });
    await world.pass(MINUTE);
    expect(world.read()).toMatchObject({ state: 'PAID', review: [{ kind: 'paid-late' }] });
    expect(isFulfillable(world.read())).toBe(false);
    expect(world.sent).not.toContain('checkout.paid');
  });

  it('after its end, and a payment after that which went back, takes no other payment as in time', async () => {
    const shown = { state: 'REVERSED', review: [], before: ['CANCELLED', 'PAID', 'REVERSED'] };
    const world = checkout(shown, { ...found, ...record('PAID', ASKED) });
    await world.pass(MINUTE);
    expect(world.read()).toMatchObject({ state: 'PAID', review: [{ kind: 'paid-late' }] });
    expect(world.sent).not.toContain('checkout.paid');
  });

  it('and had shown cash does not end, and asks a person what that was', async () => {
    const world = checkout({ state: 'PAID', review: [] }, { ...found, ...record('PENDING') });
    await world.pass(MINUTE);
    expect(world.read()).toMatchObject({ state: 'PENDING', review: [{ key: 'unresolved:lost-payment' }] });
    world.answers(record('EXPIRED'));
    await world.pass(HOUR);
    expect(world.read()).toMatchObject({ state: 'CLOSING' });
    expect(world.sent).toEqual([]);
    const { version } = world.read().review.find(({ key }) => key === 'unresolved:lost-payment') ?? {};
    const command = { key: 'unresolved:lost-payment', version, reason: 'the agent says so' };
    expect(await world.resolve({ ...command, decision: 'happened' })).toContain('gatewayReference');
    expect(await world.resolve({ ...command, decision: 'happened', gatewayReference: 'C-1' })).toBe(
      'resolved',
    );
    const claimed = world.read().transactions.find((each) => each.transactionReference === 'C-1');
    expect(claimed?.movement.claimed).toBe(ASKED);
  });

  it('and had shown a payment that is not found is not cancelled before a person says what that was', async () => {
    const world = checkout(
      { state: 'PAID', review: [] },
      { ...found, ...record('PENDING') },
      { channels: ['transfer'] },
    );
    await world.pass(MINUTE);
    const cancelling = world.command('cancel');
    await world.pass(MINUTE);
    expect(await cancelling).toContain('a run that was lost had shown a payment');
    expect(world.read()).toMatchObject({ state: 'PENDING', review: [{ key: 'unresolved:lost-payment' }] });
  });

  it('and had shown cash ends once a person says that there was none', async () => {
    const world = checkout({ state: 'PAID', review: [] }, { ...found, ...record('EXPIRED') });
    await world.pass(HOUR);
    const { version } = world.read().review.find(({ key }) => key === 'unresolved:lost-payment') ?? {};
    const command = { key: 'unresolved:lost-payment', version, reason: 'a mistake' };
    expect(await world.resolve({ ...command, decision: 'did-not-happen' })).toBe('resolved');
    await world.pass(HOUR);
    expect(world.read()).toMatchObject({ state: 'EXPIRED', review: [] });
    expect(world.sent.at(-1)).toBe('checkout.expired');
  });
});

/** The payment that was made first is on the second transaction. */
function twoPayments(more = 0) {
  const paidAt = { 'T-order-1': START - MINUTE, 'T-order-1--i2': START - HOUR };
  const rows = Object.keys(paidAt).map((transactionReference) => ({
    transactionReference,
    paymentReference: transactionReference.slice(2),
    amount: ASKED,
    currencyCode: 'NGN',
    createdOn: new Date(BEGUN).toISOString(),
  }));
  return {
    searchTransactions: ({ paymentReference = '' }: Asked) =>
      page(rows.filter((each) => each.paymentReference === paymentReference)),
    getTransaction: ({ transactionReference = '' }: Asked) => {
      const { body } = record(
        'PAID',
        ASKED + (transactionReference === 'T-order-1' ? more : 0),
      ).getTransaction({
        transactionReference,
      }) as { readonly body: object };
      const paidOn = new Date(paidAt[transactionReference as keyof typeof paidAt]).toISOString();
      return ok({ ...body, paidOn });
    },
  };
}
const SHOWN_AS_PAID = { state: 'PAID', review: ['duplicate-payment'] };

it.each([
  ['a later one is larger', 500_00],
  ['a later one is equal', 0],
])('a checkout whose run was lost is paid by the first of two payments, where %s', async (_why, more) => {
  const world = checkout(SHOWN_AS_PAID, twoPayments(more));
  await world.pass(HOUR);
  expect(world.read()).toMatchObject({ state: 'PAID', main: 'T-order-1--i2', duplicateKobo: ASKED + more });
  expect(world.read().review).toMatchObject([
    { kind: 'duplicate-payment', money: { transactionReference: 'T-order-1' } },
  ]);
  expect(world.sent).toEqual(['checkout.paid', 'checkout.duplicate-payment']);
});

it('a checkout that was paid late twice before its run was lost is for a person: no policy returns either payment', async () => {
  const policies = { ...SETTINGS.policies, duplicate: { action: 'refund' } } as const;
  const shown = { state: 'PAID', review: [], before: ['CANCELLED', 'PAID'] };
  const world = checkout(shown, twoPayments(500_00), {}, { ...SETTINGS, policies });
  await world.pass(HOUR);
  expect(world.read()).toMatchObject({ main: 'T-order-1--i2', duplicateKobo: ASKED + 500_00 });
  expect(world.read().review).toMatchObject([
    { kind: 'paid-late', money: { transactionReference: 'T-order-1--i2' } },
    { kind: 'duplicate-payment', money: { transactionReference: 'T-order-1' } },
  ]);
  expect(world.read().policyRefunds).toBeUndefined();
});

describe('a checkout whose run was lost counts no payment while an earlier one may not be read', () => {
  const cash = { cash: { currency: 'NGN', status: 'PAID', at: new Date(START).toISOString() } };
  const counted = { state: 'PAID', main: 'T-order-1--i2' };

  it.each([
    ['the gateway does not answer for it', 'getTransaction'],
    ['its refunds are being restored', 'readRefunds'],
  ])('because %s', async (_why, silent) => {
    const world = checkout(SHOWN_AS_PAID, twoPayments(), { channels: ['transfer'] });
    const { call } = stage;
    let isSilent = true;
    stage.call = (name, args) => {
      if (isSilent && name === silent && JSON.stringify(args).includes('--i2')) throw silence();
      return call(name, args);
    };
    await world.pass(MINUTE);
    expect([world.read().state, world.sent]).toEqual(['PENDING', []]);
    const cancelling = world.command('cancel');
    await world.pass(MINUTE);
    expect(await cancelling).toContain('it was paid');
    isSilent = false;
    await world.pass(HOUR);
    expect(world.read()).toMatchObject(counted);
    expect(world.sent).toEqual(['checkout.paid', 'checkout.duplicate-payment']);
  });

  it('but for no longer than a day: then what is known counts, and what is read later is for a person, whatever the policy', async () => {
    const policies = { ...SETTINGS.policies, duplicate: { action: 'refund' } } as const;
    const paid = twoPayments();
    let isSilent = true;
    const getTransaction = (asked: Asked) => {
      if (isSilent && asked.transactionReference === 'T-order-1--i2') throw silence();
      return paid.getTransaction(asked);
    };
    const world = checkout(SHOWN_AS_PAID, { ...paid, getTransaction }, {}, { ...SETTINGS, policies });
    await world.pass(20 * HOUR);
    expect(world.sent).toEqual([]);
    await world.pass(20 * HOUR);
    expect(world.read()).toMatchObject({ state: 'PAID', main: 'T-order-1' });
    expect(world.sent).toEqual(['checkout.paid']);
    isSilent = false;
    await world.pass(24 * HOUR);
    expect(world.read()).toMatchObject({ main: 'T-order-1', duplicateKobo: ASKED });
    expect(world.read().review).toMatchObject([
      { kind: 'duplicate-payment', money: { transactionReference: 'T-order-1--i2' } },
    ]);
    expect(world.read().policyRefunds).toBeUndefined();
    expect(world.sent).toEqual(['checkout.paid', 'checkout.duplicate-payment']);
  });

  it('and counts the earlier one as soon as each has been answered for, at whatever time', async () => {
    const paid = twoPayments();
    let silent = 'T-order-1--i2';
    const getTransaction = (asked: Asked) => {
      if (asked.transactionReference === silent) throw silence();
      return paid.getTransaction(asked);
    };
    const world = checkout(SHOWN_AS_PAID, { ...paid, getTransaction });
    await world.pass(SECOND);
    silent = 'T-order-1';
    await world.pass(MINUTE);
    expect(world.read()).toMatchObject(counted);
  });

  it('because its record is read after the event about cash was taken again', async () => {
    const world = checkout(SHOWN_AS_PAID, twoPayments());
    world.signal(collection('C-1', cash));
    await world.pass(HOUR);
    expect(world.read()).toMatchObject(counted);
    expect(world.sent.filter((type) => type === 'checkout.paid')).toHaveLength(1);
  });
});

it('a checkout whose run was lost says that its payment was reversed, also where our refund has returned another', async () => {
  const paid = twoPayments();
  const getTransaction = (asked: Asked) =>
    (asked.transactionReference === 'T-order-1' ? record('REVERSED', ASKED) : paid).getTransaction(asked);
  const world = checkout(SHOWN_AS_PAID, { ...paid, getTransaction });
  const { call } = stage;
  const returned = { least: ASKED, most: ASKED, sent: ASKED, order: [1, 1], byPolicy: [] };
  stage.call = (name, args) =>
    name === 'readRefunds' && args[0] === 'T-order-1--i2' ? returned : call(name, args);
  await world.pass(HOUR);
  expect(world.read().state).toBe('REVERSED');
  expect(world.sent).toEqual(['checkout.reversed']);
});

it('a checkout whose run was lost is not refunded because a second payment was, while the first is not read: it counts, and is not late', async () => {
  const policies = {
    ...SETTINGS.policies,
    late: { action: 'refund' },
    duplicate: { action: 'refund' },
  } as const;
  const shown = { state: 'PAID', review: [] };
  const world = checkout(shown, twoPayments(), { channels: ['transfer'] }, { ...SETTINGS, policies });
  const { call } = stage;
  const refund = { refundReference: 'order-1--r1', transactionReference: 'T-order-1', amountKobo: ASKED };
  const byPolicy = [{ ...refund, cause: 'duplicate', requested: true, state: 'COMPLETED' }];
  let isSilent = true;
  stage.call = (name, args) => {
    if (isSilent && name === 'getTransaction' && JSON.stringify(args).includes('--i2')) throw silence();
    const isAsked = name === 'readRefunds' && args[0] === 'T-order-1';
    return isAsked ? { least: ASKED, most: ASKED, sent: ASKED, order: [1, 1], byPolicy } : call(name, args);
  };
  await world.pass(MINUTE);
  expect(world.read().state).toBe('PENDING');
  const cancelling = world.command('cancel');
  await world.pass(MINUTE);
  expect(await cancelling).toContain('it was paid');
  isSilent = false;
  await world.pass(HOUR);
  expect(world.read()).toMatchObject({ state: 'PAID', main: 'T-order-1--i2', review: [] });
  expect(world.read().policyRefunds).toEqual(byPolicy);
  expect(world.sent).toEqual(['checkout.paid']);
});

describe('an order whose run was lost after it was paid, and that the gateway does not have, has not failed', () => {
  const opened = { searchTransactions: () => page([]), ...record('PAID', ASKED) };
  const notFound = { getInvoice: () => ({ kind: 'not-found' }) };

  it('before a person has said what that was', async () => {
    const shown = { state: 'PAID', review: [] };
    for (const open of [() => checkout(shown, opened), () => invoice(shown, notFound)]) {
      const world = open();
      await world.pass(HOUR);
      expect(world.read().review).toMatchObject([{ key: 'unresolved:lost-payment' }]);
      expect(world.sent).toEqual([]);
    }
  });

  it('where it was cash', async () => {
    const world = checkout({ state: 'PAID', review: [] }, opened);
    world.signal(collection('C-1', { cash: { currency: 'NGN', status: 'PAID' } }));
    await world.pass(HOUR);
    expect(world.sent).toEqual(['checkout.paid']);
  });

  it.each([
    ['did-not-happen', { state: 'FAILED', review: [] }, 'checkout.failed'],
    ['happened', { state: 'PAID', review: [] }, 'checkout.paid'],
  ])('and ends as that person decides: %s', async (decision, ended, news) => {
    const world = checkout({ state: 'PAID', review: [] }, opened, { channels: ['transfer'] });
    await world.pass(MINUTE * 50);
    const key = 'unresolved:lost-payment';
    const { version } = world.read().review.find((each) => each.key === key) ?? {};
    const named = decision === 'happened' ? { gatewayReference: 'T-order-1' } : {};
    expect(await world.resolve({ key, version, decision, reason: 'the agent', ...named })).toBe('resolved');
    await world.pass(HOUR);
    expect(world.read()).toMatchObject(ended);
    expect(world.sent.at(-1)).toBe(news);
  });
});

it('a checkout whose run was lost reads money again that it saw while its refunds were being restored', async () => {
  const world = checkout(SHOWN_AS_PAID, { ...found, ...record('PAID', ASKED) });
  const { call } = stage;
  stage.call = (name, args) => {
    if (name === 'readRefunds') throw silence();
    return call(name, args);
  };
  world.signal(collection('C-1', { cash: { currency: 'NGN', status: 'PAID' } }));
  await world.pass(SECOND);
  stage.call = call;
  // a copy that lags
  world.answers(record('PENDING'));
  await world.pass(MINUTE);
  world.answers(record('PAID', ASKED));
  await world.pass(HOUR);
  expect(world.read()).toMatchObject({ state: 'PAID', duplicateKobo: ASKED });
});

describe('an event is read for until the gateway answers', () => {
  const silent = {
    getTransaction: () => {
      throw silence();
    },
  };

  it('also where it reports what is known, and was the first: the record may show that it went back', async () => {
    const world = checkout({ state: 'PAID', review: [] }, { ...found, ...record('PAID', ASKED) });
    await world.pass(SECOND);
    expect(world.read().state).toBe('PAID');
    world.answers(silent);
    world.signal(collection('T-order-1'));
    await world.pass(MINUTE);
    world.answers(record('REVERSED', ASKED));
    await world.pass(HOUR);
    expect(world.sent).toContain('checkout.unfulfillable');
  });

  it('also where a person has dismissed what the record had shown before it', async () => {
    const paid = twoPayments();
    const reversed = (asked: Asked) =>
      (asked.transactionReference === 'T-order-1' ? record('REVERSED', ASKED) : paid).getTransaction(asked);
    // an item about the other payment keeps it open
    const world = checkout({ state: 'PAID', review: ['paid-late'] }, { ...paid, getTransaction: reversed });
    await world.pass(HOUR);
    world.answers(silent);
    world.signal(collection('T-order-1'));
    await world.pass(SECOND);
    const key = 'conflicting-records:T-order-1';
    const { version } = world.read().review.find((each) => each.key === key) ?? {};
    expect(await world.resolve({ key, version, decision: 'dismiss', reason: 'it went back' })).toBe(
      'resolved',
    );
    world.answers(paid);
    await world.pass(HOUR);
    expect(world.read()).toMatchObject({ duplicateKobo: ASKED });
  });
});

it('a checkout opens no further page while an event reports money on one that has failed', async () => {
  const opened: string[] = [];
  const world = checkout(
    { state: 'PENDING', review: [] },
    {
      ...found,
      ...record('FAILED'),
      initTransaction: ({ paymentReference = '' }) => {
        opened.push(paymentReference);
        return ok({
          paymentReference,
          transactionReference: `T-${paymentReference}`,
          checkoutUrl: 'https://pay',
        });
      },
    },
    { channels: ['page'] },
  );
  await world.pass(MINUTE);
  world.check();
  await world.pass(HOUR / 6);
  expect(opened).toEqual(['order-1--i2']);
  world.signal(collection('T-order-1--i2', { paymentReference: 'order-1--i2' }));
  const answer = world.command('requestPage');
  await world.pass(MINUTE);
  expect(await answer).toContain('a payment was reported and is being checked');
  expect(opened).toEqual(['order-1--i2']);
});

const issued = (status: string, transactionReference = 'T-order-1') => ({
  getInvoice: () =>
    ok({
      invoiceReference: 'order-1',
      amount: ASKED,
      invoiceStatus: status,
      transactionReference,
      createdOn: new Date(BEGUN).toISOString(),
    }),
});

describe('an invoice whose run was lost', () => {
  it('after its end reads its transaction: it may have been paid since', async () => {
    const script = { ...issued('CANCELLED'), ...record('PAID', ASKED) };
    const world = invoice({ state: 'CANCELLED', review: [] }, script);
    await world.pass(HOUR);
    expect(world.read()).toMatchObject({
      state: 'PAID',
      transactionReference: 'T-order-1',
      review: [{ kind: 'paid-late', atRiskKobo: ASKED }],
    });
  });

  it('after late money was held holds it, though its transaction is found later', async () => {
    const script = { ...issued('PAID'), ...record('PAID', ASKED) };
    const world = invoice({ state: 'PAID', review: ['paid-late'] }, script);
    await world.pass(HOUR);
    expect(world.read()).toMatchObject({ state: 'PAID', review: [{ kind: 'paid-late' }] });
    expect(isFulfillable(world.read())).toBe(false);
  });
});

it('an invoice that is paid by another transaction than at its creation names it to its account: it may be a credit there', async () => {
  const announced: unknown[] = [];
  const getTransaction = (asked: Asked) =>
    asked.transactionReference === 'T-2'
      ? record('PAID', ASKED).getTransaction(asked)
      : record('PENDING').getTransaction(asked);
  const forwardEvent = (_to: Asked, { transactionReference }: Asked) =>
    void announced.push(transactionReference);
  const script = { ...issued('PENDING'), getTransaction, forwardEvent };
  const world = invoice({ state: 'PENDING', review: [] }, script, { accountReference: 'ada-1' });
  await world.pass(MINUTE);
  world.answers(issued('PAID', 'T-2'));
  world.check();
  await world.pass(HOUR);
  expect(world.read()).toMatchObject({ state: 'PAID', main: 'T-2' });
  expect(announced).toEqual(['T-order-1', 'T-2']);
});

it('an invoice whose own record says PAID, and its transaction EXPIRED, ends once a person has said that nothing was paid', async () => {
  const world = invoice({ state: 'PENDING', review: [] }, { ...issued('PAID'), ...record('EXPIRED') });
  await world.pass(2 * DAY);
  const [claim, closing] = ['unproven-event:T-order-1', 'unresolved:closing'] as const;
  const decide = (key: string) => {
    const { version } = world.read().review.find((each) => each.key === key) ?? {};
    return world.resolve({ key, version, decision: 'did-not-happen', reason: 'the bank has none' });
  };
  expect(await decide(claim)).toBe('resolved');
  await world.pass(DAY);
  expect(world.read().review.map(({ key }) => key)).toEqual([closing]);
  expect(await decide(closing)).toBe('resolved');
  expect(world.read().state).toBe('EXPIRED');
});

describe('a charge whose run was lost', () => {
  const notFound = () => ({ kind: 'not-found', message: 'no such payment' });

  it.each(['PAID', 'PARTIALLY_PAID', 'REVERSED'])(
    'after it was %s is not safe to repeat, however long the gateway does not find it',
    async (state) => {
      const world = charge({ state, review: [] }, { queryTransaction: notFound });
      await world.pass(2 * DAY);
      expect(world.read().state).toBe('PENDING');
      expect(isSafeToChargeAgain(world.read())).toBe(false);
      expect(world.sent).toEqual([]);
      expect(world.read().review).toMatchObject([{ isOfEvidence: true, atRiskKobo: ASKED }]);
    },
  );

  it('after it was PAID is paid once it is found', async () => {
    const world = charge({ state: 'PAID', review: [] }, { queryTransaction: notFound });
    await world.pass(2 * DAY);
    const transactionReference = 'T-order-1--c1';
    const paid = record('PAID', ASKED);
    world.answers({ ...paid, queryTransaction: () => paid.getTransaction({ transactionReference }) });
    world.check();
    await world.pass(HOUR);
    expect(world.read()).toMatchObject({ state: 'PAID', review: [] });
    expect(world.sent).toEqual(['charge.paid']);
  });

  it('before its outcome was shown is safe to repeat after a day without a record', async () => {
    const world = charge({ state: 'PENDING', review: [] }, { queryTransaction: notFound });
    await world.pass(2 * DAY);
    expect(world.read().state).toBe('FAILED');
    expect(isSafeToChargeAgain(world.read())).toBe(true);
  });
});
