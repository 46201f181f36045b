import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { expect, inject } from 'vitest';
import { loadClosedRun } from '../../activities/load-closed-run.js';
import { createOwareClient } from '../../src/client/client.js';
import type { FailureKind } from '../../src/domain/failure.js';
import { kobo } from '../../src/domain/money.js';
import type { PaymentEvent } from '../../src/domain/lifecycle/event.js';
import type { MerchantWebhook } from '../../src/domain/lifecycle/webhook.js';
import type { CheckoutTerms } from '../../src/domain/checkout/checkout.js';
import { createDataConverter } from '../../src/secrets/data-converter.js';
import { createFastForward } from '../../src/temporal/fast-forward.js';
import { createWorkers } from '../../src/temporal/worker.js';
import { waitUntil } from './wait-until.js';
import { type WorldOptions, WORLD_SETTINGS } from './world.js';

/** A request of the gateway, as far as scripts look at it. */
type Request = Readonly<Record<string, string>>;
type Script = Record<string, (request: Request) => unknown>;

/** The server's own reasons to take a task back: something came in before the end, or too much at once. */
const TAKEN_BACK = [1 /* UNHANDLED_COMMAND */, 17 /* FORCE_CLOSE_COMMAND */, 31 /* UNHANDLED_UPDATE */];

const GATEWAY = [
  'initTransaction',
  'initBankTransfer',
  'getTransaction',
  'searchTransactions',
  'createInvoice',
  'getInvoice',
  'cancelInvoice',
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
  'authorizeOtp',
  'authorizeThreeDs',
];

export type Scripted = Awaited<ReturnType<typeof createScripted>>;

/**
 * Real Temporal, real workers, and a gateway that says exactly what a test wants it to say, which no real one does
 * on demand: records that lag, crossed answers, refusals after lost answers. Time is moved.
 */
export async function createScripted({
  settings = {},
  timeoutMs = 5_000,
}: Pick<WorldOptions, 'settings'> & { readonly timeoutMs?: number } = {}) {
  const address = inject('temporalAddress');
  const taskQueue = `scripted-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const client = new Client({ connection, dataConverter: createDataConverter() });
  const oware = createOwareClient({ client, taskQueue, timeoutMs });
  const followers = createFastForward({ client, taskQueue });
  const script: Script = {};
  const calls: Record<string, number> = {};
  const told: MerchantWebhook[] = [];
  const forwarded: { readonly to: { readonly lifecycle: string }; readonly event: unknown }[] = [];
  const given = { ...WORLD_SETTINGS, gatewayEventGraceMs: 2_000, ...settings, deliversWebhooks: true };

  const activities: Record<string, (...args: never[]) => unknown> = {
    settings: () => Promise.resolve(given),
    deliverWebhook: (webhook: MerchantWebhook) => Promise.resolve(void told.push(webhook)),
    loadClosedRun: (workflowId: string, runId: string) => loadClosedRun(client, workflowId, runId),
    findOwner: () => Promise.resolve(null),
    forwardEvent: async (to: { lifecycle: string; reference: string }, event: never) => {
      forwarded.push({ to, event });
      if (to.lifecycle === 'reserved-account') await oware.deliverEvent(to, event);
    },
  };
  for (const name of GATEWAY) {
    activities[name] = (request: Request) => {
      calls[name] = (calls[name] ?? 0) + 1;
      const play = script[name];
      if (!play) throw ApplicationFailure.nonRetryable(`nobody has said what ${name} answers`, 'unreachable');
      return play(request);
    };
  }
  activities.openCheckout = async (request: Request) => {
    const answer = (await activities.initTransaction?.(request as never)) as object;
    return { ...answer, settings: given };
  };
  const workers = await createWorkers({
    connection: native,
    namespace: 'default',
    taskQueue,
    workflowBundle: { codePath: inject('bundlePath') },
    dataConverter: createDataConverter(),
    activities,
  });
  const running = Promise.all(workers.map((worker) => worker.run()));
  const begun: string[] = [];
  const handle = (id: string) => client.workflow.getHandle(id);

  /** Ends whatever is still open, so that it takes no part in the next test. */
  async function endAll(): Promise<void> {
    const ended = begun.splice(0).map((id) => handle(id).terminate());
    await Promise.allSettled(ended);
  }

  return {
    client,
    oware,
    taskQueue,
    script,
    calls,
    told,
    forwarded,
    settings: given,
    handle,
    /** Names nobody else has: all worlds share one namespace. */
    name: (what: string) => {
      const reference = `${what}-${taskQueue.slice(-12)}`;
      begun.push(`checkout:${reference}`, `invoice:${reference}`, `reserved-account:${reference}`);
      return reference;
    },
    /** An event of the gateway that money came. */
    report: (reference: string, event: Partial<PaymentEvent> = {}, lifecycle = 'checkout') =>
      oware.deliverEvent({ lifecycle, reference }, eventOf(reference, event)),
    types: (reference: string) =>
      told.filter((webhook) => webhook.reference === reference).map(({ type }) => type),
    isOver: (id: string) =>
      waitUntil(`the end of ${id}`, async () => (await handle(id).describe()).status.name !== 'RUNNING'),
    historyOf: async (id: string) => (await handle(id).describe()).historyLength,
    /** Why workflow tasks of the latest run have failed, as far as that is our doing. */
    async failedTasks(id: string) {
      const { events } = await handle(id).fetchHistory();
      return (events ?? [])
        .map((each) => each.workflowTaskFailedEventAttributes)
        .filter((failed) => failed != null && !TAKEN_BACK.includes(Number(failed.cause)))
        .map((failed) => failed?.failure?.message ?? String(failed?.cause));
    },
    /** Moves every open workflow of this world forward. */
    async pass(ms: number, stepMs = ms) {
      for (let left = ms; left > 0; left -= stepMs) {
        expect(await followers.forward(Math.min(left, stepMs))).toMatchObject({ overdue: [] });
      }
    },
    endAll,
    async close() {
      await endAll();
      for (const worker of workers) worker.shutdown();
      await running;
      await native.close();
      await connection.close();
    },
  };
}

export const ASKED = kobo(10_000_00);

export function terms(reference: string, more: Partial<CheckoutTerms> = {}): CheckoutTerms {
  return { reference, amountKobo: ASKED, currency: 'NGN', customer: { email: 'ada@example.com' }, ...more };
}

export function eventOf(reference: string, event: Partial<PaymentEvent> = {}): PaymentEvent {
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

export const ok = (body: object) => ({ kind: 'ok', body });

/** The gateway opens whatever it is asked to. */
export const opens = ({ paymentReference }: Request) =>
  ok({
    transactionReference: `T-${paymentReference}`,
    paymentReference,
    checkoutUrl: 'https://pay.example/',
  });

/** The record of a transaction that was opened so. */
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

/** One after another; the last one stays. */
export function inTurn(...plays: readonly ((request: Request) => unknown)[]) {
  let next = 0;
  return (request: Request) => plays[Math.min(next++, plays.length - 1)]?.(request);
}

export function fails(kind: FailureKind, message: string = kind) {
  return () => {
    throw ApplicationFailure.create({ type: kind, message, nonRetryable: true });
  };
}
