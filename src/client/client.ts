import type { Client } from '@temporalio/client';
import type {
  GatewayRead,
  GatewayReadAnswer,
  GatewayReadName,
} from '../../workflows/services/gateway-read/messages.js';
import type { WriteOnceInput } from '../../workflows/services/write-once/messages.js';
import * as lifecycles from '../../workflows/lifecycles.js';
import type { CarriedTally, PayoutSums } from '../domain/approval/tally.js';
import type { BatchSnapshot, ReceivedByBatch } from '../domain/batch/batch.js';
import type { PartReports } from '../domain/batch/batch-part.js';
import type { PartOrders } from '../domain/batch/part-orders.js';
import type { RowResult } from '../domain/batch/result-file.js';
import type { RetryRead } from '../domain/batch/retry.js';
import type { RowsClaim } from '../domain/batch/rows-claim.js';
import type { ListedPayment, Unheld } from '../domain/collection/holds.js';
import { isFoundByCheck, type LifecycleEvent } from '../domain/lifecycle/event.js';
import type { Address } from '../domain/lifecycle/address.js';
import type { Holdings } from '../domain/sweep/record.js';
import { createCustomerHash, type CustomerHash } from '../secrets/customer-hash.js';
import { WEBHOOK_ENDPOINT_LIFECYCLE } from '../domain/webhook-endpoint.js';
import { reportOf, type WalletDayReport } from '../domain/wallet-day/wallet-day.js';
import type { RefundSums } from '../domain/refund/bounds.js';
import type { TransferFees } from '../domain/transfer-fees.js';
import { confirmBatch, readPartOrders, readPartReports } from './batch-parts.js';
import { recallBatch } from './recall-batch.js';
import { recallPayoutDay } from './recall-payout-day.js';
import { readRefunds } from './read-refunds.js';
import { readRetry } from './retry-batch.js';
import { NotFoundError } from './errors.js';
import { readBatchResults } from './batch-results.js';
import { claimRows } from './claim-rows.js';
import { countPayout, type PayoutOfDay } from './count-payout.js';
import { type BatchToCreate, createBatch } from './create-batch.js';
import { deliverEvent, type EventDelivery } from './deliver-event.js';
import { listStarted, readHoldings, type StartedRequest, unheldPayments } from './holdings.js';
import { readFromGateway } from './gateway-read.js';
import { eventTakerOf, KINDS } from './kinds.js';
import { listLifecycles, type ListPage, type ListRequest } from './list.js';
import { type ClientOf, createLifecycleClient } from './lifecycle-client.js';
import { countRules, type RulesCount } from './count-rules.js';
import { listWorkers, type WorkerSeen } from './list-workers.js';
import { listStopped, type StoppedWorkflows } from './stopped-workflows.js';
import { listWebhooks, type WebhooksPage, type WebhooksRequest } from './list-webhooks.js';
import { createPausesClient, type PausesClient } from './pauses.js';
import type { CoveredDays, SweepsDue } from '../domain/sweep/covered-days.js';
import { requestSweeps } from './request-sweeps.js';
import { createOpenEventBound } from './open-event-bound.js';
import { resolveAll, type Resolvable, type ResolveAllRequest, type ResolvedAll } from './resolve-all.js';
import { storeUnmatchedEvent, toUnmatched, type UnmatchedEventToStore } from './store-unmatched-event.js';
import { EVENT_TIMEOUT_MS, READ_TIMEOUT_MS } from './timeouts.js';
import { createWebhookEndpointClient, type WebhookEndpointClient } from './webhook-endpoint.js';
import { writeOnce, type WriteOnceAnswer } from './write-once.js';

