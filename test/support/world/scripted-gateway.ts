import { createAccountReads } from '../../../activities/account-reads.js';
import { createLook, type LookRequest } from '../../../activities/look.js';
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { expect, inject } from 'vitest';
import { createOwnActivities } from '../../../activities/own.js';
import { createRetryReads } from '../../../activities/retry-reads.js';
import { type DispatchOrder, setDispatch } from '../../../activities/set-dispatch.js';
import { createOwareClient } from '../../../src/client/client.js';
import { toWebhookMessage } from '../../../src/client/webhook-message.js';
import type { FailureKind } from '../../../src/domain/failure.js';
import { kobo } from '../../../src/domain/money.js';
import type { CollectionEvent } from '../../../src/domain/lifecycle/events/collection.js';
import type { MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';
import type { CheckoutTerms } from '../../../src/domain/checkout/checkout.js';
import type { InvoiceTerms } from '../../../src/domain/invoice/invoice.js';
import type { ReservedAccountTerms } from '../../../src/domain/reserved-account/reserved-account.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { createGrantCheck } from '../../../src/secrets/grants.js';
import { createFastForward } from '../../../src/temporal/fast-forward.js';
import { createWorkers } from '../../../src/temporal/worker.js';
import { testGrants } from '../grants.js';
import { failedTasks } from '../temporal/failed-tasks.js';
import { waitForState, waitUntil } from '../wait-until.js';
import { DAY, type WorldOptions, WORLD_SETTINGS } from './world.js';
import { createPassUntil } from './pass-until.js';

/** A request to the gateway, as far as scripts read it. */
export type Request = Readonly<Record<string, string>>;
type Script = Record<string, (request: Request) => unknown>;

const GATEWAY = [
  'initTransaction',
  'initBankTransfer',
  'getTransaction',
  'queryTransaction',
  'searchTransactions',
  'createInvoice',
  'getInvoice',
  'cancelInvoice',
  'initiateRefund',
  'getRefund',
  'listRefunds',
  'createReservedAccount',
  'createInvoiceReservedAccount',
  'getReservedAccount',
  'deallocateReservedAccount',
  'listReservedAccountTransactions',
  'addLinkedAccounts',
  'updateReservedAccountBvn',
  'updateKycInfo',
  'updatePaymentSourceFilter',
  'updateIncomeSplit',
  'chargeCard',
  'chargeCardToken',
  'authorizeOtp',
  'authorizeThreeDs',
  'enquireName',
  'initiateTransfer',
  'getTransfer',
  'searchTransfers',
  'validateTransferOtp',
  'resendTransferOtp',
  'enquireNames',
  'initiateBatch',
  'readBatchRows',
  'readRows',
  'findBatch',
  'validateBatchOtp',
  'resendBatchOtp',
  'validateBillCustomer',
  'vendBill',
  'requeryBill',
  'createPaycode',
  'getPaycode',
  'cancelPaycode',
  'createMandate',
  'getMandate',
  'debitMandate',
  'getDebit',
  'cancelMandate',
  'sumSettlement',
  'compareSettlement',
  'listSubAccounts',
  'createSubAccounts',
];

/** Lifecycles that events are forwarded to; those of the others are only recorded. */
const FORWARDED_TO = ['reserved-account', 'batch', 'batch-part'];

const PREFIXES = [
  'checkout',
  'charge',
  'subscription',
  'invoice',
  'reserved-account',
  'transfer',
  'refunds-of',
  'batch',
  'bill',
  'paycode',
  'mandate',
  'settlement',
] as const;

export type ScriptedWorld = Awaited<ReturnType<typeof createScriptedWorld>>;

/**
 * Real Temporal, real workers, and a gateway that answers exactly what a test scripts, which no real one does on
 * demand: records that lag, crossed answers, refusals after lost answers. Tests move its time.
 */
export async function createScriptedWorld({
  settings = {},
  timeoutMs = 5_000,
  bundlePath = inject('bundlePath'),
  workerAddress = inject('temporalAddress'),
}: Pick<WorldOptions, 'settings'> & {
  readonly timeoutMs?: number;
  /** Where its workers find Temporal. */
  readonly workerAddress?: string;
  /** With other workflows than those of Oware. */
  readonly bundlePath?: string;
} = {}) {
  const address = inject('temporalAddress');
  const taskQueue = `scripted-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address: workerAddress });
  const client = new Client({ connection, dataConverter: createDataConverter() });
  const timeouts = { timeoutMs, readTimeoutMs: timeoutMs, eventTimeoutMs: timeoutMs };
  const oware = createOwareClient({ client, taskQueue, ...timeouts });
  const followers = createFastForward({ client, taskQueue });
  const script: Script = {};
  const calls: Record<string, number> = {};
  const delivered: MerchantWebhook[] = [];
  let isMerchantUp = true;
  const forwarded: { readonly to: { readonly lifecycle: string }; readonly event: unknown }[] = [];
  const given = { ...WORLD_SETTINGS, gatewayEventGraceMs: 2_000, ...settings, deliversWebhooks: true };

  const own = createOwnActivities({
    client,
    oware,
    taskQueue,
    settings: given,
    webhookAddress: undefined,
    toMessage: toWebhookMessage,
    checkGrant: createGrantCheck(testGrants),
  });
  const activities: Record<string, (...args: never[]) => unknown> = {
    ...own,
    settings: () => Promise.resolve(given),
    deliverWebhook: (webhook: MerchantWebhook) =>
      isMerchantUp
        ? Promise.resolve(void delivered.push(webhook))
        : Promise.reject(new Error('the merchant is away')),
    findOwner: () => Promise.resolve(null),
    setDispatch: (order: DispatchOrder) =>
      script.setDispatch ? script.setDispatch(order as never) : setDispatch(client, taskQueue, order),
    // unless a test says otherwise, nothing is paused, and the balance is not known
    readiness: (request: Request) => Promise.resolve(script.readiness?.(request) ?? {}),
    forwardEvent: async (to: { lifecycle: string; reference: string }, event: never) => {
      forwarded.push({ to, event });
      if (FORWARDED_TO.includes(to.lifecycle)) await oware.deliverEvent(to, event);
    },
  };
  for (const name of GATEWAY) {
    activities[name] = (request: Request) => {
      calls[name] = (calls[name] ?? 0) + 1;
      const answer = script[name];
      if (!answer) throw ApplicationFailure.nonRetryable(`no script for ${name}`, 'unreachable');
      return answer(request);
    };
  }
  activities.claimRows = (claim: Request) => script.claimRows?.(claim) ?? oware.claimRows(claim as never);
  // the sums of a day are those of the whole namespace, so a test that needs them scripts them
  activities.countPayout = (payout: Request) => {
    calls.countPayout = (calls.countPayout ?? 0) + 1;
    return script.countPayout?.(payout) ?? oware.countPayout(payout as never);
  };
  const call = (name: string) => (asked: unknown) => activities[name]?.(asked as never) as Promise<never>;
  const accountReads = createAccountReads(
    {
      getInvoice: call('getInvoice'),
      listReservedAccountTransactions: call('listReservedAccountTransactions'),
    },
    oware,
  );
  Object.assign(activities, accountReads);
  const batchReads = { readBatchRows: call('readBatchRows'), readRows: call('readRows') };
  Object.assign(activities, createRetryReads(batchReads, oware));
  activities.look = (request: LookRequest) => {
    const enquiries = {
      enquireName: call('enquireName'),
      validateBillCustomer: call('validateBillCustomer'),
    };
    return createLook(enquiries, { readiness: call('readiness') }).look(request);
  };
  activities.openCheckout = (request: Request) => activities.initTransaction?.(request as never);
  const startWorkers = (codePath: string, rules?: readonly number[], through = native) =>
    runWorkers({
      ...(rules && { rules }),
      connection: through,
      namespace: 'default',
      taskQueue,
      workflowBundle: { codePath },
      dataConverter: createDataConverter(),
      activities,
      settings: () => Promise.resolve(given),
    });
  let stopWorkers = await startWorkers(bundlePath);
  const started: string[] = [];
  let endings = 0;
  const handle = (id: string) => client.workflow.getHandle(id);
  const read = (reference: string) => oware.checkouts.get(reference);
  const webhooks = (reference: string) => delivered.filter((webhook) => webhook.reference === reference);
  const webhookTypes = (reference: string) => webhooks(reference).map(({ type }) => type);

  /** Moves every open workflow of this world forward. */
  async function pass(ms: number, stepMs = ms): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      expect(await followers.forward(Math.min(left, stepMs))).toMatchObject({ overdue: [] });
    }
  }

  /** Terminates every open workflow, so that it takes no part in the next test. */
  async function endAll(): Promise<void> {
    endings += 1;
    const ended = started.splice(0).map((id) => handle(id).terminate());
    await Promise.allSettled(ended);
  }

  return {
    client,
    oware,
    taskQueue,
    script,
    calls,
    delivered,
    merchantAccepts: (accepts: boolean) => void (isMerchantUp = accepts),
    forwarded,
    settings: given,
    handle,
    /**
     * A reference that no other world uses, because all worlds share one namespace, nor the first try of a test that is
     * tried again.
     */
    name: (what: string) => {
      const reference = `${what}-${taskQueue.slice(-12)}-${endings}`;
      for (const prefix of PREFIXES) started.push(`${prefix}:${reference}`);
      return reference;
    },
    /** A part of a batch, so that it ends with the test. */
    partId: (reference: string, part: number) => {
      const id = `batch-part:${reference}/${part}`;
      started.push(id);
      return id;
    },
    /** From now on the gateway answers nothing. */
    clearScript: () => Object.keys(script).forEach((name) => Reflect.deleteProperty(script, name)),
    /** How many calls to this endpoint the gateway has received. */
    callsTo: (name: string) => calls[name] ?? 0,
    read,
    /** Waits until the checkout is in this state. */
    becomes: (reference: string, state: string) =>
      waitForState(reference, state, () => read(reference).catch(() => undefined)),
    /** Delivers the gateway's event about money. */
    report: (reference: string, event: Partial<CollectionEvent> = {}, lifecycle = 'checkout') =>
      oware.deliverEvent({ lifecycle, reference }, eventOf(reference, event)),
    webhooks,
    webhookTypes,
    /** Waits until the merchant has received these webhooks, in this order and nothing else. */
    async receives(reference: string, types: readonly string[]) {
      await waitUntil(
        `${types.join()} of ${reference}`,
        () => webhookTypes(reference).length >= types.length,
      );
      expect(webhookTypes(reference)).toEqual(types);
    },
    closed: (id: string) =>
      waitUntil(`the end of ${id}`, async () => (await handle(id).describe()).status.name !== 'RUNNING'),
    runIdOf: async (id: string) => (await handle(id).describe()).runId,
    historyLength: async (id: string) => (await handle(id).describe()).historyLength,
    failedTasks: (id: string) => failedTasks(client, id),
    /** From now on workers announce this version of the rules. */
    announceRules: (rulesVersion: number) => void Object.assign(given, { rulesVersion }),
    /** Other workers, with other code of the workflows, take over. */
    async runsWorkflowsOf(codePath: string, rules?: readonly number[]) {
      await stopWorkers();
      stopWorkers = await startWorkers(codePath, rules);
    },
    /** Further workers, beside those that run; returns how to stop them. */
    async alsoRunsWorkflowsOf(codePath: string, rules: readonly number[]) {
      // workers of one task queue may not share a connection
      const through = await NativeConnection.connect({ address: workerAddress });
      const stop = await startWorkers(codePath, rules, through);
      return async () => {
        await stop();
        await through.close();
      };
    },
    pass,
    passUntil: createPassUntil(pass),
    endAll,
    async close() {
      await endAll();
      await stopWorkers();
      await native.close();
      await connection.close();
    },
  };
}

/** Returns how to stop them. */
async function runWorkers(options: Parameters<typeof createWorkers>[0]): Promise<() => Promise<void>> {
  const workers = await createWorkers(options);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return async () => {
    for (const worker of workers) worker.shutdown();
    await running;
  };
}

export const ASKED = kobo(10_000_00);

export function terms(reference: string, more: Partial<CheckoutTerms> = {}): CheckoutTerms {
  return { reference, amountKobo: ASKED, currency: 'NGN', customer: { email: 'ada@example.com' }, ...more };
}

export function eventOf(reference: string, event: Partial<CollectionEvent> = {}): CollectionEvent {
  const transactionReference = event.transactionReference ?? `T-${reference}`;
  const amountKobo = event.amountKobo ?? ASKED;
  return {
    kind: 'collection',
    key: `${transactionReference}:${amountKobo}`,
    eventType: 'SUCCESSFUL_TRANSACTION',
    transactionReference,
    paymentReference: reference,
    amountKobo,
    ...event,
  };
}

/** Terms of an invoice that expires after a day unless said otherwise. */
export function invoiceTerms(reference: string, lastsMs = DAY): InvoiceTerms {
  return {
    ...terms(reference),
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
    description: 'School fees',
    expiresAt: new Date(Date.now() + lastsMs).toISOString(),
  };
}

export function accountTerms(
  reference: string,
  kind: ReservedAccountTerms['kind'] = 'general',
): ReservedAccountTerms {
  return {
    reference,
    kind,
    accountName: 'Ada Obi',
    currency: 'NGN',
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
  };
}

export const ok = (body: object) => ({ kind: 'ok', body });

/** The gateway opens the transaction. */
export const opens = ({ paymentReference }: Request) =>
  ok({
    transactionReference: `T-${paymentReference}`,
    paymentReference,
    checkoutUrl: 'https://pay.example/',
  });

/** The record of a transaction that `opens` has opened. */
export function record(status: string, paid = 0, more: object = {}) {
  return ({ transactionReference }: Request) =>
    ok({
      transactionReference,
      paymentReference: transactionReference?.slice(2),
      paymentStatus: status,
      amountPaid: paid,
      totalPayable: ASKED,
      currency: 'NGN',
      customer: { email: 'ada@example.com' },
      ...more,
    });
}

/** The gateway's search finds the transaction that `opens` has opened. */
export const foundTransaction = ({ paymentReference }: Request, more: object = {}) =>
  ok({
    content: [
      {
        paymentReference,
        transactionReference: `T-${paymentReference}`,
        amount: ASKED,
        currencyCode: 'NGN',
        customerDTO: { email: 'ada@example.com' },
        createdOn: new Date().toISOString(),
        ...more,
      },
    ],
  });

export const noTransactions = () => ok({ content: [] });

/** The gateway lends a virtual account for the transaction. */
export const lendsAccount = ({ transactionReference }: Request, totalPayable: number = ASKED) =>
  ok({
    transactionReference,
    accountNumber: '9990001112',
    accountName: 'Calabash',
    bankName: 'Wema Bank',
    bankCode: '035',
    totalPayable,
    accountDurationSeconds: 2_400,
  });

/** The record of an invoice, which is also the reply to its creation. */
export const invoiceRecord =
  (status: string) =>
  ({ invoiceReference }: Request) =>
    ok({
      invoiceReference,
      amount: ASKED,
      invoiceStatus: status,
      transactionReference: `T-${invoiceReference}`,
    });

/** The record of a refund, which is also the reply to its request. */
export const refundRecord =
  (status: string) =>
  ({ transactionReference, refundReference, refundAmount }: Request) =>
    ok({ transactionReference, refundReference, refundAmount, refundStatus: status });

/** The gateway reserves an account with one number. */
export const reservesAccount = ({ accountReference }: Request) =>
  ok({ accountReference, accounts: [{ accountNumber: '5000000001', bankCode: '035' }] });

/** The gateway creates a mandate. */
export const createsMandate = ({ mandateReference }: Request) =>
  ok({ mandateReference, mandateCode: 'MTDD|1', mandateStatus: 'INITIATED' });

/** The record of a mandate. */
export const mandateRecord =
  (status: string) =>
  ({ mandateReferences }: Request) =>
    ok([{ externalMandateReference: mandateReferences, mandateCode: 'MTDD|1', mandateStatus: status }]);

/** Holds scripted answers back until the test opens it. */
export function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** One answer after another; the last one stays. */
export function inTurn(...answers: readonly ((request: Request) => unknown)[]) {
  let next = 0;
  return (request: Request) => answers[Math.min(next++, answers.length - 1)]?.(request);
}

export function fails(kind: FailureKind, message: string = kind) {
  return () => {
    throw ApplicationFailure.create({ type: kind, message, nonRetryable: true });
  };
}
