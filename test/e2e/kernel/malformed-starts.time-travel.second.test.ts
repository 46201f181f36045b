import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '../../../src/client/kinds.js';
import { createHostile, GARBAGE, HUGE, value, withDeepField } from '../../support/hostile/payloads.js';
import {
  createScriptedWorld,
  opens,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';

let world: ScriptedWorld;
let hostile: ReturnType<typeof createHostile>;

beforeAll(async () => {
  world = await createScriptedWorld();
  hostile = createHostile(world);
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const CHECKOUT = terms('order-1');
const INVOICE = {
  ...CHECKOUT,
  customer: { email: 'ada@example.com', name: 'Ada' },
  description: 'Shoes',
  expiresAt: '2099-01-01T00:00:00Z',
};
const ACCOUNT = {
  reference: 'order-1',
  kind: 'general',
  accountName: 'Ada',
  currency: 'NGN',
  customer: { email: 'ada@example.com' },
};
const CHARGE = {
  reference: 'order-1',
  amountKobo: 500_000,
  currency: 'NGN',
  cardToken: 'MNFY_0123456789ABCDEF0123456789ABCDEF',
  customer: { email: 'ada@example.com' },
};
const SUBSCRIPTION = {
  ...CHARGE,
  plan: { every: { unit: 'MONTH', count: 1 }, firstDay: '2026-01-31' },
};
const TRANSFER = {
  reference: 'order-1',
  amountKobo: 500_000,
  currency: 'NGN',
  destination: { bankCode: '058', accountNumber: '0100090002', accountName: 'Ada Obi' },
  narration: 'Salary',
};
const MANDATE = {
  reference: 'order-1',
  currency: 'NGN',
  customer: { name: 'Ada', email: 'ada@example.com', phone: '08030000000', address: '1 Broad Street' },
  account: { bankCode: '058', accountNumber: '0100090002' },
  description: 'Rent',
  startAt: '2098-01-01T00:00:00Z',
  endAt: '2099-01-01T00:00:00Z',
};
const BILL = {
  reference: 'order-1',
  amountKobo: 100_000,
  currency: 'NGN',
  productCode: 'PRD-AIRTIME',
  customerId: '08030001234',
};
const PAYCODE = {
  reference: 'order-1',
  amountKobo: 100_000,
  currency: 'NGN',
  beneficiaryName: 'Ada Obi',
  expiresAt: '2099-01-01T00:00:00Z',
};
const UNMATCHED_EVENT = { reference: 'order-1', eventType: 'X', reason: 'unknown kind', excerpt: '{' };

const BATCH = {
  reference: 'order-1',
  title: 'Salaries',
  onValidationFailure: 'CONTINUE',
  currency: 'NGN',
  count: 1,
  sumKobo: 500_000,
  fingerprint: 'abcdefghi',
};
const BATCH_PART = {
  reference: 'order-1/1',
  batch: 'order-1',
  part: 1,
  title: 'Salaries',
  onValidationFailure: 'CONTINUE',
  rows: [
    {
      n: 1,
      amountKobo: 500_000,
      bankCode: '058',
      accountNumber: '0100090002',
      accountName: 'Ada Obi',
      narration: 'Salary',
    },
  ],
};

const LIFECYCLES = {
  collectCheckout: { prefix: 'checkout', good: CHECKOUT },
  chargeSubscription: { prefix: 'subscription', good: SUBSCRIPTION },
  collectInvoice: { prefix: 'invoice', good: INVOICE },
  keepMandate: { prefix: 'mandate', good: MANDATE },
  keepReservedAccount: { prefix: 'reserved-account', good: ACCOUNT },
  keepUnmatchedEvent: { prefix: 'unmatched-event', good: UNMATCHED_EVENT },
  makeCharge: { prefix: 'charge', good: CHARGE },
  payBatch: { prefix: 'batch', good: BATCH },
  payBatchPart: { prefix: 'batch-part', good: BATCH_PART },
  payBill: { prefix: 'bill', good: BILL },
  payPaycode: { prefix: 'paycode', good: PAYCODE },
  payTransfer: { prefix: 'transfer', good: TRANSFER },
  // only events begin a day
  followWalletDay: { prefix: 'wallet-events', good: undefined },
  // only the gateway settles: there is nothing to request
  proveSettlement: { prefix: 'settlement', good: undefined },
  // it has no terms: what a caller asks for is a command
  refundTransaction: { prefix: 'refunds-of', good: undefined },
  sweepDay: { prefix: 'sweep', good: undefined },
} as const;

it('every lifecycle is started here', () => {
  expect(Object.keys(LIFECYCLES).toSorted()).toEqual(KINDS.map(({ type }) => type).toSorted());
});

type Type = keyof typeof LIFECYCLES;

let count = 0;

/** Starts it under a new workflow id, with the reference of that id in its input. */
async function startWith(type: Type, payloads: (reference: string) => readonly object[]) {
  const reference = world.name(`start-${++count}`);
  const id = `${LIFECYCLES[type].prefix}:${reference}`;
  await hostile.start(id, type, payloads(reference));
  return { id, reference };
}

async function isRefused(type: Type, payloads: (reference: string) => readonly object[]): Promise<string> {
  const { id } = await startWith(type, payloads);
  const error: unknown = await world
    .handle(id)
    .result()
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(WorkflowFailedError);
  const cause = (error as WorkflowFailedError).cause as ApplicationFailure;
  expect(cause).toBeInstanceOf(ApplicationFailure);
  expect(cause.type).toBe('refused-input');
  expect(cause.details?.[0]).toMatchObject({ state: 'REFUSED', review: [], sequence: 0 });
  expect(await world.failedTasks(id)).toEqual([]);
  return cause.message;
}

const request = (given: object) => (reference: string) =>
  value({ from: 'request', terms: { ...given, reference } });

describe.each(Object.keys(LIFECYCLES) as Type[])('%s', (type) => {
  const { good } = LIFECYCLES[type];

  it('started with garbage ends REFUSED, without a gateway call', async () => {
    await Promise.all(Object.values(GARBAGE).map((payloads) => isRefused(type, () => payloads)));
    expect(world.calls).toEqual({});
  });

  it('started with malformed input ends REFUSED', async () => {
    const inputs = [
      {},
      { from: 'nowhere', terms: good },
      { from: 'request' },
      { from: 'request', terms: null },
      { from: 'request', terms: [good] },
      { from: 'request', terms: {} },
      { from: 'request', terms: good, recoverFrom: 5 },
      { from: 'request', terms: good, recoverFrom: 'the last run' },
      { from: 'event' },
      { from: 'event', reference: '' },
      { from: 'event', reference: HUGE },
      { from: 'event', reference: 'order-1', previousRunId: {} },
      { from: 'event', reference: 'order-1', previousRunId: 'the last run' },
      { from: 'command' },
      { from: 'command', reference: 'order-1', previousRunId: 'the last run' },
      { from: 'carried' },
      { from: 'carried', carried: { snapshot: {} } },
      { from: 'carried', carried: { snapshot: { terms: {}, state: 'PENDING' }, inbox: 5 } },
      { from: 'carried', carried: { snapshot: { terms: good, state: 'PENDING', review: [] }, inbox: [] } },
    ];
    await Promise.all(inputs.map((input) => isRefused(type, () => value(input))));
    expect(world.calls).toEqual({});
  });

  if (good)
    it('started for a reference that differs from its workflow id ends REFUSED', async () => {
      const message = await isRefused(type, () => value({ from: 'request', terms: good }));
      expect(message).toContain('terms.reference does not match the workflow id');
    });

  if (good)
    it('started with terms that are too large or too deep ends REFUSED', async () => {
      await isRefused(type, request({ ...good, ballast: HUGE }));
      await isRefused(type, (reference) => withDeepField({ from: 'request', terms: { ...good, reference } }));
      expect(world.calls).toEqual({});
    });
});

it('a cron schedule cannot forge carried state: its next run, which seems to continue the first, is refused too', async () => {
  const reference = world.name('cron');
  const workflowId = `transfer:${reference}`;
  const snapshot = { terms: { ...TRANSFER, reference }, state: 'PENDING', review: [], needsNoApproval: true };
  const forged = { from: 'carried', carried: { snapshot, inbox: [], webhooks: [] } };
  const { taskQueue, client } = world;
  const options = { workflowId, taskQueue, args: [forged], cronSchedule: '@every 1s' };
  const { firstExecutionRunId } = await client.workflow.start('payTransfer', options);
  const [, second] = await waitUntil('three runs', async () => {
    const runs = await runsOf(client, workflowId);
    return runs.length > 2 && runs;
  });
  await world.handle(workflowId).terminate();
  const [started] = second?.events ?? [];
  expect(started?.workflowExecutionStartedEventAttributes).toMatchObject({
    continuedExecutionRunId: firstExecutionRunId,
  });
  const failure = second?.events.at(-1)?.workflowExecutionFailedEventAttributes?.failure;
  expect(failure?.applicationFailureInfo?.type).toBe('refused-input');
  expect(world.calls).toEqual({});
});

describe('terms', () => {
  const money = [
    { amountKobo: null },
    { amountKobo: 'NaN' },
    { amountKobo: '10000' },
    { amountKobo: 0 },
    { amountKobo: -1 },
    { amountKobo: 0.5 },
    { amountKobo: 1e300 },
    { currency: 'USD' },
    { currency: null },
    { customer: null },
    { customer: 'ada@example.com' },
    { customer: { email: 5 } },
    { customer: { email: 'ada@example.com', name: {} } },
    { redirectUrl: {} },
    { description: [] },
  ];

  it('of a checkout with one wrong field end REFUSED', async () => {
    const fields = [...money, { channels: 'card' }, { channels: ['cheque'] }, { channels: [null] }];
    await Promise.all(
      fields.map((field) => isRefused('collectCheckout', request({ ...CHECKOUT, ...field }))),
    );
    expect(world.calls).toEqual({});
  });

  it('of a charge with one wrong field end REFUSED', async () => {
    const fields = [
      ...money.filter((field) => !('redirectUrl' in field)),
      { cardToken: undefined },
      { cardToken: 5 },
      { checkout: 'order-2' },
      { checkout: {}, cardToken: undefined },
      { checkout: 'a--b', cardToken: undefined },
      { customer: {} },
      { metadata: { shop: 5 } },
      { incomeSplit: [null] },
    ];
    await Promise.all(fields.map((field) => isRefused('makeCharge', request({ ...CHARGE, ...field }))));
    expect(world.calls).toEqual({});
  });

  it('of a subscription with one wrong field end REFUSED', async () => {
    const { plan } = SUBSCRIPTION;
    const plans = [
      undefined,
      5,
      { ...plan, every: 'month' },
      { ...plan, every: { unit: 'MONTH', count: 0 } },
      { ...plan, every: { unit: 'CENTURY', count: 1 } },
      { ...plan, firstDay: '2026-02-30' },
      { ...plan, firstDay: '9999-12-31' },
      { ...plan, lastDay: '2025-01-01' },
      { ...plan, at: '25:00' },
      { ...plan, onFreeDay: 'NEVER' },
    ];
    const fields = [
      ...plans.map((each) => ({ plan: each })),
      { amountKobo: 0 },
      { currency: 'USD' },
      { cardToken: null },
      { customer: {} },
      { retryAfterDays: 5 },
      { retryAfterDays: [0] },
      { retryAfterDays: [1, 1, 1, 1, 1, 1] },
    ];
    const refused = fields.map((field) =>
      isRefused('chargeSubscription', request({ ...SUBSCRIPTION, ...field })),
    );
    await Promise.all(refused);
    expect(world.calls).toEqual({});
  });

  it('of an invoice with one wrong field end REFUSED', async () => {
    const fields = [
      ...money,
      { expiresAt: 'next week' },
      { expiresAt: null },
      { expiresAt: 1_900_000_000_000 },
      { expiresAt: '' },
      { accountReference: {} },
      { customer: { email: 'ada@example.com' } },
    ];
    await Promise.all(fields.map((field) => isRefused('collectInvoice', request({ ...INVOICE, ...field }))));
    expect(world.calls).toEqual({});
  });

  it('of a reserved account with one wrong field end REFUSED', async () => {
    const fields = [
      { kind: 'savings' },
      { accountName: '' },
      { currency: 'USD' },
      { customer: [] },
      { bvn: 22_222_222_222 },
      { bvn: '123' },
      { nin: null },
      { incomeSplit: {} },
      { incomeSplit: [null] },
      { incomeSplit: [{ subAccountCode: 'SUB_1', splitAmountKobo: 'NaN' }] },
      { allowedSources: [] },
      { allowedSources: { bvns: 5 } },
      { allowedSources: { bankAccounts: [{ accountNumber: 1 }] } },
    ];
    await Promise.all(
      fields.map((field) => isRefused('keepReservedAccount', request({ ...ACCOUNT, ...field }))),
    );
    expect(world.calls).toEqual({});
  });

  it('of a mandate with one wrong field, or a start that is too near, end REFUSED', async () => {
    const plan = { every: { unit: 'MONTH', count: 1 }, firstDay: '2098-01-31', amountKobo: 5_000 };
    const fields = [
      { currency: 'USD' },
      { customer: null },
      { customer: { ...MANDATE.customer, phone: 5 } },
      { account: { bankCode: '058', accountNumber: '1' } },
      { amountKobo: 0 },
      { amountKobo: '5000' },
      { amountKobo: 100, debitAmountKobo: 200 },
      { autoRenew: 'yes' },
      { onDemand: false },
      { startAt: 'tomorrow' },
      { startAt: '2099-06-01T00:00:00Z' },
      { startAt: new Date().toISOString() },
      { endAt: null },
      { incomeSplit: [null] },
      { plan: 'monthly' },
      { plan: { ...plan, every: { unit: 'MONTH', count: 0 } } },
      { plan: { ...plan, firstDay: '2098-02-30' } },
      { plan: { ...plan, amountKobo: undefined } },
      { plan: { ...plan, attempts: 100 } },
    ];
    await Promise.all(fields.map((field) => isRefused('keepMandate', request({ ...MANDATE, ...field }))));
    expect(world.calls).toEqual({});
  });

  it('of a bill with one wrong field end REFUSED', async () => {
    const fields = [
      { amountKobo: 0 },
      { amountKobo: '100' },
      { currency: 'USD' },
      { productCode: '' },
      { customerId: 8_030_001_234 },
      { email: {} },
      { phone: null },
      { notAfter: 'tomorrow' },
      { withoutValidation: 'yes' },
    ];
    await Promise.all(fields.map((field) => isRefused('payBill', request({ ...BILL, ...field }))));
    expect(world.calls).toEqual({});
  });

  it('of a paycode with one wrong field end REFUSED', async () => {
    const fields = [
      { amountKobo: -1 },
      { currency: null },
      { beneficiaryName: '' },
      { expiresAt: undefined },
      { expiresAt: 'tomorrow' },
      { notAfter: 5 },
    ];
    await Promise.all(fields.map((field) => isRefused('payPaycode', request({ ...PAYCODE, ...field }))));
    expect(world.calls).toEqual({});
  });

  it('of an invoice that has expired, or expires in the far future, cause no late call and no timer that is too long', async () => {
    const past = await startWith(
      'collectInvoice',
      request({ ...INVOICE, expiresAt: '1970-01-01T00:00:00Z' }),
    );
    expect(await world.handle(past.id).result()).toMatchObject({ state: 'FAILED' });
    expect(world.calls).toEqual({});
    world.script.createInvoice = ({ invoiceReference, amount }) => ({
      kind: 'ok',
      body: { invoiceReference, amount, invoiceStatus: 'PENDING', transactionReference: 'T-1' },
    });
    const never = { ...INVOICE, expiresAt: '+275760-09-13T00:00:00.000Z' };
    const { id, reference } = await startWith('collectInvoice', request(never));
    await waitUntil('the invoice', async () => (await world.oware.invoices.get(reference)).issuedAt);
    await world.oware.invoices.requestCheck(reference);
    await world.pass(60_000);
    expect(await world.failedTasks(id)).toEqual([]);
  });
});

describe('readGateway', () => {
  it('answers `refused` to malformed reads, without a gateway call', async () => {
    const before = { ...world.calls };
    const reads = [
      ...Object.values(GARBAGE),
      value({ name: 'initTransaction', request: {} }),
      value({ name: {} }),
    ];
    const answers = reads.map(async (payloads) => {
      const id = `gateway-read:hostile-${++count}-${world.taskQueue}`;
      await hostile.start(id, 'readGateway', payloads);
      expect(await world.handle(id).result()).toMatchObject({ kind: 'refused' });
    });
    await Promise.all(answers);
    expect(world.calls).toEqual(before);
  });
});

describe('after malformed starts', () => {
  it('a reference whose start was refused is free, and the same worker serves it', async () => {
    world.script.initTransaction = opens;
    const { id, reference } = await startWith('collectCheckout', () => value(null));
    await world
      .handle(id)
      .result()
      .catch(() => undefined);
    await hostile.start(id, 'collectCheckout', value({ from: 'request', terms: terms(reference) }));
    await waitUntil('its page', async () => (await world.read(reference)).transactions[0]);
    await world.oware.checkouts.cancel(reference);
    await world.closed(id);
    expect(world.webhookTypes(reference)).toEqual(['checkout.cancelled']);
  });
});