export type {
  GatewayRead,
  GatewayReadAnswer,
  GatewayReadName,
} from '../../workflows/services/gateway-read/messages.js';
export type { CommandOptions } from './command-id.js';
import type { CreateAnswer } from './create.js';
export type { CreateAnswer, CreateOptions } from './create.js';
export type { BatchToCreate } from './create-batch.js';
export type { LifecycleClient } from './lifecycle-client.js';
export type { WebhooksPage, WebhooksRequest } from './list-webhooks.js';
export type { ResendRequest } from './resend-webhook.js';
export type { WebhookLog } from './webhook-log.js';
export type { WebhookRecord } from './webhook-records.js';
export type { LoggedWebhook, Resend } from './webhook-resends.js';
export type { ListedLifecycle, ListFilter, ListPage, ListRequest } from './list.js';
export { CursorError, NotFoundError, RefusedError, InProgressError, UnavailableError } from './errors.js';
export { RetryRefusedError } from './retry-batch.js';
export { workflowIdOf } from './ids.js';
export { isRefusedInput } from './read.js';
export type { PausesClient } from './pauses.js';
export type { WaitingOperation, WaitingOperations } from './waiting-operations.js';

type Kinds = typeof lifecycles;

/** One client for each row of the table of lifecycles: `checkouts`, `invoices`, `reservedAccounts` … */
type LifecycleClients = { readonly [Name in keyof Kinds]: ClientOf<Kinds[Name]> };

/** The terms that a lifecycle is created with, such as `TermsOf<'checkouts'>`. */
export type TermsOf<Name extends keyof Kinds> = Parameters<LifecycleClients[Name]['create']>[0];

/** What the client returns, such as `SnapshotOf<'checkouts'>`. */
export type SnapshotOf<Name extends keyof Kinds> = Awaited<ReturnType<LifecycleClients[Name]['get']>>;

