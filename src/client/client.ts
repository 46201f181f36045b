import type { Client } from '@temporalio/client';
import type {
  GatewayRead,
  GatewayReadAnswer,
  GatewayReadName,
} from '../../workflows/gateway-read/messages.js';
import type { WriteOnceInput } from '../../workflows/write-once/messages.js';
import * as lifecycles from '../../workflows/lifecycles.js';
import type { PayoutSums } from '../domain/approval/tally.js';
import type { BatchSnapshot } from '../domain/batch/batch.js';
import type { PartReports } from '../domain/batch/batch-part.js';
import type { PartOrders } from '../domain/batch/part-orders.js';
import type { RowResult } from '../domain/batch/result-file.js';
import type { RowsClaim } from '../domain/batch/rows-claim.js';
import type { ListedPayment, Unheld } from '../domain/collection/holds.js';
import type { LifecycleEvent } from '../domain/lifecycle/event.js';
import type { Address } from '../domain/lifecycle/address.js';
import type { Holdings } from '../domain/sweep/record.js';
import { reportOf, type WalletDayReport } from '../domain/wallet-day/wallet-day.js';
import type { TransferFees } from '../domain/transfer-fees.js';
import type { UnmatchedEventTerms } from '../domain/unmatched-event/unmatched-event.js';
import { readPartOrders, readPartReports } from './batch-parts.js';
import { NotFoundError } from './errors.js';
import { readBatchRows } from './batch-rows.js';
import { claimRows } from './claim-rows.js';
import { countPayout, type PayoutOfDay } from './count-payout.js';
import { type BatchToCreate, createBatch } from './create-batch.js';
import { deliverEvent } from './deliver-event.js';
import { listStarted, readHoldings, type StartedRequest, unheldPayments } from './holdings.js';
import { readFromGateway } from './gateway-read.js';
import { eventTakerOf } from './kinds.js';
import { type ClientOf, createLifecycleClient } from './lifecycle-client.js';
import { createPausesClient, type PausesClient } from './pauses.js';
import { storeUnmatchedEvent } from './store-unmatched-event.js';
import { writeOnce, type WriteOnceAnswer } from './write-once.js';

export type {
  GatewayRead,
  GatewayReadAnswer,
  GatewayReadName,
} from '../../workflows/gateway-read/messages.js';
export type { CommandOptions } from './command-id.js';
import type { CreateAnswer } from './create.js';
export type { CreateAnswer, CreateOptions } from './create.js';
export type { BatchToCreate } from './create-batch.js';
export type { LifecycleClient } from './lifecycle-client.js';
export { NotFoundError, RefusedError, InProgressError, UnavailableError } from './errors.js';
export { RetryRefusedError } from './retry-batch.js';
export { workflowIdOf } from './ids.js';
export { isRefusedInput } from './read.js';
export type { PausesClient } from './pauses.js';
export type { WaitingOperation, WaitingOperations } from './waiting-operations.js';
export { mintReference, referenceFromKey } from './references.js';

type Kinds = typeof lifecycles;

/** One client for each row of the table of lifecycles: `checkouts`, `invoices`, `reservedAccounts` … */
type LifecycleClients = { readonly [Name in keyof Kinds]: ClientOf<Kinds[Name]> };

/** The terms that a lifecycle is created with, such as `TermsOf<'checkouts'>`. */
export type TermsOf<Name extends keyof Kinds> = Parameters<LifecycleClients[Name]['create']>[0];

/** What the client returns, such as `SnapshotOf<'checkouts'>`. */
export type SnapshotOf<Name extends keyof Kinds> = Awaited<ReturnType<LifecycleClients[Name]['get']>>;