/** The typed client, for merchant services and for our HTTP API. */
export interface OwareClient extends LifecycleClients {
  /** One page of lifecycles of several kinds, or of all; as `list` of one kind. */
  readonly list: (request?: ListRequest & { readonly lifecycles?: readonly string[] }) => Promise<ListPage>;
  /** Dismisses every open review item of a kind that comes in storms, some lifecycles at a time. */
  readonly resolveAll: (request: ResolveAllRequest) => Promise<ResolvedAll>;
  /** The webhooks of all lifecycles, oldest first: what a merchant has missed. */
  readonly webhooks: (request: WebhooksRequest) => Promise<WebhooksPage>;
  /** The merchant's webhook endpoint, for operators' tools. */
  readonly webhookEndpoint: WebhookEndpointClient;
  /** What a customer's lifecycles are listed by; undefined where the client has no key for it. */
  readonly hashCustomer: CustomerHash | undefined;
  /** What operators have paused, for their tools. */
  readonly pauses: PausesClient;
  /** Reads from the gateway through a worker. */
  readonly readFromGateway: <Name extends GatewayReadName>(
    name: Name,
    request: GatewayRead<Name>['request'],
  ) => Promise<GatewayReadAnswer<Name>>;
  /** Creates a sub-account, a limit profile or a customer's wallet at the gateway, once. */
  readonly createRecord: (input: WriteOnceInput) => Promise<WriteOnceAnswer>;
  /**
   * Resolves when Temporal has accepted the event, or when no lifecycle takes it. The event endpoint bounds how many
   * lifecycles events open that nothing here knows.
   */
  readonly deliverEvent: (
    to: Address,
    event: LifecycleEvent,
    options?: { readonly isBounded?: boolean },
  ) => Promise<EventDelivery | 'not-taken'>;
  /** For workers: the same for what a lifecycle or a comparison found; what may not be opened is collected. */
  readonly forwardEvent: (to: Address, event: LifecycleEvent) => Promise<void>;
  /** For the event endpoint: resolves when Temporal has stored the event. Needs no worker; a repeat is stored once. */
  readonly storeUnmatchedEvent: (event: UnmatchedEventToStore) => Promise<void>;
  /** For workers: adds a payout to the sums of its day, once, and returns them. */
  readonly countPayout: (payout: PayoutOfDay) => Promise<PayoutSums>;
  /** For workers: what an ended run of the sums of a day has counted. */
  readonly recallPayoutDay: (day: string, runId: string) => Promise<CarriedTally>;
  /** Starts a batch, stores its rows, and seals it; a repeat continues. Use it in place of `batches.create`. */
  readonly createBatch: (batch: BatchToCreate) => Promise<CreateAnswer<BatchSnapshot>>;
  /** The rows of a batch with what became of them, or of one of its parts. */
  readonly batchRows: (reference: string, part?: number) => AsyncGenerator<RowResult>;
  /** For workers: claims the payments of a batch, and returns the batch that claimed them first. */
  readonly claimRows: (claim: RowsClaim) => Promise<string>;
  /** For workers: rows of a retry, or of one of its parts, that were paid since, or may have been, and what the others pay again. */
  readonly readRetry: (batch: string, part?: number) => Promise<RetryRead>;
  /** For workers: what a lost run of a batch received, by what Temporal keeps of it. */
  readonly recallBatch: (batch: string, runId: string) => Promise<ReceivedByBatch>;
  /** For workers: what a batch wants of one of its parts. */
  readonly readPartOrders: (batch: string, part: number) => Promise<PartOrders | null>;
  /** For workers: which payments of the gateway's listings a lifecycle does not show. */
  readonly unheldPayments: (address: Address, payments: readonly ListedPayment[]) => Promise<Unheld>;
  /** For workers: how parts of a batch stand. */
  readonly readPartReports: (
    batch: string,
    parts: readonly number[],
    fees: TransferFees,
  ) => Promise<PartReports>;
  /** For workers: starts the sweep of a day, and of those before it that have none. */
  readonly requestSweeps: (due: SweepsDue) => Promise<CoveredDays>;
  /** For workers: the wallet's day; null when nothing was reported on it. */
  readonly readWalletDay: (day: string) => Promise<WalletDayReport | null>;
  /** For workers: what the refunds of a transaction have returned; null where it has none. */
  readonly readRefunds: (transactionReference: string) => Promise<RefundSums | null>;
  /** For workers: what a lifecycle holds of the gateway's records. */
  readonly readHoldings: (at: Address, keys: readonly string[]) => Promise<Holdings | undefined>;
  /** For workers: the lifecycles with a run that started in a period, or was open in it. */
  readonly listStarted: (request: StartedRequest) => Promise<readonly Address[]>;
  /** Workflows that cannot continue until their code is mended, for operators' tools. */
  readonly stoppedWorkflows: () => Promise<StoppedWorkflows>;
  /** Open lifecycles by their version of the rules, for operators' tools. */
  readonly countRules: (further?: readonly number[]) => Promise<RulesCount>;
  readonly listWorkers: () => Promise<readonly WorkerSeen[]>;
}

export interface OwareClientOptions {
  /** A Temporal client with the same data converter as the workers. */
  readonly client: Client;
  /** For gateway events, such as a client over a native connection, which costs less; else `client`. */
  readonly signalClient?: Client | undefined;
  readonly taskQueue: string;
  /** `OWARE_CUSTOMER_HASH_KEY` of the api and the workers: lists can then be filtered by customer. */
  readonly customerHashKey?: string | undefined;
  /** `OWARE_RULES_VERSION`: new lifecycles begin with it. */
  readonly rulesVersion?: number | undefined;
  /** How long a call waits for a lifecycle before it returns the state so far. */
  readonly timeoutMs?: number;
  /** How long a read waits for Temporal's server, which is much less than `timeoutMs`. */
  readonly readTimeoutMs?: number;
  /** How long a gateway event may take to be accepted before it is refused, so that the gateway repeats it. */
  readonly eventTimeoutMs?: number;
  /** How far the list of all webhooks stays behind the present. */
  readonly visibilityLagMs?: number;
}

export function createOwareClient({
  client,
  signalClient = client,
  taskQueue,
  customerHashKey,
  rulesVersion,
  timeoutMs = 10_000,
  readTimeoutMs = READ_TIMEOUT_MS,
  eventTimeoutMs = EVENT_TIMEOUT_MS,
  visibilityLagMs = 30_000,
}: OwareClientOptions): OwareClient {
  const hashCustomer = customerHashKey === undefined ? undefined : createCustomerHash(customerHashKey);
  const timeouts = { timeoutMs, readTimeoutMs, eventTimeoutMs };
  const context = { client, signalClient, taskQueue, hashCustomer, rulesVersion, ...timeouts };
  const bound = createOpenEventBound(context);
  const clients = Object.fromEntries(
    Object.entries(lifecycles).map(([name, kind]) => [name, createLifecycleClient(context, kind as never)]),
  ) as unknown as LifecycleClients;
  /** Decisions that can let money out are signed, one by one. */
  const clientOf = (lifecycle: string) =>
    Object.entries(lifecycles).flatMap(([name, kind]) =>
      kind.prefix === lifecycle && !('signedDecisions' in kind) ? [clients[name as keyof Kinds]] : [],
    )[0] as unknown as Resolvable | undefined;
  const deliver: OwareClient['deliverEvent'] = async (
    { lifecycle, reference },
    event,
    { isBounded = false } = {},
  ) => {
    const kind = eventTakerOf(lifecycle);
    const mayOpen = isBounded && kind ? () => bound.mayOpen(kind) : undefined;
    return kind ? deliverEvent(context, { kind, reference }, event, mayOpen) : 'not-taken';
  };
  return {
    ...clients,
    batches: { ...clients.batches, confirm: (reference, ms) => confirmBatch(context, reference, ms) },
    list: ({ lifecycles = ALL_KINDS, ...request } = {}) => listLifecycles(context, lifecycles, request),
    resolveAll: (request) =>
      resolveAll(
        (filter) => listLifecycles(context, ALL_KINDS, filter),
        (lifecycle) => clientOf(lifecycle),
        request,
      ),
    webhooks: (request) => listWebhooks(context, request, visibilityLagMs),
    webhookEndpoint: createWebhookEndpointClient(context),
    hashCustomer,
    pauses: createPausesClient(context),
    readFromGateway: (name, request) => readFromGateway(context, { name, request }),
    createRecord: (input) => writeOnce(context, input),
    deliverEvent: deliver,
    forwardEvent: async (to, event) => {
      // what no check would find again, such as a refund that a policy asks for, must arrive
      const delivery = await deliver(to, event, { isBounded: isFoundByCheck(event) });
      if (delivery === 'unknown-reference') await storeUnmatchedEvent(context, toUnmatched(to, event), bound);
    },
    storeUnmatchedEvent: (event) => storeUnmatchedEvent(context, event, bound),
    countPayout: (payout) => countPayout(context, payout),
    recallPayoutDay: (day, runId) => recallPayoutDay(context, day, runId),
    createBatch: (batch) => createBatch(context, batch),
    batchRows: (reference, part) => readBatchResults(context, reference, part),
    claimRows: (claim) => claimRows(context, claim),
    readRetry: (batch, part) => readRetry(context, batch, part),
    recallBatch: (batch, runId) => recallBatch(context, batch, runId),
    readPartOrders: (batch, part) => readPartOrders(context, batch, part),
    unheldPayments: (address, payments) => unheldPayments(context, address, payments),
    readPartReports: (batch, parts, fees) => readPartReports(context, batch, parts, fees),
    requestSweeps: (due) => requestSweeps(clients.sweeps, due),
    readWalletDay: (day) => clients.walletDays.get(day).then(reportOf, nullIfNotFound),
    readRefunds: (transactionReference) => readRefunds(context, transactionReference),
    readHoldings: (at, keys) => readHoldings(context, at, keys),
    listStarted: (request) => listStarted(context, request),
    stoppedWorkflows: () => listStopped(context),
    countRules: (further) => countRules(context, further),
    listWorkers: () => listWorkers(context),
  };
}

/** The endpoint has review items, as lifecycles have. */
const ALL_KINDS = [...KINDS.map(({ prefix }) => prefix), WEBHOOK_ENDPOINT_LIFECYCLE];

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