/** The typed client, for merchant services and for our HTTP API. */
export interface OwareClient extends LifecycleClients {
  /** What operators have paused, for their tools. */
  readonly pauses: PausesClient;
  /** Reads from the gateway through a worker. */
  readonly readFromGateway: <Name extends GatewayReadName>(
    name: Name,
    request: GatewayRead<Name>['request'],
  ) => Promise<GatewayReadAnswer<Name>>;
  /** Creates a sub-account, a limit profile or a customer's wallet at the gateway, once. */
  readonly createRecord: (input: WriteOnceInput) => Promise<WriteOnceAnswer>;
  /** For the event endpoint: resolves when Temporal has accepted the event; false when no lifecycle accepts it. */
  readonly deliverEvent: (to: Address, event: LifecycleEvent) => Promise<boolean>;
  /** For the event endpoint: resolves when Temporal has stored the event. Needs no worker; a repeat is stored once. */
  readonly storeUnmatchedEvent: (terms: UnmatchedEventTerms) => Promise<void>;
  /** For workers: adds a payout to the sums of its day, once, and returns them. */
  readonly countPayout: (payout: PayoutOfDay) => Promise<PayoutSums>;
  /** Starts a batch, stores its rows, and seals it; a repeat continues. Use it in place of `batches.create`. */
  readonly createBatch: (batch: BatchToCreate) => Promise<CreateAnswer<BatchSnapshot>>;
  /** The rows of a batch with what became of them, or of one of its parts. */
  readonly batchRows: (reference: string, part?: number) => AsyncGenerator<RowResult>;
  /** For workers: claims the payments of a batch, and returns the batch that claimed them first. */
  readonly claimRows: (claim: RowsClaim) => Promise<string>;
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
  /** For workers: starts the sweep of a day, or joins the one that runs. */
  readonly requestSweep: (day: string) => Promise<unknown>;
  /** For workers: the wallet's day; null when nothing was reported on it. */
  readonly readWalletDay: (day: string) => Promise<WalletDayReport | null>;
  /** For workers: what a lifecycle holds of the gateway's records. */
  readonly readHoldings: (at: Address, keys: readonly string[]) => Promise<Holdings | undefined>;
  /** For workers: the lifecycles with a run that started in a period, or was open in it. */
  readonly listStarted: (request: StartedRequest) => Promise<readonly Address[]>;
}

export interface OwareClientOptions {
  /** A Temporal client with the same data converter as the workers. */
  readonly client: Client;
  readonly taskQueue: string;
  /** How long a call waits for a lifecycle before it returns the state so far. */
  readonly timeoutMs?: number;
}

export function createOwareClient({
  client,
  taskQueue,
  timeoutMs = 10_000,
}: OwareClientOptions): OwareClient {
  const context = { client, taskQueue, timeoutMs };
  const clients = Object.fromEntries(
    Object.entries(lifecycles).map(([name, kind]) => [name, createLifecycleClient(context, kind as never)]),
  ) as unknown as LifecycleClients;
  return {
    ...clients,
    pauses: createPausesClient(context),
    readFromGateway: (name, request) => readFromGateway(context, { name, request }),
    createRecord: (input) => writeOnce(context, input),
    deliverEvent: async ({ lifecycle, reference }, event) => {
      const kind = eventTakerOf(lifecycle);
      if (kind) await deliverEvent(context, { kind, reference }, event);
      return kind !== undefined;
    },
    storeUnmatchedEvent: (terms) => storeUnmatchedEvent(context, terms),
    countPayout: (payout) => countPayout(context, payout),
    createBatch: (batch) => createBatch(context, batch),
    batchRows: (reference, part) => readBatchRows(context, reference, part),
    claimRows: (claim) => claimRows(context, claim),
    readPartOrders: (batch, part) => readPartOrders(context, batch, part),
    unheldPayments: (address, payments) => unheldPayments(context, address, payments),
    readPartReports: (batch, parts, fees) => readPartReports(context, batch, parts, fees),
    requestSweep: (day) => clients.sweeps.sweep(day),
    readWalletDay: (day) => clients.walletDays.get(day).then(reportOf, nullIfNotFound),
    readHoldings: (at, keys) => readHoldings(context, at, keys),
    listStarted: (request) => listStarted(context, request),
  };
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
